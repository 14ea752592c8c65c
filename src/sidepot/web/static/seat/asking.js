/** Asking for a seat where the host gives them, waiting for one where none is free, and the host who is asked. */

import { askTerms, termsToAccept } from "../agreement/agreement.js";
import { el } from "../common/element.js";
import { t } from "../common/language.js";

/** @import { Chair } from "./chair.js" */

const HOSTS = ["host", "staff"];

/**
 * What sitting down is called here.
 * @param {Chair} chair
 */
export function sitting({ state, room }) {
  return state.approve && !HOSTS.includes(room.role) ? t("Ask for a seat") : t("Sit down");
}

/**
 * No seat is free: wait for one, with the usual chips.
 * @param {Chair} chair
 */
export async function waitForSeat(chair) {
  if (!(await chair.enter())) return;
  const terms = await termsToAccept(chair.room);
  if (terms && !(await askTerms(chair.room.table, terms, t("Accept and wait")))) return;
  await chair.say({ type: "sit", lists: true, ...(terms ? { accepts: terms.agreement.version } : {}) });
}

/**
 * Tell the host who asks for a seat, each once, with a yes and a no; and no longer than they ask.
 * @param {Chair} chair
 * @param {Map<string, Element>} toasts the toasts, by player
 */
export function tellAsked(chair, toasts) {
  const asks = (chair.room.yours?.requests ?? []).map(([player]) => player);
  for (const [player, toast] of toasts) {
    if (asks.includes(player)) continue;
    toast.remove();
    toasts.delete(player);
  }
  for (const player of asks) {
    if (!toasts.has(player)) toasts.set(player, chair.toast([t("{player} asks for a seat", { player }), answerButtons(chair, player)]));
  }
}

/**
 * The yes and the no for a player who asks for a seat.
 * @param {Chair} chair
 * @param {string} player
 * @param {() => void} done what else to do
 */
export function answerButtons(chair, player, done = () => {}) {
  const answer = (/** @type {boolean} */ yes) => () => {
    done();
    void chair.say({ type: "answer_seat", player, yes });
  };
  return [
    el("button", { type: "button", class: "strong", "aria-label": t("Seat {seat}", { seat: player }), onclick: answer(true) }, t("Yes")),
    el("button", { type: "button", class: "quiet", "aria-label": t("No seat for {player}", { player }), onclick: answer(false) }, t("No")),
  ];
}
