// The page of what one knows: the map of the rulings painted, the memory taken along, brought in, forgotten.

import { change, changes, clock, due, forgotten, load, merged, packed, read, STANDINGS, standing, unpacked, written } from "./progress.js";
import { paint } from "./remember.js";

const the = (id) => document.getElementById(id);
const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...inside);
  return made;
};

// --- The map ---

const word = (name) => the("standings").querySelector(`[data-standing=${name}]`).textContent;
/** How a ruling stands, as the legend has it: the style brings its sign. */
function sign(name) {
  const made = make("span", { className: "standing" }, word(name));
  made.dataset.standing = name;
  return made;
}

function paintMap() {
  const now = clock();
  const state = load(now);
  the("forbidden").hidden = Boolean(state);
  if (!state) return;
  for (const map of document.querySelectorAll(".map")) {
    const counts = Object.fromEntries(STANDINGS.map((name) => [name, 0]));
    for (const place of map.querySelectorAll("[data-rule]")) {
      const { rule } = place.dataset;
      const [game, name] = rule.split(".");
      const stands = standing(state.rules[rule]);
      counts[stands] += 1;
      const isDue = due(state, game, [name], now).length > 0;
      place.querySelector(".stands").replaceChildren(sign(stands), ...(isDue ? [" ", sign("due")] : []));
    }
    for (const [name, count] of Object.entries(counts)) map.querySelector(`[data-count=${name}]`).textContent = count;
    map.querySelector(".counts").hidden = false;
  }
  link(state);
}

/** The link that is copied brings all of it. */
async function link(state) {
  const address = await packed(state);
  document.querySelector("[data-copy]").hash = address;
}

function repaint() {
  paint();
  paintMap();
}

// --- Saved ---

the("save").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([written(load() ?? {})], { type: "application/json" }));
  make("a", { href: address, download: "carta-canta.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

// --- Brought in: shown first ---

let brought = null;

function show(name) {
  for (const id of ["brought", "unreadable", "newer"]) the(id).hidden = id !== name;
}

function title(rule) {
  return document.querySelector(`[data-rule="${CSS.escape(rule)}"] .rule`)?.textContent ?? rule;
}

async function bring(reading) {
  try {
    brought = await reading;
  } catch (fault) {
    show(fault.message === "newer" ? "newer" : "unreadable");
    return;
  }
  const ours = load();
  if (!ours) return;
  const { rules, steps, puzzles } = changes(ours, merged(ours, brought));
  const box = the("brought");
  const isSomething = rules.length + steps + puzzles > 0;
  box.querySelector(".nothing").hidden = isSomething;
  box.querySelector(".something").hidden = !isSomething;
  the("take").hidden = !isSomething;
  box.querySelector(".changes").replaceChildren(
    ...rules.map(({ rule, from, to }) => make("li", {}, `${gameOf(rule)}, ${title(rule)}: `, sign(from), " → ", sign(to))),
  );
  for (const [name, count] of [["steps", steps], ["puzzles", puzzles]]) {
    const place = box.querySelector(`.more-${name}`);
    place.textContent = count;
    place.parentNode.hidden = !count;
  }
  show("brought");
  box.focus();
}
const gameOf = (rule) => the(`${rule.split(".")[0]}-title`)?.textContent ?? rule.split(".")[0];

function done() {
  show("");
  brought = null;
  if (location.hash.length > 40) history.replaceState(null, "", location.pathname);
  the("bring").value = "";
}

the("take").addEventListener("click", () => {
  const theirs = brought;
  if (!change((state) => merged(state, theirs))) {
    the("forbidden").hidden = false;
    return;
  }
  done();
  repaint();
  the("main").focus();
});
the("leave").addEventListener("click", () => {
  done();
  the("main").focus();
});
the("bring").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > 1e6) return show("unreadable");
  await bring(file.text().then((text) => read(text, clock())));
  target.value = "";
});

/** A link brings its memory after the "#"; what is short or is a place of this page is none. */
function follow() {
  const text = location.hash.slice(1);
  if (text && !the(text)) bring(unpacked(text, clock()));
}
addEventListener("hashchange", follow);

// --- Forgotten: asked once more ---

const form = the("forget");
const surely = form.querySelector(".surely");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  surely.hidden = false;
  surely.querySelector(".no").focus();
});
form.addEventListener("change", () => { surely.hidden = true; });
surely.querySelector(".no").addEventListener("click", () => {
  surely.hidden = true;
  form.querySelector("button").focus();
});
surely.querySelector(".yes").addEventListener("click", () => {
  const game = form.querySelector("select").value;
  if (!change((state) => forgotten(state, game))) {
    the("forbidden").hidden = false;
    return;
  }
  surely.hidden = true;
  repaint();
  the("forgotten").textContent = the("forgotten").dataset.said;
  form.querySelector("button").focus();
});

paintMap();
follow();
addEventListener("storage", paintMap);
addEventListener("pageshow", (event) => event.persisted && paintMap());
