/** The map of the tables: each seat is a tap away from its player. */


import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { stackOf, tableFacts } from "./tournament.js";
import { putLines } from "./lines.js";
import { openPlayer } from "./sheet.js";
import { openTable } from "./table_sheet.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Seat, Table } from "./tournament.js"
 */

/**
 * @param {Desk} desk
 * @param {Table} table
 * @param {number} seat
 * @param {Seat | undefined} there
 */
function seatOf(desk, table, seat, there) {
  const isButton = table.button_known && table.button === seat;
  const at = el("small", { class: "desk-seat-number" }, String(seat + 1), isButton && el("b", { class: "desk-button", title: t("Button") }, el("span", { "aria-hidden": "true" }, "D"), el("span", { class: "unseen" }, t("Button"))));
  if (!there?.player) return el("li", { key: seat, class: "is-free" }, el("span", { class: "desk-seat" }, at, el("span", {}, there?.locked ? t("locked") : "–")));
  const { player } = there;
  return el("li", { key: seat }, el("button", { key: player, type: "button", class: "desk-seat", "data-act": `seat-${seat}`, onclick: () => openPlayer(desk, player) },
    at, el("span", { class: "desk-name", title: player }, player), el("small", { class: `desk-stack is-${there.how}` }, textIn(there.penalty, there.penalty_sentence) || (there.absent && t("absent")) || stackOf(there))));
}

/**
 * @param {Desk} desk
 * @param {Table} table
 */
function tableOf(desk, table) {
  const there = new Map(table.seats.map((one) => [one.seat, one]));
  const seats = Math.max(desk.tournament.terms.seats, ...table.seats.map(({ seat }) => seat + 1));
  return el("article", { key: table.number, class: `desk-table${table.halted ? " is-stopped" : ""}`, "aria-label": t("Table {table}", { table: table.number }) },
    el("header", {}, el("h3", {}, t("Table {table}", { table: table.number })), el("p", {}, tableFacts(table)),
      el("button", { type: "button", class: "quiet desk-small", "data-act": "table", "aria-label": t("Actions for table {table}", { table: table.number }), onclick: () => openTable(desk, table.number) }, "⋯")),
    el("ol", { class: "desk-seats" }, Array.from({ length: seats }, (_, seat) => seatOf(desk, table, seat, there.get(seat)))));
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawMap(place, desk) {
  const { tables } = desk.tournament;
  const nothing = el("p", { key: 0, class: "hint" }, t("Tables appear here when seats are drawn."));
  putLines(place, tables.length ? tables.map((table) => tableOf(desk, table)) : [nothing]);
}
