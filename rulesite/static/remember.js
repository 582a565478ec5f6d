// What a page has asked and been answered goes into this browser's memory; what the memory knows is painted on the page.
// The page itself is the same for everybody.

import { answered, change, clock, due, load, met, mixed, solved, stepped, stepsDone } from "./progress.js";

const TOLD = 3; // the hint that is the answer
const MOST_ASKED = 60;

// --- What was asked in this tab: an answer to something else was opened, not given ---

const asked = {
  read() {
    try {
      const found = JSON.parse(sessionStorage.getItem("asked"));
      return Array.isArray(found) ? found.filter(Array.isArray) : [];
    } catch { return []; }
  },
  /** How many hints a question was asked with; undefined where it was not. */
  hint: (question) => asked.read().find(([name]) => name === question)?.[1],
  note(question, hint) {
    const others = asked.read().filter(([name]) => name !== question);
    const most = Math.max(hint, asked.hint(question) ?? 0);
    try {
      sessionStorage.setItem("asked", JSON.stringify([...others, [question, most]].slice(-MOST_ASKED)));
    } catch { /* this browser keeps nothing */ }
  },
};

/** Keep what a page says of its question: see components/asked.html. */
function remember({ kind, game, rule, question, hint, outcome, mix, step, tries }) {
  if (kind === "step") return change((state) => stepped(state, game, step));
  const known = asked.hint(question);
  const isTold = Math.max(known ?? 0, Number(hint)) >= TOLD;
  if (!outcome) asked.note(question, Number(hint));
  if (known === undefined || !(outcome || isTold)) return;
  change((state, now) => {
    if (kind === "drill") return answered(state, { rule, question, isRight: outcome === "right" && !isTold, inMix: mix === "on" }, now);
    if (kind === "puzzle") return outcome && !isTold ? solved(state, question, { tries: Number(tries), hints: Number(hint) }, now) : state;
    const then = outcome ? met(state, rule, now) : state;
    return outcome === "right" ? stepped(then, game, step) : then;
  });
}

// --- Answered without a network: the question stays, says so, and is sent again; where the whole site was taken along,
// that answers ---

let unsent; // the button that was pressed last
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (navigator.onLine || !form.dataset.unsent || localStorage.worker?.includes("pocket=")) return;
  event.preventDefault();
  unsent = submitter;
  form.querySelector("[role=alert]")?.remove(); // said anew, it is heard anew
  const said = Object.assign(document.createElement("p"), { className: "error", textContent: form.dataset.unsent });
  said.setAttribute("role", "alert");
  form.append(said);
  said.scrollIntoView({ block: "nearest" });
});
addEventListener("online", () => unsent?.form.requestSubmit(unsent));

// --- Painted ---

const all = (selector) => document.querySelectorAll(selector);
const words = (text) => text.split(" ").filter(Boolean);

/** A tick, and its word for those who do not see it. */
function tick(place, word) {
  if (place.querySelector(":scope > .tick")) return;
  const sign = Object.assign(document.createElement("span"), { className: "tick" });
  sign.append(Object.assign(document.createElement("span"), { className: "unseen", textContent: ` (${word})` }));
  place.append(sign);
}
const untick = (place) => place.querySelector(":scope > .tick")?.remove();
const ticked = (place, isDone, word) => (isDone ? tick(place, word) : untick(place));

/** Lists of puzzles and days, and the steps of a lesson. */
function paintDone(state) {
  for (const list of all("[data-done]")) {
    const { game, done } = list.dataset;
    for (const place of list.querySelectorAll("[data-puzzle]")) ticked(place, place.dataset.puzzle in state.puzzles, done);
    for (const place of list.querySelectorAll("[data-step]")) ticked(place, stepsDone(state, game, [words(place.dataset.step)]) > 0, done);
  }
}

/** What is due of a game, with the way to it; how far its lesson and its puzzles are. */
function paintCounts(state, now) {
  for (const place of all("[data-due]")) {
    const { game, due: rules } = place.dataset;
    const count = due(state, game, words(rules), now).length;
    place.hidden = !count;
    place.querySelector("b").textContent = count;
    const link = place.querySelector("a");
    link.search = new URLSearchParams({ level: 2, only: mixed(state, game, words(rules), now).join(" ") });
  }
  for (const place of all("[data-steps]")) {
    const count = stepsDone(state, place.dataset.game, place.dataset.steps.split(",").map(words));
    place.hidden = !count;
    place.querySelector("b").textContent = count;
  }
  for (const place of all("[data-solved]")) {
    const count = Object.keys(state.puzzles).filter((name) => name.split(".")[0] === place.dataset.solved).length;
    place.hidden = !count;
    place.querySelector("b").textContent = count;
  }
}

export function paint() {
  const now = clock();
  const state = load(now);
  if (!state) return;
  paintDone(state);
  paintCounts(state, now);
}

const here = document.getElementById("asked");
if (here) remember(here.dataset);
paint();
addEventListener("storage", paint); // from another tab
addEventListener("pageshow", (event) => event.persisted && paint()); // come back to
