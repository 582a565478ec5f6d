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
