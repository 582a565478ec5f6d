// What was wrong with a form and is put right. Fetched once something is wrong; without this file what was meant is a link.

// What was meant is written where it stands, so that what else has been filled in since stays.
document.addEventListener("click", (event) => {
  const cure = event.target.closest(".cure");
  if (!cure || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const field = document.getElementById(cure.dataset.of);
  field.value = cure.dataset.text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.form.requestSubmit([...field.form.querySelectorAll(".go [type=submit]")].at(-1));
});

// What is wrong with a field as a whole is told there no more, nor by its inputs that have no line of their own.
function settle(field) {
  const line = document.getElementById(`${field.id}-error`);
  if (line) line.style.visibility = "hidden"; // its place is kept, so that nothing moves under a finger
  for (const input of field.querySelectorAll("[aria-invalid]:not([id])")) input.removeAttribute("aria-invalid");
}

// The list of what is wrong has one thing less with each field that is corrected, and goes with the last.
document.addEventListener("input", ({ target }) => {
  const stood = target.getBoundingClientRect().top;
  for (const list of document.querySelectorAll(".faults ul")) {
    const isOf = (item) => document.getElementById(item.firstElementChild.hash.slice(1))?.contains(target);
    const gone = [...list.children].filter(isOf);
    if (!gone.length) continue;
    for (const item of gone) {
      item.hidden = true;
      settle(document.getElementById(item.firstElementChild.hash.slice(1)));
    }
    const left = list.querySelectorAll("li:not([hidden])").length;
    list.parentNode.hidden = !left; // an answer it is all the same
    if (left) list.previousElementSibling.textContent = list.children[left - 1].dataset.heading;
  }
  if (scrollY) scrollBy({ top: target.getBoundingClientRect().top - stood, behavior: "instant" });
});
