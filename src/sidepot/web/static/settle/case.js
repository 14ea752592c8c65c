/** A hand to settle as the form has it, and as an address holds it. */

/**
 * @typedef {{ name: string, put: string, folded: boolean, cards: string }} Player
 * @typedef {{ players: Player[], board: string, best: string, low: string, game: string, dead: string, chip: string }} Case
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
 * The address that holds a hand.
 * @param {Case} hand
 */
export const linkOf = (hand) => `#${new URLSearchParams({ hand: JSON.stringify(hand) })}`;

/**
 * The hand of an address; null where it holds none that can be read.
 * @param {string} hash
 * @returns {Case | null}
 */
export function caseOf(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("hand");
  if (!text) return null;
  try {
    const hand = JSON.parse(text);
    return Array.isArray(hand?.players) ? hand : null;
  } catch {
    return null;
  }
}
