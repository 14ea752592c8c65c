/** Flags in words. No page is needed, so node tests it. */

import { LOCALE, tr } from "../common/language.js";

/** @import { Flag } from "sidepot/protocol" */

/** @type {Record<string, (one: string, other: string) => string>} */
const MEANS = {
  losses: (one, other) => tr`${one} loses big pots to ${other}`,
  "folded chips": (one, other) => tr`${one} puts much in and folds it to ${other}`,
  "all-ins": (one, other) => tr`${one} loses all-ins to ${other}`,
  "folded winners": (one, other) => tr`${one} folds the better hand to ${other}`,
  "soft play": (one, other) => tr`${one} does not bet the better hand against ${other}`,
  "never together": (one, other) => tr`${one} and ${other} are hardly ever in the same pot`,
  "even answers": (one) => tr`${one} answers in nearly the same time always`,
  "same browser": (one, other) => tr`${one} and ${other} sat down at a table from the same browser`,
  "same address": (one, other) => tr`${one} and ${other} sat down at a table from the same address, as people of one home do`,
};

/**
 * A flag in a sentence.
 * @param {Flag} flag
 * @param {Record<string, string>} names
 */
export function meaning({ kind, players }, names) {
  const [one = "", other = ""] = players.map((player) => names[player] ?? player);
  return MEANS[kind]?.(one, other) ?? `${kind}: ${one}${other && tr` and ${other}`}`;
}

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 2 });

/**
 * How unusual a flag is: what was seen, what would be usual, and how seldom honest play does as much.
 * @param {Flag} flag
 */
export function unusual({ kind, seen, expected, of, chance }) {
  if (kind.startsWith("same ")) return tr`${NUMBER.format(of)} hands together.`;
  const counts = kind === "even answers"
    ? tr`A spread of ${NUMBER.format(seen)} of the mean in ${of} answers, where ${NUMBER.format(expected)} is usual.`
    : tr`${seen} of ${of}, where ${NUMBER.format(expected)} would be usual.`;
  return chance === null ? counts : tr`${counts} Honest play does so once in ${often(chance)}.`;
}

/**
 * One in how many, in a round number: beyond a billion nobody counts.
 * @param {number} chance
 */
function often(chance) {
  return chance <= 1e-9 ? tr`a billion times or more` : tr`${NUMBER.format(1 / chance)} times`;
}
