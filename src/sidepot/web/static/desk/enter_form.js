/** Entering players by name: one, or a list; who is read in it is seen before it is sent. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { joined } from "../common/words.js";
import { newId } from "../room/socket.js";
import { askWhich } from "./asking.js";
import { isBefore } from "./tournament.js";
import { refusal } from "../room/trouble.js";
import { enterFile, knownAs, regularsOf } from "./routes.js";
import { namesOf, numbered, timesOf } from "./reading.js";

/**
 * @import { Regulars } from "sidepot/protocol"
 * @import { Desk } from "./console.js"
 */

const LONGEST = 9000; // characters of a list
const LONGEST_NAME = 60;
const STILL = 250; // milliseconds without a key before the club is asked for a name
const NEW = -1; // a person whom the club does not know yet

/**
 * Enter a player by name, or several at once: while it is on, the seat comes at once.
 * @param {Desk} desk
 */
export async function enterPlayer(desk) {
  /** @type {{ names: string[], person: number } | null} */
  const read = await openDialog({
    title: isBefore(desk.tournament) ? t("Enter players") : t("Enter a player"),
    body: (close) => {
      const text = h("input", { type: "text", required: true, autofocus: true, maxlength: String(LONGEST), autocomplete: "off" });
      const who = h("p", { class: "desk-who", role: "status" });
      const go = strong(t("Enter player"));
      const regulars = h("div", { class: "desk-regulars" });
      void regularsOf(desk.id).then((names) => put(regulars, names.length > 0 && [h("p", { class: "hint" }, t("Players of earlier tournaments:")), names.map((one) => regular(desk, one))]), () => {});
      const known = new KnownPersons(desk.id);
      const show = () => {
        const all = namesOf(text.value);
        const isList = all.length > 1;
        known.ask(isList ? "" : (all[0] ?? ""));
        put(who, isList && joined(all));
        put(go, isList ? t("Enter {players} players", { players: all.length }) : t("Enter player"));
      };
      text.addEventListener("input", show);
      text.addEventListener("paste", (event) => {
        takeIn(event, text);
        show();
      });
      const send = () => text.value.trim() && close({ names: namesOf(text.value), person: known.person });
      return formOf(send, [field(t("Name"), text, t("For several players, separate the names with commas.")), who, known.place, regulars, fileOfNames(desk)], go);
    },
  });
  const names = read && (await wholeList(read.names));
  const list = names && names.length > 1 ? newId() : "";
  const person = read && names?.length === 1 ? read.person : 0;
  for (const player of names ?? []) void desk.act({ type: "register", player, ...(person && { person }) }, "", undefined, "", list);
}

/**
 * A file with the names of players, as spreadsheets write it: who is in it is entered at once.
 * @param {Desk} desk
 */
function fileOfNames(desk) {
  const note = h("p", { class: "desk-who", role: "status" });
  const file = h("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    try {
      const { entered, already, refused } = await enterFile(desk.id, await chosen.text());
      put(note, [tn("{count} player entered", "{count} players entered", entered.length), already.length && t("already there: {names}", { names: joined(already) }), refused.length && t("not entered: {names}", { names: joined(refused.map(([name]) => name)) })].filter(Boolean).join(" · "));
    } catch (caught) {
      put(note, refusal(caught));
    }
    file.value = "";
    desk.keeper.wake();
  });
  return [field(t("Or from a spreadsheet (CSV)"), file), note];
}

/** Whom the club knows by the name that is typed: the same person, or somebody new who only has the same name. */
class KnownPersons {
  place = h("div", { class: "desk-known" });
  choice = h("select", {});
  name = "";
  timer = 0;

  /** @param {string} tournament */
  constructor(tournament) {
    this.tournament = tournament;
  }

  /** Who is chosen; 0 leaves it to the name. */
  get person() {
    return this.place.childElementCount ? Number(this.choice.value) : 0;
  }

  /** @param {string} name */
  ask(name) {
    if (name === this.name) return;
    this.name = name;
    clearTimeout(this.timer);
    put(this.place, null);
    if (name && name.length <= LONGEST_NAME) this.timer = setTimeout(() => void this.#look(name), STILL);
  }

  /** @param {string} name */
  async #look(name) {
    const found = await knownAs(this.tournament, name).catch(() => []);
    if (name !== this.name || !found.length) return;
    put(this.choice, found.map(({ player, times, person }) => h("option", { value: String(person) }, t("{name}, known from {tournaments}", { name: player, tournaments: tn("{count} tournament", "{count} tournaments", times) }))), h("option", { value: String(NEW) }, t("somebody new with the same name")));
    if (found.length > 1) this.choice.value = String(NEW); // which of them it is, the name does not tell
    put(this.place, field(t("The club knows this name"), this.choice));
  }
}

/**
 * A player of earlier tournaments: one tap enters them, and the window stays open for the next one.
 * @param {Desk} desk
 * @param {Regulars["regulars"][number]} regular
 */
function regular(desk, { player, person, picture }) {
  const button = h("button", { type: "button", class: "quiet", onclick: () => {
    button.disabled = true;
    void desk.act({ type: "register", player, person });
  } }, picture && h("img", { src: picture, alt: "", width: 32, height: 32 }), player);
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
