// What there is to choose from: the fields of the page, the suit of the keys, and how often the pack still has a card.
import { pack } from "./letters.js";

const { suited } = document.getElementById("keyboard").dataset;

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
