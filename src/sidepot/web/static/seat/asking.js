/** Asking for a seat where the host gives them, waiting for one where none is free, and the host who is asked. */

import { askTerms, termsToAccept } from "../agreement/agreement.js";
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
 * Tell the host who asks for a seat, each once: what is returned is to be given the next time.
 * @param {Chair} chair
 * @param {string[]} known
 */
export function tellAsked(chair, known) {
  const asks = (chair.room.yours?.requests ?? []).map(([player]) => player);
  const [first, ...more] = asks.filter((player) => !known.includes(player));
  if (first) {
    chair.toast(more.length
      ? t("{player} and others ask for a seat: accept or refuse in the menu", { player: first })
      : t("{player} asks for a seat: accept or refuse in the menu", { player: first }));
  }
  return asks;
}
