// What every page does. It runs before the page is painted, so that colours that were chosen are there from the start.

const root = document.documentElement;
function paint() {
  for (const what of ["page", "suits"]) root.dataset[what] = localStorage.getItem(`look.${what}`) ?? "";
}
try { paint(); } catch { /* a browser that keeps nothing shows what a page brings */ }
addEventListener("storage", paint);

// --- Rules: where one is, where to find more ---

// Where a rule comes from is folded away, but not from somebody who was sent to that rule, nor on paper.
function unfold() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("section");
  for (const source of section?.querySelectorAll(":scope > .source") ?? []) source.open = true;
}
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  for (const source of document.querySelectorAll(".source")) source.open = true;
});

// Under each chapter of the contents come its sections; those of the chapter where one is stay in sight.
function follow(bar, contents) {
  const titles = [...document.querySelectorAll("section > :is(h2, h3) > a")];
  let chapter;
  const links = titles.map((title) => {
    const known = contents.querySelector(`[href="${title.hash}"]`);
    if (known) chapter = known.parentNode;
    if (known) return known;
    const link = Object.assign(document.createElement("a"), { href: title.hash, textContent: title.textContent });
    chapter.append(link);
    return link;
  });
  addEventListener("scroll", () => {
    const at = titles.findLastIndex((title) => title.getBoundingClientRect().top < 90);
    bar.textContent = titles[at]?.textContent;
    for (const [number, link] of links.entries()) link.ariaCurrent = number === at || null;
  }, { passive: true });
  const find = async (event) => (await import("./search.js")).find(contents, event.type === "keydown");
  for (const sign of ["toggle", "pointerenter"]) contents.addEventListener(sign, find, { once: true });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input")) return;
    event.preventDefault();
    find(event);
  });
}

addEventListener("DOMContentLoaded", () => {
  unfold();
  const bar = document.querySelector(".reading b");
  if (bar) follow(bar, document.getElementById("contents"));
});

addEventListener("click", async (event) => {
  // The language switch keeps the rule one stands at: the server never sees the part after "#".
  const twin = event.target.closest(".languages a");
  if (twin && location.hash) twin.hash = location.hash;
  // What a list of links was opened for is found.
  event.target.closest("[popover]:popover-open a")?.closest("[popover]").hidePopover();
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  await navigator.clipboard.writeText(link.href);
  link.textContent = link.dataset.copied;
  document.getElementById("status").textContent = link.dataset.copied;
}, true);
