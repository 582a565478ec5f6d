// The answer in short above the keys, while it is out of sight itself: what it is, why, the house rule that turns it and
// where it goes on. Before there is one: what is still missing.

export const dock = document.createElement("div");
dock.hidden = true;
const verdict = () => document.querySelector("#answer:not(.stale) .verdict");
const lacking = () => document.querySelector("form.ask :is(.lost, .lacking:not(:empty))");

function part(kind, ...nodes) {
  const made = document.createElement("div");
  made.className = kind;
  made.append(...nodes);
  return made;
}

function link(to, text) {
  const made = document.createElement("a");
  made.href = to;
  made.textContent = text;
  return made;
}

/** Show it as it stands now; `bottom` is where the page in sight would end without it. */
export function drawAnswer(bottom) {
  const [answer, missing] = [verdict(), lacking()];
  dock.className = `dock ${answer && !missing ? answer.className.replace("verdict", "") : ""}`;
  dock.replaceChildren();
  if (missing) dock.append(part("because", missing.textContent));
  else if (answer) {
    dock.append(part("said", link("#verdict", answer.querySelector("h2").textContent)));
    const onward = answer.querySelector("#onward");
    for (const [kind, found] of [["because", ".reasons > li"], ["turned", ".turned"]]) {
      const shown = answer.querySelector(found);
      if (shown) dock.append(part(kind, ...shown.cloneNode(true).childNodes));
    }
    if (onward) dock.querySelector(".because").append(" · ", link("#onward", onward.textContent.trim()));
  }
  watch(bottom);
}

/** It goes while what it says is in sight itself, or answers another question by now. */
export function watch(bottom) {
  const said = (lacking() ?? verdict()?.querySelector("h2"))?.getBoundingClientRect();
  dock.hidden = !said || (said.top >= 0 && said.bottom <= bottom);
}
