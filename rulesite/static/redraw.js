// An answer for which nobody pressed the button changes the fields where they stand: what is being filled in keeps its
// text, its focus and its keys. Without this file the form is drawn anew.
import { form, isQuiet } from "./tools.js";

const CONTROLS = "input, select, textarea";
// What moves says by which id it stood there before.
const isSame = (old, fresh) => old.nodeName === fresh.nodeName && old.id === (fresh.dataset?.was ?? fresh.id) && old.name === fresh.name
  && (old.form !== undefined || old.className === fresh.className);

// Children are paired in their order; the trays of the card keyboard were never sent, and blanks pair with nothing.
const children = ({ childNodes }) => [...childNodes].filter((node) => node.matches?.(":not(.tray)") ?? node.data?.trim());
function merge(old, fresh) {
  const left = children(old);
  for (const child of children(fresh)) {
    const at = left.findIndex((node) => isSame(node, child));
    if (at < 0) {
      old.insertBefore(child, left[0] ?? null);
      continue;
    }
    const passed = left.splice(0, at + 1);
    const same = passed.pop();
    for (const gone of passed) gone.remove();
    if (child.dataset?.was !== undefined) same.id = child.id;
    if (same.matches?.(CONTROLS)) {
      if (["hidden", "checkbox"].includes(same.type)) same.value = child.value;
    } else if (same.querySelector?.(CONTROLS)) merge(same, child);
    else if (!same.isEqualNode(child)) same.replaceWith(child);
  }
  for (const gone of left) gone.remove();
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !isQuiet() || detail.target.id !== "tool") return;
  merge(form(), new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("form.ask"));
  detail.target = document.getElementById("answer");
  detail.selectOverride = "#answer > *";
});
