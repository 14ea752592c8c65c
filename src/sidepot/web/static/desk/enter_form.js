/** Entering players by name: one, or a list; who is read in it is seen before it is sent. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { joined } from "../common/words.js";
import { newId } from "../room/socket.js";
import { isBefore } from "./tournament.js";
import { namesOf } from "./reading.js";

/** @import { Desk } from "./console.js" */

const LONGEST = 9000; // characters of a list

/**
 * Enter a player by name, or several at once: while it is on, the seat comes at once.
 * @param {Desk} desk
 */
export async function enterPlayer(desk) {
  /** @type {string[] | null} */
  const names = await openDialog({
    title: isBefore(desk.tournament) ? t("Enter players") : t("Enter a player"),
    body: (close) => {
      const text = h("input", { type: "text", required: true, autofocus: true, maxlength: String(LONGEST), autocomplete: "off" });
      const who = h("p", { class: "desk-who", role: "status" });
      const go = strong(t("Enter player"));
      const read = () => {
        const all = namesOf(text.value);
        const isList = all.length > 1;
        put(who, isList && joined(all));
        put(go, isList ? t("Enter {players} players", { players: all.length }) : t("Enter player"));
      };
      text.addEventListener("input", read);
      text.addEventListener("paste", (event) => {
        takeIn(event, text);
        read();
      });
      return formOf(() => text.value.trim() && close(namesOf(text.value)), [field(t("Name"), text, t("For several players, separate the names with commas.")), who], go);
    },
  });
  const list = names && names.length > 1 ? newId() : "";
  for (const player of names ?? []) void desk.act({ type: "register", player }, "", undefined, "", list);
}

/**
 * Take in what is pasted, as it is read: a field of one line would run its lines together.
 * @param {ClipboardEvent} event
 * @param {HTMLInputElement} text
 */
function takeIn(event, text) {
  event.preventDefault();
  const names = namesOf(event.clipboardData?.getData("text/plain") ?? "").join("; ");
  text.setRangeText(names, text.selectionStart ?? 0, text.selectionEnd ?? 0, "end");
}
