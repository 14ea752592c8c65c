/** The figures of a tournament in words: its clock, its terms, the places, what the next one is worth. */

import { DATES, LOCALE, t, tn } from "../common/language.js";
import { titleIn, stakesIn, textIn } from "../common/sentences.js";
import { inMoney } from "../common/money.js";
import { capital, chips, grouped, joined, percent, shortChips, time } from "../common/words.js";

/**
 * @import { Announced, TournamentLine, LevelLine, News, OwnTournament, PublicTournament, Stack, TableLine } from "sidepot/protocol"
 * @import { Sentence } from "../room/messages.js"
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
  rebuy_fee: 0, rebuy_levels: 0, addon_fee: 0, addon_level: 0, money: {},
  guarantee: 0, house: "", house_title: "", starts_at: 0, starts_full: false, weekly: false, fill: 0, levels: [], kinds: [], mystery: [], mystery_left: 0,
  locked: false, live: false, flight: "", final: "", flights: [], flight_levels: 0, flight_left: 0, flight_percent: 0, flight_stacks: "best",
};
/** @type {Omit<Tournament, "id" | "phase" | "about">} */
const USUAL = {
  started_at: 0, players: 0, entries: 0, registered: [], left: 0, bots: 0, level: 0, stakes: "", next_stakes: "",
  is_break: false, level_until: 0, level_left: 0, next_break: 0, time_left: 0, chips: 0, average: 0, average_bets: 0,
  pool: 0, prizes: [], jump: [0, 0], deal: [], kept: 0, hand_for_hand: false, entry_open: false, rebuys_open: false, addon_open: false,
  tables: [], stacks: [], out: [], waiting: [], offer: null, news: [], envelopes: [], flights: [], bags: [], seal: "", why: "", stakes_parts: [], next_parts: [],
};
/** @type {Own} */
const NOBODY = {
  name: "", status: "", table: "", number: 0, seat: -1, chips: 0, place: 0, paid: 0, until: 0, may: [], accept: "",
};

/**
 * What is left out of a message has its usual value.
 * @param {PublicTournament} view
 * @returns {Tournament}
 */
export const wholeTournament = (view) => ({ ...USUAL, ...view, about: { ...ABOUT, ...view.about } });

/**
 * @param {OwnTournament | null | undefined} view
 * @returns {Own}
 */
export const wholeOwn = (view) => ({ ...NOBODY, ...view });

/** @param {number} amount */
const orNone = (amount) => (amount < 0 ? t("any number") : chips(amount));

// ---- when

/**
 * How long until a time, in the largest units that tell it: 2 days 3 h, 3 h 05 min, 4:59.
 * @param {number} ms
 */
export function untilWords(ms) {
  if (ms >= 24 * HOUR) {
    const hours = Math.floor(ms / HOUR);
    if (hours % 24 === 0) return tn("{count} day", "{count} days", hours / 24);
    return tn("{count} day {hours} h", "{count} days {hours} h", Math.floor(hours / 24), { hours: hours % 24 });
  }
  if (ms >= HOUR) return t("{hours} h {minutes} min", { hours: Math.floor(ms / HOUR), minutes: String(Math.floor(ms / MINUTE) % 60).padStart(2, "0") });
  return time(ms);
}

const DAY_AND_TIME = new Intl.DateTimeFormat(DATES, { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

/** @param {number} at */
export const dateWords = (at) => DAY_AND_TIME.format(at);

/**
 * When a tournament starts that has not started yet.
 * @param {Pick<About, "starts_at" | "starts_full" | "most">} about
 * @param {number} players
 * @param {number} now
 */
export function startWords({ starts_at: at, starts_full: isFull, most }, players, now) {
  if (at > now) return t("Starts in {time}", { time: untilWords(at - now) });
  if (at) return t("Starts now");
  if (isFull) return players < most ? tn("Starts with {count} more player", "Starts with {count} more players", most - players) : t("Starts now");
  return t("The host starts it");
}

/** @type {Record<string, string>} */
const TOURNAMENT_PHASES = {
  draft: t("Draft"),
  registering: t("Registration open"),
  running: t("Under way"),
  break: t("Break"),
  deal: t("A deal is offered"),
  paused: t("Paused"),
  frozen: t("Stopped"),
  called_off: t("Cancelled"),
  over: t("Over"),
};

/** @param {string} phase */
export const phaseWords = (phase) => TOURNAMENT_PHASES[phase.replace(" ", "_")] ?? phase;

/** @param {Tournament} state */
export const isOn = ({ phase }) => ["running", "break", "deal", "paused", "frozen"].includes(phase);

/**
 * The clock: what it is of, and how long is left of it ("" without an end).
 * @param {Tournament} state
 * @param {number} now
 * @returns {{ title: string, left: string, stands: boolean }}
 */
export function clockWords(state, now) {
  const title = state.is_break ? t("Break") : t("Level {level}", { level: state.level });
  const left = state.level_until ? time(state.level_until - now) : state.level_left ? time(state.level_left) : "";
  return { title, left, stands: !state.level_until && state.level_left > 0 };
}

// ---- what is announced

/** @type {Record<string, string>} */
const KINDS = {
  satellite: t("Satellite: seats of equal value"),
  shootout: t("Shoot-out: every table plays down to one winner"),
  "heads-up": t("Heads-up bracket"),
  flight: t("Flight: the remaining players go to the final day"),
};

/**
 * How large the tables are, and how many can enter.
 * @param {About} about
 */
function tablesInWords({ seats, most }) {
  if (most && most <= seats) return t("one with {seats} seats", { seats });
  return most ? t("{seats} seats each, at most {most} players", { seats, most: chips(most) }) : t("{seats} seats each", { seats });
}

/**
 * The terms before the start, one after the other.
 * @param {About} about
 * @returns {Fact[]}
 */
export function termFacts(about) {
  /** @type {Fact[]} */
  const facts = [[t("Game"), titleIn(about.game)]];
  if (KINDS[about.kind]) facts.push([t("Format"), KINDS[about.kind]]);
  const price = [inMoney(about.buy_in), about.bounty && t("{bounty} bounty", { bounty: inMoney(about.bounty) }), about.fee && t("{fee} fee", { fee: inMoney(about.fee) })];
  facts.push([t("Buy-in"), price.filter(Boolean).join(" + ")]);
  if (about.mystery.length) facts.push([t("Bounty"), t("mystery: {share} of all bounties in the first envelopes", { share: about.mystery.map((one) => percent(one / 100)).join(", ") })]);
  else if (about.bounty) facts.push([t("Bounty"), about.progressive ? t("progressive: half is paid, half is added to the winner's own bounty") : t("paid at once")]);
  facts.push([t("Stack"), chips(about.stack)]);
  facts.push([t("Tables"), tablesInWords(about)]);
  facts.push([t("Late registration"), about.late_levels ? t("through level {level}", { level: about.late_levels }) : t("none")]);
  if (about.reentries) facts.push([t("Re-entries"), orNone(about.reentries)]);
  if (about.rebuys) facts.push([t("Rebuys"), t("{times}, {price} for {chips}", { times: orNone(about.rebuys), price: inMoney(about.rebuy_cost + about.rebuy_fee), chips: chips(about.rebuy_chips) })]);
  if (about.addon_chips) facts.push([t("Add-on"), t("{price} for {chips}", { price: inMoney(about.addon_cost + about.addon_fee), chips: chips(about.addon_chips) })]);
  if (about.guarantee) facts.push([t("Guarantee"), inMoney(about.guarantee)]);
  if (about.fill) facts.push([t("Bots"), tn("up to {count} player", "up to {count} players", about.fill)]);
  if (about.house) facts.push([t("Rules"), titleIn(about.house_title || about.house)]);
  if (about.weekly) facts.push([t("Repeats"), t("every week at the same time")]);
  if (about.locked) facts.push([t("Password"), t("needed to register")]);
  return facts;
}

/**
 * A line of the structure.
 * @param {LevelLine} line
 */
export const levelWords = ({ level, text, ms, note = "", parts = [] }) => ({
  name: level ? t("Level {level}", { level }) : t("Break"),
  text: level ? stakesIn(text, parts) : grouped(capital(note)),
  minutes: t("{minutes} min", { minutes: Math.round(ms / MINUTE) }),
});

// ---- while it is on

const HOUR_WORDS = new Intl.DateTimeFormat(DATES, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const DAY_WORDS = new Intl.DateTimeFormat(DATES, { day: "numeric", month: "long" });
const BLINDS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/**
 * Chips in big blinds: 11.2 BB; "" where the room has told no blinds.
 * @param {number} held
 * @param {Tournament} state
 */
export const inBlinds = (held, { average, average_bets: bets }) =>
  average && bets ? t("{count} BB", { count: BLINDS.format((held * bets) / average) }) : "";

/**
 * What a player asks first, each with what explains it: the place, the stack, the next jump; for all others how many are
 * left, and the average. Before the start: when it is, who comes, and what it costs.
 * @param {Tournament} state
 * @param {Own} own
 * @returns {[name: string, value: string, more: string][]}
 */
export function answers(state, own) {
  const { about } = state;
  if (!isOn(state)) {
    if (state.phase !== "registering") return [];
    const at = about.starts_at;
    const free = about.most - state.players;
    return [
      at ? [t("Start"), HOUR_WORDS.format(at), DAY_WORDS.format(at)] : [t("Start"), about.starts_full ? t("When full") : t("By the host"), ""],
      [t("Entered"), chips(state.players), about.most ? tn("{count} seat left", "{count} seats left", free) : ""],
      [t("Buy-in"), inMoney(about.buy_in + about.bounty + about.fee), about.fee ? t("including {fee} fee", { fee: inMoney(about.fee) }) : ""],
      [t("Stack"), chips(about.stack), about.levels[0] ? levelWords(about.levels[0]).text : ""],
    ];
  }
  const [out, more] = state.jump;
  /** @type {[string, string, string][]} */
  const jump = more ? [[t("Next pay jump"), `+${inMoney(more)}`, tn("after {count} more player", "after {count} more players", out)]] : [];
  const left = tn("{count} player left", "{count} players left", state.left);
  if (own.status === "seated") {
    const held = chips(own.chips);
    return [[t("Place"), chips(own.place), left], [t("Stack"), inBlinds(own.chips, state) || held, t("{chips} chips", { chips: held })], ...jump];
  }
  return [
    [t("Players left"), chips(state.left), tn("{count} entered", "{count} entered", state.players)],
    [t("Average"), inBlinds(state.average, state) || chips(state.average), t("{chips} chips", { chips: chips(state.average) })],
    ...jump,
  ];
}

/**
 * The other figures of a tournament that is on.
 * @param {Tournament} state
 * @param {Own} own
 * @param {number} now
 * @returns {Fact[]}
 */
export function liveFacts(state, own, now) {
  /** @type {Fact[]} */
  const facts = [];
  if (own.status === "seated" && state.average) facts.push([t("Average"), `${chips(state.average)} (${chips(state.average_bets)} BB)`]);
  facts.push([t("Entries"), chips(Math.max(state.entries, state.players))]);
  if (state.next_break && !state.is_break) facts.push([t("Next break"), t("in {time}", { time: untilWords(state.next_break - now) })]);
  if (state.envelopes.length) facts.push([t("Envelopes"), t("{envelopes}, up to {most}", { envelopes: chips(state.envelopes.length), most: inMoney(state.envelopes[0]) })]);
  if (state.seal) facts.push([t("Seal"), `${state.seal.slice(0, 16)}…`]);
  if (state.pool) facts.push([t("Prize pool"), inMoney(state.pool)]);
  if (state.prizes.length) facts.push([t("Places paid"), chips(state.prizes.length)]);
  const mine = own.status === "seated" ? "" : placeWords(own);
  if (mine) facts.push([t("My place"), mine]);
  if (state.time_left) facts.push([t("Estimated time left"), untilWords(Math.max(MINUTE, Math.round(state.time_left / MINUTE) * MINUTE))]);
  return facts;
}

/**
 * Where one is who has no seat.
 * @param {Own} own
 */
export function placeWords(own) {
  if (own.status === "alternate") return t("waiting for a seat");
  if (own.status === "registered") return t("entered");
  if (!own.place) return "";
  return own.paid ? t("{place}, won {amount}", { place: own.place, amount: inMoney(own.paid) }) : String(own.place);
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
  if (state.phase === "paused") return withReason(t("The tournament is paused"), state.why);
  if (state.phase === "frozen") return withReason(t("The tournament is stopped until the host continues it"), state.why);
  if (state.phase === "deal") return t("A deal is offered: the tables wait until all players have answered");
  if (state.is_break) return state.level_until ? t("Break: play continues in {time}", { time: time(state.level_until - now) }) : t("Break");
  if (state.hand_for_hand) {
    const out = state.left - state.prizes.length;
    return out === 1 ? t("Hand for hand: one player to go until the money") : t("Hand for hand: all tables start each hand together");
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
    own.status === "seated" && table.number === own.number && t("my table"),
    table.final && t("the final table"),
    leader && table.number === leader.table && t("{player} is the chip leader", { player: leader.player }),
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
  const state = stops ? t("waiting: {why}", { why: stops }) : stands ? t("paused") : "";
  return [tn("{count} player", "{count} players", players), there && t("{chips} chips", { chips: shortChips(there) }), largest && t("largest stack: {largest}", { largest }), state]
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
  const facts = [[title, left ? (stands ? t("{time} (stopped)", { time: left }) : left) : t("no end")]];
  if (state.next_stakes && !state.is_break) facts.push([t("Next"), stakesIn(state.next_stakes, state.next_parts)]);
  facts.push([t("Left"), chips(state.left)]);
  if (state.average) facts.push([t("Average"), `${shortChips(state.average)} (${chips(state.average_bets)} BB)`]);
  if (own.status === "seated" && own.place) facts.push([t("Place"), chips(own.place)]);
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
  const move = news.filter(({ kind, player }) => kind === "move" && player === own.name).at(-1);
  const where = own.seat >= 0 ? t("You now play at table {table}, seat {seat}.", { table: own.number, seat: own.seat + 1 }) : t("You now play at table {table}.", { table: own.number });
  return { because: move ? `${where} ${textIn(move.text, /** @type {Sentence | undefined} */ (move.sentence))}` : where, cite: move?.cite ?? "" };
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
  const { phase, players = 0, left = 0, most = 0, level = 0, tables = 0, starts_at = 0, winner = "", live = false } = line;
  const isWithheld = live && !players; // everybody may read its terms alone
  if (phase === "registering") {
    const entered = most ? t("{players} of {most} registered", { players: chips(players), most: chips(most) }) : t("{players} entered", { players: chips(players) });
    const when = starts_at ? [dateWords(starts_at), starts_at > now ? t("in {time}", { time: untilWords(starts_at - now) }) : t("now")] : [];
    return [...when, ...(isWithheld ? [] : [entered])].join(" · ");
  }
  if (isWithheld && phase !== "called off") return phase === "over" ? t("Over") : t("Under way");
  if (phase === "over") return winner ? tn("{winner} won ({count} player)", "{winner} won ({count} players)", players, { winner }) : tn("{count} player", "{count} players", players);
  if (phase === "called off") return t("Cancelled");
  return t("Level {level} · {left} of {players} left · {tables}", { level, left: chips(left), players: tn("{count} player", "{count} players", players), tables: tn("{count} table", "{count} tables", tables) });
}

/** @param {Stack} stack */
export const stackWords = ({ chips: held, table = 0, bot = false, how = "" }) =>
  [how === "unknown" ? t("unknown") : how === "estimated" ? t("about {stack}", { stack: chips(held) }) : chips(held), table && t("table {table}", { table }), bot && t("bot")].filter(Boolean).join(" · ");
