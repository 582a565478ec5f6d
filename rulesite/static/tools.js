// What a form needs round an answer that arrives by itself. Without this file everything works by a page load.

export const form = () => document.querySelector("form.ask");
const answer = () => document.getElementById("answer");
const isAnswered = () => answer()?.firstElementChild;
const isTool = form()?.matches("[hx-get]"); // a match keeps its own drafts

function typed() {
  const data = new URLSearchParams(new FormData(form()));
  for (const name of ["csrfmiddlewaretoken", "key", "seen"]) data.delete(name);
  return data;
}

// --- What is half filled in outlives a reload and a step back, and goes along into another language ---

let dirty = isTool && location.search.includes("draft=on");
if (isTool) {
  const { half, at } = history.state ?? {};
  if (half !== undefined) {
    dirty = true;
    const values = new URLSearchParams(half);
    for (const control of form().elements) {
      const { name, type, value } = control;
      if (!name || type === "submit") continue;
      if (type === "checkbox" || type === "radio") control.checked = values.getAll(name).includes(value);
      else {
        const [first = "", ...rest] = values.getAll(name);
        control.value = first;
        values.delete(name);
        for (const text of rest) values.append(name, text);
      }
    }
  }
  history.scrollRestoration = "manual"; // an answer comes into sight by its focus
  addEventListener("load", () => document.getElementById(at)?.scrollIntoView({ block: "nearest" }));
  for (const touched of ["input", "click", "keyup", "htmx:afterSettle"]) addEventListener(touched, keep);
  addEventListener("popstate", (event) => {
    if (!event.state?.htmx) return;
    event.stopImmediatePropagation(); // htmx would write over the state first
    location.reload();
  });
}
function keep() {
  const open = document.querySelector(".tray.active")?.parentNode.querySelector("[data-cards]") ?? document.activeElement;
  const state = { ...history.state, at: (open.form && open.id) || undefined, half: dirty ? `${typed()}` : undefined };
  if (JSON.stringify(state) !== JSON.stringify(history.state)) history.replaceState(state, "");
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
  if (isTool) data.set("draft", "on");
  twin.search = data;
});

// --- What is sent, and what comes of it ---

// Empty fields need not be sent, save those of a list, where others follow.
document.addEventListener("htmx:configRequest", ({ detail: { formData } }) => {
  for (const [name, value] of [...formData.entries()]) if (value === "" && formData.getAll(name).length === 1) formData.delete(name);
});

// An answer can be shared, what is wrong be put right.
function offer() {
  if (isAnswered()) import("./share.js");
  if (document.querySelector(".faults, .cure")) import("./mend.js");
}
offer();

document.addEventListener("htmx:afterSettle", () => {
  offer();
  if (pressed) document.getElementById("verdict")?.scrollIntoView();
  if (pressed && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  const empty = isTool && pressed && !isAnswered() && missing();
  if (empty) tellAt(empty);
  for (const input of form()?.querySelectorAll("[aria-describedby]") ?? []) {
    const error = document.getElementById(`${input.id}-error`);
    if (error?.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  markNames();
});

// Names, and which of them has won, have one line for all of them; where the fields stay, the answer says which are wrong.
function markNames() {
  if (form()?.getAttribute("hx-target") !== "#answer") return;
  const marked = document.getElementById("status").dataset.marked?.split(" ") ?? [];
  for (const input of form().querySelectorAll("input:not([aria-describedby])")) {
    if (marked.includes(input.name)) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

// --- A question asks itself: once it is whole, and anew with each change. The reader stays at the field; its faults are
// told at once only where the page says so (`data-live`). ---

const REST = 250; // milliseconds
let quiet = false;
let tapped = false; // asked by a card, when others may still be to come
let waiting;
let asked;
let pressed;

/** Whether nobody pressed the button for the answer under way. */
export const isQuiet = () => quiet;

/** Whether something else has been filled in since it was asked for. */
export const isLate = () => isTool && `${typed()}` !== asked;

// What was wrong with a field may be right now; its place is kept, so that nothing moves under a finger.
document.addEventListener("input", ({ target }) => {
  const said = document.getElementById(`${target.id}-error`);
  if (!said?.textContent.trim()) return;
  said.style.visibility = "hidden";
  target.removeAttribute("aria-invalid");
});

// What is still missing; aloud where it is more than a field to come.
function lack(text = "", aloud = text, reveals = true, cure = "") {
  form().querySelector(".lacking").replaceChildren(...(text ? [text, " ", cure] : []));
  document.dispatchEvent(new CustomEvent("lack", { detail: { aloud, reveals } }));
}

// What stands there answers another question from the first key on.
function outdate(isOld = true) {
  answer().classList.toggle("stale", isOld);
  answer().inert = isOld; // its links would lead back to that question
  document.dispatchEvent(new Event("stale"));
}

// What an answer was given without is not missing for the next one.
const missing = () => [...form().querySelectorAll("[data-needed]")].find((input) => !input.value.trim()
  && (!isAnswered() || new URLSearchParams(asked ?? location.search).get(input.name)));
const lacks = (input) => form().dataset.lacking.replace("{field}", input.labels[0].textContent.trim());

// Who pressed the button is told at the field, too.
function tellAt(input) {
  const line = document.getElementById(`${input.id}-error`);
  line.textContent = lacks(input);
  line.style.visibility = "";
  line.scrollIntoView({ block: "center", behavior: "instant" });
  lack(lacks(input));
}

function changed(byCard, reveals) {
  if (isAnswered()) outdate();
  const empty = missing();
  if (!empty && (isAnswered() || byCard)) {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      [quiet, tapped, pressed] = [true, byCard, null];
      document.dispatchEvent(new Event("asking"));
      form().requestSubmit();
    }, REST);
  } else if (empty && reveals) lack(lacks(empty), "");
  else if (empty) {
    clearTimeout(waiting);
    waiting = setTimeout(() => { // not before the finger that leaves the field has hit what it is on
      if (missing()) lack(lacks(missing()), "", false);
    }, REST);
  }
}
for (const change of ["input", "change", "cards"]) {
  document.addEventListener(change, ({ target }) => {
    if (!target.closest("form.ask[hx-get]")) return;
    if (change !== "input") changed(change === "cards" || !target.closest("[data-live]"), change === "cards");
    else {
      if (isAnswered()) outdate();
      if (form().querySelector(".lacking").textContent && !missing()) lack("", "", false);
    }
  });
}
if (dirty) changed(true);

addEventListener("submit", ({ submitter }) => {
  if (isTool) asked = `${typed()}`;
  if (!submitter) return;
  clearTimeout(waiting);
  pressed = submitter;
  quiet = tapped = false;
}, true);

// A step on the way adds nothing to the browser's history, and what is unfinished is not yet a fault.
document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
  if (quiet || detail.history.path === location.pathname + location.search) detail.history.type = "replace";
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  document.querySelector(".go .lost")?.remove();
  const isFault = detail.xhr.status === 422;
  const isUnfinished = tapped && isFault;
  const late = isLate();
  outdate(isUnfinished || late);
  if (isUnfinished) {
    detail.shouldSwap = false;
    const fault = new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector(".faults li");
    lack(fault.querySelector("a").textContent, undefined, true, fault.querySelector(".cure") ?? "");
    offer();
  }
  if (!detail.shouldSwap) return;
  dirty = late;
  lack();
  // The answer names what is still wrong.
  for (const old of form().querySelectorAll(isFault ? ".error, output" : ".error")) old.textContent = "";
  if (!quiet && !late) return; // who is typing on keeps the focus
  detail.serverResponse = detail.serverResponse.replaceAll(" autofocus", "");
  const field = document.activeElement;
  const stood = scrollY && field.getBoundingClientRect().top;
  const hold = () => {
    const now = document.activeElement; // another one, where Tab was pressed meanwhile
    if (!form().contains(now)) return;
    if (stood && now === field) scrollBy({ top: field.getBoundingClientRect().top - stood, behavior: "instant" });
    else if (now.matches(":focus-visible")) now.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  addEventListener("htmx:afterSwap", hold, { once: true }); // at once, or a finger goes astray
  addEventListener("htmx:afterSettle", hold, { once: true });
});
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.successful) quiet = tapped = false; });

const failing = (status) => (!status ? "failed" : [429, 503].includes(status) ? "busy" : "broken");
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ detail: { xhr } }) => {
    document.querySelector(".go .lost")?.remove();
    const box = document.createElement("p");
    box.className = "lost";
    box.setAttribute("role", "alert");
    box.textContent = form().dataset[failing(xhr.status)];
    [...form().querySelectorAll(".go")].at(-1).append(box);
    lack();
    if (!xhr.status && navigator.onLine) setTimeout(again, 16 * REST); // whoever is offline will hear when it is over
  });
}
function again() {
  if (document.querySelector(".go .lost")) form().requestSubmit(pressed?.isConnected ? pressed : null);
}
addEventListener("online", again);
