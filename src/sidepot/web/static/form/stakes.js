/** The stakes of a table as a host types them: 5/10, 1/3, 0.25/0.50; what they mean depends on the game and its limit. */

import { amountOf, amountTyped } from "../common/words.js";
import { t } from "../common/language.js";

/** @import { MoreTerms } from "sidepot/protocol" */

/**
 * How stakes are given: `blinds` (one or more), the `bets` of fixed limit, the lowest and highest bet of a `spread`, or one
 * `bet` where there are no blinds.
 * @typedef {"blinds" | "bets" | "spread" | "bet"} StakesKind
 */

const MOST_BLINDS = 5;
const BETWEEN = /\s*[/–—-]\s*/;

/** @param {string} text */
const partsOf = (text) => text.trim().split(BETWEEN);

/**
 * Whether a part of 1 is typed, so that the smallest chip must be 0.01.
 * @param {string} text
 */
export const hasCents = (text) => partsOf(text).some((part) => amountTyped(part) % 1 > 0);

/**
 * The chips of each typed amount.
 * @param {string} text
 * @param {number} decimals
 */
export const amountsTyped = (text, decimals) => partsOf(text).map((part) => amountTyped(part, decimals));

/**
 * What typed stakes are: the bet and options of the form, or what is `wrong` with them.
 * @param {StakesKind} kind
 * @param {string} text
 * @param {number} decimals
 * @returns {{ bet: number, more: MoreTerms, wrong: string }}
 */
export function stakesTyped(kind, text, decimals) {
  const found = amountsTyped(text, decimals);
  const [first, second = 0] = found;
  const refused = (/** @type {string} */ wrong) => ({ bet: 0, more: {}, wrong });
  const shown = (/** @type {number[]} */ ...amounts) => amounts.map((amount) => amountOf(amount, decimals)).join("/");
  if (found.some(Number.isNaN)) return refused(t("Enter amounts such as {example}", { example: shown(...EXAMPLES[kind].map((part) => part * 10 ** decimals)) }));
  if (found.some((one) => !Number.isInteger(one))) return refused(t("The smallest chip is {chip}: enter a multiple of it", { chip: amountOf(1, decimals) }));
  if (found.some((one) => one < 1)) return refused(t("{typed} is too little: the minimum is {least}", { typed: "0", least: amountOf(1, decimals) }));
  const most = { blinds: MOST_BLINDS, bets: 2, spread: 2, bet: 1 }[kind];
  if (found.length > most) return refused(t("Enter at most {most} amounts", { most }));
  if (kind === "blinds") {
    const bet = Math.max(first, second);
    const isUsual = found.length === 2 && first === Math.max(Math.floor(bet / 2), 1);
    return { bet, more: isUsual ? {} : { blinds: found }, wrong: "" };
  }
  if (kind === "spread") {
    if (found.length < 2 || first > second) return refused(t("Enter the lowest and the highest bet, such as {example}", { example: shown(2 * 10 ** decimals, 10 * 10 ** decimals) }));
    return { bet: first, more: { spread: [first, second] }, wrong: "" };
  }
  if (second && second < first) return refused(t("The big bet must not be smaller than the small bet"));
  return { bet: first, more: second && second !== 2 * first ? { big_bet: second } : {}, wrong: "" };
}

/** @type {Record<StakesKind, number[]>} */
const EXAMPLES = { blinds: [5, 10], bets: [10, 20], spread: [2, 10], bet: [10] };

/**
 * The stakes of a form, as a host would type them.
 * @param {StakesKind} kind
 * @param {number} bet
 * @param {MoreTerms} more
 * @param {number} decimals
 */
export function stakesWritten(kind, bet, more, decimals) {
  const amounts = {
    blinds: more.blinds?.length ? more.blinds : [Math.max(Math.floor(bet / 2), 1), bet],
    bets: [bet, more.big_bet ?? 2 * bet],
    spread: more.spread ?? [bet, 5 * bet],
    bet: [bet],
  }[kind];
  return amounts.map((amount) => amountOf(amount, decimals)).join(kind === "spread" ? "–" : "/");
}

/**
 * What the host is asked for.
 * @param {StakesKind} kind
 */
export const stakesLabel = (kind) =>
  ({ blinds: t("Blinds"), bets: t("Small and big bet"), spread: t("Lowest and highest bet"), bet: t("Bet") })[kind];
