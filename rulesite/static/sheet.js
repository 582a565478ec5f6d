// Score sheets: names as they are being typed, and what follows from what was chosen. Without this file they work by
// typing and a page load.

const all = (selector) => [...document.querySelectorAll(selector)];
const players = () => all("[data-player]");

// Menus and rows show the names. A row hides the seats that have none, and asks no cards of the deal's winner. Where
// the names are not to be written here, as on an evening's sheet, they stand in the rows already.
function seat() {
  if (!players().length) return winners();
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
    place.hidden = !place.querySelector("[data-name]").textContent || (winner && !place.querySelector("input").value);
  }
}

// The last of a finishing order follows from the others.
function complete(row) {
  const menus = [...row.querySelectorAll("select")];
  const open = menus.filter((menu) => !menu.value);
  const left = [...menus[0].options].map((option) => option.value).filter((at) => at && !menus.some((menu) => menu.value === at));
  if (open.length === 1 && left.length === 1) open[0].value = left[0];
}

// Answer and address count without the rows that were emptied: before the sheet asks itself, the form does so too. What
// is being filled in keeps its focus and stays where it is seen.
const ROWS = ".deal, .order, .entry";
const isEmpty = (row) => [...row.querySelectorAll("select, input:not([type=checkbox])")].every(({ value }) => !value.trim());
function gather() {
  const rows = all(ROWS);
  const empty = rows.filter(isEmpty);
  const emptied = empty.filter((row) => row.querySelector("[name=remove]")).length;
  if (!emptied) return;
  const field = document.querySelector(".tray.active") ?? document.activeElement;
  const held = field.closest(ROWS);
  const stood = field.getBoundingClientRect().top;
  const spare = empty.filter((row) => row !== held).slice(0, Math.min(emptied, rows.length - 1));
  for (const row of spare) row.remove();
  const kept = [...rows.filter((row) => !empty.includes(row)), ...empty.filter((row) => !spare.includes(row))];
  const at = Math.max(0, kept.indexOf(held)); // an element that is moved loses the focus
  kept[at].before(...kept.slice(0, at));
  kept[at].after(...kept.slice(at + 1));
  kept.forEach(number);
  if (scrollY && held) scrollBy({ top: field.getBoundingClientRect().top - stood, behavior: "instant" });
}

function number(row, at) {
  for (const element of [row, ...row.querySelectorAll("*")]) {
    for (const name of ["id", "name", "for", "aria-labelledby", "aria-describedby"]) {
      const said = element.getAttribute(name);
      if (said) element.setAttribute(name, said.replace(/\b([a-z_]+[.-])\d+/g, `$1${at}`));
    }
  }
  const counted = (text) => text.replace(/\d+/, at + 1);
  if (row.ariaLabel) row.ariaLabel = counted(row.ariaLabel);
  for (const said of row.querySelectorAll(":scope > .number, [name=remove]")) said.textContent = counted(said.textContent);
  for (const button of row.querySelectorAll("[name=remove]")) button.value = at;
}

document.addEventListener("asking", gather);
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-player]")) seat();
});
document.addEventListener("change", ({ target }) => {
  if (target.closest(".winner")) seat();
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
