// A link is shared where the browser can, with what it says, else copied; "shares" tells the styles which.

document.documentElement.classList.toggle("shares", Boolean(navigator.share));
addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  const { said, copied, copy } = link?.dataset ?? {};
  const shares = said && navigator.share;
  if (!link || !(shares || navigator.clipboard)) return;
  event.preventDefault();
  try {
    if (shares) return await navigator.share({ title: document.title, text: said, url: link.href });
  } catch (fault) {
    if (fault.name === "AbortError") return;
  }
  try {
    await navigator.clipboard.writeText(copy ? `${said}\n${link.href}` : link.href);
    link.textContent = copied;
    document.getElementById("status").textContent = copied;
  } catch {
    location.assign(link.href); // as without this file
  }
});
