// The cards of the page's pack: the letters by which they are typed, read and written as the server does it, and what
// of them there is to choose from: the fields of the page, the suit of the keys, how often the pack still has a card.

const template = document.getElementById("keyboard");
const pairs = (text) => text.split(" ").map((pair) => pair.split(/:(?=[^:]*$)/));
const { ranks: rankLetters = "", suits: suitLetters = "", suited = "" } = template?.dataset ?? {};
export const ranks = new Map(pairs(rankLetters));
export const suits = new Map(pairs(suitLetters));
const either = (letters) => [...letters].sort((a, b) => b.length - a.length).join("|");
const RANK = either(ranks.keys());
const SUIT = either(suits.keys());
const CARD = `(${RANK})(${SUIT})|X`;
const PIECE = new RegExp(`${CARD}(?:[BR](?=(?:${CARD}[BR]?)*$))?`, "gi"); // in Italian XRC is X and RC
const DASH = "[-\u2010-\u2014\u2212]";
const SHORT = new RegExp(`^(${RANK})(?:${DASH}(${RANK})(${SUIT})|((?:${SUIT}){2,})|\\*)$`, "i");
export const LADDER = "A23456789TJQKA";
const rankOf = (letters = "") => ranks.get(letters.toUpperCase());
const suitOf = (letter) => suits.get(letter.toUpperCase());

/** Each card of the pack: how it is written, its name, how many there are of it, its drawing. */
export const pack = new Map();
export function load(from) {
  pack.clear();
  for (const place of from?.content.children ?? []) {
    const { card, write, copies = from.dataset.copies } = place.dataset;
    const face = place.firstElementChild;
    pack.set(card, { write, copies: Number(copies), face, name: face.getAttribute("aria-label") });
  }
}
load(template);

// The cards of a short form, or of a rank alone where the game knows such.
function shortForm(word) {
  if (pack.has(rankOf(word))) return [rankOf(word)];
  const [, first, last, suit, several] = SHORT.exec(word) ?? [];
  const low = rankOf(first);
  if (last) {
    const range = LADDER.slice(LADDER.indexOf(low), LADDER.lastIndexOf(rankOf(last)) + 1);
    return low === rankOf(last) ? [] : [...range].map((rank) => rank + suitOf(suit));
  }
  const letters = several ? [...several].map(suitOf) : [..."shdc"];
  return first && new Set(letters).size === letters.length ? letters.map((letter) => low + letter) : [];
}

/** What a word holds, as the server reads it: each piece with its cards and its place. */
export function read(word) {
  const pieces = [...word.matchAll(PIECE)].map(({ 0: { length }, 1: rank, 2: suit, index: at }) => ({
    at, end: at + length, cards: [rank ? rankOf(rank) + suitOf(suit) : "X" + word.slice(at + 1, at + length).toLowerCase()],
  }));
  const said = pieces.reduce((sum, { at, end }) => sum + end - at, 0);
  if (said === word.length) return pieces;
  const cards = shortForm(word);
  if (cards.length) return [{ at: 0, end: word.length, cards }];
  // "Hearts" and "pts" are words, and no ten of spades at the end of one; "14s" is no 1 beside a four.
  const isWord = /^\p{L}+$/u.test(word) && 3 * said <= 2 * word.length;
  const isNumber = /^\d+\D$/.test(word) && !/^([2-9]|10)+\D$/.test(word);
  return word.match(`${DASH}|\\*`) || isWord || isNumber ? [] : pieces;
}

// The cards of a word, and between them what is none, as it was typed: no card is longer than its text.
function entries(word) {
  const found = [];
  let done = 0;
  const rest = (until) => { if (until > done) found.push({ typed: word.slice(done, until) }); };
  for (const { at, end, cards } of read(word)) {
    rest(at);
    found.push(...cards.map((card) => (pack.has(card) ? card : { typed: word.slice(at, end) })));
    done = end;
  }
  rest(word.length);
  return found;
}

/** A text as lists of cards, each the text of a card or `{ typed }`, what could not be read; one list without `groups`. */
export function parse(text, groups) {
  const parts = groups ? text.split(/[/;\r\n]/) : [text];
  return parts.map((part) =>
    part.replace(/[\ufe0e\ufe0f]/g, "").split(/[\s,;\u200b\u2060]+/).filter(Boolean).flatMap(entries));
}

export const write = (list) => list.map((entry) => entry.typed ?? pack.get(entry).write).join(" ");

// --- What there is to choose from ---

export const fields = new Map(); // by their inputs
export const state = { suit: "s", armed: "", filling: true, suits: null };
export const keys = () => ({ suit: state.suit, armed: state.armed, filling: state.filling });

export const isBare = () => pack.has("7");
const wantsSuits = () => suited.split(" ").some((name) => name && document.querySelector(`form.ask [name="${name}"]`)?.checked);
export const bySuit = () => !isBare() || (state.suits ?? wantsSuits());
export const hasCards = (field) => field.holding.cards.length > 0;
export const isShown = (field) => field.tray.isConnected && (field.tray.offsetParent !== null || field.input.offsetParent !== null);
export const sources = (field) => (field.from ?? []).map((id) => fields.get(document.getElementById(id))).filter(Boolean);
export const held = (field) => sources(field).flatMap(({ holding }) => holding.cards);
const table = ({ input }) => input.closest(".deal") ?? input.form;

// The cards of the fields that share a pack with this one.
function laid(field) {
  if (field.kind === "single") return [];
  const others = [...fields.values()].filter((other) =>
    other === field || (other.kind !== "single" && table(other) === table(field) && !held(other).length));
  return others.flatMap(({ holding }) => holding.cards);
}

const among = (cards, card) => cards.filter((other) => other === card || (card.length === 1 && other[0] === card)).length;
export const used = (field, card) => among(held(field).length ? field.holding.cards : laid(field), card);

/** How many more of a card a field can take. */
export function room(field, card) {
  const choice = held(field);
  if (choice.length) {
    const like = (cards) => among(cards, card) + (card.length > 1 ? cards.filter((other) => other === card[0]).length : 0);
    return like(choice) - like(field.holding.cards);
  }
  const there = laid(field);
  const left = (pack.get(card)?.copies ?? 0) - among(there, card);
  return card.length > 1 && pack.has(card[0]) ? Math.min(left, pack.get(card[0]).copies - among(there, card[0])) : left;
}

/** The card that a rank key stands for: of a hand the one that is held, however it is known. */
export function cardOf(field, rank) {
  if (bySuit()) return rank + state.suit;
  const left = [...held(field)];
  for (const card of field.holding.cards) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left.find((card) => card[0] === rank) ?? rank;
}

// --- What a field of cards holds, and the steps by which it came to: no page, no keys ---

export const SUITS = [..."shdc"];
const isCard = (entry) => typeof entry === "string";
const isJoker = (card) => card[0] === "X";
const height = (rank) => LADDER.indexOf(rank) + 1; // the ace is 1, and may be 14 as well

/** The cards that lead from a rank to another, the first left out: upward, downward where the other is lower. */
export function between(from, to) {
  const [low, high] = [height(from), height(to)];
  const ends = to === "A" ? [1, 14] : [high];
  const starts = from === "A" ? [1, 14] : [low];
  const ways = starts.flatMap((start) => ends.map((end) => [start, end])).filter(([start, end]) => start !== end);
  const [start, end] = ways.sort((a, b) => Math.abs(a[0] - a[1]) - Math.abs(b[0] - b[1]))[0] ?? [];
  if (start === undefined || from === to) return [];
  const steps = Array.from({ length: Math.abs(end - start) }, (_, at) => start + (at + 1) * Math.sign(end - start));
  return steps.map((at) => LADDER[at - 1]);
}

// The heights at which a group lies that is a run of one suit, jokers in their places: `[low, high]`, or none.
function span(group, suit) {
  const first = group.findIndex((card) => isCard(card) && !isJoker(card));
  if (first < 0 || !group.every((card) => isCard(card) && (isJoker(card) || card[1] === suit))) return [];
  const fits = (low) => low > 0 && low + group.length <= 15
    && group.every((card, at) => isJoker(card) || LADDER[low + at - 1] === card[0]);
  return [height(group[first][0]) - first, 14 - first].filter(fits).map((low) => [low, low + group.length - 1]);
}

export class Holding {
  /** `kind` is "cards", "groups" or "single"; where `points` may stand as well, a number is not a card. */
  constructor(kind, text = "", points = false) {
    this.kind = kind;
    this.points = points;
    this.past = [];
    this.understand(text);
  }

  understand(text) {
    const isNumber = this.points && /^\s*\d+\s*$/.test(text);
    this.lists = isNumber ? [[{ typed: text.trim(), isNumber }]] : parse(text, this.kind === "groups");
    this.text = text;
    this.newest = null;
    this.open = this.kind === "groups" ? null : 0;
    this.byTap = false;
    if (this.kind !== "groups") return;
    const ended = !this.lists.at(-1).length && text.trim(); // a separator at the end begins a group
    this.lists = this.lists.filter((list) => list.length);
    if (ended) this.open = this.lists.push([]) - 1;
  }

  get cards() {
    return this.lists.flat().filter(isCard);
  }

  /** Whether something in the text could not be read. */
  get isUnclear() {
    return this.lists.flat().some((entry) => !isCard(entry) && !entry.isNumber);
  }

  /** What the next card takes the place of. */
  get gives() {
    return this.kind === "single" || this.lists[0]?.[0]?.isNumber ? this.lists[0] : [];
  }

  /** How many of a card there are; of a rank alone how many of that rank. */
  count(card) {
    return this.cards.filter((other) => other === card || (card.length === 1 && other[0] === card)).length;
  }

  /** Typing is one step until a key is tapped. `keys` is the state of the keyboard, which a step back restores too. */
  typed(text, keys) {
    if (!this.past.at(-1)?.typing) this.past.push({ ...this.moment(keys), typing: true });
    this.understand(text);
  }

  moment(keys) {
    const { text, open, byTap, newest } = this;
    return { lists: this.lists.map((list) => [...list]), text, open, byTap, newest, keys };
  }

  /** Do something as one step; what does nothing is none. */
  step(keys, change) {
    const before = this.moment(keys);
    change(this);
    this.text = this.lists.map(write).join(" / ");
    this.past.push(before);
  }

  /** Take the last step back, or where there is none the last card out: the state of the keyboard before it, if known. */
  undo() {
    const { keys, typing, ...before } = this.past.pop() ?? {};
    if (before.lists) {
      Object.assign(this, before);
      // Another pack may have come since: what is not a card of it is a text that cannot be read.
      if (!this.cards.every((card) => pack.has(card))) this.understand(this.text);
      return keys;
    }
    const at = this.lists.findLastIndex((list) => list.length);
    if (at >= 0) this.remove(at, this.lists[at].length - 1);
    this.past = [];
    return undefined;
  }

  remove(list, at, keys) {
    this.step(keys, () => {
      this.lists[list].splice(at, 1);
      this.newest = null;
      if (this.kind === "groups" && !this.lists[list].length && this.open !== list) this.drop();
    });
  }

  // Empty groups go, but for the one that is open.
  drop() {
    const open = this.lists[this.open];
    this.lists = this.lists.filter((list) => list.length || list === open);
    this.open = open ? this.lists.indexOf(open) : null;
  }

  /** Open a group, or none. */
  turn(to) {
    const list = this.lists[to];
    this.open = null;
    this.drop();
    this.open = list ? this.lists.indexOf(list) : null;
    this.newest = null;
  }

  /** Begin a group; it stays open while it is empty. */
  begin() {
    this.turn(null);
    this.open = this.lists.push([]) - 1;
    this.byTap = false;
  }

  put(cards) {
    if (this.gives.length) this.lists[0] = [];
    if (this.open === null) this.begin();
    const list = this.lists[this.open];
    list.push(...cards);
    this.newest = [this.open, list.length - 1];
  }

  /** One of the rank is there already: now its suit is known. */
  name(bare, card) {
    for (const [number, list] of this.lists.entries()) {
      const at = list.lastIndexOf(bare);
      if (at < 0) continue;
      list[at] = card;
      this.newest = [number, at];
      return;
    }
  }

  /** The cards that a card brings into the open group, where it lies in one row with it: those between too. */
  reach(card) {
    const group = this.lists[this.open] ?? [];
    const target = card[0] === "A" ? [1, 14] : [height(card[0])];
    const ways = span(group, card[1]).flatMap(([low, high]) => target.map((to) => (
      to > high ? { up: true, heights: range(high + 1, to) } : { up: false, heights: range(to, low - 1) })));
    const way = ways.filter(({ heights }) => heights.length).sort((a, b) => a.heights.length - b.heights.length)[0];
    return way ? { up: way.up, cards: way.heights.map((at) => LADDER[at - 1] + card[1]) } : { up: true, cards: [card] };
  }

  /** Lay them at the upper or at the lower end of the open group. */
  extend({ up, cards }) {
    if (up) return this.put(cards);
    this.lists[this.open].unshift(...cards);
    this.newest = [this.open, 0];
    return undefined;
  }
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
