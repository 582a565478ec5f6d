// The cards of the page's pack, and the letters by which they are typed: read and written as the server does it.

const template = document.getElementById("keyboard");
const pairs = (text) => text.split(" ").map((pair) => pair.split(/:(?=[^:]*$)/));
const { ranks: rankLetters = "", suits: suitLetters = "" } = template?.dataset ?? {};
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
