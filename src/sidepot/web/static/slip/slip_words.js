/** What the page of a player with a slip says. */

import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { tableName } from "../common/table_names.js";
import { chips, time, wholeIn } from "../common/words.js";

/**
 * @import { SeatView } from "sidepot/protocol"
 * @typedef {{ number: number, about: string, at: number, state: string, n?: number, why?: string }} PlayerRequest
 * @typedef {{ tournament: string, now: number, seq: number, player: string, state?: SeatView | null, price?: number, money?: import("../common/money.js").MoneyUnit, asks?: PlayerRequest[], bag?: import("sidepot/protocol").BagOfPlayer | null }} SeatPage
 * @typedef {{ title: string, value: string, more?: string, wide?: boolean }} Fact
 */

/** What can be asked for, and how it is called. @type {Record<string, string>} */
export const ASKS = {
  floor: t("Call the floor"), rebuy: t("Rebuy"), add_on: t("Take the add-on"), reenter: t("Re-enter"), out: t("I am out"),
  count: t("My chips"), enter: t("Enter"),
};

/** What has a button, in the order of the buttons. */
const BUTTONS = ["floor", "rebuy", "add_on", "reenter", "out"];

/** @param {readonly string[]} may */
export const inOrder = (may) => BUTTONS.filter((about) => may.includes(about));

/** @type {Record<string, string>} */
const STATES = { open: t("waiting"), done: t("done"), refused: t("refused") };

/** The sale that each request is for. @type {Record<string, string>} */
const SALES = { rebuy: "rebuy", add_on: "addon" };

/**
 * What a request costs and brings: €21 for 3,000; "" where it costs nothing.
 * @param {SeatView} seat
 * @param {string} about
 */
export function saleWords({ screen }, about) {
  const found = (screen.sales ?? []).find(({ kind }) => kind === SALES[about]);
  return found ? t("{price} for {chips}", { price: inMoney(found.price, screen.money), chips: chips(found.chips) }) : "";
}

/** @param {PlayerRequest} request */
export const requestWords = (request) => `${ASKS[request.about] ?? request.about}${request.n ? `: ${chips(request.n)}` : ""}`;

/** @param {PlayerRequest} request */
export const stateWords = (request) => `${STATES[request.state] ?? request.state}${request.why ? `: ${request.why}` : ""}`;

/** Where one sits, as one text: another one is a move. @param {SeatView} seat */
export const seatKey = (seat) => (seat.table ? `${seat.table}/${seat.seat}` : "");

/** @param {SeatView} seat */
export const seatWords = (seat) => t("Table {table}, seat {seat}", { table: seat.table ?? 0, seat: seat.seat ?? 0 });

/**
 * What there is to know of oneself.
 * @param {SeatView} seat
 * @returns {Fact[]}
 */
export function factsOf(seat) {
  if (seat.place) return [{ title: t("Place"), value: `${seat.place}.`, more: seat.paid ? t("You won {amount}", { amount: inMoney(seat.paid) }) : "", wide: true }];
  if (seat.table) {
    return [
      { title: t("Table"), value: String(seat.table), more: tableName(seat.table) },
      { title: t("Seat"), value: String(seat.seat) },
      { title: t("My chips"), value: chipsWords(seat), more: howWords(seat), wide: true },
    ];
  }
  /** @type {Record<string, string>} */
  const words = {
    registered: t("You are entered: seats will be drawn soon"), alternate: t("You are waiting for a free seat"),
    busted: t("You are out of chips"), out: t("You are out"), disqualified: t("You are disqualified"),
  };
  return [{ title: t("Seat"), value: "–", more: words[seat.status] ?? "", wide: true }];
}

/** @param {SeatView} seat */
const chipsWords = (seat) => (seat.how === "unknown" ? "?" : chips(seat.chips ?? 0));

/** @param {SeatView} seat */
function howWords(seat) {
  if (seat.how === "unknown") return t("not reported recently");
  if (seat.how === "estimated") return t("an estimate: report your stack");
  return seat.counted_at ? t("as of {time}", { time: atTime(seat.counted_at) }) : "";
}

/** @param {number} at */
export function atTime(at) {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/**
 * What the title of the page begins with: a move stays there until it was seen.
 * @param {SeatView} seat
 * @param {boolean} isMoved
 * @param {number | null} left of the level
 */
export function titleOf(seat, isMoved, left) {
  if (isMoved) return t("Go to table {table}, seat {seat}", { table: seat.table ?? 0, seat: seat.seat ?? 0 });
  return [seat.table ? seatWords(seat) : seat.player, left === null ? "" : time(left)].filter(Boolean).join(" · ");
}

/**
 * A count as it was typed; NaN where it is none.
 * @param {string} text
 */
export function countIn(text) {
  const n = wholeIn(text);
  return n < 1e12 ? n : Number.NaN;
}
