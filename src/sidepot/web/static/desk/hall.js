/** The map of the tables: each seat is a tap away from its player. */

import { h } from "../common/dom.js";
import { tr } from "../common/language.js";
import { textIn } from "../common/said.js";
import { stackOf, tableFacts } from "./evening.js";
import { patch } from "./patching.js";
import { openPlayer } from "./sheet.js";
import { openTable } from "./table_sheet.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Seat, Table } from "./evening.js"
 */

/**
 * @param {Desk} desk
 * @param {Table} table
 * @param {number} seat
 * @param {Seat | undefined} there
 */
function seatOf(desk, table, seat, there) {
  const isButton = table.button_known && table.button === seat;
  const at = h("small", { class: "desk-seat-number" }, String(seat + 1), isButton && h("b", { class: "desk-button", title: tr`Button` }, h("span", { "aria-hidden": "true" }, "D"), h("span", { class: "unseen" }, tr`Button`)));
  if (!there?.player) return h("li", { class: "is-free" }, h("span", { class: "desk-seat" }, at, h("span", {}, there?.locked ? tr`locked` : "–")));
  const { player } = there;
  return h("li", {}, h("button", { type: "button", class: "desk-seat", "data-act": `seat-${seat}`, onclick: () => openPlayer(desk, player) },
    at, h("span", { class: "desk-name" }, player), h("small", { class: `desk-stack is-${there.how}` }, textIn(there.penalty, there.penalty_said) || (there.absent && tr`absent`) || stackOf(there))));
}

/**
 * @param {Desk} desk
 * @param {Table} table
 */
function tableOf(desk, table) {
  const there = new Map(table.seats.map((one) => [one.seat, one]));
  const seats = Math.max(desk.evening.terms.seats, ...table.seats.map(({ seat }) => seat + 1));
  return h("article", { class: `desk-table${table.halted ? " is-stopped" : ""}`, "aria-label": tr`Table ${table.number}` },
    h("header", {}, h("h3", {}, tr`Table ${table.number}`), h("p", {}, tableFacts(table)),
      h("button", { type: "button", class: "quiet desk-small", "data-act": "table", "aria-label": tr`Acts at table ${table.number}`, onclick: () => openTable(desk, table.number) }, "⋯")),
    h("ol", { class: "desk-seats" }, Array.from({ length: seats }, (_, seat) => seatOf(desk, table, seat, there.get(seat)))));
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawMap(place, desk) {
  const { tables, terms } = desk.evening;
  const nothing = { key: 0, what: "", make: () => h("p", { class: "hint" }, tr`Tables are here as soon as seats are drawn.`) };
  patch(place, tables.length ? tables.map((table) => ({ key: table.number, what: [table, terms.seats], make: () => tableOf(desk, table) })) : [nothing]);
}
