// Asks the pocket's Python, in a worker of this browser, all the cases of a file, and says what it answers.

addEventListener("message", async ({ data: { version, scripts, day } }) => {
  const cases = await (await fetch("/cases.jsonl")).text();
  importScripts(...scripts);
  const load = globalThis.loadPyodide;
  // As pocket/parity.py does it, before any of the site is loaded: no search ends because of its time, and one day for both.
  globalThis.loadPyodide = async (options) => {
    const made = await load(options);
    made.globals.set("day", day);
    made.runPython("import os, time; time.thread_time = lambda: 0.0; os.environ['TODAY'] = day");
    return made;
  };
  const made = await python(version);
  made.globals.set("cases", cases);
  postMessage(made.runPython("from pocket import parity; '\\n'.join(parity.answers(cases.splitlines(), answer))"));
});
