/** Cards as the room writes them in short, and where a hand is replayed. No page is needed, so node tests it. */

import { percent } from "../common/words.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const DOWN = 53;

/**
 * The cards of a text such as `AhKd`: `4 * rank + suit`; what is no card lies face down.
 * @param {string} text
 */
export const cardsOf = (text) =>
  (text.match(/../g) ?? []).map((name) => {
    const rank = RANKS.indexOf(name.charAt(0));
    const suit = SUITS.indexOf(name.charAt(1));
    return rank < 0 || suit < 0 ? DOWN : 4 * rank + suit;
  });

/**
 * The address of a replay.
 * @param {string} table
 * @param {number} hand
 */
export const replayPath = (table, hand) => `/hand/${encodeURIComponent(table)}/${hand}`;

/**
 * The table and the hand of a replay's address; null for another one.
 * @param {string} path
 */
export function replayOf(path) {
  const found = /^\/hand\/([^/]+)\/([1-9]\d{0,14})$/.exec(path);
  return found ? { table: decodeURIComponent(found[1] ?? ""), hand: Number(found[2]) } : null;
}

/**
 * So many of some hands in percent.
 * @param {number} part
 * @param {number} of
 */
export const percentOf = (part, of) => (of ? percent(part / of) : "–");

/**
 * The steps at which a street begins, the first one among them.
 * @param {readonly { street: string }[]} steps
 */
export const streetStarts = (steps) =>
  steps.flatMap((step, at) => (at === 0 || step.street !== steps[at - 1]?.street ? [at] : []));

/**
 * The points of a line in a box of `width` by `height`, with room for 0.
 * @param {readonly { hands: number, units: number }[]} line
 * @param {number} width
 * @param {number} height
 */
export function drawnLine(line, width, height) {
  const most = Math.max(0, ...line.map(({ units }) => units));
  const least = Math.min(0, ...line.map(({ units }) => units));
  const last = Math.max(1, line.at(-1)?.hands ?? 1);
  const y = (/** @type {number} */ units) => (most === least ? height / 2 : (height * (most - units)) / (most - least));
  const points = [{ hands: 0, units: 0 }, ...line].map(
    ({ hands, units }) => `${((width * hands) / last).toFixed(1)} ${y(units).toFixed(1)}`,
  );
  return { path: `M${points.join("L")}`, zero: y(0) };
}

/**
 * The street on which a step happened. The step itself has the street that follows from it.
 * @param {readonly { street: string }[]} steps
 * @param {number} at
 */
export const streetAt = (steps, at) => steps[Math.max(0, at - 1)]?.street ?? "";
