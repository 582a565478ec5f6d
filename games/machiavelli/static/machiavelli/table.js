// Tables of groups: a field that begins with what stands in another. Without this file it is typed again.

for (const button of document.querySelectorAll("[data-copy-to]")) button.hidden = false;
document.addEventListener("click", ({ target: { dataset } }) => {
  if (!dataset?.copyTo) return;
  const input = document.getElementById(dataset.copyTo);
  input.value = document.getElementById(dataset.copyFrom).value;
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
});
