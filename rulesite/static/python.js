// Python with the site in it, out of what this browser has taken along: for the worker of a page that makes it ready once,
// and for the site's own worker, which answers with it. Neither can import modules where it needs them, so this is none.

const POCKET = "pocket-"; // the names of the stores: a version each
const SNAPSHOT = "snapshot"; // memory of a Python that has read all it needs to answer
const FILES = { modules: "stdlib.zip", site: "app.tar", lock: "lock.json", styles: "static.json" };

/** What was taken of a version, by the name of a file; nothing where it is not there. */
async function takenOf(version, name) {
  return (await caches.open(POCKET + version)).match(`/pocket/${version}/${name}`);
}

/**
 * A Python that can be asked, either made ready from the start or, much faster, out of the memory of one that was.
 * `loadPyodide` has to be there.
 */
async function python(version, snapshot) {
  const folder = `/pocket/${version}/`;
  const create = globalThis._createPyodideModule;
  // What Python asks for while it starts is here: the network is not asked.
  const network = globalThis.fetch;
  globalThis.fetch = async (asked, options) => {
    const name = new URL(asked, location).pathname;
    const taken = name.startsWith(folder) && (await takenOf(version, name.slice(folder.length)));
    return taken || network(asked, options);
  };
  // A memory larger than the one Python begins with has no room in it (issue 6254 of Pyodide).
  globalThis._createPyodideModule = async (settings) => {
    const made = await create(settings);
    if (snapshot) made.growMemory(snapshot.length);
    return made;
  };
  let made;
  try {
    made = await loadPyodide({
      indexURL: folder,
      stdLibURL: folder + FILES.modules,
      lockFileURL: folder + FILES.lock,
      _makeSnapshot: !snapshot,
      _loadSnapshot: snapshot,
    });
  } finally {
    globalThis.fetch = network;
    globalThis._createPyodideModule = create;
  }
  // Files are not in the memory that is kept.
  made.unpackArchive(await (await takenOf(version, FILES.site)).arrayBuffer(), "tar", { extractDir: "/site" });
  if (!snapshot) made.runPython(`
import os, sys
sys.path.insert(0, "/site")
os.environ["PYTHONTZPATH"] = ""
from pocket.answer import answer, warm
warm()
`);
  made.runPython("import random; random.seed()"); // chance is not in the memory either
  return made;
}

/** The answer to a request. */
async function answerOf(made, request) {
  const body = new Uint8Array(await request.arrayBuffer());
  const given = [Object.fromEntries(request.headers), ...(body.length ? [body] : [])].map((one) => made.toPy(one));
  const answer = made.globals.get("answer");
  const said = answer(request.method, request.url, ...given);
  const [status, headers, content] = said.toJs();
  for (const one of [...given, answer, said]) one.destroy();
  return new Response([204, 304].includes(status) ? null : content, { status, headers });
}
