// A page of rules while it is read: where one is, all its headings in the contents, and a search over these and the
// words of the glossary. It is fetched with the first scroll, when the contents are opened or touched, or with "/".

// Words without accents, each after a space: one finds what begins as it does, whatever its ending.
const fold = (text) => ` ${text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()}`;
// Of a word that may be meant otherwise, one way of writing it is enough: "tunela|tunnel".
const has = (text, wanted) => wanted.every((word) => word.split("|").some((way) => text.includes(` ${way}`)));
// Whether a word begins as the one sought does, but for one letter after the first: another one, one too many, one too few.
const isNear = (word, sought) => {
  const at = [...sought].findIndex((letter, place) => letter !== word[place]);
  const rests = [[at + 1, at + 1], [at, at + 1], [at + 1, at]];
  return at > 0 && rests.some(([of, wanted]) => word.slice(of).startsWith(sought.slice(wanted)));
};
const make = (tag, given, ...inside) => {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...inside);
  return made;
};
const contents = document.getElementById("contents");
const bar = document.querySelector(".reading b");
const box = contents.querySelector("input");
let isBuilt = false;
box.enterKeyHint = "search";
const style = new CSSStyleSheet(); // of what is made here: a page that is only opened does without
style.replaceSync(`
  :is(h2, h3) > a { color: inherit; text-decoration: none; }
  :is(h2, h3) > a:hover { text-decoration: underline; }
  .reading b:not(:empty) + span { position: absolute; clip-path: inset(50%); }
  .contents a + a { padding-left: 1rem; }
  .contents .found a { font: inherit; padding-left: 0; }
  .found small { display: block; color: var(--quiet); }
  mark { background: color-mix(in srgb, var(--accent) 16%, transparent); color: inherit; }
  ::highlight(found) { background: color-mix(in srgb, var(--accent) 25%, transparent); }
  @media screen and (min-width: 75rem) {
    .contents:not(.searched) p:not(:has([aria-current])) > a + a { display: none; }
  }
`);
document.adoptedStyleSheets.push(style);

// Each heading becomes a link to itself; under each chapter come its sections.
const titles = [...document.querySelectorAll("[id] > :is(h2, h3):not([id])")];
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
  const at = titles.findLastIndex((title) => title.getBoundingClientRect().top < Math.max(90, innerHeight / 4));
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
    const link = make("a", { href: `${address}#${entry.id}` }, make("b", {}, word), ` ${meaning}`);
    return { link, title: fold(word), text: fold(`${word} ${entry.querySelector(".others").textContent}`), isTerm: true };
  });
}

// What a section says, without its heading, its cards and the source that is folded away.
function body(section) {
  const copy = section.cloneNode(true);
  for (const other of copy.querySelectorAll("h2, h3, .card, summary, .round > div, .source > p:last-child")) other.remove();
  for (const block of copy.querySelectorAll("p, li, th, td, div, figcaption")) {
    block.prepend(" ");
    block.append(" ");
  }
  return copy.textContent.split(/\s+/).filter(Boolean);
}

// The words round the longest that is sought, which is marked.
function excerpt(said, wanted) {
  const places = [...wanted].sort((a, b) => b.length - a.length).map((sought) => said.findIndex((word) => has(fold(word), [sought])));
  const at = places.find((place) => place >= 0) ?? -1;
  if (at < 0) return "";
  const near = (from, to) => said.slice(Math.max(from, 0), to).join(" ");
  return make("small", {}, `… ${near(at - 4, at)} `, make("mark", {}, said[at]), ` ${near(at + 1, at + 7)} …`);
}

// Every place of a section where this word stands, whatever stop or bracket came with it.
function* wherever(said, section) {
  const [word] = said.match(/[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{L}\p{N}]/u);
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (let at = text.data.indexOf(word); at >= 0; at = text.data.indexOf(word, at + 1)) {
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + word.length);
      yield range;
    }
  }
}

async function build() {
  const rows = [...contents.querySelectorAll("a")].map((link) => {
    const said = body(document.querySelector(link.hash));
    const title = fold(link.textContent);
    return { link, title, said, heading: title, text: `${title}${fold(said.join(" "))}` };
  });
  const places = [...contents.querySelectorAll("p")].map((place) => [place, [...place.childNodes]]);
  const found = make("p", { className: "found" });
  const none = make("p", { hidden: true });
  contents.append(found, none);
  const times = (word) => rows.filter(({ text }) => has(text, [word])).length;
  // A word that this page does not have is sought with another ending, or with one letter otherwise: in the headings, and
  // if it is no term either, in all that is there. Up to three letters, it has to match exactly.
  const spelt = (word) => {
    const own = rows.filter(({ isTerm }) => !isTerm);
    if (word.length < 4 || own.some(({ text }) => has(text, [word]))) return word;
    const ways = [word, word.slice(0, -1)].filter(({ length }) => length > 3);
    const isTerm = times(word) > 0;
    for (const texts of [own.map(({ title }) => title), ...(isTerm ? [] : [rows.map(({ text }) => text)])]) {
      const all = texts.join("").split(" ").filter(Boolean);
      const near = ways.find((way) => all.some((each) => each.startsWith(way))) ?? all.find((each) => ways.some((way) => isNear(each, way)));
      if (near) return isTerm ? `${word}|${near}` : near;
    }
    return word;
  };
  // The small words of a question, and what is in nearly every section, say little beside another word.
  let small = [];
  const words = () => {
    const typed = fold(box.value).split(" ").filter(Boolean);
    const telling = typed.filter((word) => word.length > 2 && !small.includes(word)).map(spelt)
      .filter((word) => times(word) < rows.length / 2);
    return telling.length ? telling : typed.map(spelt);
  };
  // What bears the words as its heading stands first, then the terms, then what speaks of them. Where nothing has them
  // all, what has most of their letters: of "who starts" that is what has "starts". Where the heading itself does not
  // have them, a line that has comes with it.
  // A term that is sought by its word in another language comes last.
  const rank = ({ title, isTerm }, wanted) => (has(title, wanted) ? Number(Boolean(isTerm)) : isTerm ? 3 : 2);
  const most = (text, wanted) => wanted.filter((word) => has(text, [word])).join("").length;
  const search = () => {
    const wanted = words();
    for (const small of contents.querySelectorAll("small")) small.remove();
    found.replaceChildren();
    contents.classList.toggle("searched", wanted.length > 0);
    if (!wanted.length) {
      for (const [place, links] of places) place.replaceChildren(...links);
      none.hidden = true;
      return;
    }
    const best = Math.max(1, ...rows.map(({ text }) => most(text, wanted)));
    const hits = rows.filter(({ text }) => most(text, wanted) >= best);
    const order = (hit) => rank(hit, wanted) * 100 - (hit.isTerm ? 0 : most(hit.title, wanted));
    hits.sort((a, b) => order(a) - order(b));
    for (const [place] of places) place.replaceChildren();
    for (const hit of hits) {
      if (!hit.isTerm && !has(hit.heading, wanted)) hit.link.append(excerpt(hit.said, wanted));
      found.append(hit.link);
    }
    none.hidden = hits.length > 0;
    document.getElementById("status").textContent = hits.length ? `${box.value}: ${hits.length}` : none.textContent;
  };
  box.addEventListener("input", search);
  // Who follows a line of a section finds its word marked there as well.
  found.addEventListener("click", ({ target }) => {
    const link = target.closest("a");
    const word = link?.querySelector("mark")?.textContent;
    const section = word && link.pathname === location.pathname && document.querySelector(link.hash);
    for (const more of section?.querySelectorAll(".more") ?? []) more.open = true;
    if (section) CSS.highlights?.set("found", new Highlight(...wherever(word, section)));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const hits = [...found.querySelectorAll("a")];
    (hits.find(({ pathname }) => pathname === location.pathname) ?? hits[0])?.click(); // what is on this page, if anything is
  });
  const address = document.querySelector("footer a").pathname;
  try {
    const glossary = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const said = glossary.getElementById("words").dataset;
    none.textContent = said.nothing;
    small = fold(said.small).split(" ");
    const sought = JSON.parse(said.seek)[location.pathname.split("/")[2]];
    for (const row of rows) {
      const more = fold(sought[row.link.hash.slice(1)] ?? "").trimEnd();
      row.title += more;
      row.text += more;
    }
    rows.push(...terms(glossary, address));
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
