// Python with the site in it, out of what this browser has taken along: for the worker of a page that makes it ready once,
// and for the site's own worker, which answers with it. Neither can import modules where it needs them, so this is none.

const POCKET = "pocket-"; // the names of the stores: a version each
const SNAPSHOT = "snapshot"; // memory of a Python that has read all it needs to answer
const FILES = { modules: "stdlib.zip", site: "app.tar", lock: "lock.json", styles: "static.json" };

/** What was taken of a version, by the name of a file; nothing where it is not there. */
async function takenOf(version, name) {
  return (await caches.open(POCKET + version)).match(`/pocket/${version}/${name}`);
}

/** Put the files of an archive, as pocket/build.py packs them, where a Python finds them: it would take ten times as long. */
function unpack(fs, archive, folder) {
  const word = (from, length) => String.fromCharCode(...archive.subarray(from, from + length)).split("\0")[0];
  const folders = new Set();
  let size;
  for (let at = 0; archive[at]; at += 512 * (1 + Math.ceil(size / 512))) {
    const path = [folder, word(at + 345, 155), word(at, 100)].filter(Boolean).join("/");
    const within = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(within)) fs.mkdirTree(within);
    folders.add(within);
    size = Number.parseInt(word(at + 124, 12), 8);
    fs.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
  }
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
  const site = takenOf(version, FILES.site).then((taken) => taken.arrayBuffer()); // read while Python starts
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
  unpack(made.FS, new Uint8Array(await site), "/site");
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
