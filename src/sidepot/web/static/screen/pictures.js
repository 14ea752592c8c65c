/** The pictures of a display: figures, seats, payouts, tables, the final table. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { chips, colourName, grouped } from "../common/words.js";
import { inColumns, linesOf, pagesOf, partAt } from "./layout.js";
import { payoutsOf } from "../tournament/payouts.js";
import { figuresOf } from "./screen_words.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { ScreenView, SeatLine, TournamentTableSummary } from "sidepot/protocol"
 */

/** How many fit where each is read from afar. */
const MOST_LINES = 11; // of a column of names
const TWO_COLUMNS = 18; // names that stand in two columns; with more there are three
const LINE_LETTERS = { third: 17, half: 27, narrow: 20 }; // of a name, in a line of a column
const TABLES_AT_ONCE = { wide: 36, narrow: 24 };
const LARGE_TABLES = { wide: 18, narrow: 12 }; // with more, each is one line
const LETTERS = 8; // of the first and the last name, in the title
const PRIZES_AT_ONCE = 20;
const ONE_COLUMN = 10; // players of a final table

/** The colours of chips that have one, as they are painted. @type {Record<string, string>} */
const COLOURS = {
  white: "#f4f4f0", red: "#c3262f", green: "#1d7a3f", black: "#16181a", blue: "#1b5fc1", purple: "#6b3aa0", yellow: "#e6b923",
  orange: "#dd7a1e", pink: "#d8789f", grey: "#8b9196", gray: "#8b9196", brown: "#74492a",
};

/** @param {ScreenView} state */
export function figures(state) {
  return [
    el("dl", { class: "figures" }, figuresOf(state).map(({ title, value, more }) =>
      el("div", { class: "figure" }, el("dt", {}, title), el("dd", {}, value), more && el("dd", { class: "figure-more" }, more)))),
    el("ul", { class: "chips", "aria-label": t("Chips in play") }, (state.chips ?? []).map(({ value, colour }) =>
      el("li", {}, chip(colour ?? ""), chips(value)))),
  ];
}

/** @param {string} colour */
function chip(colour) {
  return el("i", { class: "chip", title: colourName(colour), "aria-hidden": "true", style: `--chip: ${COLOURS[colour.toLowerCase()] ?? "transparent"}` });
}

/**
 * Who sits where, by name; a long list in parts. A name that is too long for a line has several, so that it is read from afar.
 * @param {readonly SeatLine[]} seats
 * @param {number} now
 * @param {boolean} isWide
 */
export function seatList(seats, now, isWide) {
  const columns = isWide && seats.length > TWO_COLUMNS ? 3 : 2;
  const letters = LINE_LETTERS[isWide ? (columns === 3 ? "third" : "half") : "narrow"];
  const heightOf = (/** @type {SeatLine} */ { player }) => linesOf(player, letters);
  const all = pagesOf(seats, columns, MOST_LINES, heightOf);
  const { part: [lists = []], page, pages } = partAt(all, 1, now);
  const part = lists.flat();
  const empty = pages > 1 ? columns - lists.length : 0; // of the last page: it looks like the others
  const rows = lists.map((some) => some.reduce((before, one) => before + heightOf(one), 0));
  const table = el("div", { class: "columns", style: `--rows: ${pages > 1 ? MOST_LINES : Math.max(7, ...rows)}` }, lists.map((some) =>
    el("ul", { class: "seats" }, some.map((one) => seatLine(one, heightOf(one))))), Array.from({ length: empty }, () => el("div", {})));
  const short = (/** @type {number} */ at) => part.at(at)?.player.slice(0, LETTERS).trim() ?? "";
  return [heading(t("Seats: table – seat"), pages > 1 ? `${short(0)} – ${short(-1)} (${page}/${pages})` : ""), table];
}

/**
 * @param {SeatLine} one
 * @param {number} lines
 */
function seatLine({ player, table, seat }, lines) {
  return el("li", { class: lines > 1 ? "long" : "", style: `--lines: ${lines}` }, el("span", {}, player), el("b", {}, `${table} – ${seat}`));
}

/**
 * A name, the smaller the longer it is.
 * @param {string} player
 * @param {Child} before
 */
function nameOf(player, before = "") {
  return el("span", { style: `--n: ${player.length}` }, before, player);
}

/**
 * @param {string} title
 * @param {string} more
 */
const heading = (title, more = "") => el("h2", { class: "picture-title" }, title, more && el("small", {}, more));

/** @param {ScreenView} state */
export function payouts(state) {
  const prizes = payoutsOf(state).slice(0, PRIZES_AT_ONCE);
  const columns = prizes.length > 7 ? 2 : 1;
  const rows = prizes.map(({ place, player, amount, bounties, isNext }) => {
    const more = isNext ? t("next out") : bounties ? t("{bounties} in bounties", { bounties: inMoney(bounties, state.money) }) : "";
    return el("li", { class: isNext ? "is-now" : "" }, el("span", { class: "at" }, place), player && nameOf(player), el("b", {}, inMoney(amount, state.money)), more && el("small", {}, more));
  });
  const more = (state.paid ?? 0) - prizes.filter(({ place }) => place).length - (state.deal ?? []).length + (state.kept ? 1 : 0);
  const list = el("div", { class: "columns", style: `--rows: ${Math.max(7, Math.ceil(rows.length / columns))}` },
    inColumns(rows, columns).map((some) => el("ol", { class: "seats prizes" }, some)));
  return [heading(state.phase === "over" ? t("Results") : state.deal?.length ? t("Deal") : t("Payouts"), [t("Prize pool {pool}", { pool: inMoney(state.pool ?? 0, state.money) }), more > 0 ? t("and {more} more", { more: chips(more) }) : ""].filter(Boolean).join(" · ")), list];
}

/**
 * @param {ScreenView} state
 * @param {number} now
 * @param {boolean} isWide
 */
export function tables(state, now, isWide) {
  const shape = isWide ? "wide" : "narrow";
  const { part, page, pages } = partAt(state.places ?? [], TABLES_AT_ONCE[shape], now);
  return [
    heading(t("Tables: players / seats"), pages > 1 ? `${page}/${pages}` : ""),
    el("ul", { class: part.length > LARGE_TABLES[shape] ? "tables-grid many" : "tables-grid" }, part.map((one) => tableBox(one))),
  ];
}

/** @param {TournamentTableSummary} one */
function tableBox({ number, players, seats, stops }) {
  return el("li", { class: stops ? "stops" : "" }, el("b", {}, el("i", {}, t("Table {table}", { table: "" })), String(number)), el("span", {}, `${players} / ${seats}`), stops && el("small", {}, t("waiting")));
}

/**
 * @param {ScreenView} state
 * @param {boolean} isWide
 */
export function finalTable(state, isWide) {
  const stacks = state.stacks ?? [];
  const bet = state.average_bets ? (state.average ?? 0) / state.average_bets : 0;
  const rows = stacks.map((one) =>
    el("li", {}, nameOf(one.player, el("i", { class: "at" }, String(one.seat ?? ""))), el("b", {}, stackText(one.chips, one.how ?? "")), el("small", {}, one.how !== "unknown" && bet ? t("{blinds} BB", { blinds: Math.round(one.chips / bet) }) : "")));
  const list = el("div", { class: "columns", style: `--rows: ${Math.max(7, Math.min(rows.length, ONE_COLUMN))}` },
    inColumns(rows, rows.length > ONE_COLUMN && isWide ? 2 : 1).map((some) => el("ol", { class: "seats final" }, some)));
  return [heading(t("Final table"), stacks.some(({ how }) => how) ? t("~ is an estimate") : ""), list];
}

/**
 * @param {number} amount
 * @param {string} how
 */
export const stackText = (amount, how) => (how === "unknown" ? "?" : `${how === "estimated" ? "~ " : ""}${chips(amount)}`);

/**
 * One line at the foot, of several that take turns.
 * @param {readonly string[]} lines
 * @param {number} now
 * @returns {Child}
 */
export function footLine(lines, now) {
  if (!lines.length) return null;
  return grouped(lines[Math.floor(now / 6000) % lines.length]);
}
