/** Which picture a display shows: the one that was chosen, or one after the other, on all displays at the same time. */

import { isOver } from "../tournament/payouts.js";

/**
 * @import { ScreenView } from "sidepot/protocol"
 * @typedef {"clock" | "seats" | "payouts" | "tables" | "final" | "check_in" | "winner"} Layout
 * @typedef {{ views?: readonly { layout: string, seconds?: number }[] }} Show
 */

const SECONDS = 20; // that a view is shown, where nothing else was chosen

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
    ["check_in", !isDone && Boolean(state.check_in)],
    ["seats", !isDone && Boolean(state.places?.length) && !isFinal],
    ["tables", !isDone && (state.places ?? []).length > 1],
    ["winner", isDone && Boolean(state.out?.some(({ place }) => place === 1))],
    ["payouts", Boolean(state.prizes?.length)],
  ];
  return all.filter(([, has]) => has).map(([name]) => name);
}

/**
 * The layout at the room's time `now`. One that has nothing to show is skipped, and the clock is always there.
 * @param {Show} show
 * @param {ScreenView} state
 * @param {number} now
 * @returns {Layout}
 */
export function layoutAt(show, state, now) {
  const views = viewsOf(show, state);
  const total = views.reduce((sum, { seconds }) => sum + seconds, 0);
  let at = Math.floor(now / 1000) % (total || 1);
  for (const { layout, seconds } of views) {
    if (at < seconds) return layout;
    at -= seconds;
  }
  return "clock";
}

/**
 * The chosen views that have something to show, in their order. When all sit at one table, it takes the place of the seats
 * and tables. When it is over, the winner and the results are shown, except on a display that has only the clock.
 * @param {Show} show
 * @param {ScreenView} state
 * @returns {{ layout: Layout, seconds: number }[]}
 */
function viewsOf({ views = [{ layout: "clock" }] }, state) {
  const there = layoutsOf(state);
  const hasOthers = views.some(({ layout }) => layout !== "clock");
  const chosen = isOver(state) && hasOthers ? [{ layout: "winner" }, { layout: "payouts" }] : views;
  /** @type {{ layout: Layout, seconds: number }[]} */
  const found = [];
  for (const { layout, seconds = SECONDS } of chosen) {
    const isAtFinal = there.includes("final") && (layout === "seats" || layout === "tables");
    const shown = there.find((one) => one === (isAtFinal ? "final" : layout));
    if (shown && !found.some((one) => one.layout === shown && isAtFinal)) found.push({ layout: shown, seconds });
  }
  return found;
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
  const fewest = filled(all, columns, most, heightOf).length;
  for (let rows = Math.max(2, Math.ceil(total / columns / fewest)); rows < most; rows += 1) {
    const pages = filled(all, columns, rows, heightOf);
    if (pages.length === fewest) return pages;
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

/**
 * In how many columns so many tables are drawn largest.
 * @param {number} count
 * @param {number} width of the room that there is
 * @param {number} height
 * @param {number} ratio how wide each is for its height
 */
export function planColumns(count, width, height, ratio) {
  const sizeOf = (/** @type {number} */ columns) => Math.min(width / columns / ratio, height / Math.ceil(count / columns));
  const all = Array.from({ length: Math.max(count, 1) }, (_, at) => at + 1);
  return all.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best), 1);
}
