// What answers where the network does not, from what this browser keeps of the site. It is served behind a line that says
// what there is to keep: `SITE.kept` has the address of a file for each language. Besides, the pages of the matches that
// were opened last are kept as they were seen, and nothing else: no answer, nothing that is sent. Where the whole site was
// taken along, its address says which version of it (`?pocket=`), and Python answers what is not kept.

const PATIENCE = 3000; // milliseconds that the network has, where something is kept
const AGAIN = 10000; // milliseconds in which nobody waits for it once more
const STORE = "kept";
const MATCHES = "matches"; // another store, of which the page of a match knows the name
const MOST = 5; // pages of matches
const SAFE = ["content-security-policy", "cross-origin-opener-policy", "referrer-policy", "x-content-type-options", "x-frame-options"];
const ORIGIN = "https://origin.invalid"; // stands in kept pages for the site's own
const pocket = new URLSearchParams(location.search).get("pocket");
const PYTHON = [SITE.python, `/pocket/${pocket}/pyodide.js`, `/pocket/${pocket}/pyodide.asm.js`];
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
  const isOurs = answer.ok && (await answer.clone().json().catch(() => null))?.pages; // not another page that answered instead
  if (!isOurs) throw new Error(`${address}: ${answer.status}`);
  await store.put(address, answer);
}

addEventListener("install", (event) => {
  skipWaiting();
  if (pocket) importScripts(...PYTHON); // read now so that it may be used later: it costs no page anything until then
  event.waitUntil(languages().then((all) => Promise.all([...all].map(keep))));
  event.waitUntil(renewMatches().catch(() => {})); // without a network they stay as they are
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

// --- The pages of matches, as they were last seen ---

/** Where the matches of this address are listed, if it is theirs, and the secret of a match that opens it. */
function matchAt({ pathname }) {
  const place = SITE.matches.find((one) => pathname.startsWith(one));
  const [secret, ...below] = place ? pathname.slice(place.length).split("/") : [];
  return { place, secret, isList: pathname === place, isSheet: /^[\w-]{32}$/.test(secret) && below.join() === "" };
}

const FOOT = '<footer class="bottom">';
/** Return whether this is the site's own page of the match or of the list at this address, and no other that answered. */
function isItsPage({ pathname }, page) {
  const { isList, isSheet } = matchAt({ pathname });
  const says = isList ? `data-at="${pathname}"` : `data-poll="${pathname}board/"`;
  return (isList || isSheet) && page.includes(says) && page.includes(FOOT);
}

/** Keep what the site answered: the page of a match, or the list of them; where it is gone, keep it no longer. */
async function seen(address, answer) {
  const { place, secret, isSheet } = matchAt(address);
  if (answer.redirected || answer.type === "opaqueredirect") return;
  const page = await answer.text();
  if ([404, 410].includes(answer.status) && page.includes('<h1 id="gone">') && page.includes(FOOT)) return forgetMatch(secret);
  if (!answer.ok || !isItsPage(address, page)) return;
  const store = await caches.open(MATCHES);
  await store.delete(address.pathname); // what is put in anew comes last
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name); // of what was on the wire
  headers.set("x-seen", new Date().toISOString());
  await store.put(address.pathname, new Response(page, { headers }));
  const sheets = (await store.keys()).filter(({ url }) => matchAt(new URL(url)).isSheet);
  await Promise.all(sheets.slice(0, -MOST).map((request) => store.delete(request)));
  if (isSheet && !(await store.match(place))) await seen(new URL(place, location), await fetch(place)); // the way to it
}

async function forgetMatch(secret) {
  const store = await caches.open(MATCHES);
  for (const request of await store.keys()) {
    if (secret && matchAt(new URL(request.url)).secret === secret) await store.delete(request);
  }
}

/**
 * Fetch the pages of matches that are kept, for they name styles and scripts that are others in this version of the site;
 * and those that are open, for no worker saw the first of them come.
 */
async function renewMatches() {
  const open = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const kept = await (await caches.open(MATCHES)).keys();
  const addresses = [...kept, ...open].map(({ url }) => new URL(url)).filter((address) => matchAt(address).place);
  for (const path of new Set(addresses.map(({ pathname }) => pathname))) {
    await seen(new URL(path, location), await fetch(path, { headers: { Accept: "text/html" } }));
  }
}

async function keptMatch({ pathname }) {
  const page = await (await caches.open(MATCHES)).match(pathname);
  const kept = page && (await keptOf(languageOf(pathname)));
  const text = kept && (await page.text());
  if (!kept || !isItsPage({ pathname }, text)) return null; // an older worker kept what answered
  const when = `class="match" data-kept="${page.headers.get("x-seen")}"`;
  const body = text.replace('class="match"', when).replace(FOOT, `$&<p id="kept-page">${kept.said}</p>`);
  return new Response(body, { headers: page.headers });
}

// --- What is shown of all that ---

function shown(page, kept, status = 200) {
  const said = `$&<p>${kept.said}</p>`;
  const body = page.replaceAll(ORIGIN, location.origin).replace(FOOT, status === 200 ? said : "$&");
  return new Response(body, { status, headers: { ...kept.headers, "content-type": "text/html; charset=utf-8" } });
}

async function keptPage({ pathname, search }) {
  const kept = search ? null : await keptOf(languageOf(pathname));
  return kept?.pages[pathname] && shown(kept.pages[pathname], kept);
}

const TYPES = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8", woff2: "font/woff2" };

/** Return a style or a script that is kept or taken along, or a font, which is taken along as Base64. */
async function keptFile({ pathname }) {
  const [, kept] = await best();
  const text = kept?.files[pathname] ?? (pocket && (await stylesTaken())[pathname]);
  if (!text) return null;
  const ending = pathname.split(".").at(-1);
  const body = ending === "woff2" ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text;
  return new Response(body, { headers: { "content-type": TYPES[ending] } });
}

/** The page that says what there is without a network, in a language in which there is something. */
async function noNetwork({ pathname }) {
  const [language, kept] = await best(languageOf(pathname));
  if (!kept) return Response.error();
  if (pathname === "/") return Response.redirect(`/${language}/`);
  return shown(kept.pages[`/${language}/offline/`], kept, 503);
}

// --- What was taken along ---

let ready; // Python, from the first question on that the network did not answer
async function start() {
  if (!globalThis.python) importScripts(...PYTHON);
  const memory = await takenOf(pocket, SNAPSHOT);
  return python(pocket, memory && new Uint8Array(await memory.arrayBuffer()));
}

let styles;
async function stylesTaken() {
  const taken = await (await caches.open(`pocket-${pocket}`)).match(`/pocket/${pocket}/static.json`);
  return (styles ??= taken ? await taken.json() : {});
}

/** What the site answers out of the pocket; null where there is none. */
async function taken(request) {
  if (!pocket) return null;
  ready ??= start();
  ready.catch(() => { ready = null; });
  const answer = await answerOf(await ready, request);
  const headers = new Headers(answer.headers);
  headers.set("x-answered-by", "pocket");
  const { status } = answer;
  if (!headers.get("content-type")?.startsWith("text/html")) return new Response(answer.body, { status, headers });
  const said = SITE.said[languageOf(new URL(request.url).pathname)];
  return new Response((await answer.text()).replace(FOOT, (foot) => (said ? `${foot}<p>${said}</p>` : foot)), { status, headers });
}

// --- Answering ---

let lost = -Infinity; // when the network last took too long

const isHealthy = ({ type, status }) => type !== "error" && status < 500;
/** Return whether an answer may be a style or a script, and no page that answered instead. */
const isFile = ({ ok, headers }) => ok && !headers.get("content-type")?.startsWith("text/html");

/** The network's answer; where it fails, takes too long or is not the one sought, what is kept, if anything is. */
async function patiently(asked, instead, { hasAnswered = false, isSought = isHealthy } = {}) {
  asked.catch(() => {}); // it may fail when nobody waits for it any more
  if (hasAnswered) lost = -Infinity;
  const rest = Date.now() - lost < AGAIN ? 0 : PATIENCE;
  let timer;
  const patience = new Promise((resolve) => { timer = setTimeout(resolve, rest); });
  const first = await Promise.race([asked, patience]).catch(() => Response.error());
  clearTimeout(timer);
  if (first && isSought(first)) return first;
  if (!first && rest) lost = Date.now();
  return (await instead()) || asked;
}

/** Whether it is a question to the site, of a page or of a script, that Python can answer as the server does. */
function isQuestion({ method, headers }, { pathname }) {
  if (!pocket || SITE.matches.some((place) => pathname.startsWith(place))) return false;
  return method === "GET" ? headers.has("hx-request") : method === "POST" && pathname === "/api/judge";
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.mode === "navigate" && request.method === "GET") {
    const asked = fetch(request);
    if (matchAt(address).place) {
      event.waitUntil(asked.then((answer) => seen(address, answer.clone())).catch(() => {}));
    }
    const instead = async () => (await keptPage(address)) || (await keptMatch(address)) || taken(request);
    const answer = patiently(asked, instead, { hasAnswered: address.searchParams.has("sent") });
    event.respondWith(answer.catch(() => noNetwork(address)));
    // Who reads another language from now on has it the next time.
    event.waitUntil(answer.then(({ ok }) => ok && keep(languageOf(address.pathname))).catch(() => {}));
  } else if (request.method === "GET" && address.pathname.startsWith("/static/")) {
    event.respondWith(patiently(fetch(request), () => keptFile(address), { isSought: isFile }));
  } else if (request.method === "POST" && matchAt(address).place && address.pathname.includes("/links/")) {
    event.waitUntil(forgetMatch(matchAt(address).secret)); // who manages it may be somebody else from here on
  } else if (isQuestion(request, address)) {
    const again = request.clone();
    event.respondWith(patiently(fetch(request), () => taken(again)));
  }
});
