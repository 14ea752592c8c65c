/** What a cash night says: its lines, its payments, times. No page is needed, so node tests it. */

import { DATES, t, word } from "../common/language.js";
import { inMoney } from "../common/money.js";

/** @import { CashDesk, CashPayment, Line } from "sidepot/protocol" */

/** @type {Record<Line["kind"], string>} */
const KINDS = {
  buy_in: "Buy-in", top_up: "Top-up", cash_out: "Cash-out", time: "Time charge", drop: "Rake counted",
  pay_in: "Paid to the bank", pay_out: "Paid by the bank", settled: "Paid between players", float: "Money put into the bank",
  count: "Bank counted", difference: "Difference in the bank", handed_over: "Money handed over to the house",
  expense: "Expense", missing: "Chips that are missing", marker: "Marker", loan: "Loan", marker_paid: "Marker paid",
};

const CLOCK = new Intl.DateTimeFormat(DATES, { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat(DATES, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** @param {Line["kind"]} kind */
export const kindOf = (kind) => word(KINDS[kind]);

/** @param {number} at */
export const clock = (at) => CLOCK.format(at);

/** @param {number} at */
export const dayAndTime = (at) => DAY.format(at);

/**
 * The minutes and seconds that are left, as 4:05.
 * @param {number} ms
 */
export function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {string} party "" is the bank */
export const partyOf = (party) => party || t("the bank");

/** @param {CashPayment} payment */
export const paymentWords = ({ payer, payee, chips }) =>
  t("{payer} pays {payee} {amount}", { payer: partyOf(payer), payee: partyOf(payee), amount: inMoney(chips) });

/** @param {number} chips */
export const signed = (chips) => (chips > 0 ? `+${inMoney(chips)}` : inMoney(chips));

/**
 * The night as a text for the group chat: what each who has left won or lost, and who pays whom.
 * @param {CashDesk} desk
 */
export function textOf({ title, players, payments }) {
  const results = players.filter(({ bought, cashed, table, away }) => (bought || cashed) && !table && !away).map(({ player, bought = 0, cashed = 0 }) => `${player} ${signed(cashed - bought)}`);
  const isPlayed = players.some(({ table, away }) => table || away);
  const due = isPlayed || payments.length ? payments.map(paymentWords) : [t("Everything is settled.")];
  return [title, results.join("\n"), due.join("\n")].filter(Boolean).join("\n\n");
}
