// The language switch keeps the rule one stands at: the server never sees the part after "#".
addEventListener("click", (event) => {
  const twin = event.target.closest(".languages a");
  if (twin && location.hash) twin.hash = location.hash;
}, true);

// Where a rule comes from is folded away, but not from somebody who was sent to that rule, nor on paper.
function unfold() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("section");
  for (const source of section?.querySelectorAll(":scope > .source") ?? []) source.open = true;
}
addEventListener("hashchange", unfold);
unfold();
addEventListener("beforeprint", () => {
  for (const source of document.querySelectorAll(".source")) source.open = true;
});

// A link is shared where the browser can, with what it says, else copied; "shares" tells the styles which.
document.documentElement.classList.toggle("shares", !!navigator.share);
addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  const { said, copied } = link?.dataset ?? {};
  const shares = said && navigator.share;
  if (!link || !(shares || navigator.clipboard)) return;
  event.preventDefault();
  try {
    if (shares) return await navigator.share({ title: document.title, text: said, url: link.href });
  } catch (fault) {
    if (fault.name === "AbortError" || !navigator.clipboard) return;
  }
  await navigator.clipboard.writeText(link.href);
  link.textContent = copied;
  document.getElementById("status").textContent = copied;
});
