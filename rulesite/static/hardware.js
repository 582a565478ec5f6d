// What the keys of a keyboard of hardware mean at the card keyboard: arrows go from key to key, letters and figures press them.
import { bySuit, ranks, suits } from "./pack.js";

const bar = document.querySelector(".bar");

/** Which way each of the four goes: right, down. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest key that way, in the same row or over the rows.
function toward([right, down]) {
  const lines = [...bar.querySelectorAll(".line")].map((line) => [...line.querySelectorAll("[data-key]")]);
  const from = document.activeElement;
  const line = lines.findIndex((row) => row.includes(from));
  const middle = (key) => { const box = key.getBoundingClientRect(); return box.left + box.width / 2; };
  if (right) return lines[line][(lines[line].indexOf(from) + right + lines[line].length) % lines[line].length];
  const other = lines[(line + down + lines.length) % lines.length];
  return [...other].sort((a, b) => Math.abs(middle(a) - middle(from)) - Math.abs(middle(b) - middle(from)))[0];
}

// Which key a letter means. Where it means a suit and a rank as well, it is the rank only if that has no other letter;
// with the shift key it is the suit.
function meant({ key, shiftKey }, kind) {
  const letter = key.toUpperCase();
  const fixed = { "-": "run", "+": bySuit() || kind === "groups" ? "set" : "all", "/": "begin", Backspace: "undo", 0: "rank T", 1: "rank T" }[key];
  if (fixed) return fixed;
  const suit = suits.get(letter);
  const rank = ranks.get(letter);
  const others = [...ranks].filter(([other, same]) => same === rank && other !== letter && !suits.has(other));
  if (suit && bySuit() && (shiftKey || !rank || others.length)) return `suit ${suit}`;
  if (rank) return `rank ${rank}`;
  return letter === "X" ? bar.querySelector("[data-key^=joker]")?.dataset.key : "";
}

/** Do what a key means; `event` is its `keydown` in the bar of the card keyboard, which serves a field of `kind`. */
export function press(event, { kind }) {
  const way = ARROWS[event.key];
  const key = way ? toward(way) : bar.querySelector(`[data-key="${meant(event, kind) || "-"}"]`);
  if (!key) return;
  event.preventDefault();
  if (way) key.focus();
  else key.click();
}
