/** Which picture a display shows: the one that was chosen, or one after the other, on all displays at the same time. */

import { isOver } from "../tournament/payouts.js";

/**
 * @import { ScreenView } from "sidepot/protocol"
 * @typedef {"clock" | "seats" | "payouts" | "tables" | "final"} Layout
 * @typedef {{ layout?: string, rotate?: number, look?: string, shape?: string }} Show
 */

/** @type {readonly Layout[]} */
export const LAYOUTS = ["clock", "seats", "payouts", "tables", "final"];

/**
 * The layouts that have something to show now, in the order in which they take turns.
 * @param {ScreenView} state
 * @returns {Layout[]}
 */
export function layoutsOf(state) {
  const isDone = isOver(state);
  const isFinal = !isDone && Boolean(state.final) && (state.stacks ?? []).length > 0;
  /** @type {[Layout, boolean][]} */
  const all = [
    ["clock", true],
    ["final", isFinal],
    ["seats", !isDone && Boolean(state.places?.length) && !isFinal],
    ["tables", !isDone && (state.places ?? []).length > 1],
    ["payouts", Boolean(state.prizes?.length)],
  ];
  return all.filter(([, has]) => has).map(([name]) => name);
}

/**
 * The layout at the room's time `now`. One that has nothing to show is the clock.
 * @param {Show} show
 * @param {ScreenView} state
 * @param {number} now
 * @returns {Layout}
 */
export function layoutAt(show, state, now) {
  const there = layoutsOf(state);
  const turns = show.rotate ?? 0;
  if (turns > 0) return there[Math.floor(now / (turns * 1000)) % there.length];
  if (isOver(state) && show.layout !== "clock") return there.at(-1) ?? "clock"; // the results, as far as there are any
  const wanted = there.includes("final") && (show.layout === "seats" || show.layout === "tables") ? "final" : show.layout; // all sit at one
  return there.find((one) => one === wanted) ?? "clock";
}

/**
 * Which part of a list is shown, where it does not fit at once: the parts take turns.
 * @template T
 * @param {readonly T[]} all
 * @param {number} most how many fit
 * @param {number} now
 * @param {number} seconds for each part
 * @returns {{ part: T[], page: number, pages: number }}
 */
export function partAt(all, most, now, seconds = 12) {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const page = Math.floor(now / (seconds * 1000)) % pages;
  return { part: all.slice(page * most, (page + 1) * most), page: page + 1, pages };
}

/**
 * How many lines a name needs, of so many letters each, if it is parted at spaces and hyphens; three at most.
 * @param {string} name
 * @param {number} letters
 */
export function linesOf(name, letters) {
  let [lines, used] = [1, 0];
  for (const word of name.split(/(?<=[\s-])/)) {
    const length = word.trimEnd().length;
    if (used && used + length > letters) [lines, used] = [lines + 1, 0];
    lines += Math.ceil(length / letters) - 1;
    used += word.length;
  }
  return Math.min(lines, 3);
}

/**
 * The pages of a list in columns, where some need several lines: as few pages as may be, and columns as even as they can be.
 * @template T
 * @param {readonly T[]} all
 * @param {number} columns
 * @param {number} most lines of a column
 * @param {(one: T) => number} heightOf
 * @returns {T[][][]}
 */
export function pagesOf(all, columns, most, heightOf) {
  const total = all.reduce((before, one) => before + heightOf(one), 0);
  for (let rows = Math.max(2, Math.ceil(total / columns)); rows < most; rows += 1) {
    const pages = filled(all, columns, rows, heightOf);
    if (pages.length === 1) return pages;
  }
  return filled(all, columns, most, heightOf);
}

/**
 * @template T
 * @param {readonly T[]} all
 * @param {number} columns
 * @param {number} rows
 * @param {(one: T) => number} heightOf
 */
function filled(all, columns, rows, heightOf) {
  /** @type {T[][]} */
  const lists = [];
  let free = 0;
  for (const one of all) {
    const lines = heightOf(one);
    if (lines > free) {
      lists.push([]);
      free = rows;
    }
    lists[lists.length - 1].push(one);
    free -= lines;
  }
  return Array.from({ length: Math.ceil(lists.length / columns) || 1 }, (_, at) => lists.slice(at * columns, (at + 1) * columns));
}

/**
 * Names in one of several columns, filled from the top down.
 * @template T
 * @param {readonly T[]} all
 * @param {number} columns
 * @returns {T[][]}
 */
export function inColumns(all, columns) {
  const each = Math.ceil(all.length / columns) || 1;
  return Array.from({ length: columns }, (_, at) => all.slice(at * each, (at + 1) * each)).filter(({ length }) => length > 0);
}
