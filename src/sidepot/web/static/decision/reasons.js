/** The reasons of the rules as this person reads them: in the language of the page, with amounts as they are shown. */

import { lineOf } from "../common/said.js";

/** @import { Line } from "../common/said.js" */

/** What is said with numbers that count no chips: cards, raises, runs of a board. */
const COUNTS = new Set([
  "You may have the board run {} to {} times: the least that anybody says is done",
  "You may not raise: the cap of a bet and {} raises is reached",
  "You must throw {} of your cards away; none come for them",
  "You may change as many of your cards as you like, up to {}, or stand pat",
]);

const NUMBERS = /(\d+(?:\/\d+)?)/; // a fraction is one piece

/**
 * A reason; `names` are those of the seats that it speaks of. A fraction, and the number of a side pot, are no amounts.
 * @param {string} text
 * @param {string[]} names
 * @returns {Line}
 */
export function reasonWords(text, names = []) {
  const [name] = names;
  const at = name ? text.indexOf(name) : -1;
  const [before, after] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + name.length)];
  /** @type {(number | string)[]} */
  const parts = [];
  let sentence = gaps(before, parts);
  if (at >= 0) {
    parts.push(name);
    sentence += `{}${gaps(after, parts)}`;
  }
  return lineOf([sentence, ...(COUNTS.has(sentence) ? parts.map(String) : parts)]);
}

/**
 * The text with a gap for each number, which becomes one of the parts.
 * @param {string} text
 * @param {(number | string)[]} parts
 */
function gaps(text, parts) {
  const pieces = text.split(NUMBERS);
  return pieces.map((piece, at) => {
    if (at % 2 === 0) return piece;
    const isAmount = !piece.includes("/") && !pieces[at + 1]?.startsWith(" (");
    parts.push(isAmount ? Number(piece) : piece);
    return "{}";
  }).join("");
}
