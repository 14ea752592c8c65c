/** Money as it is shown and typed: in the unit of a tournament, where 1 may be 0.01, with the sign of its currency. */

import { amountInput, amountWritten, writeAmount } from "./amount_input.js";
import { LOCALE } from "./language.js";

/** What amounts of money are counted in. @typedef {{ decimals?: number, currency?: string }} MoneyUnit */

/** @type {MoneyUnit} */
let used = {}; // by the tournament of this page

/**
 * Show money in this unit from now on.
 * @param {MoneyUnit} [unit]
 */
export function useMoney(unit = {}) {
  used = unit;
}

/** The decimals of money on this page. */
export const moneyDecimals = () => used.decimals ?? 0;

/** How each unit is written. @type {Map<string, Intl.NumberFormat>} */
const FORMATS = new Map();

/**
 * @param {string} currency
 * @param {number} digits
 */
function formatOf(currency, digits) {
  const key = `${currency}${digits}`;
  const found = FORMATS.get(key) ?? new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: digits, maximumFractionDigits: digits, ...(currency && { style: "currency", currency, currencyDisplay: "narrowSymbol" }),
  });
  FORMATS.set(key, found);
  return found;
}

/**
 * An amount of money: €12.50, in German 12,50 €; 1,250 where the tournament has no currency.
 * @param {number} amount in the smallest unit
 * @param {MoneyUnit} [unit]
 */
export function inMoney(amount, { decimals = 0, currency = "" } = used) {
  const one = 10 ** decimals;
  return formatOf(currency, amount % one ? decimals : 0).format(amount / one);
}

/**
 * A field for an amount of money. It may be empty where it is `free`.
 * @param {{ value?: number | null, free?: boolean, decimals?: number }} [bounds]
 * @param {import("./element.js").Props} [more]
 */
export const moneyInput = ({ value = null, free = false, decimals = moneyDecimals() } = {}, more = {}) =>
  amountInput({ decimals, value, free, isMoney: true }, { type: "text", ...more });

export { amountWritten as moneyWritten, writeAmount as writeMoney };
