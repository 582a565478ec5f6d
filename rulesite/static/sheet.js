// Score sheets: names as they are being typed, and what follows from what was chosen. Without this file they work by
// typing and a page load.

const all = (selector) => [...document.querySelectorAll(selector)];
const players = () => all("[data-player]");

// Menus and rows show the names. A row hides the seats that have none, and asks no cards of the deal's winner. Where
// the names are not to be written here, as on an evening's sheet, they stand in the rows already.
function seat() {
  if (!players().length) {
    absentees();
    return winners();
  }
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

function winners() {
  for (const place of all(".left")) {
    const winner = place.closest(".deal").querySelector("select")?.value === place.dataset.seat;
    place.hidden = !place.querySelector("[data-name]").textContent || ((winner || sitsOut(place.dataset.seat)) && !isTyped(place));
  }
}

// Whoever sits a hand of an evening out has nothing to fill in, and cannot be chosen; what is filled in stays in sight.
const sitsOut = (at) => document.querySelector(`[data-absent="${at}"]`)?.checked;
const isTyped = (place) => [...place.querySelectorAll("input:not([type=radio])")].some(({ value }) => value);
function absentees() {
  for (const { checked, dataset } of all("[data-absent]")) {
    for (const place of all(`#hand [data-seat="${dataset.absent}"]`)) {
      if (place.matches("option")) place.hidden = place.disabled = checked && !place.selected;
      else place.hidden = checked && !isTyped(place);
    }
  }
}

// The last of a finishing order follows from the others.
function complete(row) {
  const menus = [...row.querySelectorAll("select")];
  const open = menus.filter((menu) => !menu.value);
  const left = [...menus[0].options].map((option) => option.value).filter((at) => at && !menus.some((menu) => menu.value === at));
  if (open.length === 1 && left.length === 1) open[0].value = left[0];
}

// What becomes of rows that are emptied is fetched once somebody fills one in.
for (const touched of ["focusin", "click"]) {
  document.addEventListener(touched, ({ target }) => { if (target.closest(".deal, .order, .entry")) import("./rows.js").catch(console.warn); });
}
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-player]")) seat();
});
document.addEventListener("change", ({ target }) => {
  if (target.closest(".winner, .who-plays")) seat();
  if (target.closest(".order")) complete(target.closest(".order"));
});
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
