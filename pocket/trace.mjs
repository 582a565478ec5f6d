// Asks the pocket's Python all the cases, in node: what is answered, and which files and modules that took.
// node trace.mjs PYODIDE APP STDLIB CASES > one line of JSON
import { readFile } from "node:fs/promises";
import { argv, stdout } from "node:process";
import { join } from "node:path";

const [folder, app, stdlib, cases] = argv.slice(2);
const { loadPyodide } = await import(join(folder, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: stdlib });
python.unpackArchive(new Uint8Array(await readFile(app)), "tar", { extractDir: "/site" });
python.FS.writeFile("/cases", await readFile(cases));
const found = python.runPython(`
import json, os, sys
opened = set()
sys.addaudithook(lambda event, given: opened.add(str(given[0])) if event == "open" else None)
sys.path.insert(0, "/site")
os.environ["PYTHONTZPATH"] = ""
from pocket import parity
parity.without_clock()
from pocket.answer import answer
with open("/cases") as lines:
    answers = list(parity.answers((line for line in lines if line.strip()), answer))
files = sorted(path.removeprefix("/site/") for path in opened if path.startswith("/site/") and os.path.isfile(path))
json.dumps({"answers": answers, "files": files, "modules": sorted(sys.modules), "python": sys.version.split()[0]})
`);
stdout.write(found);
