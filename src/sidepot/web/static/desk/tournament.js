/** A tournament as the console shows it: what the server tells of it, whole, and the words for it. */

import { t, tn } from "../common/language.js";
import { stakesIn, textIn } from "../common/sentences.js";
import { inMoney } from "../common/money.js";
import { chips, shortChips, time } from "../common/words.js";
import { wholeClock } from "./counting.js";

/**
 * @import { Clock, Counted } from "./counting.js"
 * @import { Sentence } from "../room/messages.js"
 * @import { Act } from "./outbox.js"
 * @typedef {{ seat: number, player: string, chips: number, how: string, at: number, locked: boolean, penalty: string, absent: boolean, penalty_sentence?: Sentence }} Seat
 * @typedef {{
 *   number: number, name: string, size: number, chips: number, final: boolean, halted: string, locked: boolean, button: number, button_known: boolean, button_waits: boolean, removed: number[], differs: number,
 *   counted: boolean, played: boolean, players: number, seats: Seat[],
 * }} Table
 * @typedef {{
 *   player: string, status: string, place: number, chips: number, table: number, seat: number, paid: number, due: number,
 *   how: string, entries: number, rebuys: number, addons: number, bounties: number, penalty: string, out_at: number, penalty_sentence?: Sentence,
 * }} Player
 * @typedef {{
 *   id: string, kind: string, about: string, text: string, because: string, cite: string, do: Act | null, players: string[],
 *   tables: number[], ask: number, n: number, at: number, aside: string, sentence?: Sentence, because_sentence?: Sentence,
 * }} Todo
 * @typedef {{ step: number, at: number, by: string, text: string, why: string, undo: boolean, undone: boolean, seq: number, sentence?: Sentence, out?: OutReport | null }} LogLine
 * @typedef {{ type: string, player: string, by?: string[], at?: number | null }} OutReport
 * @typedef {{ lines?: Partial<LogLine>[], next?: number }} LogPage
 * @typedef {{
 *   pool?: number, prizes?: number[], lines?: { text: string, amount: number, sentence?: Sentence }[], deals?: Record<string, [string, number][]>, made?: [string, number][], kept?: number, most_kept?: number, uncounted?: string[],
 *   players?: { player: string, paid?: number, due?: number, won?: number, place?: number, given?: number }[],
 * }} Money
 * @typedef {{
 *   players: number, entries: number, left: number, tables: number, average: number, average_bets: number, pool: number,
 *   chips: number, waiting: number, busted: number, unpaid: number, checked_in: number,
 * }} Counts
 * @typedef {{
 *   seats: number, final_seats: number, cost: number, rebuy_cost: number, rebuy_fee: number, rebuy_chips: number, addon_cost: number, addon_fee: number, addon_chips: number,
 *   money: import("../common/money.js").MoneyUnit, late_levels: number, guarantee: number, added: number, most: number, entry_open: boolean, check_in_closed: boolean, reentry_open: boolean,
 *   rebuy_open: boolean, addon_open: boolean, hand_for_hand: boolean, button_waits: boolean, prizes: number[], house: string, pays: { seat_price?: number } | null,
 * }} Terms
 * @typedef {{ player: string, table: number, until: number }} Called
 * @typedef {{
 *   id: string, title: string, phase: string, role: string, name: string, may: string[], now: number, seq: number, clock: Clock,
 *   counts: Counts, terms: Terms, todo: Todo[], todo_more: number, history: LogLine[], tables: Table[], announcement: string, called: Called | null,
 *   why: string, bags: string, moved: import("sidepot/protocol").DeskMoves | null, largest: import("sidepot/protocol").LargestStack | null,
 * }} Tournament
 */

/** @type {Counts} */
const COUNTS = { players: 0, entries: 0, left: 0, tables: 0, average: 0, average_bets: 0, pool: 0, chips: 0, waiting: 0, busted: 0, unpaid: 0, checked_in: 0 };
/** @type {Terms} */
const TERMS = { seats: 9, final_seats: 0, cost: 0, rebuy_cost: 0, rebuy_fee: 0, rebuy_chips: 0, addon_cost: 0, addon_fee: 0, addon_chips: 0, money: {}, late_levels: 0, guarantee: 0, added: 0, most: 0, pays: null, entry_open: false, check_in_closed: false, reentry_open: false, rebuy_open: false, addon_open: false, hand_for_hand: false, button_waits: false, house: "", prizes: [] };
/** @type {Table} */
const TABLE = { number: 0, name: "", size: 0, chips: 0, final: false, halted: "", locked: false, button: -1, button_known: false, button_waits: false, removed: [], differs: 0, counted: false, played: false, players: 0, seats: [] };
/** @type {Seat} */
const SEAT = { seat: 0, player: "", chips: 0, how: "", at: 0, locked: false, penalty: "", absent: false };
/** @type {Todo} */
const TODO = { id: "", kind: "order", about: "", text: "", because: "", cite: "", do: null, players: [], tables: [], ask: 0, n: 0, at: 0, aside: "" };
/** @type {LogLine} */
const LINE = { step: 0, at: 0, by: "", text: "", why: "", undo: false, undone: false, seq: 0 };
/** @type {Player} */
const PLAYER = {
  player: "", status: "", place: 0, chips: 0, table: 0, seat: -1, paid: 0, due: 0, how: "", entries: 1, rebuys: 0, addons: 0,
  bounties: 0, penalty: "", out_at: 0,
};

/**
 * What is left out of a message has its usual value.
 * @param {Partial<Tournament>} view
 * @param {readonly Partial<Table>[]} tables
 * @returns {Tournament}
 */
export const wholeTournament = (view, tables = view.tables ?? []) => ({
  id: "", title: "", phase: "", role: "", name: "", may: [], now: 0, seq: 0, announcement: "", called: null, why: "", bags: "", moved: null, largest: null, todo_more: 0, ...view,
  terms: { ...TERMS, ...view.terms },
  clock: wholeClock(view.clock),
  counts: { ...COUNTS, ...view.counts },
  todo: (view.todo ?? []).map((one) => ({ ...TODO, ...one })),
  history: wholeLines(view.history),
  tables: tables.map((one) => ({ ...TABLE, ...one, seats: (one.seats ?? []).map((seat) => ({ ...SEAT, ...seat })) })),
});

/** @param {Partial<LogLine>[] | undefined} lines */
export const wholeLines = (lines) => (lines ?? []).map((one) => ({ ...LINE, ...one }));

/**
 * @param {Partial<Player>[]} view
 * @returns {Player[]}
 */
export const wholePlayers = (view) => view.map((one) => ({ ...PLAYER, ...one }));

/**
 * Those who sit at these tables, as players.
 * @param {readonly Table[]} tables
 */
export const seatedAt = (tables) =>
  tables.flatMap(({ number, seats }) => wholePlayers(seats.filter(({ player }) => player).map(({ player, seat, chips: held, how, penalty, penalty_sentence: sentence }) => ({ player, status: "seated", table: number, seat, chips: held, how, penalty, penalty_sentence: sentence }))));

/**
 * How far it is to the money.
 * @param {Pick<Tournament, "counts" | "terms">} tournament
 */
export const paidWords = ({ counts, terms }) => t("{left} players are left, {paid} places are paid.", { left: chips(counts.left), paid: chips(terms.prizes.length) });

/** @type {Record<string, string>} */
const PHASES_OF = {
  draft: t("Draft"),
  checkin: t("Check-in"),
  seated: t("Seats drawn"),
  running: t("Under way"),
  frozen: t("Stopped"),
  over: t("Over"),
  cancelled: t("Cancelled"),
};

/** @param {Pick<Tournament, "phase">} tournament */
export const phaseOf = ({ phase }) => PHASES_OF[phase] ?? phase;

/** @param {Pick<Tournament, "phase">} tournament */
export const isDraft = ({ phase }) => phase === "draft";

/** @param {Pick<Tournament, "phase">} tournament */
export const isBefore = ({ phase }) => !phase || phase === "checkin" || phase === "draft";

/** @param {Pick<Tournament, "phase">} tournament */
export const isDone = ({ phase }) => phase === "over" || phase === "cancelled";

/**
 * Whether this role may do something.
 * @param {Pick<Tournament, "may">} tournament
 * @param {string} what
 */
export const mayDo = ({ may }, what) => may.includes("*") || may.includes(what);

/**
 * Whether this role reads what came in and what is paid out, and prints the codes of players: a dealer does not.
 * @param {Pick<Tournament, "role">} tournament
 */
export const readsMoney = ({ role }) => role !== "dealer";

/** @param {Pick<Clock, "is_break" | "level">} clock */
export const levelName = ({ is_break: isBreak, level }) => (isBreak ? t("Break") : t("Level {level}", { level }));

/** @param {Counted} clock */
export const leftWords = (clock) => (clock.until || clock.left ? time(clock.left) : t("no end"));

/**
 * What comes: the next stakes, and when the next break begins.
 * @param {Counted} clock
 */
export const comingWords = ({ next, next_parts: parts, next_break: at, running, is_break: isBreak }) =>
  [next && !isBreak && t("then {stakes}", { stakes: stakesIn(next, parts) }), running && at > 0 && t("break at {time}", { time: hourOf(at) })].filter(Boolean).join(" · ");

/**
 * Where a player sits: table 3, seat 5.
 * @param {{ table: number, seat: number }} place
 */
export const placeWords = ({ table, seat }) => (table ? (seat < 0 ? t("table {table}", { table }) : t("table {table}, seat {seat}", { table, seat: seat + 1 })) : "");

/**
 * A stack, and how well it is known: 8,200; about 8,200; not known.
 * @param {{ chips: number, how: string }} stack
 */
export function stackOf({ chips: held, how }) {
  if (how === "unknown") return t("unknown");
  return how === "estimated" ? t("about {stack}", { stack: shortChips(held) }) : chips(held);
}

/** @type {Record<string, string>} */
const STATUSES = {
  registered: t("entered"),
  alternate: t("waiting for a seat"),
  seated: t("playing"),
  busted: t("out of chips"),
  out: t("out"),
  withdrawn: t("entry withdrawn"),
  disqualified: t("disqualified"),
};

/**
 * A player in a line: table and seat, stack, debts; the place when it is final, not while it is only that of the chips.
 * @param {Pick<Tournament, "phase">} tournament
 * @param {Player} player
 */
export function playerWords({ phase }, { status, place, table, seat, chips: held, how, due, penalty, penalty_sentence: sentence }) {
  const where = status === "seated" ? placeWords({ table, seat }) : (STATUSES[status] ?? status);
  const stack = status === "seated" && how ? stackOf({ chips: held, how }) : "";
  const rank = place && (status === "out" || phase === "over") ? t("place {place}", { place }) : "";
  return [where, rank, stack, penalty && t("penalty: {penalty}", { penalty: textIn(penalty, sentence) }), due && t("owes {amount}", { amount: inMoney(due) })].filter(Boolean).join(" · ");
}

/** @param {Table} table */
export function tableFacts({ players, size, seats, final, halted, locked, button, button_known: isKnown, button_waits: waits, differs, counted }) {
  const there = players || seats.filter(({ player }) => player).length; // not those who are out of chips
  return [
    tn("{count} player", "{count} players", there), final ? (size ? t("final table of {seats} seats", { seats: size }) : t("final table")) : "", halted && t("stopped: {why}", { why: halted }), locked && t("locked"),
    counted && differs > 0 && t("{chips} too many", { chips: chips(differs) }), counted && differs < 0 && t("{chips} missing", { chips: chips(-differs) }),
    isKnown && button >= 0 && (waits ? t("button stays in seat {seat}", { seat: button + 1 }) : t("button: seat {seat}", { seat: button + 1 })),
  ].filter(Boolean).join(" · ");
}

const CLOCK_TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/**
 * A time of day: 21:14.
 * @param {number} at
 */
export const hourOf = (at) => CLOCK_TIME.format(at);
