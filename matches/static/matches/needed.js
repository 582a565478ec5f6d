// What a hand lacks, where the site cannot be asked. A place that says what it needs (`data-needed`) is filled in by the
// controls in it, or by those that it names (`data-by`). It may stay empty where these hold no cards (`data-for-cards`),
// or where the figures of the form are none or come to this sum (`data-sum`).

const isFilled = (control) => (control.matches("[type=radio], [type=checkbox]") ? control.checked : control.value.trim());
// Figures as the site reads them (`FIGURES` in games/sheets/field.py), which are no cards.
const FIGURES = /^[\s,;]*([-−+]?[0-9]+)?[\s,;]*$/;
const isFigure = ({ value }) => FIGURES.test(value);
const figureIn = ({ value }) => Number((FIGURES.exec(value)[1] ?? "0").replace("−", "-"));
const lineOf = (place) => place.querySelector(".error") ?? place.closest("fieldset").querySelector(".error");

function isBlank(place) {
  const { by, forCards, sum } = place.dataset;
  const controls = (selector) => [...place.closest("form").querySelectorAll(selector)];
  if (place.closest("[hidden]")) return false;
  if ((by ? controls(by) : [...place.querySelectorAll("input, select")]).some(isFilled)) return false;
  if (forCards && controls(forCards).every(isFigure)) return false;
  const figures = controls("[data-number]");
  const isDue = (all) => all.some(isFilled) && !(all.every(isFigure) && all.reduce((total, control) => total + figureIn(control), 0) === Number(sum));
  return !sum || isDue(figures);
}

/** Return what is missing in a form: each line that is to say something, in order, with its text. */
export function missing(form) {
  const blank = [...form.querySelectorAll("[data-needed]")].filter(isBlank);
  const lines = new Map();
  for (const place of blank) {
    const line = lineOf(place);
    if ((blank.length === 1 || place.id !== "hand") && !lines.has(line)) lines.set(line, place.dataset.needed);
  }
  return lines;
}

addEventListener("input", ({ target }) => {
  for (const place of target.form?.querySelectorAll("[data-needed]") ?? []) {
    const line = target.form.matches(".entering") && lineOf(place);
    if (line && line.textContent === place.dataset.needed && !isBlank(place)) line.textContent = "";
  }
});
