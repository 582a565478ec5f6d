// Score sheets: names as they are being typed, and what follows from what was chosen. Without this file they work by
// typing and a page load.

const all = (selector) => [...document.querySelectorAll(selector)];
const players = () => all("[data-player]");

// Menus and rows show the names. A row hides the seats that have none, and asks no cards of the deal's winner. On an
// evening's sheet the names are not to be written, and stand in the rows already.
function seat() {
  if (!players().length) return;
  const names = players().map((input) => input.value.trim());
  for (const place of all("option[data-seat]")) {
    place.textContent = names[place.dataset.seat];
    place.hidden = place.disabled = !place.textContent && !place.selected;
  }
  for (const place of all(".left")) {
    const at = place.dataset.seat;
    place.querySelector("[data-name]").textContent = names[at];
    place.hidden = !place.querySelector("input").value && (!names[at] || at === place.closest(".deal").querySelector("select")?.value);
  }
}

// The winner has seen: that is set at once, in place of the opposite too, and taken back when another player is marked.
function imply(box) {
  const [name, value, replaced] = box.dataset.implies.split(" ");
  for (const old of all("[data-implied]")) {
    old.checked = false;
    for (const choice of old.form.elements[old.name]) choice.checked ||= choice.value === old.dataset.implied;
    old.removeAttribute("data-implied");
  }
  const choices = [...box.form.elements[name]];
  const before = choices.find(({ checked }) => checked)?.value ?? "";
  if (before && before !== replaced) return;
  const implied = choices.find((choice) => choice.value === value);
  implied.checked = true;
  implied.dataset.implied = before;
  implied.dispatchEvent(new Event("input", { bubbles: true }));
}

// The last of a finishing order follows from the others.
export function complete(row) {
  const menus = [...row.querySelectorAll("select")];
  const open = menus.filter((menu) => !menu.value);
  const left = [...menus[0].options].map((option) => option.value).filter((at) => at && !menus.some((menu) => menu.value === at));
  if (open.length !== 1 || left.length !== 1) return;
  open[0].value = left[0];
  open[0].dataset.follows = "";
}

// What becomes of rows that are emptied is fetched once somebody fills one in.
for (const touched of ["focusin", "click"]) {
  document.addEventListener(touched, ({ target }) => { if (target.closest(".deal, .order, .entry")) import("./rows.js").catch(console.warn); });
}
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-player]")) seat();
  if (target.matches("[data-implies]")) imply(target);
});
document.addEventListener("change", ({ target }) => {
  if (target.closest(".winner")) seat();
  if (target.closest(".order")) complete(target.closest(".order"));
});
// Cards need what is folded away with the rest that is rare.
document.addEventListener("cards", ({ target }) => target.form.querySelector(".rare")?.setAttribute("open", ""));
document.addEventListener("htmx:afterSettle", seat);

// On a blank sheet stand the names of the sheet before it, kept in this browser.
try {
  const kept = localStorage;
  const place = `players.${location.pathname.split("/")[2]}`;
  if (!location.search && !history.state?.half) {
    JSON.parse(kept[place] ?? "[]").slice(0, players().length).forEach((name, at) => { players()[at].value = name; });
  }
  if (players().length) addEventListener("submit", () => { kept[place] = JSON.stringify(players().map((input) => input.value)); }, true);
} catch { /* this browser keeps nothing */ }
seat();
