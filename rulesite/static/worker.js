// What answers where the network does not, from what this browser keeps of the site. It is served behind a line that says
// what there is to keep: `SITE.kept` has the address of a file for each language. Nothing else is ever kept: no answer, no
// page of a match, nothing that is sent.

const PATIENCE = 3000; // milliseconds that the network has, where something is kept
const AGAIN = 10000; // milliseconds in which nobody waits for it once more
const STORE = "kept";
const SAFE = ["content-security-policy", "cross-origin-opener-policy", "referrer-policy", "x-content-type-options", "x-frame-options"];
const ORIGIN = "https://origin.invalid"; // stands in kept pages for the site's own
const languageOf = (path) => path.split("/")[1];

// --- Keeping ---

/** Languages of the pages that are open, and those that were kept before. */
async function languages() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const before = await (await caches.open(STORE)).keys();
  const found = [...open.map(({ url }) => languageOf(new URL(url).pathname)), ...before.map(({ url }) => url.split("/")[4])];
  return new Set(found.filter((language) => SITE.kept[language]));
}

async function keep(language) {
  const store = await caches.open(STORE);
  const address = SITE.kept[language];
  if (!address || (await store.match(address))) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await store.put(address, answer);
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(languages().then((all) => Promise.all([...all].map(keep))));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const store = await caches.open(STORE);
    const wanted = new Set(Object.values(SITE.kept));
    const kept = await store.keys();
    await Promise.all(kept.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((request) => store.delete(request)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

// --- What is kept ---

const read = new Map(); // by address: what is kept of a language, with its headers
async function keptOf(language) {
  const address = SITE.kept[language];
  if (!read.has(address)) {
    const answer = await (await caches.open(STORE)).match(address ?? "");
    if (!answer) return null;
    const headers = Object.fromEntries(SAFE.filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]));
    read.set(address, { ...(await answer.json()), headers });
  }
  return read.get(address);
}

/** Of the languages that are kept the best: the one that is asked for, else one that the reader reads. */
async function best(language) {
  for (const one of [language, ...navigator.languages.map((tag) => tag.slice(0, 2)), ...Object.keys(SITE.kept)]) {
    const kept = await keptOf(one);
    if (kept) return [one, kept];
  }
  return [];
}

function shown(page, kept, status = 200) {
  const said = `$&<p>${kept.said}</p>`;
  const body = page.replaceAll(ORIGIN, location.origin).replace('<footer class="bottom">', status === 200 ? said : "$&");
  return new Response(body, { status, headers: { ...kept.headers, "content-type": "text/html; charset=utf-8" } });
}

async function keptPage({ pathname, search }) {
  const kept = search ? null : await keptOf(languageOf(pathname));
  return kept?.pages[pathname] && shown(kept.pages[pathname], kept);
}

async function keptFile({ pathname }) {
  const [, kept] = await best();
  const type = pathname.endsWith(".css") ? "text/css" : "text/javascript";
  return kept?.files[pathname] && new Response(kept.files[pathname], { headers: { "content-type": `${type}; charset=utf-8` } });
}

/** The page that says what there is without a network. */
async function noNetwork({ pathname }) {
  const [language, kept] = await best(languageOf(pathname));
  if (!kept) return Response.error();
  if (pathname === "/") return Response.redirect(`/${language}/`);
  const wanted = SITE.kept[languageOf(pathname)] ? languageOf(pathname) : language;
  return shown(kept.pages[`/${wanted}/offline/`], kept, 503);
}

// --- Answering ---

let lost = -Infinity; // when the network last took too long

/** The network's answer; where it fails or takes too long, what is kept, if anything is. */
async function patiently(asked, instead) {
  asked.catch(() => {}); // it may fail when nobody waits for it any more
  const rest = Date.now() - lost < AGAIN ? 0 : PATIENCE;
  let timer;
  const patience = new Promise((resolve) => { timer = setTimeout(resolve, rest); });
  const first = await Promise.race([asked, patience]).catch(() => Response.error());
  clearTimeout(timer);
  if (first && first.type !== "error" && first.status < 500) return first;
  if (!first && rest) lost = Date.now();
  return (await instead()) || asked;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    const answer = patiently(fetch(request), () => keptPage(address));
    event.respondWith(answer.catch(() => noNetwork(address)));
    // Who reads another language from now on has it the next time.
    event.waitUntil(answer.then(({ ok }) => ok && keep(languageOf(address.pathname))).catch(() => {}));
  } else if (address.pathname.startsWith("/static/")) {
    event.respondWith(patiently(fetch(request), () => keptFile(address)));
  }
});
