// Another pack, by the house rules as they stand in a form. Only what was chosen last counts.
let chosen = 0;

const makesPack = (control) => control.closest("[data-pack]")?.dataset.pack.split(" ").includes(control.name);
const isOther = ({ checked, defaultChecked, options }) => checked !== defaultChecked
  || [...(options ?? [])].some(({ selected, defaultSelected }) => selected !== defaultSelected);

/** Follow a house rule that changed, or one that stands otherwise than the page came; `use` is given the new keyboard. */
export function follow(use, changed) {
  const control = changed ?? [...document.querySelectorAll("[data-pack] [name]")].find((each) => makesPack(each) && isOther(each));
  if (control && makesPack(control)) choose(control.form, use);
}

// Ask for it until it comes.
async function choose(form, use) {
  const choice = ++chosen;
  let reply;
  try {
    reply = await fetch(`?${new URLSearchParams(new FormData(form))}`);
  } catch {
    addEventListener("online", () => choose(form, use), { once: true });
    return;
  }
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.getElementById("keyboard");
  if (choice !== chosen) return;
  if (!fresh) {
    setTimeout(() => { if (choice === chosen) choose(form, use); }, 1000 * (reply.headers.get("Retry-After") || 5));
    return;
  }
  document.getElementById("letters").textContent = page.getElementById("letters").textContent;
  use(fresh);
}
