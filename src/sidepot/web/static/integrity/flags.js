/** Flags in words. No page is needed, so node tests it. */

import { joined } from "../common/words.js";
import { LOCALE, t } from "../common/language.js";

/** @import { Flag } from "sidepot/protocol" */

/** @type {Record<string, (one: string, other: string) => string>} */
const MEANS = {
  losses: (one, other) => t("{one} loses big pots to {other}", { one, other }),
  "folded chips": (one, other) => t("{one} puts in many chips, then folds to {other}", { one, other }),
  "all-ins": (one, other) => t("{one} loses all-ins to {other}", { one, other }),
  "folded winners": (one, other) => t("{one} folds better hands to {other}", { one, other }),
  "soft play": (one, other) => t("{one} does not bet better hands against {other}", { one, other }),
  "never together": (one, other) => t("{one} and {other} rarely play the same pot", { one, other }),
  "even answers": (one) => t("{one} always takes nearly the same time to act", { one }),
  "same browser": (one, other) => t("{one} and {other} sat at a table from the same browser", { one, other }),
  "same address": (one, other) => t("{one} and {other} sat at a table from the same address, as people in one household do", { one, other }),
};

/**
 * A flag in a sentence.
 * @param {Flag} flag
 * @param {Record<string, string>} names
 */
export function meaning({ kind, players }, names) {
  const [one = "", other = ""] = players.map((player) => names[player] ?? player);
  return MEANS[kind]?.(one, other) ?? `${kind}: ${joined([one, other].filter(Boolean))}`;
}

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/**
 * How unusual a flag is: what was seen, what would be usual, and how seldom honest play does as much.
 * @param {Flag} flag
 */
export function unusual({ kind, seen, expected, of, chance }) {
  if (kind.startsWith("same ")) return t("{hands} hands together.", { hands: NUMBER.format(of) });
  const counts = kind === "even answers"
    ? t("The times of {answers} decisions vary by {seen} of their mean; {usual} is usual.", { seen: NUMBER.format(seen), answers: of, usual: NUMBER.format(expected) })
    : t("{seen} of {of}; {usual} would be usual.", { seen, of, usual: NUMBER.format(expected) });
  return chance === null ? counts : t("{counts} Honest play gives this once in {times}.", { counts, times: often(chance) });
}

/**
 * One in how many, in a round number: beyond a billion nobody counts.
 * @param {number} chance
 */
function often(chance) {
  return chance <= 1e-9 ? t("a billion times or more") : t("{times} times", { times: NUMBER.format(1 / chance) });
}
