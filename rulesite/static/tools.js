// Card entry by tapping, in step with typing; and what a form needs round an answer that arrives by itself.
// Without this file everything works by typing and a page load.

const template = document.getElementById("picker");
const pairs = (text) => text.split(" ").map((pair) => pair.split(/:(?=[^:]*$)/));
const { ranks: rankLetters = "", suits: suitLetters = "", copies: most = 0 } = template?.dataset ?? {};
const ranks = new Map(pairs(rankLetters));
const suits = new Map(pairs(suitLetters));
let copies = Number(most);
let pack = 1; // counts up when another pack takes the place of this one
const either = (letters) => [...letters].sort((a, b) => b.length - a.length).join("|");
const RANK = either(ranks.keys());
const SUIT = either(suits.keys());
const CARD = `(${RANK})(${SUIT})|X`;
const PIECE = new RegExp(`${CARD}(?:[BR](?=(?:${CARD}[BR]?)*$))?`, "gi"); // in Italian XRC is X and RC
const DASH = "[-\u2010-\u2014\u2212]";
const SHORT = new RegExp(`^(${RANK})(?:${DASH}(${RANK})(${SUIT})|((?:${SUIT}){2,})|\\*)$`, "i");
const LADDER = "A23456789TJQKA";
const plain = (text) => text.replace(/[\ufe0e\ufe0f]/g, "");
const rankOf = (letters = "") => ranks.get(letters.toUpperCase());
const suitOf = (letter) => suits.get(letter.toUpperCase());
const keyOf = (card) => template.content.querySelector(`[data-card="${card}"]`);

// The cards of a short form, or of a rank alone where the game knows such.
function shortForm(word) {
  if (keyOf(rankOf(word))) return [rankOf(word)];
  const [, first, last, suit, several] = SHORT.exec(word) ?? [];
  const low = rankOf(first);
  if (last) {
    const range = LADDER.slice(LADDER.indexOf(low), LADDER.lastIndexOf(rankOf(last)) + 1);
    return low === rankOf(last) ? [] : [...range].map((rank) => rank + suitOf(suit));
  }
  const letters = several ? [...several].map(suitOf) : [..."shdc"];
  return first && new Set(letters).size === letters.length ? letters.map((letter) => low + letter) : [];
}

// What a word holds, as the server reads it: each piece with its cards and its place.
export function read(word) {
  const pieces = [...word.matchAll(PIECE)].map(({ 0: { length }, 1: rank, 2: suit, index: at }) => ({
    at, end: at + length, cards: [rank ? rankOf(rank) + suitOf(suit) : "X" + word.slice(at + 1, at + length).toLowerCase()],
  }));
  if (pieces.reduce((sum, { at, end }) => sum + end - at, 0) === word.length) return pieces;
  const cards = shortForm(word);
  if (cards.length) return [{ at: 0, end: word.length, cards }];
  return word.match(`${DASH}|\\*`) ? [] : pieces;
}

function scan(text) {
  return [...text.matchAll(/[^\s,;/\u200b\u2060]+/g)].flatMap(({ 0: word, index }) =>
    read(word).map(({ at, end, cards }) => ({ at: index + at, end: index + end, cards })));
}

function counts(text) {
  const found = new Map();
  for (const card of scan(plain(text)).flatMap(({ cards }) => cards)) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

// A text without a card; of a short form the others stay.
function without(text, card) {
  for (const { at, end, cards } of scan(text).filter(({ cards }) => cards.includes(card)).reverse()) {
    const left = cards.filter((other) => other !== card).map((other) => keyOf(other).dataset.write).join(" ");
    text = text.slice(0, at) + left + (left ? text.slice(end) : text.slice(end).replace(/^ +/, ""));
  }
  return text;
}

// Another pack takes the place of the one that the pickers show: what a page of the site has for its own.
export function changePack(fresh) {
  template.innerHTML = fresh.innerHTML;
  copies = Number(fresh.dataset.copies);
  pack += 1;
  document.dispatchEvent(new Event("newpack"));
}

function attach(input) {
  if (input.dataset.attached) return;
  input.dataset.attached = "yes";
  const box = document.createElement("details");
  box.className = "picker";
  const label = document.createElement("summary");
  box.append(label);
  input.after(box);
  if ("number" in input.dataset) input.inputMode = "numeric"; // cards can be tapped, so the keyboard may be the small one
  const sources = input.dataset.from?.split(" ").map((id) => document.getElementById(id));
  const offer = () => {
    const offered = sources && counts(sources.map((source) => source.value).join(" "));
    return offered?.size ? offered : null; // with nothing to choose from, the whole pack
  };
  const show = () => {
    const held = counts(input.value);
    const total = [...held.values()].reduce((sum, count) => sum + count, 0);
    label.textContent = total > 1 ? `${template.dataset.open} (${total})` : template.dataset.open;
    if (!box.open) return;
    if (box.pack !== pack) fill();
    const offered = offer();
    for (const key of box.querySelectorAll(".key")) {
      const count = held.get(key.dataset.card) ?? 0;
      key.setAttribute("aria-pressed", count > 0);
      if ((key.dataset.copies ?? copies) > 1) {
        if (count) key.dataset.count = `×${count}`; else delete key.dataset.count;
        key.setAttribute("aria-label", count ? `${key.dataset.name} ×${count}` : key.dataset.name);
      }
      key.hidden = Boolean(offered) && !offered.has(key.dataset.card) && !count;
    }
    for (const row of box.querySelectorAll(".keys")) row.hidden = !row.querySelector(".key:not([hidden])");
  };
  const fill = () => {
    box.pack = pack;
    while (box.lastElementChild !== label) box.lastElementChild.remove();
    box.append(template.content.cloneNode(true));
    for (const key of box.querySelectorAll(".key")) key.dataset.name = key.getAttribute("aria-label");
    if ("groups" in input.dataset) {
      const next = document.createElement("button");
      next.type = "button";
      next.className = "plain next-group";
      next.textContent = template.dataset.new;
      box.append(next);
    }
  };
  box.addEventListener("toggle", show);
  input.addEventListener("input", show);
  document.addEventListener("newpack", show);
  for (const source of sources ?? []) source.addEventListener("input", show);
  box.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.classList.contains("next-group")) {
      input.value = input.value.replace(/[\s/;]*$/, input.value.trim() ? " / " : "");
    } else {
      const { card, write } = key.dataset;
      const text = plain(input.value);
      const held = counts(text);
      const count = held.get(card) ?? 0;
      const offered = offer();
      const most = offered ? offered.get(card) ?? 0 : Number(key.dataset.copies ?? copies);
      const ofRank = [...held].reduce((sum, [other, copies]) => sum + (other[0] === card[0] ? copies : 0), 0);
      const isFull = ofRank >= (keyOf(card[0])?.dataset.copies ?? Infinity); // where a rank alone is a card
      if ("single" in input.dataset) {
        input.value = count ? "" : write;
      } else if (count < most && !isFull) {
        input.value = `${text.replace(/ +$/, "")} ${write} `.trimStart();
      } else if (count < most && card.length > 1 && held.has(card[0])) {
        const { at, end } = scan(text).findLast(({ cards: [other] }) => other === card[0]);
        input.value = text.slice(0, at) + write + text.slice(end); // one of its rank was there: now its suit is known
      } else {
        input.value = without(text, card);
      }
    }
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  });
  show();
}

const attachAll = () => document.querySelectorAll("[data-cards]").forEach(attach);
attachAll();

export const form = () => document.querySelector("form.ask");
let dirty = false;
document.addEventListener("input", (event) => {
  if (event.target.closest("form.ask")) dirty = true;
});

// Switching the language takes along what was typed but not yet asked.
addEventListener("click", (event) => {
  const twin = event.target.closest(".languages a");
  if (!twin || !dirty || !form()) return;
  const typed = new URLSearchParams(new FormData(form()));
  for (const name of ["csrfmiddlewaretoken", "key", "seen"]) typed.delete(name);
  typed.set("notation", document.documentElement.lang);
  twin.search = typed;
});

// Empty fields need not stand in an address, save those of a list, where others follow.
document.addEventListener("htmx:configRequest", (event) => {
  const data = event.detail.formData;
  for (const [name, value] of [...data.entries()]) if (value === "" && data.getAll(name).length === 1) data.delete(name);
});

// What was wrong before may be right now; the answer names what still is not.
document.addEventListener("htmx:beforeSwap", () => {
  for (const slot of form()?.querySelectorAll(".error") ?? []) slot.textContent = "";
});

document.addEventListener("htmx:afterSettle", () => {
  attachAll();
  if (form()?.method !== "post") dirty = false; // a hand that was refused is not stored yet
  for (const input of form()?.querySelectorAll("[aria-describedby]") ?? []) {
    const error = document.getElementById(`${input.id}-error`);
    if (error?.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const box = document.createElement("p");
    box.className = "error";
    box.setAttribute("role", "alert");
    box.textContent = form().dataset.failed;
    document.getElementById("answer").replaceChildren(box);
  });
}
