/** What the desk waits for, where no line is to do. */

import { t } from "../common/language.js";
import { isBefore, isDone, isDraft } from "./tournament.js";

/** @import { Tournament } from "./tournament.js" */

export const ENOUGH = 2; // players that can play

/**
 * Whether seats are drawn, and play has not begun.
 * @param {Tournament} tournament
 */
export const isSeated = ({ phase, clock }) => phase === "seated" || (phase === "running" && !clock.begun);

/** @param {Tournament} tournament */
export function nextWords(tournament) {
  const { counts, phase } = tournament;
  if (isDraft(tournament)) return t("This is a draft. Edit it, then open check-in.");
  if (isBefore(tournament)) return counts.players < ENOUGH ? t("Enter the players or let them scan the check-in code.") : t("When everyone is here, draw seats.");
  if (phase === "cancelled") return t("The tournament is cancelled.");
  if (isDone(tournament) && tournament.bags === "flight") return t("The flight is over. Enter the bags; then a host makes day 2.");
  if (isDone(tournament)) return t("The tournament is over. Pay out the prizes; receipts and the archive are ready to print.");
  if (isSeated(tournament)) return t("Everyone has a seat. Start when all are seated.");
  if (!counts.players) return t("The clock runs without players.");
  if (tournament.terms.hand_for_hand) return t("Hand for hand: report who is out, and when all tables have finished the hand.");
  return t("Nothing to do. When a player is out, tap their name.");
}
