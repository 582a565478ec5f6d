// The answer in short above the keys, while it is out of sight itself: what it is, why, and the house rule that turns it.

export const dock = document.createElement("div");
dock.hidden = true;
const verdict = () => document.querySelector("#answer .verdict");

function part(kind, ...nodes) {
  const made = document.createElement("div");
  made.className = kind;
  made.append(...nodes);
  return made;
}

/** Show it as it stands now; `bottom` is where the page in sight ends. */
export function drawAnswer(bottom) {
  const answer = verdict();
  dock.className = `dock ${answer?.className.replace("verdict", "") ?? ""}`;
  dock.replaceChildren();
  if (answer) {
    const whole = document.createElement("a");
    whole.href = "#verdict";
    whole.textContent = answer.querySelector("h2").textContent;
    dock.append(part("said", whole));
    for (const [kind, found] of [["because", ".reasons > li"], ["turned", ".turned"]]) {
      const shown = answer.querySelector(found);
      if (shown) dock.append(part(kind, ...shown.cloneNode(true).childNodes));
    }
  }
  watch(bottom);
}

/** It goes while the answer itself is in sight, or is that of another question by now. */
export function watch(bottom) {
  const title = verdict()?.querySelector("h2").getBoundingClientRect();
  const isSeen = title && title.top >= 0 && title.bottom <= bottom + dock.offsetHeight;
  dock.hidden = !title || isSeen || document.getElementById("answer").classList.contains("stale");
}
