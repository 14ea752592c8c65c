/** The bank of a cash night: money, players, markers, what is open, the fewest payments, and the lines of the books. */

import { fieldOf } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { englishLine, t, tn } from "../common/language.js";
import { inMoney, moneyInput, moneyWritten } from "../common/money.js";
import { lineOf as sentenceOf } from "../common/sentences.js";
import { askForm, choice, countFields } from "./forms.js";
import { receiptOf } from "./routes.js";
import { playerSheet } from "./tables.js";
import { clock, dayAndTime, kindOf, paymentWords, signed } from "./words.js";

/**
 * @import { CashLine, CashMarker, CashPayment, Line } from "sidepot/protocol"
 * @import { Desk } from "./cash.js"
 * @import { Sentence } from "../room/messages.js"
 */

export const RECEIPTS = ["buy_in", "top_up", "cash_out", "pay_in", "pay_out", "marker", "loan", "marker_paid", "settled"];

/** @param {Desk} desk */
export function bankParts(desk) {
  const { bank, players, markers, open, payments, lines } = desk.state;
  const button = (/** @type {string} */ command, /** @type {string} */ text, /** @type {() => unknown} */ act) =>
    desk.may(command) && el("button", { type: "button", class: "quiet", onclick: act }, text);
  /** @type {[string, number][]} */
  const house = [[t("Put in by the house"), bank.reserve], [t("Rake"), bank.rake], [t("Time charges"), bank.time], [t("Expenses"), bank.expenses], [t("Differences"), bank.difference]];
  return [
    el("article", { key: "house", class: "cash-card" },
      el("dl", { class: "cash-sums" }, house.filter(([, amount]) => amount).map(([name, amount]) => el("div", { key: name }, el("dt", {}, name), el("dd", {}, inMoney(amount))))),
      el("div", { class: "desk-acts" },
        button("count_bank", t("Count the bank"), () => countForm(desk)),
        button("fill_bank", t("Put money in"), () => fillForm(desk)),
        button("expense", t("Expense"), () => expenseForm(desk)),
        bank.cash > 0 && !bank.in_play && button("empty_bank", t("Hand the money over"), () => desk.act({ type: "empty_bank" })),
        open.some(({ what }) => what === "missing") && button("missing_chips", t("Write off missing chips"), () => missingForm(desk)))),
    el("details", { key: "open", class: "cash-open" },
      el("summary", {}, open.length ? tn("{count} line is open", "{count} lines are open", open.length) : t("Everything is at zero")),
      el("ul", {}, open.map(({ what, player, sentence }) => el("li", { key: `${what} ${player}` }, openWords(/** @type {Sentence} */ (sentence)))))),
    payments.length > 0 && !open.some(({ what }) => what === "seat" || what === "chips") && el("section", { key: "payments" }, el("h3", {}, t("Settle up")), el("ul", { class: "payments" }, payments.map((one) => paymentOf(desk, one)))),
    markers.length > 0 && el("section", { key: "markers" }, el("h3", {}, t("Markers")), el("ul", { class: "payments" }, markers.map((one) => markerOf(desk, one)))),
    el("section", { key: "players" }, el("h3", {}, t("Players")),
      el("ul", { class: "cash-players" }, players.map(({ player, bought = 0, cashed = 0, balance = 0, away = 0 }) =>
        el("li", { key: player }, el("button", { type: "button", class: "desk-player", onclick: () => playerSheet(desk, player) },
          el("b", {}, player), el("small", {}, [t("bought {amount}", { amount: inMoney(bought) }), cashed && t("cashed out {amount}", { amount: inMoney(cashed) }),
            away && t("has {amount} of chips", { amount: inMoney(away) }), balance && t("balance {amount}", { amount: signed(balance) })].filter(Boolean).join(" · "))))))),
    el("section", { key: "lines" }, el("h3", {}, t("Lines")), el("ol", { class: "desk-log cash-lines" }, lines.map((one) => lineOf(desk, one)))),
  ];
}

/** @param {Sentence} sentence */
function openWords(sentence) {
  const { text, isEnglish } = sentenceOf(sentence);
  return isEnglish ? englishLine(text) : text;
}

/**
 * @param {Desk} desk
 * @param {CashPayment} payment
 */
function paymentOf(desk, payment) {
  const { payer, payee, chips } = payment;
  const command = payer === "" ? "pay_out" : payee === "" ? "pay_in" : "settle";
  const done = () => {
    if (payer === "") return desk.act({ type: "pay_out", player: payee, chips });
    return desk.act(payee === "" ? { type: "pay_in", player: payer, chips } : { type: "settle", payer, payee, chips });
  };
  return el("li", { key: `${payer} ${payee}` }, el("span", { class: "payment" }, paymentWords(payment)),
    desk.may(command) && el("button", { type: "button", class: "quiet desk-small", "aria-label": t("Paid: {payment}", { payment: paymentWords(payment) }), onclick: done }, t("Paid")));
}

/**
 * @param {Desk} desk
 * @param {CashMarker} marker
 */
function markerOf(desk, { line, kind, player, other, chips, unpaid = 0, due = 0, raised, agreed = [] }) {
  const words = kind === "loan" ? t("{player} borrowed {amount} from {other}", { player, other, amount: inMoney(chips) }) : t("{player} owes {other} {amount}", { player, other, amount: inMoney(chips) });
  const facts = [unpaid && unpaid < chips ? t("{amount} open", { amount: inMoney(unpaid) }) : unpaid ? "" : t("paid"), unpaid && due && (due < desk.now ? t("was due {when}", { when: dayAndTime(due) }) : t("due {when}", { when: dayAndTime(due) })),
    raised && t("no all-in in that hand"), agreed.length && (kind === "loan" ? t("in the pot: {players}", { players: agreed.join(", ") }) : t("agreed: {players}", { players: agreed.join(", ") }))];
  return el("li", { key: line, class: unpaid ? "" : "is-paid" }, el("span", { class: "payment" }, words, " ", el("small", {}, facts.filter(Boolean).join(" · "))),
    unpaid > 0 && desk.may("pay_marker") && el("button", { type: "button", class: "quiet desk-small", "aria-label": t("Paid: {payment}", { payment: words }), onclick: () => desk.act({ type: "pay_marker", line }) }, t("Paid")));
}

/**
 * @param {Desk} desk
 * @param {CashLine} shown
 */
function lineOf(desk, { line, corrected }) {
  const { number, at, kind, chips, player = "", other = "", table = 0, on_account, corrects = 0, why = "", text = "", expected = 0, by } = line;
  const facts = [player && (other ? `${player} → ${other}` : player), table && t("Table {table}", { table }), on_account && t("later"), text,
    kind === "count" && t("expected {amount}", { amount: inMoney(expected) }), corrects && t("corrects no. {line}", { line: corrects }), why, corrected && t("corrected by no. {line}", { line: corrected })];
  const may = desk.may("correct") && !corrected && !corrects && !["count", "handed_over"].includes(kind);
  return el("li", { key: number, class: corrected ? "is-undone" : "", "data-line": number },
    el("span", {}, el("b", {}, t("No. {line}", { line: number })), " ", kindOf(kind), " ", el("b", {}, inMoney(chips)), " ", el("small", {}, [...facts.filter(Boolean), clock(at), by].join(" · "))),
    RECEIPTS.includes(kind) && el("a", { class: "quiet desk-small cash-print", href: receiptOf(desk.night, number), target: "_blank", rel: "noopener", "aria-label": t("Receipt no. {line}", { line: number }) }, t("Receipt")),
    may && el("button", { type: "button", class: "quiet desk-small", "aria-label": t("Correct no. {line}", { line: number }), onclick: () => correctForm(desk, line) }, t("Correct")));
}

// ---- forms

/**
 * @param {Desk} desk
 * @param {Line} line
 */
function correctForm(desk, line) {
  const why = reasonInput();
  const how = choice([["right", t("another amount")], ["not", t("it did not happen")]], "right");
  const { parts, made } = countFields(["cash_out", "drop"].includes(line.kind) ? (desk.state.chips ?? []) : []);
  return askForm(desk.give, {
    title: t("Correct no. {line}", { line: line.number }), go: t("Correct"),
    fields: [h("p", { class: "hint" }, t("Line no. {line} stays: a counter-entry reverses it.", { line: line.number })), fieldOf(t("What was right"), how), parts, fieldOf(t("Reason"), why)],
    make: () => ({ type: "correct", line: line.number, why: why.value.trim(), ...(how.value === "right" && made()) }),
  });
}

const reasonInput = () => h("input", { type: "text", required: true, maxlength: "200", autocomplete: "off" });

/** @param {Desk} desk */
function countForm(desk) {
  const { bank } = desk.state;
  const amount = moneyInput();
  const why = h("input", { type: "text", maxlength: "200", autocomplete: "off" });
  return askForm(desk.give, {
    title: t("Count the bank"), go: t("Record the count"),
    fields: [h("p", { class: "hint" }, t("By the books it holds {amount}.", { amount: inMoney(bank.cash) })), fieldOf(t("Counted"), amount), fieldOf(t("Reason for a difference"), why)],
    make: () => ({ type: "count_bank", chips: moneyWritten(amount) || 0, why: why.value.trim() }),
  });
}

/** @param {Desk} desk */
function fillForm(desk) {
  const amount = moneyInput();
  return askForm(desk.give, { title: t("Put money in"), go: t("Put in"), fields: fieldOf(t("Amount"), amount), make: () => ({ type: "fill_bank", chips: moneyWritten(amount) || 0 }) });
}

/** @param {Desk} desk */
function expenseForm(desk) {
  const amount = moneyInput();
  const text = h("input", { type: "text", required: true, maxlength: "200", autocomplete: "off" });
  const payer = choice([["", t("the bank")], ...desk.state.players.map(({ player }) => /** @type {[string, string]} */ ([player, player]))]);
  return askForm(desk.give, {
    title: t("Expense"), go: t("Record"), fields: [fieldOf(t("For what"), text), fieldOf(t("Amount"), amount), fieldOf(t("Paid by"), payer)],
    make: () => ({ type: "expense", chips: moneyWritten(amount), text: text.value.trim(), player: payer.value }),
  });
}

/** @param {Desk} desk */
function missingForm(desk) {
  const why = reasonInput();
  return askForm(desk.give, { title: t("Write off missing chips"), go: t("Write off"), fields: fieldOf(t("Reason"), why), make: () => ({ type: "missing_chips", why: why.value.trim() }) });
}
