// What somebody knows, as this browser keeps it: a plain object, and pure functions that make the next one of it.
//
//   rules    "murlan.follow" → { asked: answers, last: "11011" the last five, the newest at the end,
//            since: when it was known or last raised, stage: how often it was right again in time, at: last answer }
//   steps    "murlan" → what was done of its lesson: tries by name, "#anchor" of a step that has none
//   puzzles  "murlan.12" → { tries, hints, at }
//   seen     questions that were counted, the newest at the end
//
// Times are seconds. No function reads a clock: who calls says what time it is.

export const VERSION = 1;
const FIVE = "11111";
const HOUR = 3600;
// What is known is due after the first, what was right then after the next; who has it right after the last keeps it.
export const INTERVALS = [16 * HOUR, 48 * HOUR, 168 * HOUR];
export const STANDINGS = ["new", "met", "knows", "keeps"];
const MOST_SEEN = 400;
const MOST = 5000; // entries of a kind, and what is longer is none of ours
const NAME = /^[a-z]{2,20}\.[a-z0-9-]{1,60}$/;
const GAME = /^[a-z]{2,20}$/;
const DONE = /^#?[a-z0-9-]{1,60}$/;
// From so many rulings on, questions on them are a mix: the server holds it so, too (`games.practising`).
export const MIX = 3;

export const empty = () => ({ version: VERSION, rules: {}, steps: {}, puzzles: {}, seen: [] });

// --- Whatever was written there ---

const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;
const entriesOf = (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).slice(0, MOST) : []);

function tidiedRule(entry, now) {
  if (!entry || !isCount(entry.asked, 1e6) || !/^[01]{0,5}$/.test(entry.last) || !Number.isFinite(entry.at)) return null;
  // A clock that was wrong once must not keep anything from being due for ever.
  const past = (time) => Math.max(0, Math.min(Math.floor(time), now));
  const at = past(entry.at);
  const isKnown = entry.last === FIVE;
  return {
    asked: entry.asked,
    last: entry.last,
    since: isKnown ? past(Number.isFinite(entry.since) ? entry.since : at) : 0,
    stage: isKnown && isCount(entry.stage, INTERVALS.length) ? entry.stage : 0,
    at,
  };
}

/** What can be used of what was found, whatever it is. */
export function tidied(found, now) {
  const state = empty();
  for (const [name, entry] of entriesOf(found?.rules)) {
    const rule = NAME.test(name) && tidiedRule(entry, now);
    if (rule) state.rules[name] = rule;
  }
  for (const [game, names] of entriesOf(found?.steps)) {
    if (!GAME.test(game) || !Array.isArray(names)) continue;
    const known = names.filter((name) => typeof name === "string" && DONE.test(name));
    state.steps[game] = [...new Set(known)].slice(0, MOST).sort();
  }
  for (const [name, entry] of entriesOf(found?.puzzles)) {
    const isOne = NAME.test(name) && entry && isCount(entry.tries, 99) && isCount(entry.hints, 3) && Number.isFinite(entry.at);
    if (isOne) state.puzzles[name] = { tries: entry.tries, hints: entry.hints, at: Math.max(0, Math.min(Math.floor(entry.at), now)) };
  }
  const seen = Array.isArray(found?.seen) ? found.seen : [];
  state.seen = seen.filter((one) => typeof one === "string" && one.length <= 40).slice(-MOST_SEEN);
  return state;
}

// --- What happens ---

const BLANK = { asked: 0, last: "", since: 0, stage: 0, at: 0 };
const withRule = (state, rule, entry) => ({ ...state, rules: { ...state.rules, [rule]: entry } });

/** A question of a drill answered: counted once, however often its page is opened. */
export function answered(state, { rule, question, isRight, inMix }, now) {
  if (state.seen.includes(question)) return state;
  const before = state.rules[rule] ?? BLANK;
  const entry = { ...before, asked: before.asked + 1, last: (before.last + (isRight ? "1" : "0")).slice(-FIVE.length), at: now };
  if (entry.last !== FIVE) Object.assign(entry, { since: 0, stage: 0 });
  else if (before.last !== FIVE) Object.assign(entry, { since: now, stage: 0 });
  else if (inMix && isDue(before, now)) Object.assign(entry, { since: now, stage: before.stage + 1 });
  return { ...withRule(state, rule, entry), seen: [...state.seen, question].slice(-MOST_SEEN) };
}

/** A ruling tried in a lesson: which says nothing of whether it is known. */
export function met(state, rule, now) {
  return state.rules[rule] ? state : withRule(state, rule, { ...BLANK, at: now });
}

/** Something of a game's lesson done. */
export function stepped(state, game, name) {
  const done = state.steps[game] ?? [];
  return done.includes(name) ? state : { ...state, steps: { ...state.steps, [game]: [...done, name].sort() } };
}

/** A puzzle solved: what counts is the first time. */
export function solved(state, puzzle, { tries, hints }, now) {
  return state.puzzles[puzzle] ? state : { ...state, puzzles: { ...state.puzzles, [puzzle]: { tries, hints, at: now } } };
}

/** All of one game forgotten, or everything. */
export function forgotten(state, game = "") {
  if (!game) return empty();
  const others = (entries) => Object.fromEntries(Object.entries(entries).filter(([name]) => name.split(".")[0] !== game));
  return { ...state, rules: others(state.rules), steps: others(state.steps), puzzles: others(state.puzzles) };
}

// --- What is known ---

/** One of `STANDINGS`. */
export function standing(entry) {
  if (!entry) return "new";
  if (entry.last !== FIVE) return "met";
  return entry.stage ? "keeps" : "knows";
}

/** Whether a ruling is to be asked again. */
export function isDue(entry, now) {
  return entry?.last === FIVE && entry.stage < INTERVALS.length && now - entry.since >= INTERVALS[entry.stage];
}

/** Which of these rulings of a game are due, the longest known first. */
export function due(state, game, rules, now) {
  const entry = (rule) => state.rules[`${game}.${rule}`];
  return rules.filter((rule) => isDue(entry(rule), now)).sort((a, b) => entry(a).since - entry(b).since);
}

/** Rulings to be asked in a mix: those that are due, and where these are few, others, the best known first. */
export function mixed(state, game, rules, now) {
  const asked = due(state, game, rules, now).slice(0, 12);
  const rank = (rule) => STANDINGS.indexOf(standing(state.rules[`${game}.${rule}`]));
  const others = rules.filter((rule) => !asked.includes(rule)).sort((a, b) => rank(b) - rank(a));
  return [...asked, ...others.slice(0, Math.max(0, MIX - asked.length))];
}

/** How many of a lesson's steps are done, each told by what there is to do in it. */
export function stepsDone(state, game, steps) {
  const done = state.steps[game] ?? [];
  return steps.filter((names) => names.every((name) => done.includes(name))).length;
}

// --- Two memories made one ---

const worth = (entry) => [STANDINGS.indexOf(standing(entry)), entry.stage, entry.at, entry.asked, entry.last, entry.since];
function isBetter(one, other) {
  const [ours, theirs] = [worth(one), worth(other)];
  const at = ours.findIndex((value, place) => value !== theirs[place]);
  return at >= 0 && ours[at] > theirs[at];
}

/** Of each ruling what is known better, of each puzzle the first time, of the lessons all that was done in either. */
export function merged(ours, theirs) {
  const both = { ...ours, rules: { ...ours.rules }, steps: { ...ours.steps }, puzzles: { ...ours.puzzles } };
  for (const [rule, entry] of Object.entries(theirs.rules)) {
    if (!both.rules[rule] || isBetter(entry, both.rules[rule])) both.rules[rule] = entry;
  }
  for (const [game, names] of Object.entries(theirs.steps)) both.steps[game] = [...new Set([...(both.steps[game] ?? []), ...names])].sort();
  for (const [puzzle, entry] of Object.entries(theirs.puzzles)) {
    const key = ({ at, tries, hints }) => at * 1e4 + tries * 10 + hints;
    if (!both.puzzles[puzzle] || key(entry) < key(both.puzzles[puzzle])) both.puzzles[puzzle] = entry;
  }
  return both;
}

/** What another memory would change: rulings that would stand otherwise, and how many steps and puzzles would be new. */
export function changes(ours, next) {
  const rules = Object.keys(next.rules)
    .map((rule) => ({ rule, from: standing(ours.rules[rule]), to: standing(next.rules[rule]) }))
    .filter(({ from, to }) => from !== to);
  const count = (state) => Object.values(state.steps).flat().length;
  return { rules, steps: count(next) - count(ours), puzzles: Object.keys(next.puzzles).length - Object.keys(ours.puzzles).length };
}

// --- Taken along ---

/** As a text to be kept: without what only this browser needs. */
export function written({ seen, ...state }) {
  return JSON.stringify(state);
}

/** Of a text that was kept; throws "newer" where a later version wrote it, "unreadable" where nothing of ours did. */
export function read(text, now) {
  let found;
  try { found = JSON.parse(text); } catch { throw new Error("unreadable"); }
  if (!Number.isInteger(found?.version) || found.version < 1 || !found.rules || typeof found.rules !== "object") throw new Error("unreadable");
  if (found.version > VERSION) throw new Error("newer");
  return tidied(found, now);
}

const MOST_TEXT = 1e6;
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > MOST_TEXT) throw new Error("unreadable");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The same for an address: packed, in letters that stand in one. */
export async function packed(state) {
  const bytes = await through(new TextEncoder().encode(written(state)), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
}

/** What an address brought; throws as `read` does. */
export async function unpacked(text, now) {
  let found;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ "-": "+", _: "/" })[sign])), (sign) => sign.charCodeAt(0));
    found = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch { throw new Error("unreadable"); }
  return read(found, now);
}

// --- In this browser ---

const KEY = "progress";
export const clock = () => Math.floor(Date.now() / 1000);

/** What is kept here; null where nothing can be, or a later version of this file has written it. */
export function load(now = clock()) {
  let text;
  try { text = localStorage.getItem(KEY); } catch { return null; }
  if (!text) return empty();
  try {
    const found = JSON.parse(text);
    return found?.version > VERSION ? null : tidied(found, now);
  } catch { return empty(); }
}

/** Make the next state of the one that is kept now, by whatever tab; whether it could be kept. */
export function change(next, now = clock()) {
  const state = load(now);
  if (!state) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify(next(state, now)));
    return true;
  } catch { return false; }
}
