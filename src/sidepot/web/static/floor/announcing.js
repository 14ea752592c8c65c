/** The tournament that the address names: the betting at its tables, and rulings that are announced there. */

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

/**
 * The line of the betting at a table of the tournament; "" if this browser may not see it.
 * @param {number} table 0: no table, only the stakes
 * @returns {Promise<string>}
 */
export async function spotThere(table) {
  if (!tournament) return "";
  return (await ask(`${path}/spot?table=${table || 0}`).catch(() => ({ spot: "" }))).spot;
}

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
