/** An evening as the console shows it: what the server tells of it, whole, and the words for it. */

import { tr } from "../common/language.js";
import { chips, count, shortChips, time } from "../common/words.js";
import { wholeClock } from "./counting.js";

/**
 * @import { Clock, Counted } from "./counting.js"
 * @import { Act } from "./outbox.js"
 * @typedef {{ seat: number, player: string, chips: number, known: string, since: number, locked: string, penalty: string, absent: boolean }} Seat
 * @typedef {{
 *   number: number, chips: number, stopped: string, locked: string, button: number, button_known: boolean, differs: number,
 *   counted: boolean, played: boolean, seats: Seat[],
 * }} Table
 * @typedef {{
 *   player: string, status: string, place: number, chips: number, table: number, seat: number, paid: number, owes: number,
 *   known: string, entries: number, rebuys: number, addons: number, bounties: number, penalty: number, out_at: number,
 * }} Player
 * @typedef {{
 *   id: string, kind: string, about: string, text: string, because: string, cite: string, do: Act | null, players: string[],
 *   tables: number[], ask: number, n: number, aside: string,
 * }} Todo
 * @typedef {{ step: number, at: number, by: string, what: string, why: string, may: boolean, undone: boolean }} LogLine
 * @typedef {{ lines?: Partial<LogLine>[], next?: number }} LogPage
 * @typedef {{
 *   pool?: number, collected?: number, fees?: number, bounties?: number, added?: number, guarantee?: number, overlay?: number, owed?: number,
 *   prizes?: number[], paid?: [player: string, place: number, prize: number, bounties: number][], deal?: Record<string, [string, number][]>,
 * }} Money
 * @typedef {{
 *   players: number, entries: number, left: number, tables: number, average: number, average_bets: number, pool: number,
 *   chips: number, waiting: number, busted: number,
 * }} Counts
 * @typedef {{ entry: boolean, reentry: boolean, rebuy: boolean, addon: boolean }} Open
 * @typedef {{ role: string, name: string, table: number, may: string[] }} You
 * @typedef {{ player: string, table: number, until: number }} Called
 * @typedef {{
 *   id: string, title: string, phase: string, you: You, now: number, seq: number, clock: Clock, counts: Counts, open: Open, todo: Todo[],
 *   history: LogLine[], tables: Table[], hand_for_hand: boolean, announcement: string, called: Called | null, seats: number, why: string,
 * }} Evening
 * @typedef {Omit<Partial<Evening>, "tables" | "seats"> & { terms?: { seats?: number } }} ToldEvening
 */

const SEATS = 9; // where it is not told
/** @type {Counts} */
const COUNTS = { players: 0, entries: 0, left: 0, tables: 0, average: 0, average_bets: 0, pool: 0, chips: 0, waiting: 0, busted: 0 };
/** @type {Open} */
const OPEN = { entry: false, reentry: false, rebuy: false, addon: false };
/** @type {You} */
const YOU = { role: "", name: "", table: 0, may: [] };
/** @type {Table} */
const TABLE = { number: 0, chips: 0, stopped: "", locked: "", button: -1, button_known: false, differs: 0, counted: false, played: false, seats: [] };
/** @type {Seat} */
const SEAT = { seat: 0, player: "", chips: 0, known: "", since: 0, locked: "", penalty: "", absent: false };
/** @type {Todo} */
const TODO = { id: "", kind: "order", about: "", text: "", because: "", cite: "", do: null, players: [], tables: [], ask: 0, n: 0, aside: "" };
/** @type {LogLine} */
const LINE = { step: 0, at: 0, by: "", what: "", why: "", may: false, undone: false };
/** @type {Player} */
const PLAYER = {
  player: "", status: "", place: 0, chips: 0, table: 0, seat: -1, paid: 0, owes: 0, known: "", entries: 1, rebuys: 0, addons: 0,
  bounties: 0, penalty: 0, out_at: 0,
};

/**
 * What is left out of a message has its usual value.
 * @param {ToldEvening} told
 * @param {readonly Partial<Table>[]} tables
 * @returns {Evening}
 */
export const wholeEvening = (told, tables) => ({
  id: "", title: "", phase: "", now: 0, seq: 0, hand_for_hand: false, announcement: "", called: null, why: "", ...told,
  seats: told.terms?.seats ?? SEATS,
  you: { ...YOU, ...told.you },
  clock: wholeClock(told.clock),
  counts: { ...COUNTS, ...told.counts },
  open: { ...OPEN, ...told.open },
  todo: (told.todo ?? []).map((one) => ({ ...TODO, ...one })),
  history: wholeLines(told.history),
  tables: tables.map((one) => ({ ...TABLE, ...one, seats: (one.seats ?? []).map((seat) => ({ ...SEAT, ...seat })) })),
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
  "check-in": tr`Check-in`,
  seated: tr`Seats are drawn`,
  running: tr`Under way`,
  break: tr`Break`,
  paused: tr`Paused`,
  frozen: tr`Stopped`,
  over: tr`Over`,
  cancelled: tr`Cancelled`,
};

/** @param {Pick<Evening, "phase">} evening */
export const phaseOf = ({ phase }) => PHASES_OF[phase] ?? phase;

/** @param {Pick<Evening, "phase">} evening */
export const isBefore = ({ phase }) => !phase || phase === "check-in";

/** @param {Pick<Evening, "phase">} evening */
export const isDone = ({ phase }) => phase === "over" || phase === "cancelled";

/**
 * Whether this role may do something.
 * @param {Pick<Evening, "you">} evening
 * @param {string} what
 */
export const mayDo = ({ you: { may } }, what) => may.includes("*") || may.includes(what);

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
 * @param {{ chips: number, known: string }} stack
 */
export function stackOf({ chips: held, known }) {
  if (known === "unknown") return tr`not known`;
  return known === "estimated" ? tr`about ${shortChips(held)}` : chips(held);
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
export function playerWords({ status, place, table, seat, chips: held, known, owes, penalty }) {
  const where = status === "seated" ? placeWords({ table, seat }) : (STATUSES[status] ?? status);
  const stack = status === "seated" && known ? stackOf({ chips: held, known }) : "";
  const rank = status === "out" && place ? tr`place ${place}` : "";
  return [where, rank, stack, penalty && tr`misses ${count(penalty, "hand")}`, owes && tr`owes ${chips(owes)}`].filter(Boolean).join(" · ");
}

/** @param {Table} table */
export function tableFacts({ seats, stopped, locked, button, button_known: isKnown, differs, counted }) {
  const there = seats.filter(({ player }) => player).length;
  return [
    count(there, "player"), stopped && tr`stopped: ${stopped}`, locked && tr`locked`,
    counted && differs > 0 && tr`${chips(differs)} too many`, counted && differs < 0 && tr`${chips(-differs)} are missing`,
    isKnown && button >= 0 && tr`button: seat ${button + 1}`,
  ].filter(Boolean).join(" · ");
}

const CLOCK_TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/**
 * A time of day: 21:14.
 * @param {number} at
 */
export const hourOf = (at) => CLOCK_TIME.format(at);
