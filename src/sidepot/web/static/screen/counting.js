/** The clock of a tournament, counted on by the schedule that the page holds: without any word from the room, too. */

/**
 * @import { ClockView, ItemView } from "sidepot/protocol"
 *
 * What the clock shows: `left` and `toBreak` are null where there is no end, and no break to come. `past`: the page holds
 * no schedule for this time any more.
 * @typedef {{
 *   level: number, isBreak: boolean, isExtra: boolean, running: boolean, left: number | null, toBreak: number | null,
 *   item: Item | null, next: Item | null, out: readonly number[], past: boolean,
 * }} Stand
 * @typedef {Required<ItemView>} Item
 */

/** @type {Omit<Item, "level" | "text" | "ms">} */
const USUAL = { big: [], ante: 0, by_one: false, out: [], parts: [] };

/**
 * @param {ItemView} item
 * @returns {Item}
 */
export const wholeItem = (item) => ({ ...USUAL, ...item });

/**
 * What the clock shows at the room's time `now`.
 * @param {ClockView} clock as the room sent it last
 * @param {readonly ItemView[]} schedule from the item that was on then
 * @param {number} now
 * @param {number} more items that come after those of the schedule
 * @returns {Stand}
 */
export function standAt(clock, schedule, now, more = 0) {
  const items = schedule.map(wholeItem);
  let [at, isExtra] = [0, Boolean(clock.extra)];
  let left = clock.running && !clock.last ? clock.until - now : clock.left;
  let past = false;
  if (clock.running && !clock.last) {
    if (isExtra && left <= 0) {
      isExtra = false;
      left += clock.after ?? 0;
    }
    while (!isExtra && left <= 0 && at < items.length - 1) left += items[++at].ms;
    past = left <= 0 && more > 0;
  }
  const item = items[at] ?? null;
  const isLast = Boolean(clock.last) || at === items.length - 1 && !more && !isExtra;
  const isBreak = isExtra || item?.level === 0;
  const following = isExtra ? item : items.slice(at + 1).find(({ level }) => level > 0) ?? null;
  return {
    level: item?.level || levelBefore(clock, items, at),
    isBreak,
    isExtra,
    running: clock.running,
    left: isLast ? null : Math.max(left, 0),
    toBreak: isBreak ? null : breakIn(items, at, left),
    item,
    next: following,
    out: isBreak && !isExtra ? (item?.out ?? []) : [],
    past,
  };
}

/**
 * The level that was on before an item.
 * @param {ClockView} clock
 * @param {readonly Item[]} items
 * @param {number} at
 */
function levelBefore(clock, items, at) {
  const before = items.slice(0, at).findLast(({ level }) => level > 0);
  return before?.level ?? clock.level;
}

/**
 * How long until the next break of the schedule.
 * @param {readonly Item[]} items
 * @param {number} at
 * @param {number} left
 */
function breakIn(items, at, left) {
  const coming = items.findIndex(({ level }, place) => place > at && level === 0);
  if (coming < 0) return null;
  return left + items.slice(at + 1, coming).reduce((sum, { ms }) => sum + ms, 0);
}
