/** Which of several tables is in front. No page is needed, so node tests it. */

/** A table in the window: its id, and whether it waits for this person. @typedef {{ id: string, waits: boolean }} Tile */

/**
 * The table to bring forward: the one in front stays while it waits, or where none does; else the one that has waited the
 * longest comes. `waiting` are those that wait, in the order in which they began to.
 * @param {string} front
 * @param {readonly string[]} waiting
 * @param {readonly string[]} all
 */
export function frontOf(front, waiting, all) {
  if (all.includes(front) && (waiting.includes(front) || !waiting.length)) return front;
  return waiting[0] ?? all[0] ?? "";
}

/**
 * The tables that wait, in the order in which they began to, after one has begun or ended to.
 * @param {readonly string[]} before
 * @param {string} id
 * @param {boolean} waits
 */
export const waitingAfter = (before, id, waits) =>
  waits ? (before.includes(id) ? [...before] : [...before, id]) : before.filter((one) => one !== id);
