// The card keyboard, one for the page, and in each field of cards what was picked, drawn. The text field is what is
// sent; here it is kept in step with what is tapped. Without this file everything works by typing.
import {
  Holding, SUITS, between, bySuit, cardOf, fields, hasCards, held, isBare, isShown, keys, load, pack, room, sources, state, used,
} from "./pack.js";

const template = document.getElementById("keyboard");
export const words = JSON.parse(template.dataset.words);
const { order, suited } = template.dataset;
const suitNames = template.dataset.names.split("|");
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const LOOK = "\ufe0e"; // as text, not as a picture
export const filled = (text, figures) => text.replace(/\{(\w+)\}/g, (_whole, key) => figures[key]);
const fill = (name, figures = {}) => filled(words[name], figures);
export const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
export const button = (attributes, ...children) => element("button", { type: "button", ...attributes }, ...children);
export const named = (cards) => cards.map((card) => pack.get(card)?.name ?? card.typed).join(", ");

// A browser remembers that a file did not come: it asks again only for one of another name.
const came = {};
let tries = 0;
const fetched = (load) => load().catch(async () => {
  const name = /"(.+)"/.exec(load)[1];
  try { return await (came[name] ??= import(`${name}#${tries += 1}`)); } catch (fault) { delete came[name]; throw fault; }
});

export let active = null;
let packs = 1; // counts up when another pack takes the place of this one

// --- Steps ---

let unsaid = "";
let answered = ""; // what was said last of an answer
let before = ""; // the key typed last: the 0 of a 10 is not a card of its own
let resting;

// Say it once the taps rest, or with the answer that they bring.
export function tell(text, shown = text) {
  head.textContent = shown;
  unsaid = text;
  clearTimeout(resting);
  resting = setTimeout(() => sayAll(), 600);
}

function sayAll(answer = "") {
  const isNews = answer && answer !== answered; // an answer may come after the one that the taps were told with
  if (unsaid || isNews) document.getElementById("status").textContent = `${unsaid} ${answer}`.trim();
  unsaid = "";
  answered = answer || answered;
}

const place = (field) => ({ field: field.name(), count: field.holding.cards.length });

export function changed(field, text) {
  const { input, holding } = field;
  if (document.activeElement === input) input.blur();
  const isOther = input.value !== holding.text;
  input.value = holding.text;
  show();
  reveal(field);
  if (text) tell(text, field.holding.cards.length ? `${field.name()} · ${field.holding.cards.length}` : field.name());
  if (!isOther) return;
  field.isHalf = state.armed === "run" && holding.cards.length > 0;
  for (const name of field.isHalf ? ["input"] : ["input", ...ASKING]) input.dispatchEvent(new Event(name, { bubbles: true }));
}

// What asks: not while a run waits for its other end, but when that is given up.
const ASKING = ["change", "cards"];
function giveUp(field) {
  if (!field?.isHalf) return;
  field.isHalf = false;
  for (const name of ASKING) field.input.dispatchEvent(new Event(name, { bubbles: true }));
}

function lay(field, cards, armed = state.armed, how = (holding) => holding.put(cards)) {
  const asked = new Map();
  for (const card of cards) asked.set(card, (asked.get(card) ?? 0) + 1);
  const lacking = cards.find((card) => room(field, card) < asked.get(card));
  if (lacking) return tell(fill(held(field).length ? "missing" : "none", { card: pack.get(lacking).name }));
  const old = field.holding.gives;
  const before = keys();
  state.armed = armed;
  field.holding.step(before, how);
  const said = fill("added", { cards: named(cards), ...place(field) });
  return changed(field, old.length ? `${said} ${fill("removed", { cards: named(old) })}` : said);
}

function takeOut(field, list, at) {
  const { holding } = field;
  const card = holding.lists[list][at];
  holding.remove(list, at, keys());
  changed(field, fill("removed", { cards: named([card]) }));
}

// Whether a suit key takes a card out of the set that was laid just now.
function leavesOut({ kind, holding: { lists, open } }, suit) {
  const set = state.armed === "set" && kind === "groups" ? lists[open] ?? [] : [];
  return set.length > 1 && set.every((card) => card[0] === set[0][0]) && set.some((card) => card[1] === suit);
}

// The card that is alone in the open group: what comes next, a run or a set, begins with it.
const begun = ({ kind, lists, open }) => (kind === "groups" && lists[open]?.length === 1 ? lists[open][0] : undefined);

// Whether each card goes into the open group as it is tapped; a set that is being laid goes before.
const isByCard = () => !state.filling && state.armed !== "set";

export const press = {
  rank(field, rank) {
    const { holding } = field;
    if (state.armed === "set") return press.all(field, rank);
    const card = cardOf(field, rank);
    const last = holding.cards.at(-1);
    if (state.armed === "run" && last && last[0] !== "X" && (!bySuit() || last[1] === state.suit)) {
      const row = between(last[0], rank).map((each) => cardOf(field, each));
      if (row.length) return lay(field, row, "");
    }
    if (field.kind === "groups" && state.filling && holding.lists[holding.open]?.length) {
      const way = holding.reach(card);
      const isWhole = !holding.byTap && holding.lists[holding.open].length > 2; // its ends were told
      if (isWhole && way.cards.length > 1) return lay(field, [card], state.armed, (it) => { it.begin(); it.put([card]); });
      return lay(field, way.cards, state.armed, (it) => it.extend(way));
    }
    const bare = card.length > 1 && !held(field).length && room(field, card) < 1 && !used(field, card);
    if (bare && holding.count(card[0]) > holding.count(card) && holding.cards.includes(card[0])) {
      holding.step(keys(), (it) => it.name(card[0], card));
      return changed(field, fill("added", { cards: named([card]), ...place(field) }));
    }
    return lay(field, [card]);
  },
  all(field, rank) {
    const choice = held(field).filter((card) => card[0] === rank);
    const start = begun(field.holding);
    const of = bySuit() ? SUITS.map((suit) => rank + suit).filter((card) => card !== start) : choice.length ? [...new Set(choice)] : [rank];
    const most = bySuit() ? 1 : Infinity; // of a rank alone all that are left
    const cards = of.flatMap((card) => Array(Math.max(0, Math.min(most, room(field, card)))).fill(card));
    if (!cards.length) return tell(fill("none", { card: pack.get(rank)?.name ?? named(of) }));
    if (field.kind !== "groups") return lay(field, cards, "");
    return lay(field, cards, "set", (it) => { if (start?.[0] !== rank) it.begin(); it.put(cards); });
  },
  joker: (field, card) => lay(field, [card]),
  suit(field, suit) {
    const { holding } = field;
    if (leavesOut(field, suit)) {
      const list = holding.lists[holding.open];
      const card = list.find((each) => each[1] === suit);
      holding.step(keys(), (it) => { list.splice(list.indexOf(card), 1); it.turn(null); });
      return changed(field, fill("removed", { cards: named([card]) }));
    }
    const before = keys();
    state.suit = suit;
    const closes = field.kind === "groups" && state.filling && !holding.byTap && holding.lists[holding.open]?.length;
    if (state.armed === "set" && field.kind === "groups") state.armed = "";
    if (before.suit !== suit || closes) holding.step(before, (it) => { if (closes) it.turn(null); });
    return changed(field, suitNames[SUITS.indexOf(suit)]);
  },
  undo(field) {
    const before = field.holding.undo();
    if (before) Object.assign(state, before);
    changed(field, fill("undone", place(field)));
  },
  run: (field) => arm(field, "run"),
  set: (field) => arm(field, "set"),
  fill() {
    state.filling = isByCard();
    state.armed = "";
    show();
  },
  begin(field) {
    const before = keys();
    state.armed = "";
    field.holding.step(before, (it) => it.begin());
    changed(field, fill("group", { number: field.holding.lists.length }));
  },
  suits() {
    state.suits = !bySuit();
    show();
  },
  next(field) {
    const next = following(field);
    if (next.tray) return activate(next);
    if (next.form.method === "get") return next.click();
    close();
    return next.focus(); // what is stored is looked at first
  },
  type(field) {
    field.isTyped = !field.isTyped;
    show();
    if (field.isTyped) field.input.focus();
  },
  close() {
    close(true);
    document.getElementById("verdict")?.scrollIntoView({ block: "nearest" });
  },
};

function arm(field, what) {
  const { holding } = field;
  const before = keys();
  const isAnother = what === "set" && field.kind === "groups" && holding.lists[holding.open]?.length > 1;
  state.armed = state.armed === what && !isAnother ? "" : what;
  if (!state.armed) giveUp(field);
  if (field.kind === "groups" && holding.open !== null && !begun(holding)) {
    holding.step(before, (it) => it.turn(null));
    changed(field);
  } else show();
  if (state.armed) tell(words[what === "run" && hasCards(field) ? "to" : `${what}Of`]);
}

// --- The tray: what a field holds, drawn ---

export const drawn = (card) => {
  const face = pack.get(card).face.cloneNode(true);
  face.removeAttribute("role");
  face.removeAttribute("aria-label");
  face.setAttribute("aria-hidden", "true");
  return face;
};

function row(field, list, number, how) {
  return list.flatMap((card, at) => {
    if (card.typed !== undefined) return field.isNumber ? [] : [element("span", { class: "unread" }, card.typed)];
    if (!how) return [drawn(card)];
    const isNew = field.holding.newest?.[0] === number && field.holding.newest[1] === at;
    return [how(card, number, at, isNew)];
  });
}

const own = (field) => (card, number, at, isNew) => {
  const made = button({ class: `lies${isNew ? " newest" : ""}`, "aria-label": fill("remove", { card: pack.get(card).name }) }, drawn(card));
  made.addEventListener("click", () => takeOut(field, number, at));
  return made;
};

const source = (field) => {
  const gone = [...active.holding.cards];
  return (card) => {
    const at = gone.findIndex((other) => other === card || other === card[0]);
    if (at >= 0) gone.splice(at, 1);
    const made = button({ class: "lies", "aria-label": fill("take", { card: pack.get(card).name }), "aria-disabled": at >= 0 || undefined }, drawn(card));
    made.addEventListener("click", () => lay(active, [card]));
    return made;
  };
};

function tray(field) {
  const { holding, kind } = field;
  const isActive = field === active;
  if (isActive && field.moves) return field.moves.draw();
  const isSource = !isActive && active && !active.moves && sources(active).includes(field) && hasCards(field);
  if (!isActive && !isSource) {
    const name = `${hasCards(field) ? named(holding.cards) : words.tap}: ${field.name()}`;
    const inside = kind === "groups"
      ? holding.lists.filter((list) => list.length).map((list) => element("span", { class: "group" }, ...row(field, list)))
      : row(field, holding.lists[0]);
    const shown = inside.length ? inside : [element("span", { "aria-hidden": "true" }, words.tap)];
    const opens = button({ class: "opens" }, element("span", { class: "unseen" }, name), ...shown);
    opens.addEventListener("click", (event) => { if (event.detail) point(field); else activate(field, true); });
    return [opens];
  }
  const how = isActive ? own(field) : source(field);
  const all = kind !== "groups" ? row(field, holding.lists[0], 0, how) : holding.lists.map((list, number) => {
    const label = [fill("group", { number: number + 1 }), named(list)].filter(Boolean).join(": ");
    const figure = element("span", { class: "number", "aria-hidden": "true" }, number + 1);
    if (isSource) return element("div", { class: "group", role: "group", "aria-label": label }, figure, ...row(field, list, number, how));
    if (number === holding.open) {
      const shut = button({ class: "number", "aria-expanded": "true", "aria-label": label }, number + 1);
      shut.addEventListener("click", () => turn(field, null));
      return element("div", { class: "group open", role: "group", "aria-label": label }, shut, ...row(field, list, number, how));
    }
    const opens = button({ class: "group", "aria-expanded": "false", "aria-label": label }, figure, ...row(field, list));
    opens.addEventListener("click", () => turn(field, number));
    return opens;
  });
  return all.length ? all : [element("span", { class: "hint" }, words.tap)];
}

function turn(field, to) {
  field.holding.step(keys(), (it) => { it.turn(to); it.byTap = to !== null; });
  const list = field.holding.lists[field.holding.open];
  state.armed = "";
  if (list?.[0]?.[1] && list[0][0] !== "X") state.suit = list[0][1];
  changed(field, list ? fill("group", { number: field.holding.open + 1 }) : "");
}

function draw(field) {
  const { holding, input, tray: box, isNumber } = field;
  if (input.dataset.judged && holding.cards.length > 2) fetched(() => import("./marks.js")).catch(console.warn);
  if (input.dataset.moves && held(field).length) import(input.dataset.moves).catch(console.warn);
  const isActive = field === active;
  const sign = JSON.stringify([isActive, holding.text, holding.open, holding.newest, packs, field.name(),
    active && sources(active).includes(field) && active.holding.text, field.moves?.sign()]);
  input.classList.toggle("typed", Boolean(field.isTyped) || holding.isUnclear);
  if (field.sign === sign) return;
  field.sign = sign;
  const at = [...box.querySelectorAll("button")].indexOf(document.activeElement);
  box.className = `tray felt${isActive ? " active" : ""}${field.kind === "groups" ? " grouped" : ""}${hasCards(field) ? "" : " empty"}${isNumber ? " beside" : ""}`;
  const count = holding.cards.length;
  if (count > 1 && !("number" in input.dataset)) box.dataset.count = field.kind === "groups" ? `${holding.lists.length} · ${count}` : count;
  else delete box.dataset.count;
  box.replaceChildren(...tray(field));
  if (isActive && field.moves) field.moves.settle();
  else if (at >= 0) keep(box, at);
}

function keep(box, at) {
  const buttons = box.querySelectorAll("button");
  (buttons[Math.min(at, buttons.length - 1)] ?? board.querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
}

// --- The dock: above the keys the answer in short, or what is missing, while that is out of sight itself ---

const dock = element("div", { hidden: "" });
const verdict = () => document.querySelector("#answer:not(.stale) .verdict");
const lacking = () => document.querySelector("form.ask :is(.lost, .lacking:not(:empty))");

const part = (kind, ...nodes) => element("div", { class: kind }, ...nodes);
const link = (href, text) => element("a", { href }, text);

// Show it as it stands now; `bottom` is where the page in sight would end without it.
function drawAnswer(bottom) {
  const [answer, missing] = [verdict(), lacking()];
  const lost = missing?.matches(".lost");
  dock.className = `dock ${lost ? "no" : missing ? "" : answer?.className.replace("verdict", "") ?? ""}`;
  dock.replaceChildren();
  if (missing) dock.append(part(lost ? "because lost" : "because", ...missing.cloneNode(true).childNodes));
  else if (answer) {
    dock.append(part("said", link("#verdict", answer.querySelector("h2").textContent)));
    const onward = answer.querySelector("#onward");
    for (const [kind, found] of [["because", ".reasons > li"], ["turned", ".turned"]]) {
      const shown = answer.querySelector(found);
      if (shown) dock.append(part(kind, ...shown.cloneNode(true).childNodes));
    }
    if (onward) dock.querySelector(".because").append(element("span", { "aria-hidden": "true" }, " · "), link("#onward", onward.textContent.trim()));
    fetched(() => import("./shown.js")).then((shown) => shown.draw(dock, answer, element, fill), console.warn);
  }
  watch(bottom);
}

// It goes while what it says is in sight itself, or answers another question by now.
function watch(bottom) {
  const said = (lacking() ?? verdict()?.querySelector("h2"))?.getBoundingClientRect();
  dock.hidden = !said || (said.top >= 0 && said.bottom <= bottom);
}

// --- The keys ---

const head = element("p", { class: "head" });
const bar = element("div", { role: "toolbar", class: "bar" });
export const board = element("section", { class: "board", "aria-label": words.keyboard, hidden: "" }, dock, bar);
let current = "";
let layout = "";

const dots = (count) => (count > 4 ? String(count) : "•".repeat(count));
const stars = { X: "★", Xb: "★", Xr: "★★" };

function following(field) {
  const others = [...fields.values()].filter((other) => other.input.form === field.input.form && isShown(other));
  others.sort((a, b) => (a.input.compareDocumentPosition(b.input) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  return others[others.indexOf(field) + 1] ?? field.input.form.querySelector(".go [type=submit]");
}

export const UNDO = { id: "undo", look: "does", text: `⌫${LOOK}`, label: words.undo };

// The rows of keys for the active field, each key with what it says and how it stands.
function rows(field) {
  const { kind, holding } = field;
  const suits = bySuit();
  const groups = kind === "groups";
  const card = (id, key, look, text) => {
    const isSet = suits && state.armed === "set" && key[0] !== "X";
    const left = kind === "single" ? 1 : Math.max(...(isSet ? SUITS.map((suit) => room(field, key[0] + suit)) : [room(field, key)]));
    const there = kind === "single" ? 0 : used(field, key);
    const copies = pack.get(key).copies > 1 && there ? ` ×${there}` : "";
    return { id, look, text, label: isSet ? undefined : pack.get(key).name + copies, off: left < 1, dots: dots(there) };
  };
  const jokers = [...pack.keys()].filter((key) => key[0] === "X" && (key.length > 1 || !suits || !pack.has("Xb")))
    .filter((key) => suits || key.length === 1 || !pack.has("X"))
    .map((key) => card(`joker ${key}`, key, `x ${key === "Xr" ? "h" : "s"}`, stars[key]));
  const ranks = [...order].map((rank) => card(`rank ${rank}`, suits ? rank + state.suit : rank, suits && state.armed !== "set" ? state.suit : "any", rank === "T" ? "10" : rank));
  const of = SUITS.map((suit, at) => {
    const out = leavesOut(field, suit);
    const label = out ? fill("without", { suit: suitNames[at] }) : suitNames[at];
    const isOn = state.suit === suit && state.armed !== "set";
    return { id: `suit ${suit}`, look: `suit ${suit}`, text: (out ? "−" : "") + SIGNS[suit] + LOOK, label, on: out ? undefined : isOn };
  });
  const does = (id, on) => {
    const label = words[`${id}Key`]; // without the signs that keep a range on one line
    return { id, look: "does", text: label.replace("–", "\u2060–\u2060"), label, on };
  };
  const next = following(field);
  // Once there is an answer, and before this field has any card, one that may stay empty is offered and not urged.
  const isUrgent = hasCards(field) && !document.querySelector("#answer .verdict");
  const isQuiet = next?.tray && !isUrgent && !("needed" in next.input.dataset) && !hasCards(next);
  const last = next && { id: "next", look: isQuiet ? "next quiet" : "next", text: next.tray ? next.name() : words.doneKey };
  const first = [
    { id: "type", look: "does", text: "ABC", label: words.type, on: Boolean(field.isTyped) },
    { id: "close", look: "does", text: "⌄", label: words.close },
  ];
  if (field.moves) return [[...field.moves.keys(), ...first]];
  return [
    first,
    suits && [...of, ...(isBare() ? [] : jokers)],
    ranks.slice(0, 7),
    [...ranks.slice(7), UNDO],
    [
      ...(isBare() ? jokers : []),
      kind === "cards" && does("run", state.armed === "run"),
      kind !== "single" && does(groups || suits ? "set" : "all", state.armed === "set"),
      groups && does("begin"),
      groups && does("fill", isByCard()),
      isBare() && { id: "suits", look: "does suits", text: "♠♥♦♣", label: words.suits, on: suits },
      last,
    ].filter(Boolean),
  ].filter((row) => row && row.length);
}

const keyed = ({ id }) => button({ "data-key": id }, element("span"), element("i", { "aria-hidden": "true" }));

function update(made, { look, text, label, on, off, dots: marks = "" }) {
  const name = `cap ${look}`;
  if (made.className !== name) made.className = name;
  if (made.firstChild.textContent !== text) made.firstChild.replaceChildren(...([...text].length === 4 && look.includes("suits")
    ? Object.entries(SIGNS).map(([suit, sign]) => element("b", { class: suit }, sign + LOOK)) : [text]));
  if (made.lastChild.textContent !== marks) made.lastChild.textContent = marks;
  for (const [attribute, value] of [["aria-label", label], ["aria-pressed", on], ["aria-disabled", off || undefined]]) {
    if (value === undefined) made.removeAttribute(attribute); else made.setAttribute(attribute, value);
  }
}

export function show() {
  for (const field of fields.values()) draw(field);
  if (!active) return;
  const specs = rows(active);
  const sign = specs.map((row) => row.map(({ id }) => id).join()).join(";");
  if (sign !== layout) {
    const hadFocus = bar.contains(document.activeElement);
    layout = sign;
    const lines = specs.map((row, at) => element("div", { class: at ? "line" : "line top" }, ...row.map(keyed)));
    lines[0].prepend(head);
    bar.replaceChildren(...lines);
    if (!keyNamed(current)) current = (bar.querySelector("[data-key^=rank]") ?? bar.querySelector("[data-key]")).dataset.key;
    if (hadFocus) keyNamed(current).focus({ preventScroll: true });
  }
  const made = [...bar.querySelectorAll("[data-key]")];
  specs.flat().forEach((spec, at) => update(made[at], spec));
  for (const key of made) key.tabIndex = key.dataset.key === current ? 0 : -1;
}

const keyNamed = (id) => bar.querySelector(`[data-key="${id}"]`);

bar.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]");
  if (!key) return;
  current = key.dataset.key;
  const [what, which] = current.split(" ");
  press[what === "all" ? "set" : what](active, which);
});
bar.addEventListener("focusin", ({ target }) => {
  before = ""; // a key that one goes to is pressed
  if (!target.dataset.key || target.dataset.key === current) return;
  current = target.dataset.key;
  for (const key of bar.querySelectorAll("[data-key]")) key.tabIndex = key.dataset.key === current ? 0 : -1;
});

// What keys of hardware mean is fetched once something was chosen with a mouse, or with the first such key: each waits for it.
let hardware;
let coming;
function withHardware(act) {
  if (hardware) return act();
  coming ??= fetched(() => import("./hardware.js")).then((it) => { hardware = it; }).finally(() => { coming = null; });
  return coming.then(() => { if (active) act(); }, console.warn);
}

// Where cards are typed, neither a space nor Enter presses the key that has the focus.
const isBetween = ({ key }) => [" ", "Enter"].includes(key) && /^\S$/.test(before);
bar.addEventListener("keyup", (event) => { if (isBetween(event)) event.preventDefault(); });
function keydown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTen = before === "1" && event.key === "0";
  if (isBetween(event)) {
    event.preventDefault();
    if (event.key === "Enter") withHardware(() => keyNamed("next")?.click());
    return;
  }
  before = event.key;
  if (isTen) return;
  if (active.isNumber && /^\d$/.test(event.key)) active.input.focus();
  else withHardware(() => hardware.press(event, active));
}
bar.addEventListener("keydown", keydown);
// Beside the table, where a field is open without anybody having gone to it, one may type at once; closed keys take
// nothing, but for the first card of a field that Tab has come to.
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const isAnywhere = target === document.body && active && isWide.matches && !active.moves;
  if (isAnywhere && (key === "Backspace" || /^[\p{L}\d+/-]$/u.test(key) || isBetween(event))) keydown(event);
  if (!target.matches(".opens") || !/^[\p{L}\d]$/u.test(key) || event.ctrlKey || event.metaKey || event.altKey) return;
  activate([...fields.values()].find(({ tray }) => tray.contains(target)), true);
  keydown(event);
});

// --- Which field it serves ---

let closing;

// Where the keys cover nothing, or stand below their field, Tab comes to them from its cards; else at the end of the page.
function settle(tray) {
  const focused = board.contains(document.activeElement) && document.activeElement;
  const typed = before;
  if (!tray || !(isWide.matches || isLow.matches)) {
    if (board.parentNode === document.body) return;
    document.body.append(board);
  } else if (tray.nextSibling !== board) tray.after(board);
  if (focused) focused.focus({ preventScroll: true });
  before = typed; // nobody went to a key
}

export function activate(field, byKeys = false, reveals = true) {
  clearTimeout(closing); // a field that is opened meanwhile stays open
  state.armed = "";
  const isOther = active !== field;
  giveUp(active);
  if (isOther && active) active.isTyped = false;
  active = field;
  settle(field.tray);
  board.hidden = false;
  document.documentElement.classList.add("keyed");
  show();
  head.textContent = field.name();
  if (isOther && reveals) tell(field.name());
  if (byKeys && !field.moves) keyNamed(current).focus({ preventScroll: true });
  fit();
  watch(keysTop());
  if (reveals) reveal(field);
}

// A field that a finger or a mouse chose. With a mouse one may type on: ranks are keys, cards with their suits a text.
function point(field) {
  activate(field, isFine.matches && !bySuit());
  if (isFine.matches && bySuit() && !field.moves) field.input.focus();
}

function close(byHand = false) {
  const field = active;
  if (!field) return;
  const hadFocus = board.contains(document.activeElement);
  giveUp(field);
  active = null;
  board.hidden = true;
  document.documentElement.classList.remove("keyed");
  show();
  if (byHand && (hadFocus || document.activeElement === document.body)) field.tray.querySelector("button")?.focus({ preventScroll: true });
}

const isFine = matchMedia("(pointer: fine)"); // somebody with a mouse may type on
if (isFine.matches) document.addEventListener("focusin", () => withHardware(() => {}), { once: true });
const isWide = matchMedia("(min-width: 60rem)");
const isLow = matchMedia("(max-height: 23.99rem) and (max-width: 59.99rem)"); // the keys stand below their field
export const isTall = () => innerHeight >= 600; // keys that open unasked leave room for what they fill
const covered = (height) => (isWide.matches || isLow.matches ? 0 : height);
const top = () => innerHeight - covered(board.offsetHeight) - 6;
const keysTop = () => top() + covered(dock.offsetHeight);

// Bring a field into sight, with the cards that it is chosen from, where there is room; its text while it is typed.
function reveal(field) {
  revealCards(field);
  if (document.activeElement !== field.input) return;
  fit();
  field.input.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function revealCards(field) {
  if (field.moves) return field.moves.reveal(top());
  const boxes = [field, ...sources(field).filter(hasCards)].map(({ tray: box }) => box.getBoundingClientRect());
  const all = { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
  const place = all.bottom - all.top < top() - 40 ? all : boxes[0];
  const end = isLow.matches ? Math.min(board.getBoundingClientRect().bottom, place.top + top() - 40) : place.bottom; // its keys too
  if (end > top()) scrollBy({ top: end - top(), behavior: "instant" });
  else if (place.top < 40) scrollBy({ top: place.top - 40, behavior: "instant" });
  return undefined;
}

function fit() {
  document.documentElement.style.setProperty("--board", `${board.offsetHeight}px`);
}
new ResizeObserver(fit).observe(board);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && active) close(true);
});
document.addEventListener("focusin", ({ target }) => {
  const field = fields.get(target);
  if (field && !field.isNumber) {
    field.isTyped = true; // and stays unfolded when the focus goes: what moves under a finger is not hit
    activate(field);
  } else if (active && target.matches("input, select, textarea, summary") && target !== active.input) {
    closing = setTimeout(() => { if (document.activeElement === target) close(); }, 300);
  }
});
document.addEventListener("click", (event) => {
  if (isFine.matches && active && !active.moves && event.target.matches(".tray.active, .tray.active .hint")) point(active);
  const label = event.target.closest("label[for]");
  const field = label && fields.get(label.control);
  if (!field || field.isNumber) return;
  event.preventDefault(); // or the phone's own keyboard opens
  point(field);
});
addEventListener("submit", ({ submitter }) => { if (submitter && !isWide.matches) close(); }, true);

function attach(input, known) {
  if (fields.has(input)) return;
  const { dataset, form } = input;
  const kind = "groups" in dataset ? "groups" : "single" in dataset ? "single" : "cards";
  const label = input.labels[0];
  const field = {
    input, kind, isNumber: "number" in dataset, from: dataset.from?.split(" "), tray: element("div", { class: "tray" }),
    holding: known?.text === input.value ? known : new Holding(kind, input.value, "number" in dataset),
    name() {
      const box = input.closest("[role=group]");
      const titled = document.getElementById(box?.getAttribute("aria-labelledby"))?.textContent;
      const whose = box?.querySelector("[data-player]")?.value || box?.ariaLabel || titled;
      const what = (label?.querySelector("[data-name]") ?? label)?.textContent;
      return [whose, what].map((part) => part?.trim()).filter(Boolean).join(" · ");
    },
  };
  if (field.isNumber) {
    input.inputMode = "numeric"; // cards can be tapped, so the keyboard may be the small one
    input.after(field.tray);
  } else input.before(field.tray);
  fields.set(input, field);
  form?.classList.add("tapped");
}

function attachAll() {
  const known = new Map(); // a form that an answer drew anew keeps its steps
  for (const [input, { holding }] of fields) if (!input.isConnected && fields.delete(input)) known.set(input.id, holding);
  for (const input of document.querySelectorAll("[data-cards]")) attach(input, known.get(input.id));
  if (active && !active.input.isConnected) {
    const same = fields.get(document.getElementById(active.input.id));
    if (same) active = same; else close();
    if (same) settle(same.tray);
  }
  show();
}

// What was typed, or put in by another script.
document.addEventListener("input", ({ target }) => {
  const found = [...fields.values()].filter(({ input }) => input === target || (target.tagName === "FORM" && target.contains(input)));
  for (const { input, holding } of found) if (input.value !== holding.text) holding.typed(input.value, keys());
  if (found.length) show();
});
document.addEventListener("change", ({ target }) => {
  if (suited.split(" ").includes(target.name)) show();
});

// Another pack takes the place of the one shown.
function changePack(fresh) {
  load(fresh);
  packs += 1;
  for (const { holding } of fields.values()) holding.understand(holding.text);
  show();
}

// House rules make the pack. What a reload found half filled in may have another than the page brings.
const followPack = (control) => fetched(() => import("./packs.js")).then((packs) => packs.follow(changePack, control)).catch(() => {
  addEventListener("online", () => followPack(control), { once: true });
});
document.addEventListener("change", ({ target }) => { if (target.closest("[data-pack]")) followPack(target); });
if (history.state?.half !== undefined) followPack();

// --- An answer arrives: the field that is filled in stays where it is ---

dock.addEventListener("click", ({ target }) => { if (target.closest("[href^='#']")) close(); });

// On a table that is being moved the last answer stays until the next one comes, so that the keys do not jump.
function follow() {
  if (!active?.moves || !document.querySelector("#answer.stale")) watch(keysTop());
}
addEventListener("scroll", follow, { passive: true });
document.addEventListener("stale", follow);

let stood = null;
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  stood = active && active.tray.getBoundingClientRect().top;
  if (target.contains(board)) settle();
});
// Whether the thumb is at the field that is open: a reader who has gone on by Tab stays where that led.
const isAt = () => active && (document.activeElement === document.body || board.contains(document.activeElement)
  || active.tray.parentNode?.contains(document.activeElement));
const stay = () => {
  if (isAt() && active.tray.isConnected && stood !== null) scrollBy({ top: active.tray.getBoundingClientRect().top - stood, behavior: "instant" });
};
document.addEventListener("htmx:afterSwap", () => { // at once, or a tap goes astray
  attachAll();
  stay();
  if (active) sayAll(document.getElementById("status").textContent);
  else unsaid = ""; // the button was pressed: a card told after its answer would drown it
});
document.addEventListener("htmx:afterSettle", () => {
  attachAll();
  stay();
  stood = null;
  drawAnswer(keysTop());
  if (isAt()) reveal(active);
});
document.addEventListener("lack", ({ detail: { aloud, reveals } }) => {
  drawAnswer(keysTop());
  if (reveals && isAt()) reveal(active);
  if (active && aloud) sayAll(aloud);
});

document.body.append(board);
attachAll();
drawAnswer(keysTop());

// The field that was open before a reload or a step back is open again; a blank question begins with its first cards,
// and beside the form, where the keys cover nothing, every question does.
const blank = document.querySelector("form.ask[hx-get]");
const first = fields.get(blank?.querySelector("input:not([type=hidden]), select, textarea"));
const at = fields.get(document.getElementById(history.state?.at));
if (at && !at.isNumber && at.input.form === blank) activate(at);
else if (first && !first.isNumber && (isWide.matches || (isTall() && !document.querySelector("#answer > *")
  && [...fields.values()].every((field) => !field.input.value)))) activate(first, false, false);
