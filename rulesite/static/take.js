// The whole site taken along: piece by piece into this browser's store, each checked; made ready once; handed to the
// site's worker. What is there is not downloaded again, and until all of a new version is there the old one answers.

const LIMIT = 180000; // milliseconds in which Python has to be ready
const MB = 2 ** 20; // as the page has written the size
const POCKET = "pocket-";
const place = document.getElementById("pocket");
const { version, python, snapshot } = place.dataset;
const files = JSON.parse(place.dataset.files) ?? [];
const total = files.reduce((sum, { brotli }) => sum + brotli, 0);
const the = (id) => document.getElementById(id);
const size = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

class Failed extends Error {}

function show(...states) {
  for (const part of place.querySelectorAll("[data-when]")) part.hidden = !states.includes(part.dataset.when);
}

function say(why) {
  const said = why && why !== "cancelled" ? [why, "stays"] : [why];
  for (const part of place.querySelectorAll("[data-why]")) part.hidden = !said.includes(part.dataset.why);
}

function progress(bytes) {
  the("progress").value = bytes / total;
  the("bytes").textContent = `${size.format(bytes / MB)} / ${size.format(total / MB)} MB`;
}

/** The version that answers now, as this browser knows it. */
const answering = () => new URLSearchParams((localStorage.worker ?? "").split("?")[1]).get("pocket");

// --- Taking ---

async function piece({ name, bytes, brotli, sha256 }, before, signal) {
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
    progress(before + (brotli * have) / bytes);
  }
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== sha256) throw new Failed("hash");
  return kept;
}

async function download(signal) {
  const store = await caches.open(POCKET + version);
  let before = 0;
  progress(before);
  for (const file of files) {
    const address = `/pocket/${version}/${file.name}`;
    if (!(await store.match(address))) await store.put(address, await piece(file, before, signal));
    before += file.brotli;
    progress(before);
  }
}

/** Its memory, made in a worker of this page: the site's own may not take so long. */
function makeReady() {
  return new Promise((done, failed) => {
    const worker = new Worker(snapshot);
    const timer = setTimeout(() => failed(new Failed("slow")), LIMIT);
    worker.onerror = () => failed(new Failed("python"));
    worker.onmessage = ({ data }) => (data.fault ? failed(new Failed(data.fault, { cause: data.said })) : done());
    const scripts = [python, `/pocket/${version}/pyodide.js`, `/pocket/${version}/pyodide.asm.js`];
    worker.postMessage({ version, scripts });
    const over = () => { clearTimeout(timer); worker.terminate(); };
    addEventListener("pagehide", over);
    done = ((old) => () => { over(); old(); })(done);
    failed = ((old) => (fault) => { over(); old(fault); })(failed);
  });
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

function whyOf(fault) {
  if (fault instanceof Failed) return fault.message;
  if (fault.name === "AbortError") return "cancelled";
  if (fault.name === "QuotaExceededError") return "full";
  if (fault.name === "SecurityError") return "storage";
  return "broken";
}

async function take() {
  const stop = new AbortController();
  the("cancel").onclick = () => stop.abort();
  say();
  show("taking");
  try {
    if (!globalThis.WebAssembly) throw new Failed("wasm");
    if (!globalThis.caches || !navigator.serviceWorker) throw new Failed("storage");
    await navigator.storage?.persist?.();
    await download(stop.signal);
    show("starting");
    await makeReady();
    const address = `/worker.js?pocket=${version}`;
    await handOver(address);
    localStorage.worker = address;
    await forget(version);
    show("taken");
    place.querySelector("[data-when=taken]").focus();
  } catch (fault) {
    console.info(fault);
    say(whyOf(fault));
    show("offer");
    the("take").focus();
  }
}

async function remove() {
  localStorage.removeItem("worker");
  await handOver("/worker.js");
  await forget();
  begin();
}

function begin() {
  const mine = answering();
  const isOld = version && mine && mine !== version;
  if (mine) show("taken", ...(isOld ? ["newer", "offer"] : []));
  else show(version ? "offer" : "none");
}

the("take")?.addEventListener("click", take);
the("remove").addEventListener("click", remove);
try { begin(); } catch {
  say("storage");
}
