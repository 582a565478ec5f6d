// Where an answer stands already, a corrected field brings the new one, and the reader stays at the field.
import { form } from "./tools.js";

let quiet = false;
let waiting;
document.addEventListener("change", (event) => {
  if (!event.target.closest("form.ask") || !document.querySelector("#answer > *")) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    quiet = true;
    form().requestSubmit();
  }, 200);
});
addEventListener("submit", (event) => {
  if (!event.submitter) return;
  clearTimeout(waiting);
  quiet = false;
}, true);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (quiet) detail.serverResponse = detail.serverResponse.replaceAll(" autofocus", "");
  quiet = false;
  if (detail.xhr.status === 422) for (const old of form().querySelectorAll("output")) old.textContent = "";
});
