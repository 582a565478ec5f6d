// What a form needs round an answer that arrives by itself. Without this file everything works by a page load.

export const form = () => document.querySelector("form.ask");
const answer = () => document.getElementById("answer");
const isAnswered = () => document.querySelector("#answer > *");
const isAsking = () => form()?.matches("[hx-get]"); // a match keeps its own drafts
const controls = () => [...form().elements].filter(({ name, type }) => name && type !== "submit");
const isTicked = ({ type }) => type === "checkbox" || type === "radio";

function typed() {
  const data = new URLSearchParams(new FormData(form()));
  for (const name of ["csrfmiddlewaretoken", "key", "seen"]) data.delete(name);
  return data;
}

let dirty = isAsking() && new URLSearchParams(location.search).has("draft");

// --- What is half filled in outlives a reload and a step back, and goes along into another language ---

const half = isAsking() ? history.state?.half : undefined;
if (half !== undefined) {
  dirty = true;
  const values = new URLSearchParams(half);
  const left = new Map();
  for (const control of controls()) {
    const { name } = control;
    if (!left.has(name)) left.set(name, values.getAll(name));
    if (isTicked(control)) control.checked = values.getAll(name).includes(control.value);
    else control.value = left.get(name).shift() ?? "";
  }
}
if (isAsking()) {
  history.scrollRestoration = "manual"; // the answer comes into sight by its focus, an open field by its keys
  addEventListener("load", () => {
    const at = document.getElementById(history.state?.at);
    if (at && !document.querySelector(".tray.active")) at.scrollIntoView({ block: "center" });
  });
  for (const touched of ["input", "click", "keyup", "htmx:afterSettle"]) addEventListener(touched, keep);
  // A step back is a page of its own, before its state is overwritten.
  addEventListener("popstate", (event) => {
    if (!event.state?.htmx) return;
    event.stopImmediatePropagation();
    location.reload();
  });
}
function keep() {
  const open = document.querySelector(".tray.active")?.parentNode.querySelector("[data-cards]") ?? document.activeElement;
  const state = { ...history.state, at: (open.form && open.id) || undefined, half: dirty ? `${typed()}` : undefined };
  if (["at", "half"].some((name) => state[name] !== history.state?.[name])) history.replaceState(state, "");
}

document.addEventListener("input", ({ target }) => {
  if (target.closest("form.ask")) dirty = true;
});
document.addEventListener("click", ({ target }) => {
  if (target.closest(".go a")?.href === location.href) dirty = false; // the browser takes it for a reload
  const twin = target.closest(".languages a");
  if (!twin || !dirty || !form()) return;
  const data = typed();
  data.set("notation", document.documentElement.lang);
  if (isAsking()) data.set("draft", "on");
  twin.search = data;
});

// --- What is sent, and what comes of it ---

// Empty fields need not stand in an address, save those of a list, where others follow.
document.addEventListener("htmx:configRequest", ({ detail: { formData } }) => {
  for (const [name, value] of [...formData.entries()]) if (value === "" && formData.getAll(name).length === 1) formData.delete(name);
});

// What was wrong before may be right now; the answer names what still is not.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap) return;
  for (const slot of form()?.querySelectorAll(".error") ?? []) slot.textContent = "";
});

document.addEventListener("htmx:afterSettle", () => {
  for (const input of form()?.querySelectorAll("[aria-describedby]") ?? []) {
    const error = document.getElementById(`${input.id}-error`);
    if (error?.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
});

// --- A question asks itself: once it is whole, and anew with each card and each field that changes. The reader stays
// at the field; its faults are told at once only where the page says so (`data-live`). ---

const REST = 250; // milliseconds
let quiet = false;
let tapped = false; // asked by a card, when others may still be to come
let waiting;
let asked = "";
let pressed = null;

/** Whether the answer under way was not asked for by a button. */
export const isQuiet = () => quiet;

function later(byCard) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    [quiet, tapped, pressed] = [true, byCard, null];
    form().requestSubmit();
  }, REST);
}

// What is still missing, said beside the button and above the keys; aloud where it is more than a field to come.
function lack(text = "", aloud = text, reveals = true) {
  form().querySelector(".lacking").textContent = text;
  document.dispatchEvent(new CustomEvent("lack", { detail: { aloud, reveals } }));
}

// What stands there answers another question from the first key on.
function outdate(isOld = true) {
  answer().classList.toggle("stale", isOld);
  document.dispatchEvent(new Event("stale"));
}

function changed(byCard, reveals) {
  if (isAnswered()) outdate();
  const empty = [...form().querySelectorAll("[data-needed]")].find((input) => !input.value.trim());
  if (isAnswered() || (!empty && byCard)) later(byCard);
  else if (empty) lack(form().dataset.lacking.replace("{field}", empty.labels[0].textContent.trim()), "", reveals);
}
for (const change of ["input", "change", "cards"]) {
  document.addEventListener(change, ({ target }) => {
    if (!target.closest("form.ask[hx-get]")) return;
    if (change === "input" && isAnswered()) outdate();
    if (change !== "input") changed(change === "cards" || !target.closest("[data-live]"), change === "cards");
  });
}
if (dirty) changed(true);

addEventListener("submit", ({ submitter }) => {
  if (isAsking()) asked = `${typed()}`;
  if (!submitter) return;
  clearTimeout(waiting);
  pressed = submitter;
  quiet = tapped = false;
}, true);

// A step on the way is not put into the browser's history, and what is still unfinished is no fault.
document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
  if (quiet) detail.history.type = "replace";
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  for (const said of document.querySelectorAll(".go .lost")) said.remove();
  const { status } = detail.xhr;
  const isUnfinished = tapped && status === 422;
  const isLate = quiet && `${typed()}` !== asked;
  outdate(isUnfinished || isLate);
  if (isUnfinished) {
    detail.shouldSwap = false;
    const page = new DOMParser().parseFromString(detail.serverResponse, "text/html");
    lack(page.querySelector(".faults a").textContent);
    return;
  }
  if (quiet) {
    detail.serverResponse = detail.serverResponse.replaceAll(" autofocus", "");
    const field = document.activeElement;
    const top = scrollY && field.form && field.getBoundingClientRect().top;
    if (top) addEventListener("htmx:afterSettle", () => scrollBy({ top: field.getBoundingClientRect().top - top, behavior: "instant" }), { once: true });
  }
  dirty = isLate;
  lack();
  if (status === 422) for (const old of form().querySelectorAll("output")) old.textContent = "";
});
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.successful) quiet = tapped = false; });

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ detail }) => {
    if (detail.xhr?.status === 422) return;
    const box = document.createElement("p");
    box.className = "error";
    box.textContent = form().dataset.failed;
    const beside = box.cloneNode(true);
    box.setAttribute("role", "alert");
    answer().replaceChildren(box);
    beside.classList.add("lost");
    for (const said of form().querySelectorAll(".go .lost")) said.remove();
    [...form().querySelectorAll(".go")].at(-1).append(beside);
  });
}
addEventListener("online", () => {
  if (document.querySelector(".go .lost")) form().requestSubmit(pressed?.isConnected ? pressed : null);
});
