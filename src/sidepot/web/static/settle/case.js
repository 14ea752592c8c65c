/** A hand to settle as the form has it, and as an address holds it. */

import { heldBy, holding } from "../common/in_address.js";

/** @import { HouseFile } from "sidepot/protocol" */

/**
 * A player of the form. `killed`, `all_in` and `declared` exist only in hands of the room.
 * @typedef {{ name: string, put: string, folded: boolean, cards: string, killed?: boolean, all_in?: boolean, declared?: string }} Player
 * @typedef {{ players: Player[], board: string, best: string, low: string, game: string, dead: string, chip: string, house?: string | HouseFile, mucked?: string[], rulebook?: Record<string, boolean | string> }} Case
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
 * @param {import("sidepot/protocol").SettleForm} form
 * @returns {Case}
 */
export function caseOfForm(form) {
  const players = form.players.map(({ name, put = 0, folded = false, cards = "", ...more }) => ({ name, put: String(put), folded, cards, ...more }));
  const { board = "", game = "holdem", dead = 0, chip = 1, house = "cash", mucked = [], rulebook = {} } = form;
  return { players, board, best: "", low: "", game, dead: String(dead), chip: String(chip), house, mucked, rulebook };
}

/**
 * The name of the house of a hand: the hand may contain the rules of a club's own house.
 * @param {Case | null} hand
 */
export const houseNameOf = (hand) => (typeof hand?.house === "object" ? hand.house.name : hand?.house || "cash");

/**
 * How a player of a case came to be out of the hand, or would be.
 * @param {Case | null} hand
 * @param {Player} player
 */
export const outOf = (hand, player) => (hand?.mucked?.includes(player.name) ? "mucked" : player.killed ? "killed" : "folded");

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
