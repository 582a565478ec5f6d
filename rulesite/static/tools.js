// What a form needs round an answer that arrives by itself. Without this file everything works by a page load.

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
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap) return;
  for (const slot of form()?.querySelectorAll(".error") ?? []) slot.textContent = "";
});

document.addEventListener("htmx:afterSettle", () => {
  if (form()?.method !== "post") dirty = false; // a hand that was refused is not stored yet
  for (const input of form()?.querySelectorAll("[aria-describedby]") ?? []) {
    const error = document.getElementById(`${input.id}-error`);
    if (error?.textContent.trim()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
});

// --- A question asks itself: once it is whole, and anew with each card and each field that changes. The reader stays
// at the field; its faults are told at once only where the page says so (`data-live`). ---

const REST = 250; // milliseconds
const answer = () => document.getElementById("answer");
let quiet = false;
let tapped = false; // asked by a card, when others may still be to come
let waiting;

function later(byCard) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    [quiet, tapped] = [true, byCard];
    form().requestSubmit();
  }, REST);
}

const isWhole = () => {
  const needed = [...form().querySelectorAll("[data-needed]")];
  return needed.length > 0 && needed.every((input) => input.value.trim());
};
const isAnswered = () => document.querySelector("#answer > *");

// What stands there answers another question from the first key on.
function outdate(isOld = true) {
  answer().classList.toggle("stale", isOld);
  document.dispatchEvent(new Event("stale"));
}
for (const change of ["input", "change", "cards"]) {
  document.addEventListener(change, ({ target }) => {
    if (!target.closest("form.ask")) return;
    if (isAnswered()) outdate();
    if (change === "input" || !target.closest("form.ask[hx-target='#answer']")) return;
    const isLive = change === "change" && target.closest("[data-live]");
    if (isAnswered() || (isWhole() && !isLive)) later(!isLive);
  });
}
addEventListener("submit", (event) => {
  if (!event.submitter) return;
  clearTimeout(waiting);
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
  outdate(isUnfinished);
  if (isUnfinished) detail.shouldSwap = false;
  else if (quiet) detail.serverResponse = detail.serverResponse.replaceAll(" autofocus", "");
  if (status === 422 && !isUnfinished) for (const old of form().querySelectorAll("output")) old.textContent = "";
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
    form().querySelector(".go:last-of-type").append(beside);
  });
}
addEventListener("online", () => {
  if (document.querySelector(".go .lost")) form().requestSubmit();
});
