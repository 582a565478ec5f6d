// An answer that changes the fields themselves, when nobody pressed the button: it changes them in place. What is being
// filled in stays as it is, with its focus, its caret and its keys. Without this file the page is drawn anew.
import { form, isQuiet } from "./tools.js";

const isControl = ({ nodeName }) => ["INPUT", "SELECT", "TEXTAREA"].includes(nodeName);
const look = (node) => node.getAttribute?.("class");
const isSame = (old, fresh) => old.nodeName === fresh.nodeName && old.id === fresh.id && old.name === fresh.name
  && (isControl(old) || look(old) === look(fresh));

function attributes(old, fresh, isOurs) {
  for (const { name } of [...old.attributes]) if (isOurs(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (isOurs(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function update(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.type === "hidden") old.value = fresh.value;
  const stays = isControl(old) ? (name) => !name.startsWith("aria-") : (name) => name === "open" || name === "selected";
  attributes(old, fresh, (name) => !stays(name));
  if (old.nodeName !== "TEXTAREA") merge(old, fresh);
}

// Children are paired in their order; the trays of the card keyboard are no part of what was sent.
function merge(old, fresh) {
  const there = [...old.childNodes].filter((node) => !node.classList?.contains("tray"));
  let at = 0;
  for (const child of [...fresh.childNodes]) {
    const same = there.findIndex((node, place) => place >= at && isSame(node, child));
    if (same < 0) old.insertBefore(child, there[at] ?? null);
    else {
      for (; at < same; at += 1) there[at].remove();
      update(there[at], child);
      at += 1;
    }
  }
  for (const gone of there.slice(at)) gone.remove();
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || !isQuiet() || detail.target.id !== "tool") return;
  merge(form(), new DOMParser().parseFromString(detail.serverResponse, "text/html").querySelector("form.ask"));
  detail.target = document.getElementById("answer");
  detail.selectOverride = "#answer > *";
});
