// An answer for which nobody pressed the button, or that comes when more has been filled in since, changes the fields
// where they stand: what is being filled in keeps its text, its focus and its keys. Without this file the form is drawn
// anew.
import { form, isLate, isQuiet } from "./tools.js";

const CONTROLS = "input, select, textarea";
// What moves says by which id it stood there before.
const isSame = (old, fresh) => old.nodeName === fresh.nodeName && old.id === (fresh.dataset?.was ?? fresh.id) && old.name === fresh.name
  && (old.form !== undefined || old.className === fresh.className);

// Children are paired in their order; the trays of the card keyboard were never sent, and blanks pair with nothing.
const children = ({ childNodes }) => [...childNodes].filter((node) => node.matches?.(":not(.tray)") ?? node.data?.trim());
function merge(old, fresh) {
  const left = children(old);
  const coming = children(fresh);
  while (coming.length) {
    const child = coming.shift();
    const at = left.findIndex((node) => isSame(node, child));
    if (at < 0) {
      old.insertBefore(child, left[0] ?? null);
      continue;
    }
    const passed = left.splice(0, at + 1);
    const same = passed.pop();
    const later = passed.filter((node) => coming.some((other) => isSame(node, other)));
    for (const gone of passed) if (!later.includes(gone)) gone.remove();
    left.unshift(...later);
    if (same.contains(document.activeElement)) same.after(...later); // what is moved loses the focus
    else later[0]?.before(same);
    if (child.dataset?.was !== undefined) same.id = child.id;
    if (same.matches?.(CONTROLS)) {
      if (["hidden", "checkbox"].includes(same.type)) same.value = child.value;
      if (child.ariaInvalid) same.ariaInvalid = child.ariaInvalid;
      else same.removeAttribute("aria-invalid");
    } else if (same.querySelector?.(CONTROLS)) merge(same, child);
    else if (!same.isEqualNode(child)) same.replaceWith(child);
  }
  for (const gone of left) gone.remove();
}

// Every control by its name, and by which of that name it is.
function controls() {
  const counts = {};
  return new Map([...form().elements].filter(({ name }) => name).map((control) => {
    counts[control.name] = (counts[control.name] ?? 0) + 1;
    return [`${control.name} ${counts[control.name]}`, control];
  }));
}

// Where an answer folds fields away, or sets them among others, a new control stands for one that was typed in meanwhile.
function takeOver(control, old, isHere) {
  if (control.type === "radio") control.checked = old.checked;
  else if (!["hidden", "checkbox", "submit"].includes(control.type)) control.value = old.value;
  if (!isHere) return;
  const folded = control.closest("details:not([open])");
  if (folded) folded.open = true;
  control.focus({ preventScroll: true });
  // It was changed before it had the focus, of which a browser tells nobody.
  control.addEventListener("blur", () => { if (isLate()) control.dispatchEvent(new Event("change", { bubbles: true })); }, { once: true });
  if (old.selectionStart !== undefined && old.selectionStart !== null) control.setSelectionRange(old.selectionStart, old.selectionEnd);
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !(isQuiet() || isLate()) || detail.target.id !== "tool") return;
  const had = document.activeElement;
  const before = controls();
  merge(form(), new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("form.ask"));
  for (const [key, control] of controls()) {
    const old = before.get(key);
    if (old && old !== control) takeOver(control, old, old === had);
  }
  if (!had.isConnected && !form().contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
  detail.target = document.getElementById("answer");
  detail.selectOverride = "#answer > *";
});

// Where a button changes what is filled in, nothing else does until its answer has come: that would take it away again.
let pressed;
addEventListener("submit", ({ submitter }) => { pressed = submitter?.name && submitter; }, true);
document.addEventListener("htmx:beforeRequest", () => { form().inert = Boolean(pressed); });
document.addEventListener("htmx:afterRequest", () => {
  if (!form().inert) return;
  form().inert = false;
  if (pressed.isConnected) pressed.focus({ preventScroll: true }); // there was no answer
});

// Of a text of several lines a browser brings only the line in sight that one is to type in.
document.addEventListener("focusin", ({ target }) => { if (target.matches("textarea")) target.scrollIntoView({ block: "nearest" }); });
