/** The keys of the table page, as this person has set them: each act has a letter of its own, which may be changed. */

import { kept } from "./dom.js";
import { t } from "./language.js";

/** The event once something was set. */
export const SETTINGS_CHANGED = "sidepot-settings";

/**
 * The keys that can be changed, by the letter that they have at first, and what they do.
 * @type {[key: string, what: string][]}
 */
export const CHANGEABLE = [
  ["f", t("Fold")],
  ["c", t("Check or call")],
  ["r", t("Bet, raise or complete")],
  ["q", t("Before your turn: check/fold or fold")],
  ["e", t("Before your turn: check or call")],
  ["z", t("Before your turn: call any bet")],
  ["h", t("Half pot; declare high")],
  ["p", t("Pot")],
  ["m", t("Maximum; muck")],
  ["b", t("Bring in, collect the bets; declare both")],
  ["d", t("Discard the selected cards and draw")],
  ["s", t("Stand pat; show")],
  ["y", t("Accept a marker")],
  ["n", t("Refuse a marker")],
  ["u", t("Buy chips during the hand")],
  ["l", t("Borrow chips; declare low")],
  ["i", t("Call with a marker")],
  ["j", t("Raise with a marker")],
  ["a", t("Chips or big blinds")],
  ["g", t("Choose the game")],
  ["x", t("Cut the deck")],
  ["o", t("Sit out or come back")],
  ["t", t("Straddle")],
  ["v", t("Read the hand aloud")],
  ["w", t("Your options, with reasons")],
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
  if (!LETTER.test(to)) return t("Type one letter");
  const taken = CHANGEABLE.find(([other]) => other !== key && keyFor(other) === to);
  if (taken) return t("{key} is already in use: {action}", { key: to.toUpperCase(), action: taken[1] });
  const { [key]: _, ...others } = changed();
  kept.set("keys", to === key ? others : { ...others, [key]: to });
  return "";
}

/** All keys as they were at first. */
export const resetKeys = () => kept.set("keys", {});
