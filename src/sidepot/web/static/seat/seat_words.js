/** A seat in words: what it is doing, its share of a run-out, and all of it for screen readers. */

import { kept } from "../common/dom.js";
import { handOf } from "../common/said.js";
import { inWords as amountInWords, shown } from "../common/units.js";
import { DOING, PLACES, UNKNOWN, cardNames, declaredFor, percent, time } from "../common/words.js";
import { waitedFor } from "../table/clock.js";
import { language, say, tr } from "../common/language.js";

/**
 * @import { Seat, State } from "../room/told.js"
 * @import { View } from "../table/felt.js"
 */

const NO_LINE = { text: "", isEnglish: false };

/** @type {Record<string, string>} */
const SHORT = { waits: tr`waits`, posts: tr`new`, out: tr`sits out`, busted: tr`no chips` };

/**
 * One's own hand in words; one that was folded or mucked only when all is over, for this person alone, and where they
 * want it.
 * @param {Seat | null | undefined} seat
 * @param {State} state
 * @param {string} name
 */
export function ownWords(seat, state, name) {
  const line = name ? handOf(name) : NO_LINE;
  if (seat?.hand !== "folded" || !name) return line;
  const isTold = state.phase !== "playing" && kept.get("folded", "told") === "told";
  return isTold ? { text: tr`Your hand was: ${line.text}`, isEnglish: false } : NO_LINE;
}

/**
 * How long a player has been away: away 0:41.
 * @param {number} since
 * @param {number} now
 */
export const awayWords = (since, now) => tr`away ${time(Math.floor(Math.max(0, now - since) / 1000) * 1000)}`;

/**
 * How much of the pot a hand of a run-out wins on average: 62 %; "" where that is not known.
 * @param {Seat} seat
 * @param {State} state
 */
export function shareOf(seat, { shares }) {
  const found = shares?.shares.find(([player]) => player === seat.player);
  return found ? percent(found[1], shares?.exact ?? true) : "";
}

/**
 * What a seat is doing, in a few words under its name: its chips, and why it is not in the hand.
 * @param {Seat} seat
 * @param {State} state
 */
export function under(seat, state) {
  const share = shareOf(seat, state);
  if (seat.hand === "all-in" && !seat.stack && state.phase === "playing") return share || tr`all-in`;
  if (share) return `${shown(seat.stack)} · ${share}`;
  if (seat.state === "gone") return tr`has left`;
  const told = seat.hand ? "" : (SHORT[seat.state] ?? "");
  return told && !seat.stack ? told : shown(seat.stack) + (told ? ` · ${told}` : "");
}

/**
 * Whether a seat is in the hand with chips to bet: all-in is nobody whose bet came back.
 * @param {Seat} seat
 */
const isInHand = ({ hand, stack }) => hand === "live" || (hand === "all-in" && stack > 0);

/**
 * All of a seat in words, for screen readers.
 * @param {Seat} seat
 * @param {number} at
 * @param {View} view
 */
export function inWords(seat, at, view) {
  const { state, own } = view;
  const parts = [
    tr`Seat ${at + 1}: ${seat.player}${at === own ? tr`, you` : ""}${seat.bot ? tr`, a bot (${say(seat.bot)})` : ""}`,
    amountInWords(seat.stack),
  ];
  if (state.button === at) parts.push(tr`has the button`);
  if (seat.bet) parts.push(tr`${shown(seat.bet)} in front`);
  if (seat.hand) parts.push(isInHand(seat) ? tr`in the hand` : say(seat.hand));
  else if (PLACES[seat.state]) parts.push(PLACES[seat.state]);
  if (seat.declared) parts.push(tr`declared for ${declaredFor(seat.declared, state.halves)}`);
  const open = seat.cards.filter((card) => card !== UNKNOWN);
  if (open.length) parts.push(`${seat.shown ? tr`shows` : tr`showing`} ${cardNames(open)}`);
  const share = shareOf(seat, state);
  if (share) parts.push(tr`wins ${share} of the pot on average`);
  const hand = seat.hand_name && handOf(seat.hand_name);
  if (hand && (!hand.isEnglish || language === "en")) parts.push(hand.text); // a label is in one language
  if (seat.won) parts.push(tr`wins ${shown(seat.won)}`);
  if (state.to_act === at) parts.push(DOING[state.due] ?? tr`to act`);
  else if (waitedFor(state) === at) parts.push(state.phase === "cutting" ? tr`to cut the pack` : tr`to name the game`);
  if (seat.away) parts.push(tr`not connected`);
  if (seat.leaving) parts.push(seat.put_out ? tr`removed by the host, leaves after the hand` : tr`leaves after the hand`);
  return parts.join(", ");
}
