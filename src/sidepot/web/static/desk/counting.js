/** The clock of a tournament, counted on from the last that was sent of it: a page without a network keeps time by this. */

/**
 * The clock as it was sent; times are of the server. `until` 0: it stands, or has no end.
 * @typedef {{
 *   running: boolean, item: number, level: number, is_break: boolean, until: number, left: number, stakes: string,
 *   next: string, next_break: number, begun: boolean, extra: boolean, last: boolean,
 *   stakes_parts: readonly string[][], next_parts: readonly string[][],
 * }} Clock
 * @typedef {{ item: number, level: number, is_break: boolean, ms: number, stakes?: string, note?: string, parts?: readonly string[][], what?: Record<string, unknown> }} Item
 * @typedef {Clock & { counted: boolean }} Counted
 */

/** @type {Clock} */
const STANDS = {
  running: false, item: 0, level: 1, is_break: false, until: 0, left: 0, stakes: "", next: "", next_break: 0, begun: false, extra: false,
  last: false, stakes_parts: [], next_parts: [],
};

/**
 * What is left out of a message has its usual value.
 * @param {Partial<Clock> | null | undefined} clock
 * @returns {Clock}
 */
export const wholeClock = (clock) => ({ ...STANDS, ...clock });

/**
 * The clock at a time: levels and breaks that have ended since then are passed, by the schedule (`counted`).
 * @param {Clock} clock
 * @param {readonly Item[]} items
 * @param {number} now
 * @returns {Counted}
 */
export function clockAt(clock, items, now) {
  if (!clock.running || !clock.until) return { ...clock, counted: false };
  let { item, until } = clock;
  while (!clock.extra && until <= now && items[item + 1]) {
    item += 1;
    until += items[item].ms;
  }
  if (item === clock.item) return { ...clock, left: Math.max(0, until - now), counted: false };
  const [at, after] = [items[item], items.slice(item + 1).find((one) => !one.is_break)];
  return {
    ...clock, item, level: at.level || clock.level, is_break: at.is_break, until, left: Math.max(0, until - now), stakes: at.stakes ?? "", stakes_parts: at.parts ?? [],
    next: after?.stakes ?? "", next_parts: after?.parts ?? [], next_break: breakAfter(items, item, until), counted: true,
  };
}

/**
 * When the next break begins after an item that ends at `until`; 0: there is none.
 * @param {readonly Item[]} items
 * @param {number} item
 * @param {number} until
 */
function breakAfter(items, item, until) {
  let at = until;
  for (const one of items.slice(item + 1)) {
    if (one.is_break) return at;
    at += one.ms;
  }
  return 0;
}

/**
 * When each item of the schedule begins, as the clock stands: those that are over have none (0).
 * @param {Clock} clock
 * @param {readonly Item[]} items
 * @param {number} now
 */
export function beginsOf(clock, items, now) {
  const { item, left } = clockAt(clock, items, now);
  let at = now + left;
  return items.map((one, place) => {
    if (place <= item) return 0;
    const begins = at;
    at += one.ms;
    return begins;
  });
}
