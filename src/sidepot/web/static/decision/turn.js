/** What is said of the turn: to the player to act, and to those who wait. */

import { waitsIn } from "../common/said.js";
import { shown } from "../common/units.js";
import { DOING, PHASES, PLACES, cardNames, count, joined, time, waysOf } from "../common/words.js";
import { DUES } from "../room/told.js";
import { potOf } from "./raise.js";
import { say, tr } from "../common/language.js";

/**
 * @import { Choices, Room, Seat, State } from "../room/told.js"
 */

/** A room of which something was told. @typedef {Room & { state: State }} OpenRoom */

/**
 * What the player to act hears: the decision, the amounts, their cards.
 * @param {OpenRoom} room
 * @param {Choices} options
 */
export function yourTurnWords({ state, yours }, options) {
  const pot = tr`the pot is ${shown(potOf(state))}`;
  const hand = yours?.cards.length ? tr` You hold ${cardNames(yours.cards)}.` : "";
  switch (DUES[options.due]) {
    case "act": {
      const owes = options.call ? tr`${shown(options.call)} to call` : tr`nothing to call`;
      const { raise_min: least, raise_max: most, verb } = options;
      const to = least === most ? shown(least) : tr`${shown(least)} to ${shown(most)}`;
      const act = least === most && verb !== "bet" ? `${verb} to` : verb; // "raise 40 to 200", but "raise to 40"
      return tr`Your turn: ${owes}, ${pot}.${most ? say(` You may ${act} {}.`, to) : ""}${hand}`;
    }
    case "bring_in":
      return tr`Your turn: bring in for ${shown(options.bring_in)}, or complete.${hand}`;
    case "draw":
      return options.discard_least
        ? tr`Your turn: throw ${count(options.discard_least, "card")} away.${hand}`
        : tr`Your turn: change up to ${count(options.discard, "card")}, or stand pat.${hand}`;
    case "show":
      return tr`Your turn: show your hand${options.may_muck ? tr` or muck` : ""}.${hand}`;
    case "run":
      return tr`Your turn: say how many times to run the board, up to ${options.runs}.`;
    case "declare":
      return tr`Your turn: declare for ${joined(waysOf(state.halves).map(([name]) => say(name)), tr`or`)}.${hand}`;
    default:
      return tr`Your turn: a marker of ${shown(options.open?.face ?? 0)} is offered.`;
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
  const told = (seat ? "" : queueWords(room)) || tableWords(room, seat, now);
  if (!seat?.leaving || state.phase === "over") return told;
  const goes = seat.put_out ? tr`The host has removed you: you leave when this hand is over` : tr`You leave when this hand is over`;
  return seat.hand ? `${told}. ${goes}` : goes;
}

/**
 * What a person who waits for a seat is told; "" for others.
 * @param {OpenRoom} room
 */
function queueWords({ yours, state }) {
  if (!yours?.may.includes("leave") || state.phase === "over") return "";
  const place = yours.queued ? tr`, in place ${yours.queued}` : "";
  const hand = state.phase === "playing" ? tr`: you sit down when this hand is over, if a seat is free then` : "";
  return tr`You are on the list for a seat${place}${hand}`;
}

/**
 * @param {OpenRoom} room
 * @param {Seat | null} seat
 * @param {number} now
 */
function tableWords({ state, own, yours }, seat, now) {
  const to = state.seats[state.to_act];
  if (state.phase === "paused" || state.phase === "frozen") return waitsIn(state.why) || PHASES[state.phase];
  if (state.phase === "choosing") {
    const chooser = state.seats[state.chooser]?.player;
    return state.chooser === own ? tr`It is your deal: name the game` : chooser ? tr`${chooser} names the game` : "";
  }
  if (seat?.state === "in" && !seat.stack && !state.root && state.pots.some(({ eligible }) => eligible.includes(own))) {
    return tr`You are dealt in without chips, for the pot that waits`;
  }
  if (seat && !(state.root && seat.hand) && seat.state !== "in" && PLACES[seat.state]) {
    const until = yours?.seat_until ?? 0;
    const kept = until > now ? tr`: your seat is kept for ${time(until - now)}` : "";
    /** @type {Record<string, string>} */
    const told = { waits: tr`You are dealt in when the big blind comes to you`, posts: tr`You are dealt in with the next hand`,
      out: tr`You sit out`, busted: tr`You have no chips${kept}` };
    return told[seat.state] ?? PLACES[seat.state];
  }
  if (state.phase === "playing" && to) {
    const who = state.to_act === own ? tr`You are` : tr`${to.player} is`;
    const folded = seat?.hand === "folded" ? tr`You have folded. ` : seat?.hand === "all-in" && !seat.stack ? tr`You are all-in. ` : "";
    return `${folded}${who} ${DOING[state.due] ?? tr`to act`}`;
  }
  if (state.next_at > now && state.phase === "between") return tr`The next hand begins in ${time(state.next_at - now)}`;
  return waitsIn(state.why) || PHASES[state.phase] || "";
}
