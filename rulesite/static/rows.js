// Rows of a score sheet that were emptied: answer and address count without them, and so does the form before it asks
// itself. What is being filled in keeps its focus and stays where it is seen.
const ROWS = ".deal, .order, .entry";
const isEmpty = (row) => [...row.querySelectorAll("select, input:not([type=checkbox])")].every(({ value }) => !value.trim());
function gather() {
  const rows = [...document.querySelectorAll(ROWS)];
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
