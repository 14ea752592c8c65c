/** A step of a replay as the state of a table, so that the felt can show it. */

import { UNKNOWN } from "../common/words.js";
import { wholeState } from "../room/messages.js";
import { streetAt } from "./short.js";

/** @import { PublicView, Replayed, ReplayStep, ShareStep } from "sidepot/protocol" */

/**
 * What kind of game it is: with a board, stud, or with draws.
 * @param {Replayed} replayed
 */
const kindOf = ({ stud, steps }) => (stud ? "stud" : steps.some(({ boards }) => boards?.length) ? "board" : "draw");

/**
 * Whether all of the pot is paid: the hand is over.
 * @param {ReplayStep} step
 */
const isPaid = ({ seats, pots = [] }) => seats.some(({ won }) => won) && !pots.some(({ amount }) => amount);

/**
 * The seats of a step with the cards that were shown in the end.
 * @param {Replayed} replayed
 * @param {ReplayStep} step
 */
const revealed = ({ steps }, step) =>
  step.seats.map((seat, at) => {
    const [cards, end] = [seat.cards ?? [], steps.at(-1)?.seats[at]?.cards ?? []];
    return cards.includes(UNKNOWN) && !end.includes(UNKNOWN) && end.length >= cards.length ? { ...seat, shown: true, cards: end.slice(0, cards.length) } : seat;
  });

/**
 * @param {Replayed} replayed
 * @param {ReplayStep} step
 * @param {ShareStep | null} shares
 * @param {boolean} reveals whether hands that were shown in the end are open from the start
 */
export function stateOf(replayed, step, shares, reveals = false) {
  const { title, hand, button } = replayed;
  const seats = reveals && kindOf(replayed) !== "draw" ? revealed(replayed, step) : step.seats;
  const { boards = [], pots = [], runs = 0, won_by = [], paid = [], rabbit = [], turn } = step;
  const state = wholeState(/** @type {PublicView} */ ({
    title, hand, button, street: streetAt(replayed.steps, replayed.steps.indexOf(step)), seats, boards, pots, runs, won_by, paid, rabbit, phase: isPaid(step) ? "between" : "playing", to_act: turn?.seat ?? -1,
    due: turn?.due ?? "", root: "replay",
  }));
  return { ...state, facts: /** @type {typeof state.facts} */ (/** @type {unknown} */ ({ kind: kindOf(replayed) })), shares };
}
