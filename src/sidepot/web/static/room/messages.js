/**
 * The messages about a table, as views read them.
 *
 * Three structs arrive with each event, and nearly all of their fields have their defaults: the room leaves those out, and
 * they are filled in here. Sent whole they would make a table's traffic 14 to 53 % larger. All other structs arrive whole.
 * `tests/web/test_front_defaults.py` compares these defaults with those of the room.
 */

import { textIn } from "../common/sentences.js";

/**
 * @import {
 *   Defaults, OpenOptions, Options, PotState, SeatState, Straddling, PublicView, ShareStep, LobbyTableSummary,
 *   TalkLine, Whole, PlayerView,
 * } from "sidepot/protocol"
 */

/** A seat, as it usually is. @type {Defaults<SeatState>} */
const SEAT = {
  bet: 0, state: "in", hand: "", cards: [], shown: false, last: "", won: 0, hand_name: "", bot: "", style: "", away: false,
  leaving: false, bank: 0, declared: 0, put_out: false, away_since: 0,
};

/** A table. @type {Defaults<PublicView>} */
const TABLE = {
  game: "", game_id: "", limit: "", stakes: "", terms: "", facts: null, mix: [], buy_in: [0, 0], hand: 0, street: "",
  button: -1, seats: [], pots: [], boards: [], runs: 0, price: 0, chip: 1, to_act: -1, due: "", turn: 0, since: 0,
  bank_from: 0, until: 0, next_at: 0, chooser: -1, cutter: -1, root: "", link: "", locked: false, why: "", won_by: [],
  straddles: [], street_ms: 1200, paid: [], contested: [], behind: [], usual_buy: 0, approve: false, watch_after: 0, halves: [], to_come: [],
  of_tournament: "", number: 0, terms_parts: [], title_sentence: [], decimals: 0, stopped_at: 0, change: null, bomb: 0,
  bomb_ante: 0, seven_deuce: 0, stand_up: 0, standing: [], rabbit: [],
};

/** The private view of a player. @type {Defaults<PlayerView>} */
const MINE = {
  seat: -1, cards: [], down: 0, turn: 0, options: null, hand_name: "", games: [], cut: false, may: [], cuts: false,
  asked: 0, top_up: 0, buy: [0, 0], straddle: null, queued: 0, seat_until: 0, name: "", accept: "", asks_show: false,
  talk: "at once", held: [], reports: [], asks: false, requests: [], out_at_big: false, call: "",
};

/** What the numbers of `Options.due` are called. */
export const DUES = /** @type {const} */ ([
  "done", "post", "burn", "deal", "board", "reshuffle", "bring_in", "act", "draw", "return", "show", "award",
  "pass_out", "run", "declare", "reveal", "prove", "consent",
]);

/**
 * What the pages know of a table. `State` is everybody's, `Mine` is for one person alone.
 *
 * @typedef {Whole<SeatState>} Seat
 * @typedef {Whole<PotState>} Pot
 * @typedef {Whole<OpenOptions>} Credit
 * @typedef {Omit<Whole<Options>, "open"> & { open: Credit | null }} Choices
 * @typedef {Whole<Straddling>} Straddles
 * @typedef {Whole<LobbyTableSummary>} Summary
 * @typedef {Omit<Whole<PlayerView>, "options" | "straddle"> & { options: Choices | null, straddle: Straddles | null }} Mine
 * @typedef {Omit<Whole<PublicView>, "seats" | "pots" | "contested"> & {
 *   seats: (Seat | null)[], pots: Pot[], contested: Pot[], missed?: Missed | null,
 *   shares?: ShareStep | null,
 * }} State
 */

/**
 * Who won hand `hand`, and has left with it: another sits in that seat.
 * @typedef {[sentence: string, ...parts: (string | number | Sentence)[]]} Sentence a line of the log as data: a sentence with gaps, and its parts
 * @typedef {{ hand: number, player: string, won: number, hand_name: string, declared: number }} Missed
 */

/**
 * All that the page of a table knows: whose page it is (`me`, "" for nobody), and the person's seat (`own`, -1: none).
 * @typedef {{
 *   table: string, state: State | null, yours: Mine | null, me: string, role: string, own: number, seq: number,
 *   missed: Missed | null, talk: TalkLine[],
 * }} Room
 * @typedef {Room & { state: State }} OpenRoom a room with a snapshot
 */

/**
 * The title of a table, in the language of the page where it is one of a tournament.
 * @param {{ title?: string, title_sentence?: readonly string[] }} view
 */
const titleOf = ({ title = "", title_sentence: sentence = [] }) => textIn(title, /** @type {Sentence} */ (sentence));

/**
 * A table's state.
 * @param {PublicView} view
 * @returns {State}
 */
export const wholeState = (view) => ({
  ...TABLE,
  ...view,
  title: titleOf(view),
  seats: (view.seats ?? []).map((seat) => seat && { ...SEAT, ...seat }),
  pots: /** @type {Pot[]} */ (view.pots ?? []),
  contested: /** @type {Pot[]} */ (view.contested ?? []),
});

/**
 * The private view of a player.
 * @param {PlayerView} view
 */
export const wholeYours = (view) => /** @type {Mine} */ ({ ...MINE, ...view });

/**
 * A table of the lobby.
 * @param {LobbyTableSummary} view
 */
export const wholeSummary = (view) => /** @type {Summary} */ ({ ...view, title: titleOf(view) });
