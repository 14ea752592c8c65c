/** The person of a player's page: their picture, and the way to their page in a later tournament. */

import { $, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { pictureField } from "../common/small_picture.js";
import { personOfSeat, sendSeatPicture } from "../room/api.js";
import { refusal } from "../room/trouble.js";

/** @import { SeatPerson } from "sidepot/protocol" */

const LAST = "slip.last"; // the page of a player that this phone opened last

/**
 * Show the person of the page with this token, and keep in mind that this phone has it.
 * @param {string} token
 */
export async function showPerson(token) {
  try {
    draw(token, await personOfSeat(token));
    kept.set(LAST, token);
  } catch {
    // the page says itself that it is of no use, or that there is no network
  }
}

/**
 * Who has this phone, by the page that it opened last: the name, and the token of their page in a tournament ("" for none).
 * @param {string} tournament
 * @returns {Promise<{ name: string, token: string } | null>} null for a phone that has opened no such page
 */
export async function personOfPhone(tournament) {
  const token = kept.get(LAST, "");
  const person = token ? await personOfSeat(token).catch(() => null) : null;
  if (!person) return null;
  const { name, later = null } = person;
  return { name, token: token.startsWith(`${tournament}-`) ? token : later?.tournament === tournament ? later.token : "" };
}

/**
 * @param {string} token
 * @param {SeatPerson} person
 * @param {import("../common/element.js").Child} note
 */
function draw(token, { picture = "", later = null }, note = "") {
  $("#later").hidden = !later;
  put($("#later"), later && el("a", { class: "strong", href: `/s/${encodeURIComponent(later.token)}` }, t("Your page for {tournament}", { tournament: later.title })));
  const send = async (/** @type {Blob} */ chosen) => {
    try {
      draw(token, await sendSeatPicture(token, chosen), t("Saved."));
    } catch (caught) {
      draw(token, { name: "", picture, later }, refusal(caught));
    }
  };
  $("#picture-part").hidden = false;
  put($("#picture"),
    el("p", { key: "now" }, picture && [el("img", { src: picture, alt: t("My picture"), width: 96, height: 96 }), " ", el("button", { type: "button", class: "quiet", onclick: () => send(new Blob([])) }, t("Erase the picture"))]),
    pictureField(t("Choose a picture"), send),
    el("p", { key: "hint", class: "hint" }, t("PNG, JPEG or WebP. The club keeps 128 × 128 pixels of it for the staff, until you erase it.")),
    el("p", { key: "note", role: "status" }, note));
}
