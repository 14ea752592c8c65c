/** The books of a night: results, what is left to settle, payments, and what people added. */

import { el } from "../common/element.js";
import { DATES, t, tn } from "../common/language.js";
import { amountOf, chips } from "../common/words.js";
import { houseName, isNight, partyName, periodName, signed, THE_HOUSE, wayOf } from "./periods.js";

/** @import { ChangeLine, League, LeagueLine, NightBooks, PartyBalance, NightPayment, PlayerLine } from "sidepot/protocol" */
/** @import { Child } from "../common/element.js" */

/**
 * What the reader can do with the books; null where they may not.
 * @typedef {{
 *   isHost: boolean,
 *   pay: (payment: NightPayment) => unknown,
 *   undo: (change: ChangeLine) => unknown,
 *   restore: (change: ChangeLine) => unknown,
 *   expense: () => unknown,
 *   adjust: () => unknown,
 *   points: (league: League) => unknown,
 * }} Acts
 */

/** What there is to settle, shown where somebody has something in it besides the result. */
const SETTLED = /** @type {const} */ ([
  ["open", t("To settle")],
  ["bots", t("Bots")],
  ["expenses", t("Expenses")],
  ["adjustments", t("Adjustments")],
  ["paid", t("Paid")],
]);

/** What was played, shown where somebody has something in it. */
const PLAYED = /** @type {const} */ ([
  ["bought", t("Bought in"), false],
  ["cashed", t("Cashed out"), false],
  ["on_table", t("On the table"), false],
  ["taken_off", t("Taken off the table"), false],
  ["tournaments", t("Tournaments"), true],
  ["credit", t("On credit"), true],
  ["seven_deuce", t("Seven-deuce"), true],
  ["stand_up", t("Stand-up game"), true],
  ["bomb_pot", t("Bomb pots"), true],
]);

/**
 * A table that scrolls sideways where it is too wide.
 * @param {string} label
 * @param {Child} rows
 */
const scrolled = (label, rows) =>
  el("div", { class: "books-scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "books" }, rows));

/** @param {readonly string[]} titles */
const headOf = (titles) =>
  el("thead", {}, el("tr", {}, titles.map((title) => (title ? el("th", { key: title, scope: "col" }, title) : el("td", { key: "rank", class: "rank" })))));

/**
 * The results of everybody, and what is left to settle. Bots are one line, and nothing of it is ever settled.
 * @param {NightBooks} books
 */
export function resultsOf({ players, house, house_balance, partly, decimals }) {
  const withSign = (/** @type {number} */ amount) => signed(amount, decimals);
  const people = players.filter((line) => !line.bot);
  const bots = players.filter((line) => line.bot);
  /** @type {readonly PartyBalance[]} */
  const all = [...players, house_balance];
  const added = SETTLED.filter(([key]) => key !== "open" && all.some((line) => line[key]));
  const settled = added.length ? SETTLED.filter(([key]) => key === "open" || added.some(([one]) => one === key)) : [];
  const played = PLAYED.filter(([key]) => players.some((line) => line[key]));

  /** @param {PartyBalance} line */
  const results = (line, isTotal = false) => [
    el("td", { key: "result", class: isTotal ? "" : `result ${wayOf(line.result)}` }, withSign(line.result)),
    settled.map(([key]) => el("td", { key, class: key === "open" ? `open ${wayOf(line.open)}` : "" }, line[key] || key === "open" || isTotal ? withSign(line[key]) : "")),
  ];
  /** @param {readonly PlayerLine[]} lines */
  const sums = (lines) => played.map(([key, , isResult]) => {
    const amount = lines.reduce((sum, line) => sum + line[key], 0);
    return el("td", { key }, isResult ? withSign(amount) : amountOf(amount, decimals).replace("-", "−"));
  });
  const none = played.map(([key]) => el("td", { key }));
  const row = (/** @type {PlayerLine} */ line) =>
    el("tr", { key: line.player, class: line.you ? "is-you" : "" },
      el("th", { scope: "row" }, line.player, line.you && el("small", {}, t("you"))), results(line), sums([line]));

  const kinds = Object.entries(house).map(([kind, amount]) => `${houseName(kind)} ${withSign(amount)}`).join(", ");
  const hasHouse = kinds !== "" || house_balance.open !== 0;
  return [
    scrolled(t("Results by player"), [
      headOf([t("Player"), t("Result"), ...settled.map(([, title]) => title), ...played.map(([, title]) => title)]),
      el("tbody", {},
        people.map(row),
        hasHouse && el("tr", { key: THE_HOUSE }, el("th", { scope: "row" }, t("The house"), kinds && el("small", {}, kinds)), results(house_balance), none),
        bots.length > 0 && el("tr", { key: "bots", class: "is-bots" },
          el("th", { scope: "row" }, t("Bots"), el("small", {}, tn("{count} bot, not settled", "{count} bots, not settled", bots.length))), results(total(bots)), sums(bots))),
      !partly && settled.length > 0 && el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("Total")), results(total(all), true), none)),
    ]),
    bots.length > 0 && el("p", { class: "none" },
      t("Bots neither pay nor are paid. Nobody paid for chips that they lost at a table, so its winners get less, in proportion to what they won. Chips that they won are owed to nobody, so its losers pay less, in proportion to what they lost.")),
  ];
}

/**
 * The sum of some lines.
 * @param {readonly PartyBalance[]} lines
 * @returns {PartyBalance}
 */
export function total(lines) {
  const sum = (/** @type {keyof PartyBalance} */ key) => lines.reduce((all, line) => all + line[key], 0);
  return { result: sum("result"), bots: sum("bots"), expenses: sum("expenses"), adjustments: sum("adjustments"), paid: sum("paid"), open: sum("open") };
}

/** The changes that count. @param {NightBooks} books */
export const inForce = ({ changes }) => changes.filter(({ undone_by, what }) => !undone_by && what.type !== "undo");

/**
 * Who pays whom: what is due, and what is paid.
 * @param {NightBooks} books
 * @param {Acts} acts
 */
export function paymentsOf(books, acts) {
  const { payments, fewest, decimals } = books;
  const due = payments.map((one) =>
    el("li", { key: `${one.payer} ${one.payee}` },
      el("span", { class: "payment" }, partyName(one.payer), " ", el("span", {}, t("pays")), " ", partyName(one.payee)),
      el("b", {}, amountOf(one.chips, decimals)),
      (acts.isHost || one.yours) &&
        el("button", { type: "button", class: "quiet", "aria-label": paidName(one, decimals), onclick: () => acts.pay(one) }, one.yours ? t("Received") : t("Mark as paid"))));
  const paid = inForce(books).flatMap((change) => {
    const { what } = change;
    if (what.type !== "paid") return [];
    return el("li", { key: change.number, class: "is-paid" },
      el("span", { class: "payment" }, "✓ ", partyName(what.payer), " ", el("span", {}, t("paid")), " ", partyName(what.payee)),
      el("b", {}, amountOf(what.chips, decimals)),
      undoButton(change, books, acts));
  });
  const elsewhere = elsewhereOf(books);
  if (!due.length && !paid.length) return [elsewhere, el("p", { class: "none" }, t("Nobody owes anything."))];
  return [
    elsewhere,
    el("ul", { class: "payments" }, due, paid),
    due.length === 0 && el("p", { class: "none" }, t("Everything is settled.")),
    !fewest && el("p", { class: "none" }, t("With this many players, fewer payments may be possible.")),
  ];
}

/**
 * What was paid for more than this, so that nobody pays it twice.
 * @param {NightBooks} books
 */
function elsewhereOf({ elsewhere, period }) {
  if (!elsewhere.length) return null;
  const where = (/** @type {string} */ of) => (of === period ? t("whole night or several tables") : periodName(of));
  return el("div", { class: "elsewhere", role: "note" },
    el("p", {}, t("Already paid for more than this. It does not count here: settle these players there.")),
    el("ul", {}, elsewhere.map(({ payer, payee, chips: amount, decimals, period: of }) =>
      el("li", {}, t("{payer} paid {payee} {amount}", { payer: partyName(payer), payee: partyName(payee), amount: amountOf(amount, decimals) }), el("small", {}, ` · ${where(of)}`)))));
}

/**
 * @param {NightPayment} payment
 * @param {number} decimals
 */
const paidName = ({ payer, payee, chips: amount }, decimals) =>
  t("Mark as paid: {payer} to {payee}, {amount}", { payer: partyName(payer), payee: partyName(payee), amount: amountOf(amount, decimals) });

/**
 * @param {ChangeLine} change
 * @param {NightBooks} books
 * @param {Acts} acts
 */
function undoButton(change, books, acts) {
  const mayUndo = acts.isHost || (change.yours && change.what.type === "paid");
  return mayUndo && el("button", { type: "button", class: "quiet", "aria-label": t("Undo: {what}", { what: changeName(change, books) }), onclick: () => acts.undo(change) }, t("Undo"));
}

/**
 * The expenses and adjustments, and how a host adds one.
 * @param {NightBooks} books
 * @param {Acts} acts
 */
export function addedOf(books, acts) {
  const added = inForce(books).filter(({ what }) => what.type === "expense" || what.type === "adjustment");
  if (!added.length && !acts.isHost) return null;
  return [
    el("h2", {}, t("Expenses and adjustments")),
    added.length > 0 && el("ul", { class: "payments" }, added.map((change) => el("li", { key: change.number }, el("span", { class: "payment" }, changeName(change, books)), undoButton(change, books, acts)))),
    acts.isHost && el("div", { class: "books-files" },
      el("button", { type: "button", class: "quiet", onclick: acts.expense }, t("Add an expense")),
      el("button", { type: "button", class: "quiet", onclick: acts.adjust }, t("Adjust a result"))),
  ];
}

/**
 * A change of the books in words: "Pizza: 24, paid by Ida, shared by Ann, Bo, Ida".
 * @param {ChangeLine} change
 * @param {Pick<NightBooks, "changes" | "decimals">} books
 * @returns {string}
 */
export function changeName({ what }, books) {
  const numbered = (/** @type {number} */ wanted) => {
    const found = books.changes.find(({ number }) => number === wanted);
    return found ? changeName(found, books) : chips(wanted);
  };
  if (what.type === "undo") {
    const target = books.changes.find(({ number }) => number === what.number);
    return target?.what.type === "undo" ? t("Restored: {text}", { text: numbered(target.what.number) }) : t("Undone: {text}", { text: numbered(what.number) });
  }
  if (what.type === "points") return what.points.length ? t("Points by rank: {points}", { points: what.points.map(chips).join(" · ") }) : t("No points");
  const amount = amountOf(what.chips, books.decimals);
  if (what.type === "paid") return t("{payer} paid {payee} {amount}", { payer: partyName(what.payer), payee: partyName(what.payee), amount });
  const values = { text: what.text, amount, to: partyName(what.to), among: what.among.map(partyName).join(", ") };
  return what.type === "expense"
    ? t("{text}: {amount}, paid by {to}, shared by {among}", values)
    : t("{text}: {amount} to {to}, from {among}", values);
}

/** @param {number} at */
const when = (at) => new Date(at).toLocaleString(DATES, { dateStyle: "medium", timeStyle: "short" });

/**
 * Every change with who made it and when, the last one first.
 * @param {NightBooks} books
 * @param {Acts} acts
 */
export function historyOf(books, acts) {
  const { period, changes } = books;
  if (!changes.length) return null;
  const line = (/** @type {ChangeLine} */ change) => {
    const { number, at, by, undone_by, what } = change;
    const facts = [by, when(at), change.period !== period && periodName(change.period)];
    return el("li", { key: number, class: undone_by ? "is-undone" : "" },
      el("span", { class: "payment" }, changeName(change, books)),
      el("small", {}, facts.filter(Boolean).join(" · ")),
      !undone_by && what.type !== "undo" && undoButton(change, books, acts),
      undone_by > 0 && acts.isHost && what.type !== "undo" && el("button", { type: "button", class: "quiet", "aria-label": t("Restore: {what}", { what: changeName(change, books) }), onclick: () => acts.restore(change) }, t("Restore")));
  };
  return el("details", { class: "history" },
    el("summary", {}, tn("{count} change", "{count} changes", changes.length)),
    el("ul", { class: "payments" }, [...changes].reverse().map(line)));
}

/**
 * The league of a month or a year.
 * @param {League} league
 * @param {Acts} acts
 */
export function leagueTable(league, acts) {
  const { players, points, period, decimals } = league;
  if (isNight(period)) return null;
  const hasPoints = points.length > 0;
  const better = (/** @type {LeagueLine} */ one, /** @type {LeagueLine} */ other) =>
    hasPoints ? other.points > one.points : (other.result ?? 0) > (one.result ?? 0);
  const amount = (/** @type {number | null} */ of, strong = false) =>
    el("td", { class: strong ? `result ${wayOf(of ?? 0)}` : "" }, of === null ? "" : signed(of, decimals));
  return [
    el("h2", {}, t("League")),
    players.length > 0 && scrolled(t("League"), [
      headOf(["", t("Player"), ...(hasPoints ? [t("Points")] : []), t("Nights"), t("Result"), t("Best night")]),
      el("tbody", {}, players.map((line) =>
        el("tr", { key: line.player, class: line.you ? "is-you" : "" },
          el("td", { class: "rank" }, chips(1 + players.filter((other) => better(line, other)).length)),
          el("th", { scope: "row" }, line.player, line.you && el("small", {}, t("you"))),
          hasPoints && el("td", { class: "result" }, chips(line.points)),
          el("td", {}, chips(line.nights)), amount(line.result, !hasPoints), amount(line.best)))),
    ]),
    el("p", { class: "none" }, hasPoints
      ? t("Points by rank of each night: {points}. Equal results have the same rank. Results are without bots.", { points: points.join(", ") })
      : t("By result, without bots.")),
    acts.isHost && period.length === 4 && el("div", { class: "books-files" },
      el("button", { type: "button", class: "quiet", onclick: () => acts.points(league) }, t("Choose the points"))),
  ];
}
