// What was wrong with a form and is put right. Fetched once something is wrong; without this file what was meant is a link.

// What was meant is written where it stands, so that what else has been filled in since stays.
document.addEventListener("click", (event) => {
  const cure = event.target.closest(".cure");
  if (!cure || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const field = document.getElementById(cure.dataset.of);
  field.value = cure.dataset.text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const button = [...field.form.querySelectorAll(".go [type=submit]")].at(-1);
  if (field.form.method === "get") field.form.requestSubmit(button);
  else (document.querySelector(".faults li:not([hidden]) a") ?? button).focus(); // what is to be kept is looked at first
});

// The way to something wrong ends in what is to be filled in there, of a group in the first of it that is wrong.
document.addEventListener("click", (event) => {
  const place = document.getElementById(event.target.closest(".faults li a:not(.cure)")?.hash.slice(1));
  if (!place || place.matches("input, select, textarea")) return;
  event.preventDefault();
  place.scrollIntoView();
  (place.querySelector("[aria-invalid=true]") ?? place.querySelector("input, select, textarea"))?.focus({ preventScroll: true });
});

// What is wrong with a field as a whole is told there no more, nor by its inputs that have no line of their own.
function settle(id) {
  const field = document.getElementById(id);
  const line = document.getElementById(`${id}-error`);
  if (line) line.style.visibility = "hidden"; // its place is kept, so that nothing moves under a finger
  const ofItsName = document.getElementsByName(id); // one of several is chosen
  for (const input of [...field.querySelectorAll("[aria-invalid]:not([id], [type=radio])"), ...ofItsName, field]) input.removeAttribute("aria-invalid");
}

// The list of what is wrong has one thing less with each field that is corrected, and goes with the last.
document.addEventListener("input", ({ target }) => {
  const stood = target.getBoundingClientRect().top;
  for (const list of document.querySelectorAll(".faults ul")) {
    const at = (item) => item.firstElementChild.hash.slice(1);
    const isOf = (item) => at(item) === target.name || document.getElementById(at(item))?.contains(target);
    const gone = [...list.children].filter(isOf);
    if (!gone.length) continue;
    for (const item of gone) {
      item.hidden = true;
      settle(at(item));
    }
    const left = list.querySelectorAll("li:not([hidden])").length;
    list.parentNode.hidden = !left; // an answer it is all the same
    if (left) list.previousElementSibling.textContent = list.children[left - 1].dataset.heading;
  }
  if (scrollY) scrollBy({ top: target.getBoundingClientRect().top - stood, behavior: "instant" });
});
