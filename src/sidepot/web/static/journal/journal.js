/** The journal of the club: each account with its balance, its lines, and what is open. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, t, tn } from "../common/language.js";
import { amountOf } from "../common/words.js";
import { houseName, partyName, periodName, periodOf, signed, wayOf } from "../nights/periods.js";
import { journalFile, journalLines, journalOf, nights } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";

/** @import { JournalAccount, JournalLine, JournalLinesPage, JournalPage, OpenLine } from "sidepot/protocol" */

dress();

const MOST_SHOWN = 500; // lines of an account; the file has all
/** The accounts that are nobody's. */
const OF_ROOM = new Map([
  ["/house", t("The house")],
  ["/bank", t("The bank")],
  ["/tables", t("Tables")],
  ["/prizes", t("Prize pools")],
  ["/bounties", t("Bounties")],
  ["/flights", t("Flights")],
]);
/** What a line is, as far as it is not an account of the house. */
const KINDS = new Map([
  ["entry", t("Entry, rebuys, add-on")],
  ["prize", t("Prize")],
  ["bounty", t("Bounty")],
  ["bank", t("Paid in or out")],
  ["bought", t("Chips bought")],
  ["cashed", t("Chips cashed out")],
  ["chips", t("Chips in play")],
  ["marker", t("Marker or loan")],
  ["reserve", t("Put into the bank by the house")],
  ["difference", t("Difference at a count")],
  ["expenses", t("Expenses")],
  ["time", t("Time charges")],
  ["cash", t("Bought in or cashed out")],
  ["stack", t("On the table")],
  ["petty", t("Taken off the table")],
  ["seven_deuce", t("Seven-deuce")],
  ["stand_up", t("Stand-up game")],
  ["bomb_pot", t("Bomb pots")],
  ["expense", t("Expense")],
  ["adjustment", t("Adjustment")],
  ["paid", t("Paid in or out")],
]);

/** What is shown: the period, and the account whose lines are open. @type {{ period: string, account: string }} */
const now = { period: "", account: "" };
let asked = 0;

/** @param {string} account @param {string} name */
const nameOf = (account, name) => OF_ROOM.get(account) ?? partyName(name);

/** @param {string} kind */
const kindName = (kind) => KINDS.get(kind) ?? houseName(kind);

/**
 * The tournament or table of a line.
 * @param {string} stream
 * @param {Record<string, string>} titles
 */
function placeOf(stream, titles) {
  const [kind, number] = stream.split("/");
  if (titles[stream]) return titles[stream];
  if (!stream) return "";
  if (kind === "cash") return t("Cash night {number}", { number });
  return kind === "tournament" ? t("Tournament {number}", { number }) : t("Table {number}", { number });
}

/**
 * The same, as a link to the desk of a cash night, where its books are put right.
 * @param {string} stream
 * @param {Record<string, string>} titles
 */
const placeLink = (stream, titles) => (stream.startsWith("cash/") ? el("a", { href: `/${stream}` }, placeOf(stream, titles)) : placeOf(stream, titles));

/** @param {string} account */
const linkOf = (account) => `#${now.period}/${encodeURIComponent(account)}`;

/**
 * @param {string} label
 * @param {readonly string[]} heads
 * @param {import("../common/element.js").Child} rows
 */
const tableOf = (label, heads, rows) =>
  el("div", { class: "books-scroll", tabindex: 0, role: "region", "aria-label": label },
    el("table", { class: "books" }, el("thead", {}, el("tr", {}, heads.map((one) => el("th", { key: one, scope: "col" }, one)))), el("tbody", {}, rows)));

/** @param {JournalPage} page */
function drawOpen({ journal, titles }) {
  const { open, balance, decimals, period } = journal;
  /** @param {OpenLine} line */
  const row = ({ account, name, stream, chips }) =>
    el("li", { key: `${account} ${stream}` }, el("span", { class: "payment" }, el("a", { href: linkOf(account) }, nameOf(account, name)), " ", el("small", {}, placeOf(stream, titles))), el("b", { class: wayOf(chips) }, signed(chips, decimals)));
  put($("#open"),
    el("h2", { key: "name" }, periodName(period)),
    balance !== 0 && el("p", { class: "refusal", key: "wrong" }, t("The books do not balance: check them with “sidepot audit verify”.")),
    open.length
      ? [el("p", { class: "none", key: "open" }, tn("{count} line is open:", "{count} lines are open:", open.length)), el("ul", { class: "payments", key: "lines" }, open.map(row))]
      : el("p", { class: "none", key: "nil" }, t("Nothing is open: nobody owes anything, and the pools of all finished tournaments are paid out.")));
}

/** @param {JournalPage} page */
function drawAccounts({ journal }) {
  const { accounts, decimals, period } = journal;
  /** @param {JournalAccount} one */
  const row = ({ account, name, came, went, balance }) =>
    el("tr", { key: account }, el("th", { scope: "row" }, el("a", { href: linkOf(account) }, nameOf(account, name))),
      el("td", {}, amountOf(came, decimals)), el("td", {}, amountOf(went, decimals)), el("td", { class: `result ${wayOf(balance)}` }, balance ? signed(balance, decimals) : "0"));
  put($("#accounts"),
    el("h2", { key: "name" }, t("All accounts")),
    accounts.length ? tableOf(t("All accounts"), [t("Account"), t("Credits"), t("Debits"), t("Balance")], accounts.map(row)) : el("p", { class: "none", key: "none" }, t("Nothing was posted in this period.")),
    accounts.length > 0 && el("div", { class: "books-files", key: "files" }, el("a", { class: "quiet", href: journalFile(period), download: true }, t("Accounts as CSV"))));
  $("#accounts").setAttribute("aria-busy", "false");
}

/** @param {JournalLinesPage | null} page */
function drawLines(page) {
  if (!page) {
    put($("#lines"), null);
    return;
  }
  const { lines: found, titles } = page;
  const { account, name, lines, balance, decimals } = found;
  const last = lines.slice(-MOST_SHOWN);
  /** @param {JournalLine} line @param {number} at */
  const row = (line, at) =>
    el("tr", { key: at }, el("th", { scope: "row" }, new Date(line.at).toLocaleString(DATES, { dateStyle: "short", timeStyle: "short" }), el("small", {}, [kindName(line.kind), line.text].filter(Boolean).join(" · "), line.stream && " · ", placeLink(line.stream, titles))),
      el("td", { class: wayOf(line.chips) }, signed(line.chips, decimals)), el("td", {}, amountOf(line.balance, decimals)));
  put($("#lines"),
    el("h2", { key: "name" }, nameOf(account, name)),
    el("p", { class: "none", key: "balance" }, balance ? t("Balance: {amount}", { amount: signed(balance, decimals) }) : t("This account is at zero.")),
    lines.length > last.length && el("p", { class: "none", key: "more" }, t("The last {count} lines; the file has all.", { count: last.length })),
    lines.length > 0 && tableOf(t("Lines of {name}", { name: nameOf(account, name) }), [t("Line"), t("Amount"), t("Balance")], last.map(row)),
    el("div", { class: "books-files", key: "files" }, el("a", { class: "quiet", href: journalFile(now.period, account), download: true }, t("Lines as CSV")), el("a", { class: "quiet", href: `#${now.period}` }, t("Close"))));
}

/** @param {readonly string[]} dates of nights */
function drawPeriods(dates) {
  const year = now.period.slice(0, 4);
  const all = new Set([year, now.period.slice(0, 7), ...dates.slice(0, 8), now.period]);
  const sorted = [...all].filter(Boolean).sort((one, other) => one.length - other.length || (one < other ? 1 : -1));
  put($("#periods"), sorted.map((one) => el("a", { key: one, class: "quiet", href: `#${one}`, "aria-current": one === now.period ? "true" : null }, periodName(one))));
}

async function show() {
  const mine = ++asked;
  const [hash, account = ""] = location.hash.slice(1).split("/", 2);
  now.period = periodOf(`#${hash}`) || String(new Date().getFullYear());
  now.account = decodeURIComponent(account);
  try {
    const [page, lines, { nights: some }] = await Promise.all([journalOf(now.period), now.account ? journalLines(now.period, now.account) : null, nights(0)]);
    if (mine !== asked) return;
    drawPeriods(some.map(({ date }) => date));
    drawOpen(page);
    drawLines(lines);
    drawAccounts(page);
    trouble("");
  } catch (caught) {
    trouble(refusal(caught));
    $("#accounts").setAttribute("aria-busy", "false");
  }
}

addEventListener("hashchange", show);
addEventListener("focus", show); // somebody else may have posted meanwhile
await show();
