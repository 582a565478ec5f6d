// The page on which the whole site is taken along: what there is to take, how far it has come, why it cannot be.
import { answering, bring, Failed, offered, remove } from "./bring.js";

const MB = 2 ** 20; // as the page has written the size
const place = document.getElementById("pocket");
const bundle = offered(document);
const total = bundle?.files.reduce((sum, { brotli }) => sum + brotli, 0);
const the = (id) => document.getElementById(id);
const size = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

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
    // Firefox asks its reader, who may leave the question open.
    navigator.storage?.persisted?.().then((isPersisted) => isPersisted || navigator.storage.persist()).catch(console.info);
    await bring(bundle, { came: progress, isHere: () => show("starting"), signal: stop.signal });
    show("taken");
    place.querySelector("[data-when=taken]").focus();
  } catch (fault) {
    console.info(fault);
    say(whyOf(fault));
    show("offer");
    the("take").focus();
  }
}

function begin() {
  const mine = answering();
  const isOld = bundle && mine && mine !== bundle.version;
  if (mine) show("taken", ...(isOld ? ["newer", "offer"] : []));
  else show(bundle ? "offer" : "none");
}

the("take")?.addEventListener("click", take);
the("remove").addEventListener("click", async () => {
  await remove();
  begin();
});
try { begin(); } catch {
  show();
  say("storage");
}
