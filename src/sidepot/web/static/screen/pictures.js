/** The pictures of a display: figures, seats, payouts, the plan of the room, the final table, the winner. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { tableLabel, tableName } from "../common/table_names.js";
import { chips, colourName, grouped } from "../common/words.js";
import { inColumns, linesOf, pagesOf, partAt, planColumns } from "./layout.js";
import { payoutsOf } from "../tournament/payouts.js";
import { figuresOf } from "./screen_words.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { ScreenView, SeatLine, TournamentTableSummary } from "sidepot/protocol"
 */

/** The format of a display. @typedef {"16:9" | "4:3" | "9:16"} Shape */

/** How many fit where each is read from afar. @type {Record<Shape, { lines: number, columns: number, letters: number, tables: number, width: number, height: number }>} */
const ROOM = {
  "16:9": { lines: 11, columns: 3, letters: 27, tables: 36, width: 170, height: 50 },
  "4:3": { lines: 11, columns: 2, letters: 18, tables: 24, width: 126, height: 50 },
  "9:16": { lines: 22, columns: 1, letters: 30, tables: 24, width: 83, height: 105 },
};
const TWO_COLUMNS = 18; // names that stand in two columns; with more there are three
const THIRD = 17; // letters of a name in one of three columns
const TABLE = { round: 1.2, long: 1.6, seats: 10 }; // of the plan: its width by its height, and its seats where it does not say
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
  const all = figuresOf(state).map(({ title, value, more }) =>
    el("div", { class: "figure", style: `--n: ${value.length}` }, el("dt", {}, title), el("dd", {}, value), more && el("dd", { class: "figure-more" }, more)));
  const half = Math.ceil(all.length / 2);
  return [
    el("dl", { class: "figures" }, all.slice(0, half)),
    el("dl", { class: "figures" }, all.slice(half)),
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
 * @param {Shape} shape
 */
export function seatList(seats, now, shape) {
  const room = ROOM[shape];
  const columns = room.columns === 3 && seats.length <= TWO_COLUMNS ? 2 : room.columns;
  const letters = columns === 3 ? THIRD : room.letters;
  const besides = (/** @type {number} */ table) => (columns === 1 ? Math.ceil(tableName(table).length * 0.8) : 0); // letters for the name of the table
  const heightOf = (/** @type {SeatLine} */ { player, table }) => linesOf(player, letters - besides(table));
  const all = pagesOf(seats, columns, room.lines, heightOf);
  const { part: [lists = []], page, pages } = partAt(all, 1, now);
  const part = lists.flat();
  const empty = pages > 1 ? columns - lists.length : 0; // of the last page: it looks like the others
  const rows = all.flat().map((some) => some.reduce((before, one) => before + heightOf(one), 0));
  const table = el("div", { class: "columns", style: `--rows: ${Math.max(7, ...rows)}` }, lists.map((some) =>
    el("ul", { class: "seats" }, some.map((one) => seatLine(one, heightOf(one), columns === 1)))), Array.from({ length: empty }, () => el("div", {})));
  const short = (/** @type {number} */ at) => part.at(at)?.player.slice(0, LETTERS).trim() ?? "";
  const named = columns === 1 ? [] : [...new Set(seats.map((one) => one.table))].filter(tableName).sort((one, other) => one - other).map(tableLabel);
  return [heading(t("Seats: table – seat"), [...named, pages > 1 ? `${short(0)} – ${short(-1)} (${page}/${pages})` : ""].filter(Boolean).join(" · ")), table];
}

/**
 * @param {SeatLine} one
 * @param {number} lines
 * @param {boolean} hasRoom for the name of its table
 */
function seatLine({ player, table, seat }, lines, hasRoom) {
  return el("li", { class: lines > 1 ? "long" : "", style: `--lines: ${lines}` }, el("span", {}, player), hasRoom && el("small", {}, tableName(table)), el("b", {}, `${table} – ${seat}`));
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

/**
 * @param {ScreenView} state
 * @param {Shape} shape
 */
export function payouts(state, shape) {
  const prizes = payoutsOf(state).slice(0, PRIZES_AT_ONCE);
  const columns = shape !== "9:16" && prizes.length > 7 ? 2 : 1;
  const largest = Math.max(1, ...prizes.map(({ amount }) => amount));
  const rows = prizes.map(({ place, player, amount, bounties, isNext }) => {
    const more = isNext ? t("next out") : bounties ? t("{bounties} in bounties", { bounties: inMoney(bounties, state.money) }) : "";
    return el("li", { class: isNext ? "bar is-now" : "bar", style: `--share: ${(amount / largest).toFixed(3)}` }, el("span", { class: "at" }, place), nameOf(player), el("b", {}, inMoney(amount, state.money)), more && el("small", {}, more));
  });
  const more = (state.paid ?? 0) - prizes.filter(({ place }) => place).length - (state.deal ?? []).length + (state.kept ? 1 : 0);
  const list = el("div", { class: "columns", style: `--rows: ${Math.max(4, Math.ceil(rows.length / columns))}` },
    inColumns(rows, columns).map((some) => el("ol", { class: "seats prizes" }, some)));
  return [heading(state.phase === "over" ? t("Results") : state.deal?.length ? t("Deal") : t("Payouts"), [t("Prize pool {pool}", { pool: inMoney(state.pool ?? 0, state.money) }), more > 0 ? t("and {more} more", { more: chips(more) }) : ""].filter(Boolean).join(" · ")), list];
}

/**
 * The code of the check-in, what to do with it, and how many have entered.
 * @param {ScreenView} state
 * @param {string} code of the display
 */
export const checkIn = (state, code) => [
  heading(t("Check-in")),
  el("div", { class: "check-in" }, el("img", { key: "qr", src: `/api/screens/${code}/qr?entry=true`, alt: t("Check-in code") }),
    el("div", { class: "check-in-words" }, el("p", {}, t("Scan the code and type your name.")),
      el("dl", {}, figuresOf(state).slice(0, 2).map(({ title, value }) => el("div", {}, el("dt", {}, title), el("dd", {}, value)))))),
];

/**
 * The tables as they stand in a room, with a dot for each seat; many of them in parts.
 * @param {ScreenView} state
 * @param {readonly SeatLine[]} seats
 * @param {number} now
 * @param {Shape} shape
 */
export function roomPlan(state, seats, now, shape) {
  const { tables: most, width, height } = ROOM[shape];
  const { part, page, pages } = partAt(state.places ?? [], most, now);
  const columns = planColumns(part.length, width, height, TABLE.long);
  const [wide, high] = [width / columns, height / Math.ceil(part.length / columns)];
  const ratio = Math.min(Math.max(wide / high, TABLE.round), TABLE.long);
  const taken = (/** @type {number} */ table) => new Set(seats.filter((one) => one.table === table).map(({ seat }) => seat));
  return [
    heading(t("Tables: players / seats"), pages > 1 ? `${page}/${pages}` : ""),
    el("ul", { class: "plan", style: `--columns: ${columns}; --size: ${Math.min(wide / ratio, high).toFixed(2)}; --ratio: ${ratio.toFixed(3)}` }, part.map((one) => planTable(one, taken(one.number), 100 / ratio))),
  ];
}

/**
 * @param {TournamentTableSummary} one
 * @param {ReadonlySet<number>} taken the seats in which somebody sits
 * @param {number} height where the width is 100
 */
function planTable({ number, players, seats, stops }, taken, height) {
  const count = Math.max(seats || TABLE.seats, ...taken);
  const dots = Array.from({ length: count }, (_, at) => {
    const turn = Math.PI * (0.5 + (2 * (at + 1)) / (count + 1)); // the dealer's place is at the bottom
    return el("circle", { cx: (50 + 46 * Math.cos(turn)).toFixed(1), cy: (height / 2 + (height / 2 - 3.7) * Math.sin(turn)).toFixed(1), r: 3.4, class: taken.has(at + 1) ? "taken" : "" });
  });
  return el("li", { class: stops ? "stops" : "" }, el("svg", { viewBox: `0 0 100 ${height.toFixed(1)}`, "aria-hidden": "true" }, el("ellipse", { cx: 50, cy: height / 2, rx: 40, ry: height / 2 - 9.5 }), dots),
    el("b", {}, el("i", { class: "unseen" }, t("Table {table}", { table: "" })), String(number)), tableName(number) && el("em", { style: `--n: ${tableName(number).length}` }, tableName(number)), el("span", {}, `${players} / ${seats}`), stops && el("small", {}, t("waiting")));
}

/**
 * The winner by name, and the results.
 * @param {ScreenView} state
 * @param {Shape} shape
 */
export function winnerPicture(state, shape) {
  const name = state.out?.find(({ place }) => place === 1)?.player ?? "";
  const won = payoutsOf(state).find(({ player }) => player === name)?.amount ?? 0;
  return [
    el("svg", { class: "confetti", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, CONFETTI.map(([x, y, colour]) => el("rect", { x, y, width: 1.1, height: 2, fill: colour, transform: `rotate(${(x * 37) % 180} ${x} ${y})` }))),
    el("div", { class: "winner" },
      el("svg", { class: "cup", viewBox: "0 0 64 64", "aria-hidden": "true" }, el("path", { d: "M18 6h28v6h10c0 14-5 20-13 22-2 5-5 8-8 9v7h9v8H20v-8h9v-7c-3-1-6-4-8-9C13 32 8 26 8 12h10zM14 18c1 5 2 8 5 10-1-3-1-7-1-10zm36 0h-4c0 3 0 7-1 10 3-2 4-5 5-10z" })),
      el("h2", { style: `--n: ${Math.max(name.length, 5)}` }, name),
      won > 0 && el("p", { class: "won" }, inMoney(won, state.money))),
    el("div", { class: "results" }, payouts(state, shape)),
  ];
}

/** Bits of paper spread evenly over the picture, the same on every display. @type {[x: number, y: number, colour: string][]} */
const CONFETTI = Array.from({ length: 160 }, (_, at) => [(at * 75.488) % 100, (at * 56.984) % 100, ["#7be0b0", "#f0c75e", "#e0757c", "#7fa8e8"][at % 4]]);

/**
 * @param {ScreenView} state
 * @param {Shape} shape
 */
export function finalTable(state, shape) {
  const stacks = state.stacks ?? [];
  const largest = Math.max(1, ...stacks.map((one) => one.chips));
  const bet = state.average_bets ? (state.average ?? 0) / state.average_bets : 0;
  const rows = stacks.map((one) =>
    el("li", { class: "bar", style: `--share: ${(one.how === "unknown" ? 0 : one.chips / largest).toFixed(3)}` }, nameOf(one.player, el("i", { class: "at" }, String(one.seat ?? ""))), el("b", {}, stackText(one.chips, one.how ?? "")), el("small", {}, one.how !== "unknown" && bet ? t("{blinds} BB", { blinds: Math.round(one.chips / bet) }) : "")));
  const list = el("div", { class: "columns", style: `--rows: ${Math.max(5, Math.min(rows.length, ONE_COLUMN))}` },
    inColumns(rows, rows.length > ONE_COLUMN && shape === "16:9" ? 2 : 1).map((some) => el("ol", { class: "seats final" }, some)));
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
