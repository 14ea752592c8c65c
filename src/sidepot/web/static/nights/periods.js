/** Nights and months by their dates, and amounts up or down. No page is needed, so node tests it. */

import { amountOf } from "../common/words.js";
import { DATES, t } from "../common/language.js";

/** @import { Night } from "sidepot/protocol" */

const IS_PERIOD = /^\d{4}(-\d{2}(-\d{2})?)?$/;

/**
 * The night, month or year that an address asks for; "" for none.
 * @param {string} hash
 */
export function periodOf(hash) {
  const period = hash.replace(/^#/, "");
  return IS_PERIOD.test(period) ? period : "";
}

/** @param {string} period */
export const isNight = (period) => period.length === 10;

/** @param {string} period */
export const isYear = (period) => period.length === 4;

/**
 * A night, a month or a year in words: "Thursday, 26 November 2026", "November 2026", "2026".
 * @param {string} period
 */
export function periodName(period) {
  if (isYear(period)) return period;
  const day = new Date(`${isNight(period) ? period : `${period}-01`}T00:00:00Z`);
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { month: "long", year: "numeric", timeZone: "UTC" };
  return day.toLocaleDateString(DATES, isNight(period) ? { ...parts, weekday: "long", day: "numeric" } : parts);
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
 * The years of these months, in their order.
 * @param {readonly { month: string }[]} months
 */
export const yearsOf = (months) => [...new Set(months.map(({ month }) => month.slice(0, 4)))];

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
  ["bounties", t("Bounties not yet won")],
  ["added", t("Added by the house")],
  ["pot", t("In pots")],
  ["adjusted", t("Stack corrections")],
]);

/** The name of the house in the books. */
export const THE_HOUSE = "the house";

/**
 * Who pays or is paid: a player by name, the house in the reader's language.
 * @param {string} name
 */
export const partyName = (name) => (name === THE_HOUSE ? t("the house") : name);

/** @param {string} kind */
export const houseName = (kind) => OF_HOUSE.get(kind) ?? kind.charAt(0).toUpperCase() + kind.slice(1);
