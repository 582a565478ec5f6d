// The choice of colours: kept in this browser, of which no server hears.

const form = document.getElementById("look");
for (const input of form.querySelectorAll("input")) {
  input.checked = input.value === document.documentElement.dataset[input.name];
  input.addEventListener("change", () => {
    localStorage.setItem(`look.${input.name}`, input.value);
    dispatchEvent(new Event("storage")); // as from another tab
  });
}
