// A page of rules while it is read: where one is, all its headings in the contents, and a search over these and the
// words of the glossary. It is fetched with the first scroll, when the contents are opened or touched, or with "/".

// Words without accents, each after a space: one finds what begins as it does, whatever its ending.
const fold = (text) => ` ${text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()}`;
const has = (text, wanted) => wanted.every((word) => text.includes(` ${word}`));
const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...inside);
  return made;
};
const contents = document.getElementById("contents");
const bar = document.querySelector(".reading b");
const box = contents.querySelector("input");
let isBuilt = false;

// Each heading becomes a link to itself; under each chapter come its sections.
const titles = [...document.querySelectorAll("section[id] > :is(h2, h3)")];
let chapter;
const links = titles.map((title) => {
  const [href, text] = [`#${title.parentNode.id}`, title.textContent];
  title.replaceChildren(make("a", { href }, text));
  const known = contents.querySelector(`[href="${href}"]`);
  if (known) chapter = known.parentNode;
  else chapter.append(make("a", { href }, text));
  return known ?? chapter.lastChild;
});

function follow() {
  const at = titles.findLastIndex((title) => title.getBoundingClientRect().top < 90);
  bar.textContent = titles[at]?.textContent;
  for (const [number, link] of links.entries()) link.ariaCurrent = number === at || null;
}

// The words of all games and those of this one, each with what it means.
function terms(glossary, address) {
  const game = document.querySelector("h1").textContent;
  const sections = [...glossary.querySelectorAll("section.glossary")];
  const own = sections.filter((section, at) => !at || section.querySelector("h2").textContent === game);
  return own.flatMap((section) => [...section.querySelectorAll("dl > div")]).map((entry) => {
    const [word, meaning] = ["dt", "dd"].map((tag) => entry.querySelector(tag).firstChild.textContent.trim());
    const link = make("a", { href: `${address}#${entry.id}`, hidden: true }, make("b", {}, word), ` ${meaning}`);
    return { link, text: fold(`${word} ${entry.querySelector(".others").textContent}`), isTerm: true };
  });
}

async function build() {
  const rows = [...contents.querySelectorAll("a")].map((link) => (
    { link, title: fold(link.textContent), text: fold(document.querySelector(link.hash).textContent) }));
  const none = make("p", { hidden: true });
  contents.append(none);
  const words = () => fold(box.value).split(" ").filter(Boolean);
  const search = () => {
    const wanted = words();
    contents.classList.toggle("searched", wanted.length > 0);
    for (const { link, text, isTerm } of rows) link.hidden = wanted.length ? !has(text, wanted) : Boolean(isTerm);
    const found = rows.filter(({ link }) => !link.hidden).length;
    none.hidden = found > 0;
    document.getElementById("status").textContent = found ? `${box.value}: ${found}` : none.textContent;
  };
  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const found = rows.filter(({ link }) => !link.hidden);
    (found.find(({ title }) => title && has(title, words())) ?? found[0])?.link.click();
  });
  const address = document.querySelector("footer a").pathname;
  try {
    const glossary = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    none.textContent = glossary.getElementById("words").dataset.nothing;
    rows.push(...terms(glossary, address));
    none.before(...rows.filter(({ isTerm }) => isTerm).map(({ link }) => link));
  } catch { /* without the glossary the headings are searched */ }
  if (box.value) search();
}

// The contents open where one is, and stay where somebody goes through them.
function reach() {
  if (contents.contains(document.activeElement)) return;
  const here = contents.querySelector("[aria-current]");
  if (here) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
}
contents.addEventListener("toggle", reach);

/** Follow the reader; `isSought` opens the search, and puts the cursor there. */
export function read(isSought) {
  follow();
  if (!isSought && !contents.checkVisibility()) return;
  if (!isBuilt) {
    isBuilt = true;
    build();
    reach();
  }
  if (!isSought) return;
  if (!contents.checkVisibility()) contents.showPopover();
  box.focus();
}
