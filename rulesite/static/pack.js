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
  if (pieces.reduce((sum, { at, end }) => sum + end - at, 0) === word.length) return pieces;
  const cards = shortForm(word);
  if (cards.length) return [{ at: 0, end: word.length, cards }];
  return word.match(`${DASH}|\\*`) ? [] : pieces;
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
