/** Entering players by name: one, or a list; who is read in it is seen before it is sent. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { joined } from "../common/words.js";
import { newId } from "../room/socket.js";
import { askWhich } from "./asking.js";
import { isBefore } from "./tournament.js";
import { regularsOf } from "./routes.js";
import { namesOf, numbered, timesOf } from "./reading.js";

/** @import { Desk } from "./console.js" */

const LONGEST = 9000; // characters of a list

/**
 * Enter a player by name, or several at once: while it is on, the seat comes at once.
 * @param {Desk} desk
 */
export async function enterPlayer(desk) {
  /** @type {string[] | null} */
  const read = await openDialog({
    title: isBefore(desk.tournament) ? t("Enter players") : t("Enter a player"),
    body: (close) => {
      const text = h("input", { type: "text", required: true, autofocus: true, maxlength: String(LONGEST), autocomplete: "off" });
      const who = h("p", { class: "desk-who", role: "status" });
      const go = strong(t("Enter player"));
      const regulars = h("div", { class: "desk-regulars" });
      void regularsOf(desk.id).then((names) => put(regulars, names.length > 0 && [h("p", { class: "hint" }, t("Players of earlier tournaments:")), names.map((name) => regular(desk, name))]), () => {});
      const show = () => {
        const all = namesOf(text.value);
        const isList = all.length > 1;
        put(who, isList && joined(all));
        put(go, isList ? t("Enter {players} players", { players: all.length }) : t("Enter player"));
      };
      text.addEventListener("input", show);
      text.addEventListener("paste", (event) => {
        takeIn(event, text);
        show();
      });
      return formOf(() => text.value.trim() && close(namesOf(text.value)), [field(t("Name"), text, t("For several players, separate the names with commas.")), who, regulars], go);
    },
  });
  const names = read && (await wholeList(read));
  const list = names && names.length > 1 ? newId() : "";
  for (const player of names ?? []) void desk.act({ type: "register", player }, "", undefined, "", list);
}

/**
 * A player of earlier tournaments: one tap enters them, and the window stays open for the next one.
 * @param {Desk} desk
 * @param {string} player
 */
function regular(desk, player) {
  const button = h("button", { type: "button", class: "quiet", onclick: () => {
    button.disabled = true;
    void desk.act({ type: "register", player });
  } }, player);
  return button;
}

/**
 * Who is entered from a list: of a name that is there more than once, ask how many players have it. null: nobody is.
 * @param {readonly string[]} read
 * @returns {Promise<string[] | null>}
 */
async function wholeList(read) {
  /** @type {string[]} */
  const names = [];
  for (const [name, times] of timesOf(read)) {
    const alike = numbered(name, times, read);
    const is = times > 1 ? await askWhich(t("{name} is on the list {times} times", { name, times }), [[t("The same player"), 1], [t("Different players: {names}", { names: joined(alike) }), times]]) : 1;
    if (is === null) return null;
    names.push(...alike.slice(0, is));
  }
  return names;
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
