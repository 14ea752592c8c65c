/** The figures of a tournament in words: its clock, its terms, the places, what the next one is worth. */

import { capital, chips, count, grouped, joined, shortChips, time } from "../common/words.js";

/**
 * @import { Announced, EventLine, LevelLine, News, OwnEvent, PublicEvent, Stack, TableLine } from "sidepot/protocol"
 * @typedef {Required<Announced>} About
 * @typedef {Omit<Required<PublicEvent>, "about"> & { about: About }} Tournament
 * @typedef {Required<OwnEvent>} Own
 * @typedef {[name: string, value: string]} Fact
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** @type {About} */
const ABOUT = {
  title: "", description: "", game: "", kind: "plain", seats: 0, stack: 0, buy_in: 0, fee: 0, bounty: 0, progressive: false,
  most: 0, late_levels: 0, reentries: 0, rebuys: 0, rebuy_cost: 0, rebuy_chips: 0, addon_cost: 0, addon_chips: 0,
  guarantee: 0, house: "", starts_at: 0, starts_full: false, fill: 0, levels: [],
};
/** @type {Omit<Tournament, "id" | "phase" | "about">} */
const USUAL = {
  started_at: 0, players: 0, entries: 0, registered: [], left: 0, bots: 0, level: 0, stakes: "", next_stakes: "",
  is_break: false, level_until: 0, level_left: 0, next_break: 0, time_left: 0, chips: 0, average: 0, average_bets: 0,
  pool: 0, prizes: [], jump: [0, 0], hand_for_hand: false, entry_open: false, rebuys_open: false, addon_open: false,
  tables: [], stacks: [], out: [], waiting: [], offer: null, news: [], why: "",
};
/** @type {Own} */
const NOBODY = {
  name: "", status: "", table: "", number: 0, seat: -1, chips: 0, place: 0, paid: 0, until: 0, may: [],
};

/**
 * What is left out of a message has its usual value.
 * @param {PublicEvent} told
 * @returns {Tournament}
 */
export const wholeTournament = (told) => ({ ...USUAL, ...told, about: { ...ABOUT, ...told.about } });

/**
 * @param {OwnEvent | null | undefined} told
 * @returns {Own}
 */
export const wholeOwn = (told) => ({ ...NOBODY, ...told });

/** @param {number} amount */
const orNone = (amount) => (amount < 0 ? "any number" : chips(amount));

// ---- when

/**
 * How long until a time, in the largest units that tell it: 2 days 3 h, 3 h 05 min, 4:59.
 * @param {number} ms
 */
export function untilWords(ms) {
  if (ms >= 24 * HOUR) {
    const hours = Math.floor(ms / HOUR);
    return `${count(Math.floor(hours / 24), "day")} ${hours % 24} h`;
  }
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${String(Math.floor(ms / MINUTE) % 60).padStart(2, "0")} min`;
  return time(ms);
}

const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

/** @param {number} at */
export const dateWords = (at) => DAY_AND_TIME.format(at);

/**
 * When a tournament starts that has not started yet.
 * @param {Pick<About, "starts_at" | "starts_full" | "most">} about
 * @param {number} players
 * @param {number} now
 */
export function startWords({ starts_at: at, starts_full: isFull, most }, players, now) {
  if (at > now) return `Starts in ${untilWords(at - now)}`;
  if (at) return "Starts at once";
  if (isFull) return players < most ? `Starts with ${count(most - players, "more player")}` : "Starts at once";
  return "Starts when the host says so";
}

/** @type {Record<string, string>} */
export const TOURNAMENT_PHASES = {
  registering: "Entry is open",
  running: "Under way",
  break: "Break",
  deal: "A deal is offered",
  paused: "Paused",
  frozen: "Stopped",
  "called off": "Called off",
  over: "Over",
};

/** @param {Tournament} state */
export const isOn = ({ phase }) => ["running", "break", "deal", "paused", "frozen"].includes(phase);

/** @param {Tournament} state */
export const isOver = ({ phase }) => phase === "over" || phase === "called off";

/**
 * The clock: what it is of, and how long is left of it ("" without an end).
 * @param {Tournament} state
 * @param {number} now
 * @returns {{ title: string, left: string, stands: boolean }}
 */
export function clockWords(state, now) {
  const title = state.is_break ? "Break" : `Level ${state.level}`;
  const left = state.level_until ? time(state.level_until - now) : state.level_left ? time(state.level_left) : "";
  return { title, left, stands: !state.level_until && state.level_left > 0 };
}

// ---- what is announced

/** @type {Record<string, string>} */
const KINDS = {
  satellite: "Satellite: seats of equal worth",
  shootout: "Shoot-out: every table plays to its winner",
  "heads-up": "Heads-up bracket",
  flight: "Flight: the players left go on to the final day",
};

/**
 * The terms before the start, one after the other.
 * @param {About} about
 * @returns {Fact[]}
 */
export function termFacts(about) {
  /** @type {Fact[]} */
  const facts = [["Game", about.game]];
  if (KINDS[about.kind]) facts.push(["Kind", KINDS[about.kind]]);
  const price = [chips(about.buy_in), about.bounty && `${chips(about.bounty)} bounty`, about.fee && `${chips(about.fee)} fee`];
  facts.push(["Entry", price.filter(Boolean).join(" + ")]);
  if (about.bounty) facts.push(["Bounty", about.progressive ? "progressive: half is paid, half goes on the winner's head" : "paid at once"]);
  facts.push(["Stack", chips(about.stack)]);
  facts.push(["Tables", about.most ? `of ${about.seats}, for ${chips(about.most)} players at most` : `of ${about.seats}`]);
  facts.push(["Late entry", about.late_levels ? `through level ${about.late_levels}` : "none"]);
  if (about.reentries) facts.push(["Re-entries", orNone(about.reentries)]);
  if (about.rebuys) facts.push(["Rebuys", `${orNone(about.rebuys)}, ${chips(about.rebuy_cost)} for ${chips(about.rebuy_chips)}`]);
  if (about.addon_chips) facts.push(["Add-on", `${chips(about.addon_cost)} for ${chips(about.addon_chips)}`]);
  if (about.guarantee) facts.push(["Guarantee", chips(about.guarantee)]);
  if (about.fill) facts.push(["Bots", `fill it up to ${count(about.fill, "player")}`]);
  if (about.house) facts.push(["Rules", about.house]);
  return facts;
}

/**
 * A line of the structure.
 * @param {LevelLine} line
 */
export const levelWords = ({ level, text, ms, note = "" }) => ({
  name: level ? `Level ${level}` : "Break",
  text: grouped(level ? text : capital(note)),
  minutes: `${Math.round(ms / MINUTE)} min`,
});

// ---- while it is on

/**
 * The figures of a tournament that is on.
 * @param {Tournament} state
 * @param {Own} own
 * @param {number} now
 * @returns {Fact[]}
 */
export function liveFacts(state, own, now) {
  /** @type {Fact[]} */
  const facts = [["Players left", `${chips(state.left)} of ${chips(state.players)}`]];
  if (state.entries > state.players) facts.push(["Entries", chips(state.entries)]);
  if (state.average) facts.push(["Average", `${chips(state.average)} (${state.average_bets} BB)`]);
  if (state.next_stakes) facts.push(["Next level", grouped(state.next_stakes)]);
  if (state.next_break && !state.is_break) facts.push(["Next break", `in ${untilWords(state.next_break - now)}`]);
  if (state.pool) facts.push(["Prize pool", chips(state.pool)]);
  if (state.prizes.length) facts.push(["Paid places", chips(state.prizes.length)]);
  const jump = jumpWords(state);
  if (jump) facts.push(["Next jump", jump]);
  const mine = placeWords(state, own);
  if (mine) facts.push(["My place", mine]);
  if (state.time_left) facts.push(["Over in about", untilWords(Math.max(MINUTE, Math.round(state.time_left / MINUTE) * MINUTE))]);
  return facts;
}

/** @param {Tournament} state */
export function jumpWords({ jump: [out, more] }) {
  return more ? `${chips(more)} more after ${count(out, "player")}` : "";
}

/**
 * Where one is oneself.
 * @param {Tournament} state
 * @param {Own} own
 */
export function placeWords(state, own) {
  if (own.status === "seated") return `${own.place} of ${chips(state.left)}, with ${chips(own.chips)}`;
  if (own.status === "alternate") return "waiting for a seat";
  if (own.status === "registered") return "entered";
  if (!own.place) return "";
  return `${own.place}${own.paid ? `, with ${chips(own.paid)} won` : ""}`;
}

/**
 * The banner over everything: the bubble, a break, a pause, a deal; "" where there is nothing to tell.
 * @param {Tournament} state
 * @param {number} now
 */
export function bannerWords(state, now) {
  if (state.phase === "paused") return `The tournament is paused${state.why ? `: ${state.why}` : ""}`;
  if (state.phase === "frozen") return `The tournament is stopped, and waits for its host${state.why ? `: ${state.why}` : ""}`;
  if (state.phase === "deal") return "A deal is offered: the tables wait for the answers";
  if (state.is_break) return state.level_until ? `Break: play goes on in ${time(state.level_until - now)}` : "Break";
  if (state.hand_for_hand) {
    const out = state.left - state.prizes.length;
    return `Hand for hand: ${out === 1 ? "one more player goes out before the money" : "all tables begin each hand together"}`;
  }
  return "";
}

/**
 * The tables that are worth watching, each with the reason; the own table first, then the largest stack, then the others.
 * @param {Tournament} state
 * @param {Own} own
 * @returns {{ table: TableLine, why: string }[]}
 */
export function tablesToWatch(state, own) {
  const leader = state.stacks[0];
  const why = (/** @type {TableLine} */ table) => [
    own.status === "seated" && table.number === own.number && "my table",
    table.final && "the final table",
    leader && table.number === leader.table && `${leader.player} has most chips`,
  ].filter(Boolean);
  const found = state.tables.map((table) => ({ table, reasons: why(table) }));
  const rank = (/** @type {{ table: TableLine, reasons: unknown[] }} */ { table, reasons }) =>
    (own.status === "seated" && table.number === own.number ? 0 : reasons.length ? 1 : 2);
  return found
    .sort((one, other) => rank(one) - rank(other) || one.table.number - other.table.number)
    .map(({ table, reasons }) => ({ table, why: joined(/** @type {string[]} */ (reasons)) }));
}

/** @param {TableLine} table */
export function tableWords({ players, chips: there = 0, largest = "", stops = "", stands = false }) {
  const state = stops ? `waits: ${stops}` : stands ? "paused" : "";
  return [count(players, "player"), there && `${shortChips(there)} chips`, largest && `largest stack: ${largest}`, state]
    .filter(Boolean).join(" · ");
}

// ---- the table page

/**
 * The line over a table: the level, its time, what comes, how many are left, the own place.
 * @param {Tournament} state
 * @param {Own} own
 * @param {number} now
 * @returns {Fact[]}
 */
export function stripFacts(state, own, now) {
  const { title, left, stands } = clockWords(state, now);
  /** @type {Fact[]} */
  const facts = [[title, left ? `${left}${stands ? " (stands)" : ""}` : "no end"]];
  if (state.next_stakes && !state.is_break) facts.push(["Next", grouped(state.next_stakes)]);
  facts.push(["Left", `${chips(state.left)} of ${chips(state.players)}`]);
  if (state.average) facts.push(["Average", `${shortChips(state.average)} (${state.average_bets} BB)`]);
  if (own.status === "seated" && own.place) facts.push(["Place", chips(own.place)]);
  return facts;
}

/**
 * Whether one has been moved: the table to go to, "" where one stays.
 * @param {Own} own
 * @param {string} here
 */
export const goesTo = (own, here) => (own.status === "seated" && own.table && own.table !== here ? own.table : "");

/**
 * The last news about a player's move: what the page says when it goes to another table.
 * @param {readonly News[]} news
 * @param {Own} own
 */
export function moveWords(news, own) {
  const told = news.filter(({ kind, player }) => kind === "move" && player === own.name).at(-1);
  const where = `You play at table ${own.number}${own.seat >= 0 ? `, seat ${own.seat + 1}` : ""} now.`;
  return { because: told ? `${where} ${told.text}` : where, cite: told?.cite ?? "" };
}

// ---- lists

/**
 * The tournaments in the order in which they matter: those that one plays in, then open, on, and over.
 * @template {EventLine} Line
 * @param {readonly Line[]} lines
 * @param {ReadonlySet<string>} mine
 */
export function inOrderOfTime(lines, mine) {
  const rank = (/** @type {Line} */ { id, phase }) => {
    if (phase === "over" || phase === "called off") return 3;
    return mine.has(id) ? 0 : phase === "registering" ? 1 : 2;
  };
  const at = (/** @type {Line} */ { starts_at: starts = 0 }) => starts || Infinity;
  const byId = new Intl.Collator("en", { numeric: true });
  return [...lines].sort((one, other) =>
    rank(one) - rank(other) || (at(one) === at(other) ? 0 : at(one) - at(other)) || byId.compare(other.id, one.id));
}

/**
 * What a line of the list says about a tournament.
 * @param {EventLine} line
 * @param {number} now
 */
export function listWords(line, now) {
  const { phase, players = 0, left = 0, most = 0, level = 0, tables = 0, starts_at = 0, winner = "" } = line;
  if (phase === "registering") {
    const entered = most ? `${chips(players)} of ${chips(most)} entered` : `${chips(players)} entered`;
    return starts_at ? `${dateWords(starts_at)} · ${starts_at > now ? `in ${untilWords(starts_at - now)}` : "now"} · ${entered}` : entered;
  }
  if (phase === "over") return winner ? `${winner} won, of ${count(players, "player")}` : count(players, "player");
  if (phase === "called off") return "Called off";
  return `Level ${level} · ${chips(left)} of ${count(players, "player")} left · ${count(tables, "table")}`;
}

/**
 * The places of those who are out, as a text: 4, with 1,200.
 * @param {{ place: number, paid?: number, bounties?: number }} line
 */
export function wonWords({ paid = 0, bounties = 0 }) {
  return [paid && chips(paid), bounties && `${chips(bounties)} in bounties`].filter(Boolean).join(" + ");
}

/** @param {Stack} stack */
export const stackWords = ({ chips: held, table = 0, bot = false }) =>
  [chips(held), table && `table ${table}`, bot && "bot"].filter(Boolean).join(" · ");
