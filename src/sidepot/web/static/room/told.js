/** What the room tells, made whole: on the wire a field that has its default value is left out. */

import { textIn } from "../common/said.js";
import {
  OPEN_OPTIONS, OPTIONS, POT_STATE, SEAT_STATE, STRADDLING, PUBLIC_STATE, TABLE_SUMMARY, YOURS,
} from "./defaults.js";

/**
 * @import {
 *   OpenOptions, Options, PotState, SeatState, Straddling, PublicState, ShareStep, TableSummary,
 *   Whole, Yours,
 * } from "sidepot/protocol"
 */

/**
 * What the pages know of a table. `State` is everybody's, `Mine` is for one person alone.
 *
 * @typedef {Whole<SeatState>} Seat
 * @typedef {Whole<PotState>} Pot
 * @typedef {Whole<OpenOptions>} Credit
 * @typedef {Omit<Whole<Options>, "open"> & { open: Credit | null }} Choices
 * @typedef {Whole<Straddling>} Straddles
 * @typedef {Whole<TableSummary>} Summary
 * @typedef {Omit<Whole<Yours>, "options" | "straddle"> & { options: Choices | null, straddle: Straddles | null }} Mine
 * @typedef {Omit<Whole<PublicState>, "seats" | "pots" | "contested"> & {
 *   seats: (Seat | null)[], pots: Pot[], contested: Pot[], missed?: Missed | null,
 *   shares?: ShareStep | null,
 * }} State
 */

/**
 * Who won hand `hand`, and has left with it: another sits in that seat.
 * @typedef {[sentence: string, ...parts: (string | number | Said)[]]} Said a line of the log as data: a sentence with gaps, and its parts
 * @typedef {{ hand: number, player: string, won: number, hand_name: string, declared: number }} Missed
 */

/**
 * All that the page of a table knows: whose page it is (`me`, "" for nobody), and the person's seat (`own`, -1: none).
 * @typedef {{
 *   table: string, state: State | null, yours: Mine | null, me: string, role: string, own: number, seq: number,
 *   missed: Missed | null,
 * }} Room
 * @typedef {Room & { state: State }} OpenRoom a room of which something was told already
 */

/**
 * The title of a table, in the language of the page where it is one of a tournament.
 * @param {{ title?: string, title_said?: readonly string[] }} told
 */
const titleOf = ({ title = "", title_said: said = [] }) => textIn(title, /** @type {Said} */ (said));

/**
 * A table's state.
 * @param {PublicState} told
 * @returns {State}
 */
export function wholeState(told) {
  return {
    ...PUBLIC_STATE,
    ...told,
    title: titleOf(told),
    seats: (told.seats ?? []).map((seat) => seat && { ...SEAT_STATE, ...seat }),
    pots: (told.pots ?? []).map((pot) => ({ ...POT_STATE, ...pot })),
    contested: (told.contested ?? []).map((pot) => ({ ...POT_STATE, ...pot })),
  };
}

/**
 * What is for one player alone.
 * @param {Yours} told
 * @returns {Mine}
 */
export function wholeYours(told) {
  return {
    ...YOURS,
    ...told,
    options: told.options ? wholeOptions(told.options) : null,
    straddle: told.straddle ? { ...STRADDLING, ...told.straddle } : null,
  };
}

/**
 * What may be done now.
 * @param {Options} told
 * @returns {Choices}
 */
export function wholeOptions(told) {
  return { ...OPTIONS, ...told, open: told.open ? { ...OPEN_OPTIONS, ...told.open } : null };
}

/**
 * A table of the lobby.
 * @param {TableSummary} told
 * @returns {Summary}
 */
export const wholeSummary = (told) => ({ ...TABLE_SUMMARY, ...told, title: titleOf(told) });
