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
const TOKEN = new RegExp(`(${either(ranks.keys())})(${either(suits.keys())})|(X[BR]?)|(/)`, "gi");

// What a text holds: each card with its place in the text, "/" between groups as itself.
function scan(text) {
  return [...text.replace(/[\ufe0e\ufe0f]/g, "").matchAll(TOKEN)].map((found) => ({
    at: found.index,
    end: found.index + found[0].length,
    card: found[4] ?? (found[3] ? "X" + found[3].slice(1).toLowerCase()
      : ranks.get(found[1].toUpperCase()) + suits.get(found[2].toUpperCase())),
  }));
}

function counts(text) {
  const found = new Map();
  for (const { card } of scan(text)) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
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
  const offer = () => sources && counts(sources.map((source) => source.value).join(" "));
  const show = () => {
    const held = counts(input.value);
    const total = [...held].reduce((sum, [card, count]) => sum + (card === "/" ? 0 : count), 0);
    label.textContent = total > 1 ? `${template.dataset.open} (${total})` : template.dataset.open;
    if (!box.open) return;
    if (box.pack !== pack) fill();
    const offered = offer();
    for (const key of box.querySelectorAll(".key")) {
      const count = held.get(key.dataset.card) ?? 0;
      key.setAttribute("aria-pressed", count > 0);
      if (copies > 1) {
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
      input.value = input.value.replace(/[\s/]*$/, input.value.trim() ? " / " : "");
    } else {
      const { card, write } = key.dataset;
      const most = sources ? offer().get(card) ?? 0 : Number(key.dataset.copies ?? copies);
      const held = scan(input.value).filter((token) => token.card === card);
      if ("single" in input.dataset) {
        input.value = held.length ? "" : write;
      } else if (held.length < most) {
        input.value = `${input.value.trimEnd()} ${write} `.trimStart();
      } else {
        let text = input.value;
        for (const { at, end } of held.reverse()) text = text.slice(0, at) + text.slice(end).trimStart();
        input.value = text;
      }
    }
    for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
  });
  show();
}

const attachAll = () => document.querySelectorAll("[data-cards]").forEach(attach);
attachAll();

const form = () => document.querySelector("form.ask");
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
  dirty = false;
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
