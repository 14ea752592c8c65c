/** What was done, in words. */

import { t, tn, word } from "../common/language.js";
import { chips } from "../common/words.js";

/**
 * @import { DealtHand, DealtLine, DealtSeat } from "sidepot/protocol"
 */

/** @param {number} seat */
export const seatName = (seat) => t("Seat {seat}", { seat: seat + 1 });

/**
 * The player of a seat.
 * @param {DealtHand} hand
 * @param {number} seat
 */
export const playerOf = (hand, seat) => hand.seats.find((one) => one.seat === seat)?.player ?? seatName(seat);

/**
 * The name of a pot: the main pot, or a side pot by its number.
 * @param {number} pot
 * @param {number} pots
 */
export const potName = (pot, pots) => (pot ? t("Side pot {number}", { number: pot }) : pots > 1 ? t("Main pot") : t("Pot"));

/** @type {Record<string, (line: DealtLine, player: string) => string>} */
const WORDS = {
  fold: (_, player) => t("{player} folds", { player }),
  check: (_, player) => t("{player} checks", { player }),
  call: ({ chips: added = 0 }, player) => t("{player} calls {amount}", { player, amount: chips(added) }),
  raise_to: ({ to = 0 }, player) => t("{player} bets or raises to {amount}", { player, amount: chips(to) }),
  all_in: ({ chips: added = 0 }, player) => t("{player} is all-in with {amount}", { player, amount: chips(added) }),
  bring_in: ({ chips: added = 0 }, player) => t("{player} brings in {amount}", { player, amount: chips(added) }),
  street: () => t("The next street is dealt"),
  discard: ({ act }, player) => ("count" in act && act.count ? tn("{player} draws {count} card", "{player} draws {count} cards", act.count, { player }) : t("{player} stands pat", { player })),
  declare: (_, player) => t("{player} declares", { player }),
  prove: ({ act }, player) => ("good" in act && act.good === false ? t("{player} has no openers", { player }) : t("{player} shows openers", { player })),
  stack: (_, player) => t("The stack of {player} is entered", { player }),
  kill: (_, player) => t("The hand of {player} is dead", { player }),
  board: () => t("The board is entered"),
  show: (_, player) => t("{player} shows", { player }),
  muck: (_, player) => t("{player} mucks", { player }),
  order: () => t("The order of the hands is entered"),
};

/**
 * @param {DealtHand} hand
 * @param {DealtLine} line
 */
export function lineWords(hand, line) {
  const { seat = -1 } = line;
  return WORDS[line.act.type]?.(line, seat < 0 ? "" : playerOf(hand, seat)) ?? line.act.type;
}

/**
 * What a seat has, for people who listen.
 * @param {DealtSeat} one
 */
export function seatWords(one) {
  const { player, chips: behind = -1, bet = 0, folded, all_in: allIn, button, posted } = one;
  return [
    `${seatName(one.seat)}: ${player}`,
    folded && t("folded"),
    allIn && t("all-in"),
    button && t("button"),
    posted && word(posted),
    bet > 0 && t("{amount} in front", { amount: chips(bet) }),
    behind >= 0 && !folded && !allIn && t("{amount} behind", { amount: chips(behind) }),
  ].filter(Boolean).join(", ");
}
