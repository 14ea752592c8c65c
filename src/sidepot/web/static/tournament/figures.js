/** The figures of a tournament in words: its clock, its terms, the places, what the next one is worth. */

import { LOCALE, tr } from "../common/language.js";
import { gameIn, stakesIn, textIn } from "../common/said.js";
import { capital, chips, count, grouped, joined, shortChips, time } from "../common/words.js";

/**
 * @import { Announced, TournamentLine, LevelLine, News, OwnTournament, PublicTournament, Stack, TableLine } from "sidepot/protocol"
 * @import { Said } from "../room/told.js"
 * @typedef {Required<Announced>} About
 * @typedef {Omit<Required<PublicTournament>, "about"> & { about: About }} Tournament
 * @typedef {Required<OwnTournament>} Own
 * @typedef {[name: string, value: string]} Fact
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** @type {About} */
const ABOUT = {
  title: "", description: "", game: "", kind: "plain", seats: 0, stack: 0, buy_in: 0, fee: 0, bounty: 0, progressive: false,
  most: 0, late_levels: 0, reentries: 0, rebuys: 0, rebuy_cost: 0, rebuy_chips: 0, addon_cost: 0, addon_chips: 0,
  guarantee: 0, house: "", house_title: "", starts_at: 0, starts_full: false, weekly: false, fill: 0, levels: [], kinds: [], mystery: [], mystery_left: 0,
  locked: false, real: false, flight: "", final: "", flights: [], flight_levels: 0, flight_left: 0, flight_stacks: "best",
};
/** @type {Omit<Tournament, "id" | "phase" | "about">} */
const USUAL = {
  started_at: 0, players: 0, entries: 0, registered: [], left: 0, bots: 0, level: 0, stakes: "", next_stakes: "",
  is_break: false, level_until: 0, level_left: 0, next_break: 0, time_left: 0, chips: 0, average: 0, average_bets: 0,
  pool: 0, prizes: [], jump: [0, 0], hand_for_hand: false, entry_open: false, rebuys_open: false, addon_open: false,
  tables: [], stacks: [], out: [], waiting: [], offer: null, news: [], envelopes: [], flights: [], bags: [], seal: "", why: "", stakes_said: [], next_said: [],
};
/** @type {Own} */
const NOBODY = {
  name: "", status: "", table: "", number: 0, seat: -1, chips: 0, place: 0, paid: 0, until: 0, may: [], accept: "",
};

/**
 * What is left out of a message has its usual value.
 * @param {PublicTournament} told
 * @returns {Tournament}
 */
export const wholeTournament = (told) => ({ ...USUAL, ...told, about: { ...ABOUT, ...told.about } });

/**
 * @param {OwnTournament | null | undefined} told
 * @returns {Own}
 */
export const wholeOwn = (told) => ({ ...NOBODY, ...told });

/** @param {number} amount */
const orNone = (amount) => (amount < 0 ? tr`any number` : chips(amount));

// ---- when

/**
 * How long until a time, in the largest units that tell it: 2 days 3 h, 3 h 05 min, 4:59.
 * @param {number} ms
 */
export function untilWords(ms) {
  if (ms >= 24 * HOUR) {
    const hours = Math.floor(ms / HOUR);
    return tr`${count(Math.floor(hours / 24), "day")} ${hours % 24} h`;
  }
  if (ms >= HOUR) return tr`${Math.floor(ms / HOUR)} h ${String(Math.floor(ms / MINUTE) % 60).padStart(2, "0")} min`;
  return time(ms);
}

const DAY_AND_TIME = new Intl.DateTimeFormat(LOCALE === "en" ? "en-GB" : LOCALE, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

/** @param {number} at */
export const dateWords = (at) => DAY_AND_TIME.format(at);

/**
 * When a tournament starts that has not started yet.
 * @param {Pick<About, "starts_at" | "starts_full" | "most">} about
 * @param {number} players
 * @param {number} now
 */
export function startWords({ starts_at: at, starts_full: isFull, most }, players, now) {
  if (at > now) return tr`Starts in ${untilWords(at - now)}`;
  if (at) return tr`Starts at once`;
  if (isFull) return players < most ? tr`Starts with ${count(most - players, "more player")}` : tr`Starts at once`;
  return tr`Starts when the host says so`;
}

/** @type {Record<string, string>} */
const TOURNAMENT_PHASES = {
  draft: tr`Draft`,
  registering: tr`Entry is open`,
  running: tr`Under way`,
  break: tr`Break`,
  deal: tr`A deal is offered`,
  paused: tr`Paused`,
  frozen: tr`Stopped`,
  called_off: tr`Called off`,
  over: tr`Over`,
};

/** @param {string} phase */
export const phaseWords = (phase) => TOURNAMENT_PHASES[phase.replace(" ", "_")] ?? phase;

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
  const title = state.is_break ? tr`Break` : tr`Level ${state.level}`;
  const left = state.level_until ? time(state.level_until - now) : state.level_left ? time(state.level_left) : "";
  return { title, left, stands: !state.level_until && state.level_left > 0 };
}

// ---- what is announced

/** @type {Record<string, string>} */
const KINDS = {
  satellite: tr`Satellite: seats of equal worth`,
  shootout: tr`Shoot-out: every table plays to its winner`,
  "heads-up": tr`Heads-up bracket`,
  flight: tr`Flight: the players left go on to the final day`,
};

/**
 * How large the tables are, and how many can enter.
 * @param {About} about
 */
function tablesInWords({ seats, most }) {
  if (most && most <= seats) return tr`one of ${seats}`;
  return most ? tr`of ${seats}; ${chips(most)} players at most` : tr`of ${seats}`;
}

/**
 * The terms before the start, one after the other.
 * @param {About} about
 * @returns {Fact[]}
 */
export function termFacts(about) {
  /** @type {Fact[]} */
  const facts = [[tr`Game`, gameIn(about.game)]];
  if (KINDS[about.kind]) facts.push([tr`Kind`, KINDS[about.kind]]);
  const price = [chips(about.buy_in), about.bounty && tr`${chips(about.bounty)} bounty`, about.fee && tr`${chips(about.fee)} fee`];
  facts.push([tr`Entry`, price.filter(Boolean).join(" + ")]);
  if (about.mystery.length) facts.push([tr`Bounty`, tr`in envelopes: ${about.mystery.join(" %, ")} % of all bounties in the first ones`]);
  else if (about.bounty) facts.push([tr`Bounty`, about.progressive ? tr`progressive: half is paid, half goes on the head of the winner` : tr`paid at once`]);
  facts.push([tr`Stack`, chips(about.stack)]);
  facts.push([tr`Tables`, tablesInWords(about)]);
  facts.push([tr`Late entry`, about.late_levels ? tr`through level ${about.late_levels}` : tr`none`]);
  if (about.reentries) facts.push([tr`Re-entries`, orNone(about.reentries)]);
  if (about.rebuys) facts.push([tr`Rebuys`, tr`${orNone(about.rebuys)}, ${chips(about.rebuy_cost)} for ${chips(about.rebuy_chips)}`]);
  if (about.addon_chips) facts.push([tr`Add-on`, tr`${chips(about.addon_cost)} for ${chips(about.addon_chips)}`]);
  if (about.guarantee) facts.push([tr`Guarantee`, chips(about.guarantee)]);
  if (about.fill) facts.push([tr`Bots`, tr`fill it up to ${count(about.fill, "player")}`]);
  if (about.house) facts.push([tr`Rules`, about.house_title || about.house]);
  if (about.weekly) facts.push([tr`Repeats`, tr`each week at the same time`]);
  if (about.locked) facts.push([tr`Password`, tr`is asked for before you enter`]);
  return facts;
}

/**
 * A line of the structure.
 * @param {LevelLine} line
 */
export const levelWords = ({ level, text, ms, note = "", said = [] }) => ({
  name: level ? tr`Level ${level}` : tr`Break`,
  text: level ? stakesIn(text, said) : grouped(capital(note)),
  minutes: tr`${Math.round(ms / MINUTE)} min`,
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
  const facts = [[tr`Players left`, tr`${chips(state.left)} out of ${chips(state.players)}`]];
  if (state.entries > state.players) facts.push([tr`Entries`, chips(state.entries)]);
  if (state.average) facts.push([tr`Average`, `${chips(state.average)} (${state.average_bets} BB)`]);
  if (state.next_stakes) facts.push([tr`Next level`, stakesIn(state.next_stakes, state.next_said)]);
  if (state.next_break && !state.is_break) facts.push([tr`Next break`, tr`in ${untilWords(state.next_break - now)}`]);
  if (state.envelopes.length) facts.push([tr`Envelopes`, tr`${chips(state.envelopes.length)}, with ${chips(state.envelopes[0])} at most`]);
  if (state.seal) facts.push([tr`Seal`, `${state.seal.slice(0, 16)}…`]);
  if (state.pool) facts.push([tr`Prize pool`, chips(state.pool)]);
  if (state.prizes.length) facts.push([tr`Paid places`, chips(state.prizes.length)]);
  const jump = jumpWords(state);
  if (jump) facts.push([tr`Next jump`, jump]);
  const mine = placeWords(state, own);
  if (mine) facts.push([tr`My place`, mine]);
  if (state.time_left) facts.push([tr`Over in about`, untilWords(Math.max(MINUTE, Math.round(state.time_left / MINUTE) * MINUTE))]);
  return facts;
}

/** @param {Tournament} state */
export function jumpWords({ jump: [out, more] }) {
  return more ? tr`${chips(more)} more after ${count(out, "player")}` : "";
}

/**
 * Where one is oneself.
 * @param {Tournament} state
 * @param {Own} own
 */
export function placeWords(state, own) {
  if (own.status === "seated") return tr`${own.place} of ${chips(state.left)}, with ${chips(own.chips)}`;
  if (own.status === "alternate") return tr`waiting for a seat`;
  if (own.status === "registered") return tr`entered`;
  if (!own.place) return "";
  return own.paid ? tr`${own.place}, with ${chips(own.paid)} won` : String(own.place);
}

/**
 * @param {string} words
 * @param {string} why
 */
const withReason = (words, why) => (why ? `${words}: ${why}` : words);

/**
 * The banner over everything: the bubble, a break, a pause, a deal; "" where there is nothing to tell.
 * @param {Tournament} state
 * @param {number} now
 */
export function bannerWords(state, now) {
  if (state.phase === "paused") return withReason(tr`The tournament is paused`, state.why);
  if (state.phase === "frozen") return withReason(tr`The tournament is stopped, and waits for its host`, state.why);
  if (state.phase === "deal") return tr`A deal is offered: the tables wait for the answers`;
  if (state.is_break) return state.level_until ? tr`Break: play goes on in ${time(state.level_until - now)}` : tr`Break`;
  if (state.hand_for_hand) {
    const out = state.left - state.prizes.length;
    return out === 1 ? tr`Hand for hand: one more player goes out before the money` : tr`Hand for hand: all tables begin each hand together`;
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
  const [first, second] = state.stacks;
  const leader = first && first.chips > (second?.chips ?? 0) ? first : undefined; // several with as many: none of them
  const why = (/** @type {TableLine} */ table) => [
    own.status === "seated" && table.number === own.number && tr`my table`,
    table.final && tr`the final table`,
    leader && table.number === leader.table && tr`${leader.player} has most chips`,
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
  const state = stops ? tr`waits: ${stops}` : stands ? tr`paused` : "";
  return [count(players, "player"), there && tr`${shortChips(there)} chips`, largest && tr`largest stack: ${largest}`, state]
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
  const facts = [[title, left ? (stands ? tr`${left} (stands)` : left) : tr`no end`]];
  if (state.next_stakes && !state.is_break) facts.push([tr`Next`, stakesIn(state.next_stakes, state.next_said)]);
  facts.push([tr`Left`, tr`${chips(state.left)} out of ${chips(state.players)}`]);
  if (state.average) facts.push([tr`Average`, `${shortChips(state.average)} (${state.average_bets} BB)`]);
  if (own.status === "seated" && own.place) facts.push([tr`Place`, chips(own.place)]);
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
  const where = own.seat >= 0 ? tr`You play at table ${own.number}, seat ${own.seat + 1} now.` : tr`You play at table ${own.number} now.`;
  return { because: told ? `${where} ${textIn(told.text, /** @type {Said | undefined} */ (told.said))}` : where, cite: told?.cite ?? "" };
}

// ---- lists

/**
 * The tournaments in the order in which they matter: those that one plays in, then open, on, and over.
 * @template {TournamentLine} Line
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
 * @param {TournamentLine} line
 * @param {number} now
 */
export function listWords(line, now) {
  const { phase, players = 0, left = 0, most = 0, level = 0, tables = 0, starts_at = 0, winner = "", real = false } = line;
  const isWithheld = real && !players; // everybody may read its terms alone
  if (phase === "registering") {
    const entered = most ? tr`${chips(players)} of ${chips(most)} entered` : tr`${chips(players)} entered`;
    const when = starts_at ? [dateWords(starts_at), starts_at > now ? tr`in ${untilWords(starts_at - now)}` : tr`now`] : [];
    return [...when, ...(isWithheld ? [] : [entered])].join(" · ");
  }
  if (isWithheld && phase !== "called off") return phase === "over" ? tr`Over` : tr`Under way`;
  if (phase === "over") return winner ? tr`${winner} won, of ${count(players, "player")}` : count(players, "player");
  if (phase === "called off") return tr`Called off`;
  return tr`Level ${level} · ${chips(left)} of ${count(players, "player")} left · ${count(tables, "table")}`;
}

/**
 * The places of those who are out, as a text: 4, with 1,200.
 * @param {{ place: number, paid?: number, bounties?: number }} line
 */
export function wonWords({ paid = 0, bounties = 0 }) {
  return [paid && chips(paid), bounties && tr`${chips(bounties)} in bounties`].filter(Boolean).join(" + ");
}

/** @param {Stack} stack */
export const stackWords = ({ chips: held, table = 0, bot = false }) =>
  [chips(held), table && tr`table ${table}`, bot && tr`bot`].filter(Boolean).join(" · ");
