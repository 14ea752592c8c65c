/** A seat in words: what it is doing, its share of a run-out, and all of it for screen readers. */

import { kept } from "../common/dom.js";
import { handOf } from "../common/sentences.js";
import { inWords as amountInWords, shown } from "../common/units.js";
import { DOING, PLACES, UNKNOWN, cardNames, declaredFor, percents, time } from "../common/words.js";
import { waitedFor } from "../table/clock.js";
import { language, t, word } from "../common/language.js";

/**
 * @import { Seat, State } from "../room/messages.js"
 * @import { View } from "../table/felt.js"
 */

const NO_LINE = { text: "", isEnglish: false };

/** @type {Record<string, string>} */
const SHORT = { waits: t("waiting"), posts: t("new"), out: t("sitting out"), busted: t("no chips") };

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
  const isShown = state.phase !== "playing" && kept.get("folded", "shown") === "shown";
  return isShown ? { text: t("Your hand was: {hand}", { hand: line.text }), isEnglish: false } : NO_LINE;
}

/**
 * How long a player has been away: away 0:41.
 * @param {number} since
 * @param {number} now
 */
export const awayWords = (since, now) => t("away {minutes}", { minutes: time(Math.floor(Math.max(0, now - since) / 1000) * 1000) });

/**
 * How much of the pot a hand of a run-out wins on average: 62%; "" where that is not known.
 * @param {Seat} seat
 * @param {State} state
 */
export function shareOf(seat, { shares }) {
  const at = shares?.shares.findIndex(([player]) => player === seat.player) ?? -1;
  return shares && at >= 0 ? percents(shares.shares.map(([, share]) => share), shares.exact)[at] : "";
}

/**
 * Whether a seat has lost its last chips: when the hand is over nobody is all-in any more.
 * @param {Seat} seat
 * @param {State} state
 */
export const isBusted = ({ hand, stack }, { phase }) => hand === "all-in" && !stack && phase !== "playing";

/**
 * What a seat is doing, in a few words under its name: its chips, and why it is not in the hand.
 * @param {Seat} seat
 * @param {State} state
 */
export function under(seat, state) {
  const share = shareOf(seat, state);
  if (isBusted(seat, state)) return SHORT.busted;
  if (seat.hand === "all-in" && !seat.stack && state.phase === "playing") return share || t("all-in");
  if (share) return `${shown(seat.stack)} · ${share}`;
  if (seat.state === "gone") return t("has left");
  const short = seat.hand ? "" : (SHORT[seat.state] ?? "");
  return short && !seat.stack ? short : shown(seat.stack) + (short ? ` · ${short}` : "");
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
    t("Seat {seat}: {player}", { seat: at + 1, player: seat.player }),
    ...(at === own ? [t("you")] : []),
    ...(seat.bot ? [t("a bot ({strength})", { strength: [seat.bot, seat.style].filter(Boolean).map(word).join(", ") })] : []),
    amountInWords(seat.stack),
  ];
  if (state.button === at) parts.push(t("has the button"));
  if (state.standing.includes(at)) parts.push(t("stands in the stand-up game"));
  if (seat.bet) parts.push(t("bet {bet}", { bet: shown(seat.bet) }));
  if (seat.hand) parts.push(isInHand(seat) ? t("in the hand") : isBusted(seat, state) ? SHORT.busted : word(seat.hand));
  else if (PLACES[seat.state]) parts.push(PLACES[seat.state]);
  if (seat.declared) parts.push(t("declared for {way}", { way: declaredFor(seat.declared, state.halves) }));
  const open = seat.cards.filter((card) => card !== UNKNOWN);
  if (open.length) parts.push(`${seat.shown ? t("shows") : t("showing")} ${cardNames(open)}`);
  const share = shareOf(seat, state);
  if (share) parts.push(t("wins {share} of the pot on average", { share }));
  const hand = seat.hand_name && handOf(seat.hand_name);
  if (hand && (!hand.isEnglish || language === "en")) parts.push(hand.text); // a label is in one language
  if (seat.won) parts.push(t("wins {amount}", { amount: shown(seat.won) }));
  if (state.to_act === at) parts.push(DOING[state.due] ?? t("to act"));
  else if (waitedFor(state) === at) parts.push(state.phase === "cutting" ? t("to cut the deck") : t("to choose the game"));
  if (seat.away) parts.push(t("disconnected"));
  if (seat.leaving) parts.push(seat.put_out ? t("removed by the host, leaves after the hand") : t("leaves after the hand"));
  return parts.join(", ");
}
