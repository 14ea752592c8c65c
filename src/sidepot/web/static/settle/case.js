/** A hand to settle as the form has it, and as an address holds it. */

import { heldBy, holding } from "../common/in_address.js";

/**
 * @typedef {{ name: string, put: string, folded: boolean, cards: string }} Player
 * @typedef {{ players: Player[], board: string, best: string, low: string, game: string, dead: string, chip: string, house?: string }} Case
 */

/**
 * The groups of equal hands in an order, the best first: `Ann, Bo=Cy`.
 * @param {string} order
 */
export function groupsOf(order) {
  const groups = order.split(",").map((group) => group.split("=").map((name) => name.trim()));
  return groups.map((group) => group.filter(Boolean)).filter((group) => group.length > 0);
}

/**
 * The hand of the room that an address names (`#table=7&hand=3`); null where it names none.
 * @param {string} hash
 */
export function playedOf(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const [table, hand] = [parts.get("table"), parts.get("hand")];
  return table && /^[1-9]\d{0,14}$/.test(hand ?? "") ? { table, hand: Number(hand) } : null;
}

/**
 * A hand of the room as the form has it.
 * @param {import("sidepot/protocol").SettleForm} told
 * @returns {Case}
 */
export function caseOfForm(told) {
  const players = told.players.map((one) => ({ name: one.name, put: String(one.put ?? 0), folded: !!one.folded, cards: one.cards ?? "" }));
  return { players, board: told.board ?? "", best: "", low: "", game: told.game ?? "holdem", dead: String(told.dead ?? 0), chip: String(told.chip ?? 1), house: told.house ?? "cash" };
}

/**
 * The address that settles a hand of the room.
 * @param {string} table
 * @param {number} hand
 */
export const settlePath = (table, hand) => `/settle#table=${encodeURIComponent(table)}&hand=${hand}`;

/**
 * The address that holds a hand.
 * @param {Case} hand
 */
export const linkOf = (hand) => holding("hand", hand);

/**
 * The hand of an address; null where it holds none that can be read.
 * @param {string} hash
 * @returns {Case | null}
 */
export function caseOf(hash) {
  const hand = heldBy(hash, "hand");
  return Array.isArray(hand?.players) ? hand : null;
}
