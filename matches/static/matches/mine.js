// The matches that were opened in this browser: what it keeps of each, and the list of them.
import { matchAt } from "./answer.js";
import * as outbox from "./outbox.js";

export const LOCALE = { en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang; // as the site writes days
export const day = (when) => {
  const text = when.toLocaleDateString(LOCALE, { dateStyle: "long" });
  return LOCALE === "cs" ? text.replaceAll(" ", "\u00a0") : text;
};

export const kept = {
  read(name) {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  },
  write(name, value) {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    } catch { /* this browser keeps nothing */ }
  },
};

export const token = (path) => path.split("/")[3];
const ALLOWS = ["watch", "score", "manage"];
function opened() {
  const found = kept.read("matches");
  const isMatch = ({ path, name, at }) => [path, name].every((text) => typeof text === "string") && token(path) && Number.isFinite(at);
  return Array.isArray(found) ? found.filter((match) => match && isMatch(match)) : []; // whatever else was written there
}
// A match stands there once, by that of its links which allows most: the others do not take that one away.
function keep(matches) {
  const once = [];
  for (const match of matches) {
    const isSameLink = (it) => token(it.path) === token(match.path);
    const twin = once.find((it) => (it.id && it.id === match.id) || isSameLink(it));
    if (!twin) once.push(match);
    else if (!isSameLink(twin) && ALLOWS.indexOf(match.role) > ALLOWS.indexOf(twin.role)) Object.assign(twin, { path: match.path, role: match.role });
  }
  kept.write("matches", once.slice(0, 12));
}
const listed = (path, { id, role, name }, at) => ({ path, id, role, name, at });
const here = document.querySelector(".match");
if (here) keep([listed(location.pathname, here.dataset, Date.now()), ...opened()]);
// A link that opens nothing is of no use in the list.
if (document.getElementById("gone")) keep(opened().filter(({ path }) => token(path) !== token(location.pathname)));

// --- The pages of matches as they were last seen, which the site's worker keeps and shows where the network fails ---

export const pages = async (act) => ("caches" in window ? act(await caches.open("matches")) : undefined);
const keptPaths = async () => ((await pages((store) => store.keys())) ?? []).map(({ url }) => new URL(url).pathname);
export const unkeep = (matches) => pages(async (store) => {
  for (const asked of await store.keys()) if (matches.includes(token(new URL(asked.url).pathname))) await store.delete(asked);
}).catch(console.warn);

// --- The list: on its page, and on those that stand there in the place of one that needs the network ---

const shelf = document.getElementById("kept");
const isWhole = Boolean(shelf?.dataset.at);
const own = (path) => shelf.dataset.at + token(path) + "/"; // in the language of the list

// Of a match that was listed by its link alone it is asked once which one it is, and where it stands now: a manager's
// link leaves the list, and the draft's name, as it leaves the address.
async function recognize(match) {
  const found = await matchAt(own(match.path));
  if (!found) return;
  keep(opened().map((it) => it.path === match.path ? listed(found.path, found.match.dataset, match.at) : it));
  const [before, now] = [match.path, found.path].map((path) => `draft.${token(path)}`);
  if (before === now || !kept.read(before)) return;
  kept.write(now, kept.read(before));
  kept.write(before, null);
}

const unsentOf = ({ path, id }) => outbox.waiting(token(path), id).catch(() => []);

// What this browser knows of these matches goes: their links, that it manages them, and what was typed and not stored. A
// match of which hands wait to be sent stays.
async function forget(all) {
  const unsent = await Promise.all(all.map(unsentOf));
  const matches = all.filter((_match, at) => !unsent[at].length);
  const gone = matches.map(({ path }) => token(path));
  const twin = document.querySelector("[name=csrfmiddlewaretoken]").value;
  for (const { path } of matches.filter(({ role }) => role === "manage")) {
    const body = new URLSearchParams({ do: "forget", csrfmiddlewaretoken: twin });
    fetch(`${own(path)}links/`, { method: "POST", body, redirect: "manual", keepalive: true }).catch(console.warn);
  }
  keep(opened().filter(({ path }) => !gone.includes(token(path))));
  try {
    for (const name of Object.keys(localStorage)) if (gone.some((it) => name.includes(it))) localStorage.removeItem(name);
  } catch { /* this browser keeps nothing */ }
  unkeep(gone);
}

// Without the network a match opens where its page is kept, in the language in which it was seen.
async function reachable() {
  if (isWhole) return opened().map((match) => [match, own(match.path)]);
  const paths = await keptPaths();
  return opened().map((match) => [match, paths.findLast((path) => token(path) === token(match.path))]).filter(([, path]) => path);
}

let turns = 0;
async function shelve() {
  const turn = ++turns;
  const list = shelf.querySelector("ul");
  const items = [];
  for (const [match, path] of await reachable()) {
    const { length } = await unsentOf(match);
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: path, textContent: `${match.name} – ${day(new Date(match.at))}` });
    item.append(link);
    if (length) item.append(" ", Object.assign(document.createElement("span"), { textContent: `${shelf.dataset.unsent}: ${length}` }));
    else if (isWhole) item.append(" ", forgetting(match, link));
    items.push(item);
  }
  if (turn !== turns) return; // something has changed meanwhile, and is being listed
  list.replaceChildren(...items);
  if (isWhole) {
    shelf.querySelector(".none").hidden = items.length;
    shelf.querySelector(".some").hidden = !items.length;
  }
  shelf.hidden = !isWhole && !items.length;
}

function forgetting(match, link) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = shelf.dataset.forget;
  button.setAttribute("aria-label", `${shelf.dataset.forget}: ${link.textContent}`);
  button.addEventListener("click", async () => {
    await forget([match]);
    await shelve();
    (shelf.querySelector("ul button") ?? document.getElementById("main")).focus();
  });
  return button;
}

if (shelf) shelve();
if (isWhole) {
  for (const match of opened().filter(({ id }) => !id)) recognize(match).then(shelve, console.warn);
  document.getElementById("forget-all").addEventListener("click", async () => {
    await forget(opened());
    await shelve();
    document.getElementById("main").focus();
  });
}
