/** The nights of the club: the list, what a night, a month or a year came to, who pays whom, and the books as files. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { english, t, tn } from "../common/language.js";
import { amountOf } from "../common/words.js";
import { takeHome } from "../hands/take_home.js";
import { asRefused, changeNight, handsFile, leagueOf, nightBooks, nightFile, nights, whoAmI } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { askPoints, askSplit } from "./ask.js";
import { showText } from "../common/chat_text.js";
import { addedOf, historyOf, leagueTable, paymentsOf, resultsOf } from "./books.js";
import { byMonth, isNight, periodName, periodOf, signed, wayOf, yearsOf } from "./periods.js";
import { textOf } from "./share.js";

/** @import { League, Night, NightBooks, NightChange } from "sidepot/protocol" */
/** @import { Acts } from "./books.js" */

dress();

const HOSTS = ["host", "staff"];
const more = /** @type {HTMLButtonElement} */ ($("#more"));
/** @type {Night[]} */
let all = [];
let next = 0;

/** What is shown. @type {{ books: NightBooks | null, league: League | null, tables: string[], isHost: boolean }} */
const now = { books: null, league: null, tables: [], isHost: false };
let asked = 0;

/** @param {unknown} caught */
function trouble(caught) {
  const isNew = asRefused(caught).status === 401; // a newcomer has no nights
  $("#trouble").hidden = isNew;
  if (isNew) put($("#nights"), el("p", { class: "none" }, t("No nights yet: they start with your first hand.")));
  else put($("#trouble"), refusal(caught) || english(asRefused(caught).because));
}

// ---- a night, a month or a year

/**
 * Change the books of a period: those that are shown, or those of a night within them. They are read again where
 * somebody else was faster.
 * @param {NightChange["what"]} what
 * @param {number} [decimals]
 * @param {string} [of]
 */
async function change(what, decimals = now.books?.decimals, of = now.books?.period) {
  const { books, league, tables } = now;
  if (!books || !of) return;
  const isShown = of === books.period;
  try {
    const ofTables = what.type === "points" || what.type === "undo" ? [] : tables;
    const changed = await changeNight(of, { what, after: books.last, tables: ofTables, decimals });
    if (!isShown || league || tables.length) {
      await showBooks(books.period);
    } else {
      now.books = changed;
      draw();
    }
    $("#trouble").hidden = true;
  } catch (caught) {
    if (asRefused(caught).status === 409) await showBooks(books.period);
    throw caught;
  }
}

/**
 * @param {NightChange["what"]} what
 * @param {string} [of]
 */
const changeHere = (what, of) => change(what, now.books?.decimals, of).catch(trouble);

/** @returns {Acts} */
function actsOn() {
  const { books, tables } = now;
  const people = books?.players.filter((line) => !line.bot).map((line) => line.player) ?? [];
  const decimals = books?.decimals ?? 0;
  const belongs = [books ? periodName(books.period) : "", ...titles(tables)].join(", ");
  return {
    isHost: now.isHost,
    pay: ({ payer, payee, chips: amount }) => changeHere({ type: "paid", payer, payee, chips: amount }),
    undo: ({ number, period }) => changeHere({ type: "undo", number }, period),
    restore: ({ undone_by, period }) => changeHere({ type: "undo", number: undone_by }, period),
    expense: () => askSplit("expense", people, decimals, belongs, change),
    adjust: () => askSplit("adjustment", people, decimals, belongs, change),
    points: ({ period, points }) => askPoints(period, points, change),
  };
}

/** @param {readonly string[]} ids */
const titles = (ids) => ids.map((id) => now.books?.tables.find((table) => table.id === id)?.title || untitled(id));

/**
 * A table that has no title yet, or a tournament.
 * @param {string} id
 */
function untitled(id) {
  const [kind, number = kind] = id.split("/");
  if (kind === "cash") return t("Cash night {number}", { number });
  return kind === "tournament" ? t("Tournament {number}", { number }) : t("Table {number}", { number });
}

/** Which tables of a night are settled. */
function tableChoice() {
  const tables = now.books?.tables ?? [];
  if (tables.length < 2) return null;
  const choose = async (/** @type {string[]} */ chosen) => {
    now.tables = chosen;
    if (now.books) await showBooks(now.books.period);
  };
  const toggled = (/** @type {string} */ id) => (now.tables.includes(id) ? now.tables.filter((one) => one !== id) : [...now.tables, id]);
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {boolean} */ isOn, /** @type {string[]} */ chosen) =>
    el("button", { key, type: "button", class: "quiet", "aria-pressed": String(isOn), onclick: () => choose(chosen) }, text);
  return [
    el("div", { class: "night-tables", role: "group", "aria-label": t("Which tables") },
      button("all", t("All tables"), !now.tables.length, []),
      tables.map(({ id }) => button(id, titles([id])[0], now.tables.includes(id), toggled(id)))),
    now.tables.length > 0 && el("p", { class: "none" }, t("Expenses, adjustments and payments of the whole night are not counted here.")),
  ];
}

function draw() {
  const { books, league, tables } = now;
  if (!books) return;
  const acts = actsOn();
  const { period } = books;
  const file = (/** @type {"players" | "payments" | "changes" | "league" | "postings"} */ what, /** @type {string} */ text) =>
    el("a", { key: what, class: "quiet", href: nightFile(period, what, tables), download: true }, text);
  put(
    $("#books"),
    el("h2", { key: "name" }, periodName(period)),
    tableChoice(),
    books.players.length
      ? [
          books.partly && el("p", { class: "none" }, t("You see the tables that you played at, and the payments that concern you.")),
          resultsOf(books),
          books.balance !== 0 && el("p", { class: "refusal" }, t("The books do not balance: check them with “sidepot audit verify”.")),
          el("h2", { key: "settle" }, t("Settle up")),
          paymentsOf(books, acts),
          !books.partly && el("div", { class: "books-files", key: "chat" }, el("button", { type: "button", class: "quiet", onclick: () => showText(textOf(books)) }, t("Text for the group chat"))),
          addedOf(books, acts),
          league && leagueTable(league, acts),
          historyOf(books, acts),
          el("details", { class: "exports", key: "files" }, el("summary", {}, t("Export")), el("div", { class: "books-files" },
            file("players", t("Players as CSV")), file("payments", t("Payments as CSV")), file("changes", t("Changes as CSV")),
            league && file("league", t("League as CSV")), file("postings", t("Every posting as CSV")),
            now.isHost && el("a", { key: "journal", class: "quiet", href: `/journal#${period}` }, t("Journal"))), hands(period)),
        ]
      : el("p", { class: "none" }, t("You did not play in this period.")),
  );
}

/** @type {{ period: string, made: HTMLElement } | null} */
let home = null;

/** The buttons for one's own hands; they stay as they are while the books change. @param {string} period */
function hands(period) {
  if (home?.period !== period) home = { period, made: takeHome(t("Your hands"), (kind) => handsFile(new URLSearchParams({ night: period }), kind)) };
  return home.made;
}

/** @param {string} period */
async function showBooks(period) {
  const mine = ++asked;
  for (const link of document.querySelectorAll(".night-row")) {
    if (link.getAttribute("href") === `#${period}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (now.books?.period !== period) now.tables = [];
  try {
    const [books, league, { role }] = await Promise.all([nightBooks(period, now.tables), isNight(period) ? null : leagueOf(period), whoAmI()]);
    if (mine !== asked) return;
    Object.assign(now, { books, league, isHost: HOSTS.includes(role) });
    draw();
    $("#trouble").hidden = true;
  } catch (caught) {
    trouble(caught);
  }
}

// ---- the list

/** @param {Night} night */
const rowOf = (night) =>
  el(
    "li",
    { key: night.date },
    el(
      "a",
      { class: "night-row", href: `#${night.date}` },
      el("span", {}, periodName(night.date)),
      el("small", {}, t("{players} at {tables}, {moved} moved", { players: tn("{count} player", "{count} players", night.players), tables: tn("{count} table", "{count} tables", night.tables), moved: amountOf(night.moved, night.decimals) })),
      el("b", { class: wayOf(night.mine ?? 0) }, night.mine ? signed(night.mine, night.decimals) : ""),
    ),
  );

/** @param {string} period */
const allOf = (period) => el("h2", { key: period }, el("a", { class: "night-row", href: `#${period}` }, el("span", {}, t("All of {period}", { period: periodName(period) }))));

function drawList() {
  const months = byMonth(all);
  const years = yearsOf(months).map((year) => [
    allOf(year),
    ...months.filter(({ month }) => month.startsWith(year)).map(({ month, nights: some }) => [allOf(month), el("ol", { key: `of ${month}` }, some.map(rowOf))]),
  ]);
  put($("#nights"), all.length ? years.flat(2) : el("p", { class: "none" }, t("No nights yet: the first one starts when somebody sits down.")));
}

async function load() {
  const place = $("#nights");
  place.setAttribute("aria-busy", "true");
  try {
    const page = await nights(next);
    all = [...all, ...page.nights];
    next = page.more;
    more.hidden = !next;
    drawList();
    if (!page.all) put($("#lead"), t("Play money: the tables you played at, night by night, and who pays whom. A night runs from noon to noon."));
  } catch (caught) {
    trouble(caught);
  } finally {
    place.setAttribute("aria-busy", "false");
  }
}

function showChosen() {
  const period = periodOf(location.hash) || all[0]?.date;
  if (period) void showBooks(period);
}

addEventListener("hashchange", showChosen);
addEventListener("focus", showChosen); // somebody else may have changed the books meanwhile
more.addEventListener("click", () => load());
await load();
showChosen();
