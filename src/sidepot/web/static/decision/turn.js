/** The line about the turn: for the player to act, and for those who wait. */

import { shown } from "../common/units.js";
import { PHASES, PLACES, cardNames, joined, time, waysOf } from "../common/words.js";
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
 * What the player to act can bet, raise or complete to.
 * @param {Choices} options
 */
function mayBet({ raise_min, raise_max, verb }) {
  const [least, most] = [shown(raise_min), shown(raise_max)];
  if (raise_min === raise_max) {
    if (verb === "bet") return t("You can bet {amount}.", { amount: most });
    return verb === "complete" ? t("You can complete to {amount}.", { amount: most }) : t("You can raise to {amount}.", { amount: most });
  }
  if (verb === "bet") return t("You can bet {least} to {most}.", { least, most });
  return verb === "complete"
    ? t("You can complete to between {least} and {most}.", { least, most })
    : t("You can raise to between {least} and {most}.", { least, most });
}

/**
 * What the player to act hears: the decision, the amounts, their cards.
 * @param {OpenRoom} room
 * @param {Choices} options
 */
export function yourTurnWords({ state, yours }, options) {
  const pot = shown(potOf(state));
  const hand = yours?.cards.length ? t("You hold {cards}.", { cards: cardNames(yours.cards) }) : "";
  switch (DUES[options.due]) {
    case "act": {
      const price = options.call
        ? t("Your turn: {amount} to call, the pot is {pot}.", { amount: shown(options.call), pot })
        : t("Your turn: nothing to call, the pot is {pot}.", { pot });
      return sentences(price, options.raise_max ? mayBet(options) : "", hand);
    }
    case "bring_in":
      return sentences(t("Your turn: bring in for {amount} or complete.", { amount: shown(options.bring_in) }), hand);
    case "draw":
      return sentences(options.discard_least
        ? tn("Your turn: discard {count} card.", "Your turn: discard {count} cards.", options.discard_least)
        : tn("Your turn: draw up to {count} card or stand pat.", "Your turn: draw up to {count} cards or stand pat.", options.discard), hand);
    case "show":
      return sentences(options.may_muck ? t("Your turn: show your hand or muck.") : t("Your turn: show your hand."), hand);
    case "run":
      return t("Your turn: choose how many times to run it, up to {runs}.", { runs: options.runs });
    case "declare":
      return sentences(t("Your turn: declare {ways}.", { ways: joined(waysOf(state.halves).map(([name]) => word(name)), "or") }), hand);
    default:
      return t("Your turn: accept or refuse a marker for {amount}.", { amount: shown(options.open?.face ?? 0) });
  }
}

/** The bomb pot that the host has announced; "" for none. @param {State} state */
export function bombWords({ bomb, mix }) {
  if (!bomb) return "";
  const ante = shown(bomb);
  return mix.length ? t("Next hand with a flop: bomb pot, everybody antes {ante}", { ante }) : t("Next hand: bomb pot, everybody antes {ante}", { ante });
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
  const goes = seat.put_out ? t("The host removed you: you leave after this hand") : t("You leave after this hand");
  return seat.hand ? `${words}. ${goes}` : goes;
}

/**
 * What another player is deciding.
 * @param {string} due
 * @param {string} player
 */
function actingWords(due, player) {
  switch (due) {
    case "draw":
      return t("{player} is to draw", { player });
    case "bring_in":
      return t("{player} is to bring in", { player });
    case "show":
      return t("{player} is to show", { player });
    case "run":
      return t("{player} is choosing how many times to run it", { player });
    case "declare":
      return t("{player} is to declare", { player });
    case "consent":
      return t("{player} is to answer the marker", { player });
    default:
      return t("{player} is to act", { player });
  }
}

/**
 * What a person who waits for a seat reads; "" for others.
 * @param {OpenRoom} room
 */
function queueWords({ yours, state }) {
  if (!yours?.may.includes("leave") || state.phase === "over") return "";
  const place = yours.queued;
  if (state.phase !== "playing") return place ? t("You are number {place} on the waiting list", { place }) : t("You are on the waiting list");
  return place
    ? t("You are number {place} on the waiting list: you sit down after this hand if a seat is free", { place })
    : t("You are on the waiting list: you sit down after this hand if a seat is free");
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
    return state.chooser === own ? t("Your deal: choose the game") : chooser ? t("{chooser} is choosing the game", { chooser }) : "";
  }
  if (seat?.state === "in" && !seat.stack && !state.root && state.pots.some(({ eligible }) => eligible.includes(own))) {
    return t("You are dealt in without chips to play for the carried pot");
  }
  if (seat && !(state.root && seat.hand) && seat.state !== "in" && PLACES[seat.state]) {
    const until = yours?.seat_until ?? 0;
    /** @type {Record<string, string>} */
    const words = { waits: t("You are dealt in when the big blind reaches you"), posts: t("You are dealt in next hand"),
      out: yours?.may.includes("accept_terms") ? t("You sit out until you accept the new terms") : t("You are sitting out"), busted: until > now ? t("You have no chips: your seat is held for {time}", { time: time(until - now) }) : t("You have no chips") };
    return words[seat.state] ?? PLACES[seat.state];
  }
  const awaited = state.phase === "between" ? (state.change?.awaited ?? []) : [];
  if (awaited.includes(own)) return t("Accept the new terms: you sit out in {time}", { time: time(Math.max((state.change?.until ?? 0) - now, 0)) });
  if (awaited.length) {
    const players = joined(awaited.flatMap((at) => state.seats[at]?.player ?? []));
    return t("Waiting for {players} to accept the new terms", { players });
  }
  if (state.phase === "playing") {
    const mine = seat?.hand === "folded" ? t("You have folded.") : seat?.hand === "all-in" && !seat.stack ? t("You are all-in.") : "";
    if (to) return sentences(mine, state.to_act === own ? t("It is your turn") : actingWords(state.due, to.player));
    return mine || t("Hand in progress");
  }
  if (state.next_at > now && state.phase === "between") return t("Next hand in {time}", { time: time(state.next_at - now) });
  return word(state.why) || PHASES[state.phase] || "";
}
