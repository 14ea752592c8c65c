/**
 * Amounts at a table: in its unit, where a chip is 1 or 0.01, or in big blinds, as this person likes them. The room itself
 * counts in chips.
 */

import { amountOf, amountTyped, grouped } from "./words.js";
import { LOCALE, t, tn } from "./language.js";

/** @import { State } from "../room/messages.js" */

let blind = 0; // the big blind while amounts are shown in it; 0: in chips
let decimals = 0; // of amounts in chips
let hasBlinds = true; // whether it is a blind: else it is the least bet

/**
 * The big blind of the game that is on; where it has none, its least bet. 0 is not known.
 * @param {Pick<State, "facts">} state
 */
export function blindOf({ facts }) {
  if (!facts) return 0;
  return Math.max(0, ...(facts.blinds ?? [])) || facts.least_bet || 0;
}

/**
 * Show amounts in chips of `10 ** -digits` from now on.
 * @param {number} digits
 */
export function useDecimals(digits) {
  decimals = digits;
}

/** How many decimals amounts in chips have. */
export const decimalsNow = () => decimals;

/**
 * Show amounts in the big blinds of this game from now on, or in chips.
 * @param {Pick<State, "facts"> & { decimals?: number }} state
 * @param {boolean} inBlinds
 */
export function tellIn(state, inBlinds) {
  blind = inBlinds ? blindOf(state) : 0;
  decimals = state.decimals ?? 0;
  hasBlinds = Boolean(state.facts?.blinds?.length);
}

/** How many chips one unit is: 0 while amounts are in chips. What shows amounts is drawn anew where it changes. */
export const unit = () => blind;

const SHORT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const LONG = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** @param {number} amount */
function inBlinds(amount) {
  const blinds = amount / blind;
  return (Math.abs(blinds) < 10 ? LONG : SHORT).format(blinds);
}

/**
 * An amount in chips, also while others are in big blinds: 1,250, or 12.50 where a chip is 0.01.
 * @param {number} amount
 */
export const inChips = (amount) => amountOf(amount, decimals);

/**
 * An amount, as it is shown: 1,250 or 12.5 bb.
 * @param {number} amount
 */
export const shown = (amount) => (blind ? `${inBlinds(amount)}\u00a0${hasBlinds ? t("bb") : t("bets")}` : inChips(amount));

/**
 * An amount in words: 1,250 chips, or 12.5 big blinds.
 * @param {number} amount
 */
export const inWords = (amount) =>
  !blind
    ? decimals ? inChips(amount) : tn("{count} chip", "{count} chips", amount)
    : hasBlinds
      ? tn("{count} big blind", "{count} big blinds", amount / blind, { count: inBlinds(amount) })
      : tn("{count} bet", "{count} bets", amount / blind, { count: inBlinds(amount) });

/**
 * A text of the room about chips, with its amounts as they are shown: "raises to 60" with 3 bb.
 * @param {string} words
 */
export const withAmounts = (words) => (blind || decimals ? words.replace(/\d+/g, (digits) => shown(Number(digits))) : grouped(words));

const EXACT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3, useGrouping: false });

/**
 * An amount as it is written in a field.
 * @param {number} amount
 */
export const written = (amount) => (blind ? EXACT.format(amount / blind) : inChips(amount));

/**
 * The chips that are written in a field; NaN where it is no amount, and no integer for half a chip. Chips may be pasted as
 * "1,000". In big blinds an amount counts only where chips can make it, as exactly as it is written.
 * @param {string} text
 */
export function chipsIn(text) {
  if (!blind) return amountTyped(text, decimals);
  const typed = LOCALE === "en" ? text : text.replace(",", ".");
  const found = /^\s*\d+(?:\.(\d{1,3}))?\s*$/.exec(typed);
  if (!found) return Number.NaN;
  const digits = found[1]?.length ?? 0;
  const amount = Math.round(Number(typed) * blind);
  return (amount / blind).toFixed(digits) === Number(typed).toFixed(digits) ? amount : Number.NaN;
}
