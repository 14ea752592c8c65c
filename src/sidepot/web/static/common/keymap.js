/** The keys of the table page, as this person has set them: each act has a letter of its own, which may be changed. */

import { kept } from "./dom.js";

/** What the page is told once something was set. */
export const SETTINGS_CHANGED = "sidepot-settings";

/**
 * The keys that can be changed, by the letter that they have at first, and what they do.
 * @type {[key: string, what: string][]}
 */
export const CHANGEABLE = [
  ["f", "Fold"],
  ["c", "Check or call"],
  ["r", "Bet, raise or complete"],
  ["q", "Ahead of your turn: check/fold, or fold"],
  ["e", "Ahead of your turn: check, or call"],
  ["h", "Half the pot; declare high"],
  ["p", "The pot"],
  ["m", "The most; muck"],
  ["b", "Bring it in; declare both"],
  ["d", "Change the chosen cards"],
  ["s", "Stand pat; show"],
  ["y", "Accept a marker"],
  ["n", "Refuse a marker"],
  ["u", "Buy chips in the hand"],
  ["l", "Borrow chips; declare low"],
  ["i", "Call with a marker"],
  ["j", "Raise with a marker"],
  ["a", "Chips or big blinds"],
  ["g", "Name the game"],
  ["x", "Cut the pack"],
  ["o", "Sit out, or come back"],
  ["t", "Straddle"],
  ["v", "Read out the hand"],
  ["w", "What you may do, and why"],
];

const OWN = new Map(CHANGEABLE);
const LETTER = /^\p{L}$/u;

/** The letters that were changed. */
const changed = () => kept.get("keys", /** @type {Record<string, string>} */ ({}));

/**
 * The letter that stands for `key` now; a key that cannot be changed stands for itself.
 * @param {string} key
 */
export const keyFor = (key) => (OWN.has(key) ? (changed()[key] ?? key) : key);

/**
 * What a pressed key means, as the letter that it had at first; "" where it means nothing any more.
 * @param {string} pressed
 */
export function meaningOf(pressed) {
  const found = CHANGEABLE.find(([key]) => keyFor(key) === pressed);
  return found ? found[0] : OWN.has(pressed) ? "" : pressed;
}

/**
 * Give `key` another letter. Returns "" where that is done, else why it is not.
 * @param {string} key
 * @param {string} letter
 */
export function changeKey(key, letter) {
  const to = letter.trim().toLowerCase();
  if (!LETTER.test(to)) return "Type one letter";
  const taken = CHANGEABLE.find(([other]) => other !== key && keyFor(other) === to);
  if (taken) return `${to.toUpperCase()} is taken: ${taken[1].toLowerCase()}`;
  const { [key]: _, ...others } = changed();
  kept.set("keys", to === key ? others : { ...others, [key]: to });
  return "";
}

/** All keys as they were at first. */
export const resetKeys = () => kept.set("keys", {});
