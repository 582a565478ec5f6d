// A finishing order by taps: each name takes the next place, and one that has a place gives it back. Without this file
// the places are menus.
import { complete } from "../sheet.js";

function order(row) {
  const menus = [...row.querySelectorAll("select")];
  for (const button of row.querySelectorAll("[data-out]")) {
    const at = menus.findIndex((menu) => menu.value === button.dataset.out);
    button.hidden = false;
    button.querySelector("b").textContent = at < 0 ? "" : `${at + 1}.`;
    button.setAttribute("aria-pressed", at >= 0);
    row.classList.add("tapped");
  }
}
const orders = () => document.querySelectorAll(".order:has([data-out])").forEach(order);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-out]");
  if (!button) return;
  const menus = [...button.closest(".order").querySelectorAll("select")];
  const own = menus.find((menu) => menu.value === button.dataset.out);
  // A tap on the last, whose place followed from the others, says the same once more.
  const isSaidAgain = own && "follows" in own.dataset && menus.every(({ value }) => value);
  const menu = own ?? menus.find(({ value }) => !value);
  delete menu.dataset.follows;
  if (!isSaidAgain) menu.value = own ? "" : button.dataset.out;
  if (!own) complete(button.closest(".order"));
  menu.dispatchEvent(new Event("input", { bubbles: true }));
});

for (const changed of ["input", "htmx:afterSettle"]) document.addEventListener(changed, orders);
orders();
