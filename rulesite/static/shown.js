// The cards that decide, drawn in the answer above the keys: those to play or to discard, what would beat the table, each
// group that is none. Fetched with the first answer, and its style with it: a blank page needs neither.

const style = new CSSStyleSheet();
style.replaceSync(`
.telling { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .6rem; }
.telling.onward { flex-wrap: nowrap; line-height: 1.2; }
.onward .shown { flex: none; max-width: 60%; }
.shown { display: flex; gap: .4rem; max-width: 100%; overflow: hidden; }
.shown .group { display: flex; align-items: center; }
.shown .card { flex: none; margin: 1px 0; font-size: .84rem; outline: 0; --w: 1.4rem; --l: none; --m: inline; }
.shown:not(.many) .card + .card { margin-left: 2px; }
.shown .card::after { content: none; }
.shown .number { margin-right: .2rem; color: var(--no); font: 600 .8rem/1 var(--sans); }
.dock.brief { padding-block: .1rem .2rem; line-height: 1.25; }
.dock.brief .said { font-size: 1.1rem; }
.dock.brief .because { display: flex; margin: 0; gap: .5rem; white-space: nowrap; }
.dock.brief .because > * { flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; }
.dock.brief a { line-height: 24px; }
.dock.brief .because > span { flex: 1 1 0; }
.dock .because > [href="#verdict"] { flex: 1 1 0; }
.dock .because > [href="#verdict"]::after { content: " ▴" / ""; }
.dock .because > [hidden] { display: none; }
`);
document.adoptedStyleSheets.push(style);

function groups(answer, element, fill) {
  const first = answer.querySelector("#onward ~ .choice-list > li");
  const places = [...answer.querySelectorAll("[data-decides], .groups .wrong"), ...(first ? [first] : [])];
  return places.map((place) => {
    const number = place.matches(".wrong") && [...place.parentNode.children].indexOf(place) + 1;
    const marked = number ? [] : place.querySelectorAll(".marked");
    const cards = [...(marked.length ? marked : place.querySelectorAll(".card"))].map((card) => card.cloneNode(true));
    const figure = number ? [element("span", { class: "number", "aria-hidden": "true" }, number)] : [];
    const label = number ? fill("group", { number }) : undefined;
    return element("span", { class: "group", role: "group", "aria-label": label }, ...figure, ...cards);
  });
}

let seen; // the height that was known last, 0 while it is hidden
let watched;

/** Draw in the dock what decides this answer; elements and sentences are made as its caller makes them. */
export function draw(dock, answer, element, fill) {
  const said = dock.querySelector(".said");
  const isLate = !answer.isConnected || !said || dock.querySelector(".shown");
  const found = isLate ? [] : groups(answer, element, fill);
  if (!found.length) return;
  const because = dock.querySelector(".because");
  const onward = because?.querySelector("[href='#onward']");
  const row = element("div", { class: `telling${onward ? " onward" : ""}` });
  if (onward) {
    onward.previousSibling.remove(); // the dot between
    because.after(row);
  } else said.after(row);
  row.append(onward ?? said, element("span", { class: "shown" }, ...found));
  because?.prepend(element("span", {}, because.firstChild), element("a", { href: "#verdict", hidden: "" }, fill("whole")));
  fold(dock);
  watched ??= new ResizeObserver(() => { // it may have been hidden till now
    if (!seen && dock.offsetHeight) fold(dock);
    seen = dock.offsetHeight;
  });
  watched.observe(dock);
}

// Cards take no more room than words alone would: the words are folded for them, and where they do not come whole a way
// to all of them stands in their place.
function fold(dock) {
  const shown = dock.querySelector(".shown");
  if (!shown || dock.hidden) return;
  dock.classList.remove("brief");
  shown.hidden = true;
  const height = dock.offsetHeight;
  shown.hidden = false;
  shown.classList.remove("many");
  shown.classList.toggle("many", shown.scrollWidth > shown.clientWidth);
  const words = dock.querySelector(".because > span");
  if (words) words.hidden = false;
  dock.classList.toggle("brief", dock.offsetHeight > height);
  if (!words) return;
  const isCut = dock.matches(".brief") && words.scrollWidth > words.clientWidth;
  words.hidden = isCut;
  words.nextSibling.hidden = !isCut;
}
