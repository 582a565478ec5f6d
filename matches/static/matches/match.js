// A match: the score as others change it, entries that outlive a lost network, a screen that stays on.
// Without this file a match works by typing and page loads.
import { Foreign, board, post, preview } from "./answer.js";
import { LOCALE, day, kept, pages, token, unkeep } from "./mine.js";
import { missing } from "./needed.js";
import * as outbox from "./outbox.js";

const place = () => document.querySelector(".match");
const SENT = "form.entering, form.correcting, form.taking, form.laying"; // by this script, so that the page outlives a lost network
const entering = () => document.querySelector("form.entering, form.correcting");
const said = document.getElementById("status");
const moment = (when) => `${day(when)}${LOCALE === "cs" ? "\u00a0" : ", "}${when.toLocaleTimeString(LOCALE, { timeStyle: "short" })}`;

// Links to another language or a larger table carry over what is typed in the form of a new match.
addEventListener("click", ({ target }) => {
  const link = target.closest(".languages a, .larger a");
  const laying = document.querySelector("form.laying");
  if (!link || !laying) return;
  const typed = new URLSearchParams(new FormData(laying));
  for (const name of ["csrfmiddlewaretoken", "key"]) typed.delete(name);
  for (const [name, value] of new URLSearchParams(link.dataset.sets)) typed.set(name, value);
  link.search = typed;
});

// --- A figure leads into the answer that it comes from, also where a browser opens no box by itself ---

addEventListener("click", ({ target }) => {
  const why = target.closest("a.why");
  if (why) document.querySelector(why.hash)?.closest("details").setAttribute("open", "");
});

// --- Times as the reader's clock has them ---

const clocks = () => document.querySelectorAll("time[datetime]").forEach((time) => { time.textContent = moment(new Date(time.dateTime)); });
clocks();

// --- The score, as others change it ---

const EVERY = 3000;
let etag = "";
let touched = false; // whether the form holds what nobody else knows
let misses = 0;
let foreign = ""; // that another page answered instead of the site, what was "asked" or what was "sent"
let isGoing = false; // to another page, which has been asked for and has not come yet
let news = ""; // that others have entered something, while somebody is typing here

async function look() {
  const here = place();
  if (!here) return false; // the page of a hand took its place
  try {
    const fresh = await board(here.dataset.poll, etag);
    misses = 0;
    if (foreign === "asked") foreign = "";
    if (!here.isConnected) return true;
    if (fresh?.page.getElementById("gone")) {
      unkeep([token(location.pathname)]);
      return complain(here.dataset.gone);
    }
    delete here.dataset.kept;
    document.getElementById("kept-page")?.remove();
    complain(foreign ? elsewhere() : news);
    if (fresh) show(fresh.page, fresh.etag);
  } catch (failed) {
    misses += 1;
    foreign = failed instanceof Foreign ? "asked" : "";
    if (misses > 1) away();
  }
  return true;
}

// A page that the worker kept says from when it is.
function away() {
  const { kept, asOf, away } = place().dataset;
  complain(foreign ? elsewhere() : kept ? asOf.replace("{when}", moment(new Date(kept))) : away);
}

// That another page answers, with the way to it.
const elsewhere = () => document.getElementById("elsewhere").content.cloneNode(true);

function say(line, text) {
  if (line.textContent !== (text.textContent ?? text)) line.replaceChildren(text);
}

function complain(text) {
  say(document.getElementById("connection"), text);
  return !text;
}

function show(fresh, mark) {
  const top = fresh.getElementById("board-top");
  const known = place().dataset.mark;
  etag = mark;
  if (top.dataset.mark === known) return;
  // Where others sit there by now, or the match has ended or goes on, the whole page is another one; what somebody is
  // typing stays.
  const hasItsForm = place().dataset.role === "watch" || !entering() === Boolean(top.dataset.over);
  const isThisPage = hasItsForm && top.dataset.people === place().dataset.people;
  if (!isThisPage && (sending || isGoing)) {
    etag = ""; // the page that comes tells it, and what was done besides
    return;
  }
  if (!touched && !isThisPage) return location.reload();
  if (isThisPage) keepShown(fresh).catch(console.warn);
  const open = [...document.querySelectorAll("#board-rest details[open][id]")].map((box) => box.id);
  paint(document, fresh);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  clocks();
  document.title = document.title.replace(/^[^–]*/, () => `${fresh.title} `);
  const shared = document.querySelector(".watching [data-said]");
  if (shared) shared.dataset.said = `${place().dataset.name} – ${fresh.title}`;
  said.textContent = fresh.title;
  const form = entering();
  if (!form) return;
  count(form);
  // The hand in the form had arrived: it is acknowledged, as after a reload.
  if (!sending && !isGoing && form.matches(".entering") && top.dataset.seen.endsWith(`.${keyOf(form)}`)) return send(form);
  const isOwn = top.dataset.seen === form.elements.seen.value; // the hands that waited, and were sent while this is typed
  if (top.dataset.over || (touched && !isOwn)) complain(news = place().dataset.fresh);
  else see(document, top);
}

function paint(page, fresh) {
  for (const part of ["board-top", "board-rest"]) page.getElementById(part).replaceChildren(...page.importNode(fresh.getElementById(part), true).childNodes);
  page.querySelector(".match").dataset.mark = fresh.getElementById("board-top").dataset.mark;
}

// Whoever enters something on this page has seen this.
function see(page, top) {
  for (const seen of page.querySelectorAll("[data-seen]")) seen.value = top.dataset.seen;
  const next = page.getElementById("next");
  if (!next) return;
  next.dataset.from = top.dataset.next;
  next.textContent = next.textContent.replace(/\d+/, top.dataset.next);
  if (page === document) list();
}

// The page that is kept shows what was last seen here.
const keepShown = (fresh) => pages(async (store) => {
  const found = await store.match(location.pathname);
  if (!found) return;
  const page = new DOMParser().parseFromString(await found.text(), "text/html");
  paint(page, fresh);
  see(page, fresh.getElementById("board-top"));
  const headers = new Headers(found.headers);
  headers.set("x-seen", new Date().toISOString());
  await store.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
});

if (place()) {
  let stopped = false;
  const wait = () => setTimeout(tick, EVERY * Math.min(2 ** misses, 8));
  const tick = async () => {
    if (!document.hidden) stopped = (await look()) === false;
    if (!stopped) wait();
  };
  wait();
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !stopped) look(); });
  addEventListener("online", () => { if (!stopped) look(); });
}

// --- An entry: sent until it is acknowledged, always by the same key, so that it is stored once ---

const draft = () => `draft.${token(location.pathname)}`; // one for a match, in whatever language it is typed
function drafted() {
  const { language = "", typed, isMoving } = kept.read(draft()) ?? {};
  return { language, isMoving, typed: Array.isArray(typed) && typed.every(Array.isArray) ? typed : [] };
}
// What is stored is no draft any more: no new hand bears its key. A draft of another key is another tab's.
function drop(key) {
  if (drafted().typed.some(([name, value]) => name === "key" && value === key)) kept.write(draft(), null);
}
const fields = (form) => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
const keyOf = (form) => form?.elements.key.value;
const onlyTyped = (all) => JSON.stringify(all.filter(([name]) => name !== "key" && name !== "seen"));
let sending = false;
let again;

document.addEventListener("input", ({ target }) => {
  const form = target.closest("form");
  if (form?.querySelector(".unsent")) retry(form); // once it is typed
  if (!form?.matches(".entering")) return;
  touched = true;
  kept.write(draft(), { language: document.documentElement.lang, typed: fields(form), undone: kept.read(draft())?.undone });
});

// What is in the form now is known to whatever keeps it, or takes it along to another language.
function noted(form) {
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- What the hand comes to before it is saved: asked of the site as it is filled in ---

const REST = 300; // milliseconds
let resting;
let asking;
const told = new Set(); // the lines that say what is wrong meanwhile, or what has been touched since it was
const proposed = (form) => form.querySelectorAll(".proposed");

async function count(form, isProposed = false) {
  clearTimeout(resting);
  asking?.abort();
  asking = new AbortController();
  const typed = new URLSearchParams(fields(form));
  for (const name of ["key", "seen", "do"]) typed.delete(name);
  if (!isProposed) for (const { name } of proposed(form)) typed.delete(name);
  let page;
  try {
    page = await preview(`${form.dataset.count}?${typed}`, asking.signal);
  } catch { /* it comes with the next key; what cannot be saved is told beside the button */ }
  if (!page || !form.isConnected) return;
  document.getElementById("coming").replaceWith(page.getElementById("coming"));
  tell(page);
  if (!isProposed && propose(form)) count(form, true);
}

// What is wrong is told at its cell, but not at the one in which somebody is typing; that one stays where it is.
function tell(page) {
  const at = document.activeElement;
  const stood = at.getBoundingClientRect().top;
  for (const line of page.querySelectorAll(".error")) told.add(line.id);
  const isWhole = page.querySelector("#coming .gain");
  if (isWhole) for (const line of document.querySelectorAll("#hand .error:not(:empty)")) told.add(line.id);
  for (const id of told) {
    const line = document.getElementById(id);
    const text = page.getElementById(id)?.textContent.trim() ?? "";
    const input = document.getElementById(id.replace(/-error$/, ""));
    if (!line || (text && input === at)) continue;
    line.replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
    line.style.visibility = "";
    if (line.querySelector(".cure")) import("../mend.js");
    if (text) input?.setAttribute("aria-invalid", "true"); else input?.removeAttribute("aria-invalid");
    if (!text) told.delete(id);
  }
  // What the site found wrong when the hand was sent has been put right.
  if (isWhole) document.getElementById("faults")?.closest(".faults").remove();
  if (scrollY && at !== document.body) scrollBy({ top: at.getBoundingClientRect().top - stood, behavior: "instant" });
}

// Where all points of a hand are known, the last empty field is filled in with the rest, for its player to look at.
function propose(form) {
  const { rest } = document.getElementById("coming").dataset;
  const empty = [...form.querySelectorAll("[data-number]")].filter((input) => !input.value.trim() || input.matches(".proposed"));
  const [last] = empty;
  const isDue = rest > 0 && empty.length === 1 && last !== document.activeElement;
  for (const input of proposed(form)) input.value = "";
  for (const input of proposed(form)) input.classList.remove("proposed");
  if (!isDue) return false;
  last.value = rest;
  last.classList.add("proposed");
  noted(form);
  return true;
}

for (const change of ["input", "change"]) {
  document.addEventListener(change, ({ target }) => {
    const { form } = target;
    if (!form?.querySelector("#coming")) return;
    asking?.abort(); // what it would say is no longer so
    if (change === "input") target.classList.remove("proposed");
    for (const { id } of form.querySelectorAll("#hand .error:not(:empty)")) {
      if (target.closest(`[aria-describedby~="${id}"]`)) told.add(id);
    }
    document.getElementById("coming").classList.add("stale");
    clearTimeout(resting);
    resting = setTimeout(count, change === "input" ? REST : 0, form);
  });
}

document.addEventListener("focusin", ({ target }) => { if (target.matches(".proposed")) target.select(); });

// What is told once does not stay in the address, to be told again after a reload.
const address = new URL(location);
const isSaved = address.searchParams.has("stored");
for (const name of ["manager", "stored", "sent"]) address.searchParams.delete(name);
if (address.href !== location.href) history.replaceState(null, "", address);

// After a reload, or in another language, the form holds again what was typed in it.
function resume() {
  const form = entering();
  if (!form || document.querySelector(".faults")) return;
  const undone = document.querySelector(".again"); // whose figures are in the form
  forgetUndone();
  if (undone) putAside(); // what was being typed meanwhile comes back after it
  else comeBack();
  const { language, isMoving, typed } = drafted();
  const asked = new URLSearchParams(location.search); // by a switch of language
  for (const name of ["page", "cookies"]) asked.delete(name);
  if (form.matches(".correcting")) {
    if (asked.size) noted(form);
    return;
  }
  const key = typed.filter(([name]) => name === "key"); // what was sent already is the same entry still
  if (asked.size) {
    fill(form, key);
    noted(form);
    history.replaceState(null, "", location.pathname);
  } else if (language && language !== document.documentElement.lang && place().dataset.kept) {
    putAside(); // nobody reads the letters of both
  } else if (language && language !== document.documentElement.lang && !isMoving) {
    // Until it has come over there, what was typed stays as it is: somebody may go back before that.
    kept.write(draft(), { language, typed, isMoving: true });
    const own = new URLSearchParams(typed.filter(([name]) => name !== "key" && name !== "seen"));
    own.set("notation", language); // the server knows the letters of both
    location.replace(`${location.pathname}?${own}`);
  } else if (typed.length) {
    fill(form, typed);
    seated(); // who won is another one
    noted(form);
  } else if (undone) { // they are there after a reload, too
    noted(form);
    kept.write(draft(), { ...kept.read(draft()), undone: { hand: undone.dataset.hand, figures: onlyTyped(fields(form)) } });
  }
  // It had arrived and its answer was lost: it is acknowledged now, and what was changed since corrects it.
  if (form.elements.seen.value.endsWith(`.${keyOf(form)}`)) send(form);
}

// Once an undone hand counts again, a draft that still holds its figures unchanged is dropped.
function forgetUndone() {
  const { typed, undone } = kept.read(draft()) ?? {};
  const isBack = undone && document.querySelector(".stored")?.dataset.back === undone.hand;
  if (isBack && onlyTyped(typed) === undone.figures) kept.write(draft(), null);
}

function fill(form, typed) {
  const places = new Map();
  for (const [name, value] of typed) {
    const nth = places.get(name) ?? 0;
    places.set(name, nth + 1);
    if (name === "seen" || name === "do") continue;
    const controls = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
    const radio = controls.find((control) => control.type === "radio" && control.value === value);
    if (radio) radio.checked = true;
    else if (controls[nth]?.type === "checkbox") controls[nth].checked = true;
    else if (controls[nth]) controls[nth].value = value;
  }
}

function clear(form) {
  for (const control of form.querySelectorAll("input, select, textarea")) {
    if (control.matches("[type=radio], [type=checkbox]")) control.checked = false;
    else if (control.type !== "hidden") control.value = "";
  }
}

// After a hand was saved the form for the next one is in sight, with what was saved and its Undo above it: small where
// the page in sight has no room for more.
function arrive(form) {
  if (!form) return;
  const told = document.querySelector(".told");
  const end = () => form.getBoundingClientRect().bottom;
  told?.classList.remove("above");
  if (told && end() - told.getBoundingClientRect().top > innerHeight) told.classList.add("above");
  const { top } = (told ?? form).getBoundingClientRect();
  if (end() > innerHeight || top < 0) scrollBy({ top, behavior: "instant" });
}

// What another phone had entered already is not needed a second time; what no match can take any more, is asked about.
addEventListener("click", async (event) => {
  const button = event.target.closest(".discard");
  if (!button) return;
  event.preventDefault();
  const form = entering();
  if (!form && !confirm(button.dataset.sure)) return;
  kept.write(draft(), null);
  try {
    await (form ? outbox.drop(keyOf(form)) : outbox.forget(match()));
    if (form && document.querySelector("#clash, #notice")) await outbox.told(match(), form.elements.seen.value);
  } catch (failed) {
    console.warn(failed);
  }
  if (form) location.assign("./");
  else list();
});

// What was being typed when another hand took the form comes back once the form is free.
const aside = () => `aside.${match()}`;
const put = () => kept.read(aside()) ?? [];
function putAside() {
  if (drafted().typed.some(([name, value]) => name !== "key" && name !== "seen" && value)) kept.write(aside(), [...put(), kept.read(draft())]);
  kept.write(draft(), null);
}
function comeBack() {
  const [last, ...others] = put().reverse();
  if (!last || drafted().typed.length || (place()?.dataset.kept && last.language !== document.documentElement.lang)) return;
  kept.write(draft(), last);
  kept.write(aside(), others.length ? others.reverse() : null);
}

// What is on its way is not changed meanwhile: the answer would take the change away.
function freeze(is) {
  for (const part of document.querySelectorAll("main form, .board")) part.inert = is;
}

// What the site says instead of storing: the page as it is now, with what was sent in its form, or only why.
const showsForm = (page) => Boolean(page.querySelector(".faults"));
async function tellRefused(page) {
  if (!showsForm(page)) {
    news = (page.querySelector("main .lead") ?? page.querySelector("h1")).textContent.trim().replace(/\s+/g, " ");
    return complain(news);
  }
  // Without this script a corrected fault stays marked, so it comes before the form; offline the form comes without it.
  await import("../mend.js").catch(() => {});
  document.querySelector("main").replaceWith(page.querySelector("main"));
  freeze(sending); // a tap on a form that has just come would be lost
  document.title = page.title;
  touched = true;
  etag = news = "";
  if (entering()?.matches(".correcting")) turn(entering());
  document.dispatchEvent(new Event("htmx:afterSettle"));
  const told = document.querySelector("main [autofocus]");
  told?.focus({ preventScroll: true });
  told?.scrollIntoView({ behavior: "instant" });
  if (entering()) count(entering());
  said.textContent = told?.textContent ?? "";
}

// What the site would refuse at once, where it cannot be asked: what is not filled in, each told at its place.
function lacks(form) {
  const lines = missing(form);
  for (const [line, text] of lines) {
    line.textContent = text;
    line.closest("details")?.setAttribute("open", "");
    told.add(line.id);
  }
  const [first] = lines.keys();
  if (!first) return false;
  clearTimeout(resting);
  asking?.abort(); // its answer knows only what is filled in, and would clear these lines
  first.scrollIntoView({ block: "center", behavior: "instant" });
  said.textContent = first.textContent;
  return true;
}

async function send(form) {
  if (sending) return;
  if (form.matches(".entering") && (!navigator.onLine || misses > 1) && lacks(form)) return;
  sending = true;
  clearTimeout(again);
  const button = form.querySelector("[type=submit]");
  const label = button.textContent;
  button.textContent = form.dataset.sending ?? label;
  const at = document.activeElement;
  freeze(true);
  try {
    const isLeaving = form.matches(".entering") && (await isKept(form)) ? await enter(form) : await sendForm(form);
    if (isLeaving) return;
    freeze(false);
    if (document.activeElement === document.body) at.focus({ preventScroll: true });
  } finally {
    sending = false;
    button.textContent = label;
    list();
  }
}

/** Whether the page goes, because it is stored. */
async function sendForm(form) {
  const body = new FormData(form); // what a form does stands in its fields: not every browser tells which button was tapped
  try {
    const { url, page } = await post(form.action, new URLSearchParams(body), { id: matchId() });
    if (page) {
      await tellRefused(page);
      return false;
    }
    drop(body.get("hand") ?? body.get("key"));
    isGoing = true;
    location.assign(url);
    return true;
  } catch (failed) {
    foreign = failed instanceof Foreign ? "sent" : "";
    unsent(form);
    return false;
  }
}

// The hand had arrived, so it is corrected from here on: the page is that of the hand, also in the other languages.
function turn(form) {
  drop(form.elements.hand.value);
  const { pathname } = new URL(form.action);
  if (pathname === location.pathname) return;
  for (const twin of document.querySelectorAll(".languages a")) twin.pathname += pathname.slice(location.pathname.length);
  history.replaceState(null, "", pathname);
}

function unsent(form) {
  const told = document.querySelector(".told"); // that another hand was saved
  const beside = told?.contains(form) ? told : form;
  if (beside !== told) told?.remove();
  let box = beside.querySelector(".unsent");
  if (!box) {
    box = document.createElement("p");
    box.className = "unsent error";
    box.setAttribute("role", "alert");
    beside.append(box);
  }
  say(box, foreign ? elsewhere() : form.dataset.unsent);
  box.scrollIntoView({ block: "nearest", behavior: "instant" });
  // What bears a key is stored once, however often it is sent, and what is undone is undone.
  if (beside === told || form.matches(".entering, .correcting, .taking")) retry(form);
}

function retry(form) {
  clearTimeout(again);
  again = setTimeout(() => send(form), 4000);
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(SENT)) return;
  event.preventDefault();
  send(form);
});

// An evening that is ended over a hand that is not saved may have another winner.
addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".ending")) return;
  const { sure, waiting: others } = form.dataset;
  const question = touched && figures(entering()) ? sure : !box().hidden && others;
  if (question && !confirm(question)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// What is no entry needs the network at once; without it the page stays, and says so.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (navigator.onLine && misses < 2) {
    isGoing = true;
    return;
  }
  if (form.dataset.unsent) {
    event.preventDefault();
    return unsent(form);
  }
  if (!document.getElementById("connection")) return;
  event.preventDefault();
  away();
  document.getElementById("connection").scrollIntoView({ block: "center", behavior: "instant" });
  look(); // it may be back
});

// --- Hands that wait for the network: in the outbox, listed below the form, and sent one after another ---

const box = () => document.getElementById("outbox");
const match = () => token(location.pathname);
const matchId = () => document.querySelector("main [data-id]")?.dataset.id; // on each page of it
const waiting = () => outbox.waiting(match()).catch(() => []);
const alone = (act, options = {}) => navigator.locks.request(`outbox.${match()}`, options, act);
const blankComing = () => document.getElementById("coming")?.cloneNode(true);
let nothingComes = blankComing();
let later;
const back = () => `back.${match()}`; // the key of a hand that was taken back into the form
let isRefused = false;
let isHeld = false; // whether the hand in the form is one that waits

// What is filled in, in a line: the figures of each player, what else was chosen.
function figures(form) {
  const lines = new Map();
  for (const control of form.querySelectorAll("#hand :is(input, select), .who-plays [type=checkbox]")) {
    const isChoice = control.matches("[type=radio], [type=checkbox]");
    if (control.type === "hidden" || (isChoice ? !control.checked : !control.value.trim())) continue;
    const seat = control.closest("[data-seat]")?.querySelector(".seat-name, [data-name]");
    const label = control.labels[0].querySelector("span") ?? control.labels[0];
    const value = isChoice ? label.textContent : control.selectedOptions?.[0].textContent ?? control.value;
    const whose = seat?.textContent ?? control.closest("[role=radiogroup]")?.ariaLabel ?? (isChoice ? "" : label.textContent);
    lines.set(whose.trim(), [...(lines.get(whose.trim()) ?? []), value.trim()]);
  }
  return [...lines].map(([whose, values]) => `${whose} ${values.join(", ")}`.trim()).join(" · ");
}

/** Whether the outbox holds what is in the form, so that it is sent even if the page does not live to see it. */
async function isKept(form) {
  const typed = fields(form).filter(([name]) => name !== "key" && name !== "seen");
  const language = document.documentElement.lang;
  const of = matchId();
  const hand = { match: match(), of, path: location.pathname, language, key: keyOf(form), seen: form.elements.seen.value, typed };
  try {
    await outbox.put({ ...hand, said: figures(form) });
    return true;
  } catch {
    return false; // it stays in the form
  }
}

/** Send what is in the form, unless others wait before it. Whether the page goes, because all is stored. */
async function enter(form) {
  const key = keyOf(form);
  const [first] = await waiting();
  const mayArrive = first?.key === key && navigator.onLine && misses < 2;
  const came = mayArrive ? await flush(key) : "away";
  if (!["away", "kept"].includes(came)) return came === "left";
  if (lacks(form)) { // the site would refuse it, and it would hold up the hands behind it
    await outbox.drop(key);
    return false;
  }
  const hand = document.getElementById("next").textContent;
  blank(form, null);
  kept.write(back(), null);
  resume();
  await list();
  tellUnsent(form, hand);
  if (!mayArrive) flush();
  return false;
}

// Where it is told that a hand is saved, it is told that it is not sent yet, with the way to where it waits.
function tellUnsent(form, hand) {
  const title = box().querySelector("h2").textContent;
  const line = document.createElement("p");
  line.append(Object.assign(document.createElement("a"), { href: "#outbox", textContent: `${title}: ${hand}` }));
  const told = Object.assign(document.createElement("div"), { className: "told above not-sent" });
  told.append(line);
  form.before(told);
  arrive(form);
  said.textContent = `${title}: ${box().querySelector("li:last-child")?.textContent}`;
}

// For another hand.
function blank(form, typed = kept.read(draft())) {
  for (const old of document.querySelectorAll(".told, .faults:has(#faults, #clash, #notice)")) old.remove();
  clear(form);
  for (const line of form.querySelectorAll("#hand .error")) line.textContent = "";
  for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
  form.elements.key.value = crypto.randomUUID();
  document.getElementById("coming").replaceWith(nothingComes.cloneNode(true));
  noted(form);
  kept.write(draft(), typed);
  touched = false;
  seated();
}

// What is in the form is not listed, and nothing that is refused is sent again but by who has seen why.
async function list() {
  if (!box()) return;
  const all = await waiting();
  const form = entering();
  const listed = all.filter(({ key }) => key !== keyOf(form));
  isHeld = listed.length < all.length && !sending;
  const isBack = form && keyOf(form) === kept.read(back());
  box().hidden = !listed.length && !isHeld && !isBack;
  if (!listed.length) document.querySelector(".not-sent")?.remove();
  const why = isRefused ? "refused" : isBack ? "back" : isHeld ? "held" : "waiting";
  box().querySelector(".why").textContent = box().dataset[why];
  const heading = document.getElementById("next");
  if (heading) heading.dataset.from ??= heading.textContent.match(/\d+/)[0];
  const named = (at) => heading.textContent.replace(/\d+/, Number(heading.dataset.from) + at);
  box().querySelector("ol").replaceChildren(...listed.map(({ said: text }, at) => {
    const item = document.createElement("li");
    if (heading) item.append(Object.assign(document.createElement("strong"), { textContent: named(at + isHeld) }), ": ");
    item.append(text);
    return item;
  }));
  if (heading) heading.textContent = named(isHeld ? 0 : listed.length);
  box().querySelector(".back").hidden = !form || isHeld || !listed.length;
  box().querySelector(".discard").hidden = form && ((!isHeld && !isBack) || document.querySelector(".discard:not(#outbox *)"));
}
outbox.heard(async () => {
  const key = keyOf(entering());
  if (isHeld && !(await waiting()).some((hand) => hand.key === key)) location.assign("./"); // another tab has dealt with it
  else list();
});

/**
 * Send what waits until all of it is stored: whether the page "left" for what it says then, one was refused and that was
 * "told", or for lack of a cookie and it is "kept", or the site is "away". What is in the form is sent only where its key is `asked` for.
 */
async function flush(asked) {
  clearTimeout(later);
  if (!place() || !(await waiting()).length) return "told";
  const came = await alone((lock) => (lock ? sendAll(asked) : "away"), { ifAvailable: !asked });
  if (came === "away") later = setTimeout(flush, 4000);
  if (came === "away" && foreign && place()) away();
  return came;
}

async function sendAll(asked) {
  let stored = "";
  for (let all = await waiting(); all.length; all = await waiting()) {
    const [hand] = all;
    const isOurs = hand.key === keyOf(entering());
    if (isOurs && hand.key !== asked) return "told";
    let answer;
    try {
      answer = await post(hand.path, bodyOf(hand), { id: matchId(), isHand: true });
    } catch (failed) {
      foreign = failed instanceof Foreign ? "sent" : "";
      return "away";
    }
    foreign = "";
    misses = 0; // the site is there, though no poll has found that out yet
    const { url, event, page } = answer;
    isRefused = Boolean(page);
    if (isRefused && (await isTold(hand, page))) continue;
    if (isRefused) return refuse(hand, page, isOurs && all.length === 1);
    stored = new URL(url).search;
    await outbox.stored(hand, event);
    drop(hand.key);
    const seen = entering()?.elements.seen;
    if (seen && !isOurs) seen.value = outbox.seenBy(seen.value, hand, event);
    await list();
  }
  if (touched && !asked) {
    look();
    return "told";
  }
  isGoing = true;
  location.assign(location.pathname + stored);
  return "left";
}

/**
 * Whether all that came since has been told to whoever entered this hand, at one before it, and none of it is the same hand:
 * it is sent again, then, as by somebody who has seen that.
 */
async function isTold(hand, page) {
  const seen = page.querySelector("form.entering")?.elements.seen.value;
  const clash = page.getElementById("clash");
  if (!clash || clash.matches("[data-same]") || !seen || hand.told !== seen || hand.seen === seen) return false;
  await outbox.put({ ...hand, seen });
  return true;
}

function bodyOf({ typed, key, seen }) {
  const body = new URLSearchParams([...typed, ["key", key], ["seen", seen]]);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "");
  return body;
}

// What was refused stands in the form, and what waits behind it waits on.
async function refuse(hand, page, isAlone) {
  const isShown = showsForm(page);
  if (isShown && hand.path !== location.pathname) { // it is told in the language in which it was typed
    location.assign(hand.path);
    return "left";
  }
  if (isShown && keyOf(entering()) !== hand.key) putAside();
  await tellRefused(page);
  if (isShown) {
    isRefused = false;
    nothingComes = blankComing();
    if (isAlone || !entering()?.matches(".entering")) await outbox.drop(hand.key);
  }
  await list();
  return page.getElementById("no-cookie") ? "kept" : "told";
}

addEventListener("click", async ({ target }) => {
  if (!target.closest("#outbox .back")) return;
  const hand = await alone(async () => {
    const last = (await waiting()).at(-1);
    if (!last) return null;
    putAside();
    kept.write(draft(), { language: last.language, typed: [...last.typed, ["key", last.key]] });
    await outbox.drop(last.key);
    return last;
  });
  if (hand && hand.path !== location.pathname) return location.assign(hand.path);
  const form = entering();
  if (hand && form) {
    blank(form);
    form.elements.seen.value = hand.seen;
    kept.write(back(), hand.key);
    resume();
    form.scrollIntoView({ behavior: "instant" });
    said.textContent = box().dataset.back;
  }
  list();
});

addEventListener("online", () => {
  const box = document.querySelector(".unsent");
  if (box?.closest(SENT)) send(box.closest("form"));
  else box?.remove();
  flush();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
addEventListener("pageshow", async ({ persisted }) => {
  if (persisted) {
    isGoing = false;
    freeze(false);
  } else if (place()?.dataset.kept) {
    misses = 2;
    away();
    if (entering()) blank(entering()); // its key may be that of a hand that was entered since
  }
  if (place() && entering()) await outbox.adopt(place().dataset.id, match()).catch(() => {}); // nothing can be kept, or nothing is
  resume();
  if (isSaved && !location.hash) arrive(entering()); // what was done in a table is looked at there
  if (touched || entering()?.matches(".correcting")) count(entering());
  await list();
  flush();
});

// --- Who plays the hand ---

// A player who sits it out has nothing to fill in, and cannot be chosen, nor is the winner of a deal asked for cards;
// what is filled in stays in sight.
const isTyped = (place) => place.matches("label")
  ? place.querySelector("input").checked
  : [...place.querySelectorAll("input:not([type=radio], [type=checkbox])")].some(({ value }) => value);
function seated() {
  for (const place of document.querySelectorAll("#hand [data-seat]")) {
    const at = place.dataset.seat;
    const won = place.matches(".left") && document.querySelector(".winner :checked")?.value === at;
    place.hidden = (won || document.querySelector(`[data-absent="${at}"]`)?.checked) && !isTyped(place);
  }
}
document.addEventListener("htmx:afterSettle", seated);
// Not as a text field is left: a row that went then would take the button away from under the finger that taps it.
document.addEventListener("change", ({ target }) => { if (target.matches("[type=radio], [type=checkbox]")) seated(); });
seated();

// --- The screen ---

const awake = () => document.getElementById("awake");
let lock = null;
async function hold() {
  const box = awake();
  try {
    await lock?.release();
    lock = box?.checked && !document.hidden ? await navigator.wakeLock.request("screen") : null;
  } catch { box.checked = false; }
}
function offer() {
  if (!awake()) return;
  awake().closest("label").hidden = false;
  awake().checked = kept.read("awake") === true;
  if (awake().checked) hold();
}
if ("wakeLock" in navigator) {
  offer();
  document.addEventListener("htmx:afterSettle", offer); // the answer to what was sent brings the switch anew
  document.addEventListener("change", ({ target }) => {
    if (target !== awake()) return;
    kept.write("awake", target.checked);
    hold();
  });
  document.addEventListener("visibilitychange", () => { if (awake()?.checked) hold(); });
}
