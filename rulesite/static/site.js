// What every page does. It runs before the page is painted, so that colours that were chosen are there from the start.

const root = document.documentElement;
function paint() {
  for (const what of ["page", "suits"]) root.dataset[what] = localStorage.getItem(`look.${what}`) ?? "";
}
try { paint(); } catch { /* a browser that keeps nothing shows what a page brings */ }
addEventListener("storage", paint);

// --- Rules: where one is, where to find more ---

// Where a rule comes from is folded away, but not from somebody who was sent to that rule from elsewhere: it follows the
// rule then. Nor on paper.
function unfold() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("section");
  for (const source of section?.querySelectorAll(":scope > .source") ?? []) {
    source.open = true;
    section.insertBefore(source, section.querySelector(":scope > section"));
  }
}
addEventListener("beforeprint", () => {
  for (const source of document.querySelectorAll(".source")) source.open = true;
});

// What stands at hand while one reads is fetched once one does: not for a mouse that lies still over the page.
async function read(event) {
  const isSought = event.type === "click" ? event.target.closest(".find") : event.key === "/" && !event.target.closest("input, textarea");
  const isReading = { click: isSought, keydown: isSought, mousemove: event.movementX || event.movementY }[event.type] ?? true;
  if (!isReading || !document.getElementById("contents")) return;
  if (isSought) event.preventDefault();
  (await import("./contents.js")).read(isSought);
}
for (const sign of ["scroll", "toggle", "keydown", "click", "mousemove", "focusin"]) addEventListener(sign, read, true);
addEventListener("DOMContentLoaded", unfold);

// A list that lies over the page goes where the focus does not: it would cover what has it.
addEventListener("focusin", () => document.querySelector(":popover-open:not(:focus-within)")?.hidePopover());

addEventListener("click", (event) => {
  // The language switch keeps the rule one stands at: the server never sees the part after "#".
  const twin = event.target.closest(".languages a");
  if (twin && location.hash) twin.hash = location.hash;
  // What a list of links was opened for is found.
  event.target.closest("[popover]:popover-open a")?.closest("[popover]").hidePopover();
}, true);

// What keeps the site for when there is no network; a browser without it, or that keeps nothing, goes without.
addEventListener("load", async () => {
  try {
    await navigator.serviceWorker.register(localStorage.worker ?? "/worker.js");
    if (localStorage.worker) await import("./renew.js");
  } catch { /* as always */ }
});
