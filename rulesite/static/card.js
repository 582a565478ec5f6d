// The button that prints stands there only where it does something.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
