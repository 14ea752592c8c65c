/** A ruling that is sent to a tournament: announced there, on its screens and in its history. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t } from "../common/language.js";
import { ask, asRefused, post } from "../room/api.js";
import { newId } from "../room/socket.js";

/** @import { FloorRuling } from "sidepot/protocol" */

const LONGEST = 280; // characters of an announcement

/** The tournament that is named by the address; "" for none. */
export const tournament = new URLSearchParams(location.search).get("tournament") ?? "";
const path = `/api/tournaments/${encodeURIComponent(tournament)}`;

/** @returns {Promise<boolean>} whether this browser may announce something there */
export async function mayTell() {
  if (!tournament) return false;
  try {
    return ((await ask(`${path}/role`)).may ?? []).includes("announce");
  } catch {
    return false; // of a tournament that is not there, or directs itself, the page just rules
  }
}

/**
 * The ruling in a line: what happened, what counts, by which rule.
 * @param {string} title
 * @param {FloorRuling} ruling
 */
export function lineOf(title, ruling) {
  const line = `${title}: ${ruling.headline} ${ruling.because} (${ruling.rules[0]?.cite ?? ruling.house})`;
  return line.length <= LONGEST ? line : `${title}: ${ruling.headline}`.slice(0, LONGEST);
}

/**
 * The button that tells it, once.
 * @param {string} title
 * @param {FloorRuling} ruling
 */
export function teller(title, ruling) {
  const id = newId();
  const done = h("span", { role: "status" });
  const tell = async () => {
    try {
      await post(`${path}/do`, { id, do: { type: "announce", text: lineOf(title, ruling) } });
      put(done, t("It is on the displays and in the history."));
    } catch (caught) {
      put(done, english(asRefused(caught).because));
    }
  };
  return h("p", { class: "floor-tell" }, h("button", { type: "button", class: "quiet", onclick: tell }, t("Announce to the tournament")), done);
}
