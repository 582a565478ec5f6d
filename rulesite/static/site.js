// The language switch keeps the rule one stands at: the server never sees the part after "#".
addEventListener("click", (event) => {
  const twin = event.target.closest(".languages a");
  if (twin && location.hash) twin.hash = location.hash;
}, true);

addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard) return;
  event.preventDefault();
  await navigator.clipboard.writeText(link.href);
  link.textContent = link.dataset.copied;
  document.getElementById("status").textContent = link.dataset.copied;
});
