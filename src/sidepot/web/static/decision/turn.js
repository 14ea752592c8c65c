/** The line about the turn: for the player to act, and for those who wait. */

import { shown } from "../common/units.js";
import { DOING, PHASES, PLACES, cardNames, joined, time, waysOf } from "../common/words.js";
import { DUES } from "../room/messages.js";
import { potOf } from "./raise.js";
import { t, tn, word } from "../common/language.js";

/**
 * @import { Choices, Room, Seat, State } from "../room/messages.js"
 */

/** A room with a snapshot. @typedef {Room & { state: State }} OpenRoom */

/** Sentences one after the other. @param {string[]} some */
const sentences = (...some) => some.filter(Boolean).join(" ");

/**
 * What the player to act may put in; in English "raise 40 to 200", but "raise to 40".
 * @param {Choices} options
 */
function mayBet({ raise_min: least, raise_max: most, verb }) {
  const isOne = least === most;
  const to = isOne ? shown(least) : t("{least} to {most}", { least: shown(least), most: shown(most) });
  if (verb === "bet") return t("You may bet {to}.", { to });
  if (verb === "complete") return isOne ? t("You may complete to {to}.", { to }) : t("You may complete {to}.", { to });
  return isOne ? t("You may raise to {to}.", { to }) : t("You may raise {to}.", { to });
}

/**
 * What the player to act hears: the decision, the amounts, their cards.
 * @param {OpenRoom} room
 * @param {Choices} options
 */
export function yourTurnWords({ state, yours }, options) {
  const pot = t("the pot is {pot}", { pot: shown(potOf(state)) });
  const hand = yours?.cards.length ? t("You hold {cards}.", { cards: cardNames(yours.cards) }) : "";
  switch (DUES[options.due]) {
    case "act": {
      const owes = options.call ? t("{amount} to call", { amount: shown(options.call) }) : t("nothing to call");
      return sentences(t("Your turn: {call}, {pot}.", { call: owes, pot }), options.raise_max ? mayBet(options) : "", hand);
    }
    case "bring_in":
      return sentences(t("Your turn: bring in for {amount}, or complete.", { amount: shown(options.bring_in) }), hand);
    case "draw":
      return sentences(options.discard_least
        ? tn("Your turn: throw {count} card away.", "Your turn: throw {count} cards away.", options.discard_least)
        : tn("Your turn: change up to {count} card, or stand pat.", "Your turn: change up to {count} cards, or stand pat.", options.discard), hand);
    case "show":
      return sentences(options.may_muck ? t("Your turn: show your hand or muck.") : t("Your turn: show your hand."), hand);
    case "run":
      return t("Your turn: say how many times to run the board, up to {runs}.", { runs: options.runs });
    case "declare":
      return sentences(t("Your turn: declare for {ways}.", { ways: joined(waysOf(state.halves).map(([name]) => word(name)), "or") }), hand);
    default:
      return t("Your turn: a marker of {amount} is offered.", { amount: shown(options.open?.face ?? 0) });
  }
}

/**
 * What one waits for, while there is nothing to decide.
 * @param {OpenRoom} room
 * @param {number} now
 */
export function waitingWords(room, now) {
  const { state, own } = room;
  const seat = state.seats[own] ?? null;
  const words = (seat ? "" : queueWords(room)) || tableWords(room, seat, now);
  if (!seat?.leaving || state.phase === "over") return words;
  const goes = seat.put_out ? t("The host has removed you: you leave when this hand is over") : t("You leave when this hand is over");
  return seat.hand ? `${words}. ${goes}` : goes;
}

/**
 * The words for a person who waits for a seat; "" for others.
 * @param {OpenRoom} room
 */
function queueWords({ yours, state }) {
  if (!yours?.may.includes("leave") || state.phase === "over") return "";
  const place = yours.queued;
  if (state.phase !== "playing") return place ? t("You are on the list for a seat, in place {place}", { place }) : t("You are on the list for a seat");
  return place
    ? t("You are on the list for a seat, in place {place}: you sit down when this hand is over, if a seat is free then", { place })
    : t("You are on the list for a seat: you sit down when this hand is over, if a seat is free then");
}

/**
 * @param {OpenRoom} room
 * @param {Seat | null} seat
 * @param {number} now
 */
function tableWords({ state, own, yours }, seat, now) {
  const to = state.seats[state.to_act];
  if (state.phase === "paused" || state.phase === "frozen") return word(state.why) || PHASES[state.phase];
  if (state.phase === "choosing") {
    const chooser = state.seats[state.chooser]?.player;
    return state.chooser === own ? t("It is your deal: name the game") : chooser ? t("{chooser} names the game", { chooser }) : "";
  }
  if (seat?.state === "in" && !seat.stack && !state.root && state.pots.some(({ eligible }) => eligible.includes(own))) {
    return t("You are dealt in without chips, for the pot that waits");
  }
  if (seat && !(state.root && seat.hand) && seat.state !== "in" && PLACES[seat.state]) {
    const until = yours?.seat_until ?? 0;
    /** @type {Record<string, string>} */
    const words = { waits: t("You are dealt in when the big blind comes to you"), posts: t("You are dealt in with the next hand"),
      out: t("You sit out"), busted: until > now ? t("You have no chips: your seat is kept for {time}", { time: time(until - now) }) : t("You have no chips") };
    return words[seat.state] ?? PLACES[seat.state];
  }
  if (state.phase === "playing" && to) {
    const who = state.to_act === own ? t("You are") : t("{player} is", { player: to.player });
    const folded = seat?.hand === "folded" ? t("You have folded.") : seat?.hand === "all-in" && !seat.stack ? t("You are all-in.") : "";
    return sentences(folded, `${who} ${DOING[state.due] ?? t("to act")}`);
  }
  if (state.next_at > now && state.phase === "between") return t("The next hand begins in {time}", { time: time(state.next_at - now) });
  return word(state.why) || PHASES[state.phase] || "";
}
