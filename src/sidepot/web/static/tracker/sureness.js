/** How the tracker writes differences, and how sure they are. No page is needed, so node tests it. */

import { LOCALE, t } from "../common/language.js";

/**
 * @import { Cell } from "./numbers.js"
 * @typedef {{ group: string, one: Cell, other: Cell, difference: number | null, error: number | null, p: number | null, q: number | null, times: number | null }} Difference
 */

const SIGNED = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
const SIGNED_TWO = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" });
const ONE = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const CHANCE = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A difference in percentage points, or in what its figure is in. @param {Difference} row */
export function differenceText({ difference, one }) {
  if (difference === null) return "–";
  return (one.unit === "%" ? SIGNED.format(100 * difference) : one.unit ? SIGNED.format(difference) : SIGNED_TWO.format(difference)).replace("-", "−");
}

/** @param {Difference} row */
export const errorText = ({ error, one }) => (error === null ? "" : `±${ONE.format(one.unit === "%" ? 100 * error : error)}`);

/** A probability. @param {number | null} chance */
export const chanceText = (chance) => (chance === null ? "–" : chance < 0.001 ? `< ${CHANCE.format(0.001)}` : CHANCE.format(chance));

/**
 * How sure a difference is, by its share of false alarms: the class of its row, and words.
 * @param {Difference} row
 */
export function surenessOf({ q, one, other }) {
  if (q === null) return { way: "", words: one.value !== null && one.error === null || other.value !== null && other.error === null ? t("not judged") : t("too few chances") };
  if (q < 0.01) return { way: "clear", words: t("clear") };
  if (q < 0.05) return { way: "likely", words: t("likely") };
  return { way: "", words: t("may be chance") };
}

/**
 * The strength of a colour from −1 to 1: a value beside the largest one.
 * @param {number | null} value
 * @param {number} most
 */
export const strengthOf = (value, most) => (value === null || most <= 0 ? 0 : Math.max(-1, Math.min(1, value / most)));
