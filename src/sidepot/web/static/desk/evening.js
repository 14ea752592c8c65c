/** An evening as the console shows it: what the server tells of it, whole, and the words for it. */

import { tr } from "../common/language.js";
import { chips, count, shortChips, time } from "../common/words.js";
import { wholeClock } from "./counting.js";

/**
 * @import { Clock, Counted } from "./counting.js"
 * @import { Act } from "./outbox.js"
 * @typedef {{ seat: number, player: string, chips: number, how: string, at: number, locked: boolean, penalty: string }} Seat
 * @typedef {{
 *   number: number, final: boolean, halted: string, locked: boolean, button: number, button_known: boolean, hands: number,
 *   seats: Seat[],
 * }} Table
 * @typedef {{
 *   player: string, status: string, place: number, chips: number, table: number, seat: number, paid: number, due: number,
 *   how: string, entries: number, rebuys: number, addons: number, bounties: number, penalty: string,
 * }} Player
 * @typedef {{
 *   id: string, kind: string, about: string, text: string, because: string, cite: string, do: Act | null, players: string[],
 *   tables: number[],
 * }} Todo
 * @typedef {{ step: number, at: number, by: string, text: string, why: string, undo: boolean }} LogLine
 * @typedef {{ lines?: LogLine[], next?: number }} LogPage
 * @typedef {{ pool?: number, prizes?: number[], lines?: { text: string, amount: number }[] }} Money
 * @typedef {{ role: string, table?: number, pin: string }} Pin
 * @typedef {{
 *   players: number, entries: number, left: number, tables: number, average: number, average_bets: number, pool: number,
 *   chips: number, waiting: number, unpaid: number,
 * }} Counts
 * @typedef {{
 *   seats: number, stack: number, cost: number, rebuys: number, rebuy_cost: number, rebuy_chips: number, addon_cost: number,
 *   addon_chips: number, entry_open: boolean, rebuy_open: boolean, addon_open: boolean, hand_for_hand: boolean, house: string,
 *   prizes: number[], denominations: number[],
 * }} Terms
 * @typedef {{
 *   id: string, title: string, phase: string, role: string, table: number, name: string, now: number, seq: number, clock: Clock,
 *   counts: Counts, may: string[], todo: Todo[], history: LogLine[], tables: Table[], terms: Terms,
 * }} Evening
 */

/** @type {Counts} */
const COUNTS = { players: 0, entries: 0, left: 0, tables: 0, average: 0, average_bets: 0, pool: 0, chips: 0, waiting: 0, unpaid: 0 };
/** @type {Terms} */
const TERMS = {
  seats: 9, stack: 0, cost: 0, rebuys: 0, rebuy_cost: 0, rebuy_chips: 0, addon_cost: 0, addon_chips: 0, entry_open: false,
  rebuy_open: false, addon_open: false, hand_for_hand: false, house: "", prizes: [], denominations: [],
};
/** @type {Table} */
const TABLE = { number: 0, final: false, halted: "", locked: false, button: -1, button_known: false, hands: 0, seats: [] };
/** @type {Seat} */
const SEAT = { seat: 0, player: "", chips: 0, how: "known", at: 0, locked: false, penalty: "" };
/** @type {Todo} */
const TODO = { id: "", kind: "order", about: "", text: "", because: "", cite: "", do: null, players: [], tables: [] };
/** @type {LogLine} */
const LINE = { step: 0, at: 0, by: "", text: "", why: "", undo: false };
/** @type {Player} */
const PLAYER = {
  player: "", status: "", place: 0, chips: 0, table: 0, seat: -1, paid: 0, due: 0, how: "", entries: 1, rebuys: 0, addons: 0,
  bounties: 0, penalty: "",
};

/**
 * What is left out of a message has its usual value.
 * @param {Partial<Evening>} told
 * @returns {Evening}
 */
export const wholeEvening = (told) => ({
  id: "", title: "", phase: "draft", role: "", table: 0, name: "", now: 0, seq: 0, ...told,
  clock: wholeClock(told.clock),
  counts: { ...COUNTS, ...told.counts },
  terms: { ...TERMS, ...told.terms },
  may: told.may ?? [],
  todo: (told.todo ?? []).map((one) => ({ ...TODO, ...one })),
  history: wholeLines(told.history),
  tables: (told.tables ?? []).map((one) => ({ ...TABLE, ...one, seats: (one.seats ?? []).map((seat) => ({ ...SEAT, ...seat })) })),
});

/** @param {Partial<LogLine>[] | undefined} lines */
export const wholeLines = (lines) => (lines ?? []).map((one) => ({ ...LINE, ...one }));

/**
 * @param {Partial<Player>[]} told
 * @returns {Player[]}
 */
export const wholePlayers = (told) => told.map((one) => ({ ...PLAYER, ...one }));

/** @type {Record<string, string>} */
const PHASES_OF = {
  draft: tr`Draft`,
  checkin: tr`Check-in`,
  seated: tr`Seats are drawn`,
  running: tr`Under way`,
  over: tr`Over`,
  cancelled: tr`Cancelled`,
};

/** @param {Pick<Evening, "phase">} evening */
export const phaseOf = ({ phase }) => PHASES_OF[phase] ?? phase;

/** @param {Pick<Evening, "phase">} evening */
export const isBefore = ({ phase }) => phase === "draft" || phase === "checkin";

/** @param {Pick<Evening, "phase">} evening */
export const isDone = ({ phase }) => phase === "over" || phase === "cancelled";

/**
 * Whether this role may do something; where the server does not say, it is tried.
 * @param {Pick<Evening, "may">} evening
 * @param {string} what
 */
export const mayDo = ({ may }, what) => !may.length || may.includes(what);

/** @param {Pick<Clock, "is_break" | "level">} clock */
export const levelName = ({ is_break: isBreak, level }) => (isBreak ? tr`Break` : tr`Level ${level}`);

/** @param {Counted} clock */
export const leftWords = (clock) => (clock.until || clock.left ? time(clock.left) : tr`no end`);

/**
 * Where a player sits: table 3, seat 5.
 * @param {{ table: number, seat: number }} place
 */
export const placeWords = ({ table, seat }) => (table ? (seat < 0 ? tr`table ${table}` : tr`table ${table}, seat ${seat + 1}`) : "");

/**
 * A stack, and how well it is known: 8,200; about 8,200; not known.
 * @param {{ chips: number, how: string }} stack
 */
export function stackOf({ chips: held, how }) {
  if (how === "unknown") return tr`not known`;
  return how === "estimated" ? tr`about ${shortChips(held)}` : chips(held);
}

/** @type {Record<string, string>} */
const STATUSES = {
  registered: tr`entered`,
  alternate: tr`waits for a seat`,
  seated: tr`plays`,
  busted: tr`out of chips`,
  out: tr`out`,
  withdrawn: tr`taken back`,
  disqualified: tr`disqualified`,
};

/** @param {Player} player */
export function playerWords({ status, place, table, seat, chips: held, how, due, penalty }) {
  const where = status === "seated" ? placeWords({ table, seat }) : (STATUSES[status] ?? status);
  const stack = status === "seated" && how ? stackOf({ chips: held, how }) : "";
  const rank = status === "out" && place ? tr`place ${place}` : "";
  return [where, rank, stack, penalty, due ? tr`owes ${chips(due)}` : ""].filter(Boolean).join(" · ");
}

/** @param {Table} table */
export function tableFacts({ seats, final, halted, locked, button, button_known: isKnown }) {
  const there = seats.filter(({ player }) => player).length;
  return [
    count(there, "player"), final && tr`final table`, halted && tr`stopped: ${halted}`, locked && tr`locked`,
    isKnown && button >= 0 && tr`button: seat ${button + 1}`,
  ].filter(Boolean).join(" · ");
}

const CLOCK_TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/**
 * A time of day: 21:14.
 * @param {number} at
 */
export const hourOf = (at) => CLOCK_TIME.format(at);
