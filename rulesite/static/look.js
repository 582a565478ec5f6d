// The choice of colours: kept in this browser, of which no server hears.

const form = document.getElementById("look");
const root = document.documentElement;

// The first of each choice is what a browser shows that keeps nothing.
function keep({ name, value }) {
  if (value) localStorage.setItem(`look.${name}`, value);
  else localStorage.removeItem(`look.${name}`);
  dispatchEvent(new Event("storage")); // as from another tab
}

for (const input of form.querySelectorAll("input")) {
  input.checked ||= input.value === root.dataset[input.name];
  input.addEventListener("change", () => keep(input));
}
for (const chosen of form.querySelectorAll(":checked")) {
  if ((root.dataset[chosen.name] ?? "") !== chosen.value) keep(chosen); // it was chosen before this file had come
}
