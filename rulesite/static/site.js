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

addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  await navigator.clipboard.writeText(link.href);
  link.textContent = link.dataset.copied;
  document.getElementById("status").textContent = link.dataset.copied;
});
