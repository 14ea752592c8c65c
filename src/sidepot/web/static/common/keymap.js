/** The keys of the table page, as this person has set them: each act has a letter of its own, which may be changed. */

import { kept } from "./dom.js";
import { tr } from "./language.js";

/** What the page is told once something was set. */
export const SETTINGS_CHANGED = "sidepot-settings";

/**
 * The keys that can be changed, by the letter that they have at first, and what they do.
 * @type {[key: string, what: string][]}
 */
export const CHANGEABLE = [
  ["f", tr`Fold`],
  ["c", tr`Check or call`],
  ["r", tr`Bet, raise or complete`],
  ["q", tr`Ahead of your turn: check/fold, or fold`],
  ["e", tr`Ahead of your turn: check, or call`],
  ["h", tr`Half the pot; declare high`],
  ["p", tr`The pot`],
  ["m", tr`The most; muck`],
  ["b", tr`Bring it in; declare both`],
  ["d", tr`Change the chosen cards`],
  ["s", tr`Stand pat; show`],
  ["y", tr`Accept a marker`],
  ["n", tr`Refuse a marker`],
  ["u", tr`Buy chips in the hand`],
  ["l", tr`Borrow chips; declare low`],
  ["i", tr`Call with a marker`],
  ["j", tr`Raise with a marker`],
  ["a", tr`Chips or big blinds`],
  ["g", tr`Name the game`],
  ["x", tr`Cut the pack`],
  ["o", tr`Sit out, or come back`],
  ["t", tr`Straddle`],
  ["v", tr`Read out the hand`],
  ["w", tr`What you may do, and why`],
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
  if (!LETTER.test(to)) return tr`Type one letter`;
  const taken = CHANGEABLE.find(([other]) => other !== key && keyFor(other) === to);
  if (taken) return tr`${to.toUpperCase()} is taken: ${taken[1]}`;
  const { [key]: _, ...others } = changed();
  kept.set("keys", to === key ? others : { ...others, [key]: to });
  return "";
}

/** All keys as they were at first. */
export const resetKeys = () => kept.set("keys", {});
