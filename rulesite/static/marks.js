// Each group that is laid bears a mark: valid or not, as the judge has it. Without an answer there are no marks.
import { fields } from "./pack.js";
import { form } from "./tools.js";

const REST = 400; // milliseconds
const known = new Map(); // by house rules and cards, so that nothing is asked twice
let waiting;
let free = 0; // when the judge may be asked again

const value = (text) => (text === "on" ? true : /^\d+$/.test(text) ? Number(text) : text);
const house = () => Object.fromEntries([...new FormData(form())]
  .filter(([name]) => name.startsWith("house.")).map(([name, text]) => [name.slice(6), value(text)]));

const judged = () => [...fields.values()].filter(({ input }) => input.dataset.judged);

// Each group that is drawn, with its cards, where all of them could be read.
function* places() {
  for (const field of judged()) {
    const drawn = [...field.tray.querySelectorAll(".group:not(.fresh)")];
    const lists = field.holding.lists.filter((list) => list.length || drawn.length === field.holding.lists.length);
    for (const [at, place] of drawn.entries()) {
      if (lists[at]?.length && lists[at].every((card) => card.typed === undefined)) yield [field, place, lists[at].join(" ")];
    }
  }
}

function mark({ input }, place, kind) {
  if (place.dataset.mark === kind) return;
  place.dataset.mark = kind;
  const word = input.dataset.marks.split("|")[["yes", "no", "few"].indexOf(kind)];
  place.querySelector(".mark")?.remove();
  const number = place.querySelector(".number");
  const sign = document.createElement("b");
  sign.className = "mark";
  sign.textContent = { yes: "✓", no: "✗", few: "…" }[kind];
  if (number) sign.setAttribute("aria-hidden", "true");
  else {
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", word);
  }
  (number ?? place).append(sign);
  for (const named of [place, number]) {
    if (!named?.ariaLabel) continue;
    named.dataset.label ??= named.ariaLabel;
    named.ariaLabel = named.dataset.label.replace(/(?=:)|$/, `, ${word}`);
  }
}

function markAll() {
  const rules = house();
  const unknown = new Map();
  const top = () => document.querySelector(".tray.active")?.getBoundingClientRect().top ?? 0;
  const stood = top();
  for (const [field, place, cards] of places()) {
    const key = JSON.stringify([...field.input.dataset.judged.split(" "), rules, cards]);
    const kind = cards.split(" ").length < 3 ? "few" : known.get(key);
    if (kind) mark(field, place, kind);
    else if (!known.has(key)) unknown.set(key, null);
  }
  scrollBy({ top: top() - stood, behavior: "instant" }); // marks make groups wider: the field below them stays where it is
  clearTimeout(waiting);
  if (unknown.size) waiting = setTimeout(() => ask([...unknown.keys()]), Math.max(REST, free - Date.now()));
}

async function ask(wanted) {
  const questions = wanted.map((key) => {
    const [game, name, rules, cards] = JSON.parse(key);
    return { game, ask: name, house: rules, cards };
  });
  try {
    const reply = await fetch("/api/judge", { method: "POST", body: JSON.stringify(questions) });
    const wait = 1000 * reply.headers.get("Retry-After"); // asked too often, or too much at once
    if (wait > 0) {
      free = Date.now() + wait;
      markAll();
    }
    if (!reply.ok) return;
    const answers = await reply.json();
    wanted.forEach((key, at) => known.set(key, answers[at].error ? "" : answers[at].kind ? "yes" : "no"));
    markAll();
  } catch { /* no connection, no marks */ }
}

// Where an answer draws the form anew, there are other trays.
const seen = new MutationObserver(markAll);
function begin() {
  for (const { tray } of judged()) seen.observe(tray, { childList: true });
  markAll();
}
document.addEventListener("change", ({ target }) => {
  if (!target.name?.startsWith("house.")) return;
  for (const [, place] of places()) {
    place.querySelector(".mark")?.remove();
    delete place.dataset.mark;
  }
  markAll();
});
document.addEventListener("htmx:afterSettle", begin);
begin();
