/** Nights and months by their dates, and amounts up or down. No page is needed, so node tests it. */

import { amountOf } from "../common/words.js";
import { DATES, t } from "../common/language.js";

/** @import { Night } from "sidepot/protocol" */

const IS_PERIOD = /^\d{4}-\d{2}(-\d{2})?$/;

/**
 * The night or month that an address asks for; "" for none.
 * @param {string} hash
 */
export function periodOf(hash) {
  const period = hash.replace(/^#/, "");
  return IS_PERIOD.test(period) ? period : "";
}

/**
 * A night or a month in words: "Thursday, 26 November 2026", "November 2026".
 * @param {string} period
 */
export function periodName(period) {
  const isMonth = period.length === 7;
  const day = new Date(`${isMonth ? `${period}-01` : period}T00:00:00Z`);
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { month: "long", year: "numeric", timeZone: "UTC" };
  return day.toLocaleDateString(DATES, isMonth ? parts : { ...parts, weekday: "long", day: "numeric" });
}

/**
 * The nights of each month, in their order.
 * @param {readonly Night[]} nights
 */
export function byMonth(nights) {
  /** @type {Map<string, Night[]>} */
  const months = new Map();
  for (const night of nights) {
    const month = night.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), night]);
  }
  return [...months].map(([month, some]) => ({ month, nights: some }));
}

/**
 * Chips up or down: +1,250, −40, 0.
 * @param {number} amount
 * @param {number} [decimals]
 */
export function signed(amount, decimals = 0) {
  const text = amountOf(amount, decimals);
  return amount > 0 ? `+${text}` : text.replace("-", "−");
}

/**
 * The class of an amount up or down.
 * @param {number} amount
 */
export const wayOf = (amount) => (amount > 0 ? "up" : amount < 0 ? "down" : "");

/** The words for the accounts of the house. */
const OF_HOUSE = new Map([
  ["rake", t("Rake")],
  ["charges", t("Time charges")],
  ["fees", t("Tournament fees")],
  ["prizes", t("Prizes not yet won")],
  ["pot", t("In pots")],
  ["adjusted", t("Stack corrections")],
]);

/**
 * Who pays or is paid: a player by name, the house in the reader's language.
 * @param {string} name
 */
export const partyName = (name) => (name === "the house" ? t("the house") : name);

/** @param {string} kind */
export const houseName = (kind) => OF_HOUSE.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1);
