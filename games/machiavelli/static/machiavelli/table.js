// The table after a turn: a tap lifts a card, the next says where it goes; what is not on the table lies below it.
// Without this file it is typed.
import { ARROWS } from "../hardware.js";
import { LADDER, SUITS, fields, keys, pack, write } from "../pack.js";
import {
  UNDO, active, activate, board, button, changed, drawn, element, filled, isTall, named, press, show, tell,
  words,
} from "../keyboard.js";

const [before, hand, field] = ["before", "hand", "after"].map((id) => fields.get(document.getElementById(id)));
const said = document.getElementById("moving").dataset;
const HAND = -1; // the place of what is not on the table
const NEW = -2;
const pool = element("div", { class: "tray felt pool", role: "group", "aria-label": said.held, hidden: "" });
board.firstChild.after(pool);

let lifted = []; // where they lie, in the order in which they were lifted; all in one place
let text = ""; // of the table when they were lifted
let goal = ""; // the place that has the focus once all is drawn
const starts = document.querySelector("[data-copy-from]");

// --- Where each card comes from ---

// What is held lies there as it was dealt, or sorted: by suit, and once more by rank.
let sorted = "";
const inOrder = (cards) => {
  const [suit, rank] = [(card) => SUITS.indexOf(card[1]), (card) => LADDER.indexOf(card[0])];
  const [first, then] = sorted === "suit" ? [suit, rank] : [rank, suit];
  const isLast = (card) => card[0] === "X";
  return sorted ? cards.sort((a, b) => isLast(a) - isLast(b) || first(a) - first(b) || then(a) - then(b)) : cards;
};

// What is not on the table: first what is held, then what was on it before.
function loose() {
  const left = [hand, before].map(({ holding }) => [...holding.cards]);
  for (const card of field.holding.cards) {
    const from = [left[1], left[0]].find((cards) => cards.includes(card));
    from?.splice(from.indexOf(card), 1);
  }
  return [...inOrder(left[0]).map((card) => ({ card })), ...left[1].map((card) => ({ card, was: true }))];
}

const OWN = { look: "hand", name: said.own };
const NOWHERE = { look: "nowhere", name: said.nowhere };

// Where each card on the table comes from, if not from the table before. Of equal ones those that were there lie, as far
// as may be, in the group that holds most of their own.
function sources() {
  const { lists } = field.holding;
  const from = lists.map((list) => list.map(() => NOWHERE));
  const claim = (card, numbers, source) => numbers.some((number) => {
    const at = lists[number].findIndex((other, place) => other === card && from[number][place] === NOWHERE);
    if (at >= 0) from[number][at] = source;
    return at >= 0;
  });
  const left = before.holding.lists.flatMap((group) => {
    const shared = lists.map((list) => group.filter((card) => list.includes(card)).length);
    const most = shared.indexOf(Math.max(...shared));
    return group.filter((card) => most < 0 || !claim(card, [most], {}));
  });
  for (const card of left) claim(card, [...lists.keys()], {});
  for (const card of hand.holding.cards) claim(card, [...lists.keys()], OWN);
  return from;
}

const cardAt = ({ list, at }) => (list === HAND ? loose()[at].card : field.holding.lists[list][at]);
const isLifted = (list, at) => lifted.some((place) => place.list === list && place.at === at);

// --- Moves ---

function lift(list, at) {
  if (lifted.length && lifted[0].list !== list) return put(list);
  goal = `${list}.${at}`;
  text = field.holding.text;
  if (isLifted(list, at)) lifted = lifted.filter((place) => place.at !== at);
  else lifted.push({ list, at });
  show();
  return tell(lifted.length ? filled(said.lift, { cards: named(lifted.map(cardAt)) }) : said.laid);
}

function layDown() {
  goal = `${lifted[0].list}.${lifted[0].at}`;
  lifted = [];
  show();
  tell(said.laid);
}

// A run stays in its order, an ace high behind the king; elsewhere a card goes to the end.
function insert(list, card) {
  const height = (other, at) => (other[0] === "A" && at ? 14 : LADDER.indexOf(other[0]));
  const isRun = list.length && card[0] !== "X" && list.every((other) => other[0] === "X" || other[1] === card[1]);
  const own = card[0] === "A" && list[0]?.[0] !== "2" ? 14 : LADDER.indexOf(card[0]);
  const at = isRun ? list.findIndex((other, place) => height(other, place) > own) : -1;
  list.splice(at < 0 ? list.length : at, 0, card);
}

function put(to) {
  const from = lifted[0].list;
  const cards = lifted.map(cardAt);
  const gone = lifted.map(({ at }) => at);
  let number = 0;
  field.holding.step(keys(), (it) => {
    const target = to === NEW ? [] : it.lists[to];
    if (to === NEW) it.lists.push(target);
    if (from !== HAND) it.lists[from] = it.lists[from].filter((_card, at) => !gone.includes(at));
    if (target) for (const card of cards) insert(target, card);
    it.lists = it.lists.filter((list) => list.length);
    it.open = null;
    number = it.lists.indexOf(target);
    it.newest = target ? [number, target.lastIndexOf(cards.at(-1))] : null;
  });
  lifted = [];
  goal = number < 0 ? "" : field.holding.newest.join(".");
  const how = from === HAND ? said.played : to === HAND ? said.back : said.moved;
  changed(field, filled(how, { cards: named(cards), from: from + 1, to: number + 1 }));
}

// --- Drawn ---

function lies(card, list, at, { look = "", name = "{card}", isNew } = {}) {
  const face = drawn(card);
  if (look) face.classList.add(look);
  const label = filled(name, { card: pack.get(card).name });
  const made = button({ class: `lies${isNew ? " newest" : ""}`, "aria-label": label, "aria-pressed": String(isLifted(list, at)), "data-at": `${list}.${at}` }, face);
  made.addEventListener("click", () => lift(list, at));
  return made;
}

function goes(label, to, attributes, ...inside) {
  const made = button({ class: "group", "aria-label": label, ...attributes }, ...inside);
  made.addEventListener("click", () => (lifted.length ? put(to) : tell(said.first)));
  return made;
}

function group(list, number, from) {
  const isTarget = lifted.length && lifted[0].list !== number;
  const cards = list.map((card, at) => {
    if (card.typed !== undefined) return element("span", { class: "unread" }, card.typed);
    const isNew = field.holding.newest?.join() === `${number},${at}`;
    const made = lies(card, number, at, { ...from[at], isNew });
    return isTarget ? element("span", { class: made.className }, ...made.childNodes) : made;
  });
  const figure = element("span", { class: "number", "aria-hidden": "true" }, number + 1);
  const of = (name) => `${filled(name, { number: number + 1 })}: ${named(list)}`;
  if (isTarget) return goes(of(said.into), number, {}, figure, ...cards);
  return element("div", { class: "group", role: "group", "aria-label": of(words.group) }, figure, ...cards);
}

function drawPool() {
  const cards = loose().map(({ card, was }, at) => lies(card, HAND, at, was ? { look: "moved", name: said.loose } : {}));
  const takes = lifted.length && lifted[0].list !== HAND;
  const inside = cards.length ? cards : [element("span", { class: "hint" }, said.empty)];
  if (!takes) return pool.replaceChildren(...inside);
  const flat = cards.map((card) => element("span", { class: "lies" }, ...card.childNodes));
  return pool.replaceChildren(goes(said.off, HAND, {}, ...(flat.length ? flat : [said.off])));
}

// What the answer offers is at hand on the keys.
const best = () => document.querySelector("#answer .best");
const share = () => document.querySelector("#answer .share :is(a, button)");

let hadFocus = false;
// A table on which nothing lies yet begins as it is; by typing it may begin as one likes.
function open() {
  if (!field.input.value && document.activeElement !== field.input) copy(written(before));
  tell(said.first);
}

field.moves = {
  sign() {
    if (pool.hidden && active === field) queueMicrotask(open);
    pool.hidden = active !== field;
    starts.hidden = Boolean(field.input.value); // where something lies, a key says the same
    if (text !== field.holding.text || pool.hidden) lifted = [];
    pool.classList.toggle("taking", lifted.length > 0);
    return [lifted, sorted, before.holding.text, hand.holding.text];
  },
  draw() {
    hadFocus = [field.tray, pool].some((box) => box.contains(document.activeElement));
    drawPool();
    const from = sources();
    const groups = field.holding.lists.map((list, number) => group(list, number, from[number]));
    return [...groups, goes(words.beginKey, NEW, { class: "group fresh", "aria-disabled": lifted.length ? undefined : "true" }, words.beginKey)];
  },
  settle() {
    if (!hadFocus) return;
    const place = [field.tray, pool].map((box) => box.querySelector(`[data-at="${goal}"]`)).find(Boolean);
    (place ?? pool.querySelector("button") ?? field.tray.querySelector("button")).focus({ preventScroll: true });
  },
  // It may be larger than the page in sight: then a tap moves it only to what was just laid.
  reveal(bottom) {
    const place = field.tray.getBoundingClientRect();
    const newest = field.tray.querySelector(".newest")?.getBoundingClientRect();
    const isSeen = place.top < bottom - 90 && place.bottom > 90;
    const isLarge = place.height > bottom - 10;
    if (isLarge ? !isSeen : place.top < 8 || place.bottom > bottom) scrollBy({ top: place.top - 8, behavior: "instant" });
    else if (isLarge && newest && (newest.top < 0 || newest.bottom > bottom)) scrollBy({ top: newest.bottom + 16 - bottom, behavior: "instant" });
  },
  keys() {
    const does = (id, text) => ({ id, look: "does", text });
    const next = sorted === "suit" ? { key: said.rankKey, label: said.byRank } : { key: said.suitKey, label: said.bySuit };
    const sorts = hand.holding.cards.length > 1 && { ...does("sort", next.key), label: next.label };
    return [
      UNDO,
      lifted.length ? does("fresh", words.beginKey) : sorts, // whoever taps twice there has done no harm
      best() && does("best", said.bestKey),
      share() && does("share", said.shareKey),
      does("again", said.againKey),
    ].filter(Boolean);
  },
};

// --- Keys ---

const laid = ({ holding }) => holding.lists.filter((list) => list.length);
const written = (which) => laid(which).map(write).join(" / ");

const { undo } = press;
press.undo = (which) => {
  if (which === field && lifted.length) return layDown();
  return which !== field || field.holding.past.length ? undo(which) : undefined;
};
press.again = () => {
  lifted = [];
  field.holding.step(keys(), (it) => { it.lists = laid(before).map((list) => [...list]); it.newest = null; });
  changed(field, said.againKey);
};
press.sort = () => {
  if (lifted[0]?.list === HAND) lifted = [];
  sorted = sorted === "suit" ? "rank" : "suit";
  show();
  tell(sorted === "suit" ? said.suitKey : said.rankKey);
};
press.fresh = () => put(NEW);
press.best = () => best()?.click();
press.share = () => {
  if (document.querySelector("#answer.stale")) return document.addEventListener("htmx:afterSettle", press.share, { once: true });
  share()?.click();
  return tell(share()?.dataset.copied ?? "");
};

function walk(event) {
  const [right, down] = ARROWS[event.key] ?? [];
  if (right === undefined) return;
  event.preventDefault();
  const all = [field.tray, pool].flatMap((box) => [...box.querySelectorAll("button")]);
  if (right) return all[(all.indexOf(document.activeElement) + right + all.length) % all.length].focus();
  const middle = (each) => { const { left, top, width, height } = each.getBoundingClientRect(); return [left + width / 2, top + height / 2]; };
  const [x, y] = middle(document.activeElement);
  const far = (each) => { const [toX, toY] = middle(each); return [Math.abs(toX - x) + 3 * Math.abs(toY - y), (toY - y) * down]; };
  const [next] = all.map((each) => [each, ...far(each)]).filter(([, , way]) => way > 10).sort((a, b) => a[1] - b[1]);
  next?.[0].focus();
  return undefined;
}
for (const box of [field.tray, pool]) box.addEventListener("keydown", walk);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !lifted.length) return;
  event.stopPropagation(); // it closes nothing now
  layDown();
}, true);

// --- The table as it is before a turn ---

function copy(value) {
  field.input.value = value;
  for (const name of ["input", "change"]) field.input.dispatchEvent(new Event(name, { bubbles: true }));
}

starts.addEventListener("click", () => copy(written(before)));

// Where a turn is tried out, the table follows the one before until a card is moved.
let copied = field.holding.text === written(before) ? field.holding.text : "";
function follow() {
  const now = written(before);
  if (now === copied || (field.holding.text && field.holding.text !== copied)) return;
  copied = now;
  copy(now);
  field.holding.past = [];
}
// --- Its steps outlive a way there and back ---

const shape = () => JSON.stringify(field.holding.lists.filter((list) => list.length));
function noteSteps() {
  const steps = { shape: shape(), past: field.holding.past.slice(-60) };
  if (JSON.stringify(steps) !== JSON.stringify(history.state?.steps)) history.replaceState({ ...history.state, steps }, "");
}
const { steps } = history.state ?? {};

if ("begins" in said) {
  for (const name of ["input", "cards"]) document.addEventListener(name, ({ target }) => { if (target === before.input) follow(); });
  follow();
  if (hand.holding.text && field.holding.text && isTall()) activate(field);
}
show();
if (steps?.shape === shape()) field.holding.past = steps.past;
for (const when of ["click", "htmx:afterSettle"]) addEventListener(when, noteSteps);
