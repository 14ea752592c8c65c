/** The amounts that are one press away: before the flop in blinds, later parts of the pot, as far as the rules allow. */

import { kept } from "../common/dom.js";
import { blindOf } from "../common/units.js";
import { LOCALE, t } from "../common/language.js";
import { percent } from "../common/words.js";

/** @import { GameFacts } from "sidepot/protocol" */
/** @import { Choices, State } from "../room/messages.js" */

/** What a person likes to bet: in big blinds before the flop, later in percent of the pot. @typedef {{ blinds: number[], pots: number[] }} Liked */
/** An amount by its name: a total for the round, and the key that it has. @typedef {[text: string, amount: number, key: string]} Named */

/** @type {Liked} */
export const USUAL = { blinds: [2.2, 2.5, 3], pots: [33, 50, 67] };
export const MOST_LIKED = 4;
const NUMBER = new Intl.NumberFormat(LOCALE);

/** What this person likes; the usual ones where they have chosen nothing. @returns {Liked} */
export const liked = () => ({ ...USUAL, ...kept.get("amounts", {}) });

/**
 * The numbers that are written, with spaces between; null where it is none, or too many.
 * @param {string} text
 */
export function numbersIn(text) {
  const found = text.trim().split(/[\s;]+|,\s+/).filter(Boolean);
  const good = found.every((one) => /^\d{1,4}([.,]\d{1,2})?$/.test(one));
  const numbers = found.map((one) => Number(one.replace(",", ".")));
  return good && found.length <= MOST_LIKED && numbers.every((one) => one > 0) ? numbers : null;
}

/**
 * The chips that are played for, in the middle and in front of the seats; not those that wait for the next deal.
 * @param {Pick<State, "pots" | "seats">} state
 */
export function potOf(state) {
  const collected = state.pots.reduce((sum, pot) => sum + (pot.waits ? 0 : pot.amount), 0);
  return state.seats.reduce((sum, seat) => sum + (seat?.bet ?? 0), collected);
}

/**
 * The amount that is allowed next to `amount`, and not above it where that is possible: `Options.nearest`.
 * @param {Choices} options
 * @param {number} amount
 */
export function nearest({ raise_min: least, raise_max: most, step }, amount) {
  if (amount >= most) return most;
  return Math.max(least, step ? amount - (amount % step) : least);
}

/**
 * All of a seat's chips, as a total for the round.
 * @param {State} state
 * @param {number} own
 */
export const allOf = (state, own) => (state.seats[own]?.bet ?? 0) + (state.seats[own]?.stack ?? 0);

/**
 * A bet of this part of the pot, once the price is called, as a total for the round.
 * @param {State} state
 * @param {number} own
 * @param {number} part
 */
export function partOfPot(state, own, part) {
  const { price } = state;
  const after = potOf(state) + Math.max(0, price - (state.seats[own]?.bet ?? 0));
  return price + Math.floor(after * part);
}

/** @type {Record<GameFacts["limit"], boolean>} whether the pot is the most that may be bet */
const BY_THE_POT = { "no limit": false, "pot limit": true, "fixed limit": false, "spread limit": false };

/**
 * A bet of the pot: in a pot-limit game that is the most, however its house counts the pot.
 * @param {State} state
 * @param {Choices} options
 * @param {number} own
 */
export function betOfPot(state, options, own) {
  const most = options.raise_max;
  const isMost = state.facts && BY_THE_POT[state.facts.limit] && most !== allOf(state, own);
  return isMost ? most : partOfPot(state, own, 1);
}

/** @type {Record<number, [text: string, part: number]>} */
const FRACTIONS = { 25: ["¼", 1 / 4], 33: ["⅓", 1 / 3], 50: ["½", 1 / 2], 67: ["⅔", 2 / 3], 75: ["¾", 3 / 4] };

/**
 * Before the flop of a game with blinds.
 * @param {State} state
 */
function isBeforeFlop({ facts, boards }) {
  return facts?.kind === "board" && Boolean(facts.blinds?.length) && boards.every((board) => !board.length);
}

/**
 * The amounts that fit the street and the game, each as a total for the round, and each once. Amounts out of bounds
 * are left out: no name stands for another amount than its own.
 * @param {State} state
 * @param {Choices} options
 * @param {number} own
 * @param {Liked} mine
 */
export function usualAmounts(state, options, own, mine = liked()) {
  const { raise_min: least, raise_max: most } = options;
  const fits = (/** @type {Named} */ [, amount]) => amount >= least && amount <= most;
  const blind = blindOf(state);
  /** @type {Named[]} */
  const inBlinds = mine.blinds.map((one) => [t("{amount} bb", { amount: NUMBER.format(one) }), nearest(options, Math.round(one * blind)), ""]);
  /** @type {Named[]} */
  const ofPot = mine.pots.map((one) => {
    const [text, part] = FRACTIONS[one] ?? [percent(one / 100), one / 100];
    return [t("{share} pot", { share: text }), inSteps(options, partOfPot(state, own, part)), one === 50 ? "h" : ""];
  });
  const first = isBeforeFlop(state) ? inBlinds.filter(([, amount]) => amount > least && amount < most) : [];
  const all = most === allOf(state, own);
  /** @type {Named[]} */
  const named = [
    [t("Min"), least, ""],
    ...(first.length ? first : ofPot),
    [t("Pot"), inSteps(options, betOfPot(state, options, own)), "p"],
    [all ? t("All-in") : t("Max"), most, "m"],
  ];
  const found = named.filter(fits).filter(([, amount], at, some) => some.findIndex((one) => one[1] === amount) === at);
  const others = all ? [...found.filter(([, amount]) => amount !== most), named[named.length - 1]] : found; // by its name
  return others.sort(([, one], [, other]) => one - other);
}

/**
 * In the chips that are in play, and not above it.
 * @param {Choices} options
 * @param {number} amount
 */
const inSteps = ({ step, raise_max: most }, amount) => (step && amount !== most ? amount - (amount % step) : amount);
