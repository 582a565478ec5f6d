// Tables of groups: a field that begins with what stands in another, and the cards of the pack that the house rules
// make. Without this file everything is typed, and the pack is that of the last answer.
import { changePack } from "../keyboard.js";
import { form } from "../tools.js";

for (const button of document.querySelectorAll("[data-copy-to]")) button.hidden = false;
document.addEventListener("click", ({ target: { dataset } }) => {
  if (!dataset?.copyTo) return;
  const input = document.getElementById(dataset.copyTo);
  input.value = document.getElementById(dataset.copyFrom).value;
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
});

document.addEventListener("change", async ({ target }) => {
  if (!target.closest("[data-pack]")?.dataset.pack.split(" ").includes(target.name)) return;
  const reply = await fetch(`?${new URLSearchParams(new FormData(form()))}`);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.getElementById("keyboard");
  if (!fresh) return;
  document.getElementById("letters").textContent = page.getElementById("letters").textContent;
  changePack(fresh);
});
