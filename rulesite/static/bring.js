// The whole site brought into this browser: piece by piece into its store, each checked; made ready once; handed to the
// site's worker. What is there is not downloaded again, and until all of a new version is there the old one answers.

const LIMIT = 180000; // milliseconds in which Python has to be ready
const POCKET = "pocket-";

/** Why it cannot be brought, as a word that the page of it knows. */
export class Failed extends Error {}

/** The version that answers now, as this browser knows it. */
export const answering = () => new URLSearchParams((localStorage.worker ?? "").split("?")[1]).get("pocket");

/** What there is to bring, as the page on which it is offered says it (templates/take.html); null where there is nothing. */
export function offered(page) {
  const { version, files, python, snapshot } = page.getElementById("pocket").dataset;
  return version ? { version, python, snapshot, files: JSON.parse(files) } : null;
}

async function piece(version, { name, bytes, brotli, sha256 }, came, signal) {
  const answer = await fetch(`/pocket/${version}/${name}`, { signal, cache: "reload" });
  if (!answer.ok) throw new Failed("broken");
  const kept = answer.clone(); // as it came: what a browser compiles of it is kept beside it by its address
  const whole = new Uint8Array(bytes);
  const reader = answer.body.getReader();
  let have = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (have + part.value.length > bytes) throw new Failed("hash");
    whole.set(part.value, have);
    have += part.value.length;
    came((brotli * have) / bytes);
  }
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== sha256) throw new Failed("hash");
  return kept;
}

async function download({ version, files }, came, signal) {
  const store = await caches.open(POCKET + version);
  let before = 0;
  came(before);
  for (const file of files) {
    const address = `/pocket/${version}/${file.name}`;
    if (!(await store.match(address))) await store.put(address, await piece(version, file, (bytes) => came(before + bytes), signal));
    before += file.brotli;
    came(before);
  }
}

/** Its memory, made in a worker of this page: the site's own may not take so long. */
function makeReady({ version, python, snapshot }) {
  const worker = new Worker(snapshot);
  const made = new Promise((done, failed) => {
    setTimeout(() => failed(new Failed("slow")), LIMIT);
    worker.onerror = () => failed(new Failed("python"));
    worker.onmessage = ({ data }) => (data.fault ? failed(new Failed(data.fault, { cause: data.said })) : done());
    addEventListener("pagehide", () => failed(new Failed("broken")));
  });
  worker.postMessage({ version, scripts: [python, `/pocket/${version}/pyodide.js`, `/pocket/${version}/pyodide.asm.js`] });
  return made.finally(() => worker.terminate());
}

/** The site's worker with this address answers from now on. */
async function handOver(address) {
  const registration = await navigator.serviceWorker.register(address);
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  await new Promise((done, failed) => {
    const look = () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") failed(new Failed("python"));
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

async function forget(but) {
  for (const name of await caches.keys()) {
    if (name.startsWith(POCKET) && name !== POCKET + but) await caches.delete(name);
  }
}

/**
 * Bring what is offered, and have it answer; of several pages one after the other.
 * `came` is told how many bytes are here, `isHere` that all of them are.
 */
export function bring(bundle, { came = () => {}, isHere = () => {}, signal } = {}) {
  return navigator.locks.request("pocket", async () => {
    if (answering() === bundle.version) return;
    await download(bundle, came, signal);
    isHere();
    await makeReady(bundle);
    const address = `/worker.js?pocket=${bundle.version}`;
    await handOver(address);
    localStorage.worker = address;
    await forget(bundle.version);
  });
}

/** Nothing of it stays, and the site's worker goes on without. */
export async function remove() {
  localStorage.removeItem("worker");
  await handOver("/worker.js");
  await forget();
}
