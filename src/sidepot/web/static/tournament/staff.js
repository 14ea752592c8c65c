/** What the staff of a tournament can do: each act with its reason, and with their name for all to read. */

import { field, fieldOf, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { number, select } from "../form/fields.js";

/**
 * @import { TournamentCmd } from "sidepot/protocol"
 * @import { Values } from "../form/fields.js"
 * @import { Tournament } from "./figures.js"
 * @typedef {TournamentCmd["do"]} Saying
 * @typedef {(what: Saying) => Promise<boolean>} Say
 */

const MINUTE = 60_000;

/**
 * A command, made of what the fields hold.
 * @typedef {{ title: string, fields: HTMLElement[], made: (reason: string) => Saying, reason?: boolean }} Ask
 */

/** @type {Record<string, string>} */
const PLAIN = { begin: t("Start now"), pause: t("Pause"), go_on: t("Continue"), announce: t("Announce"), add_bots: t("Add bots"), call_off: t("Cancel the tournament") };

/** @type {Values} */
const DIRECTED = [
  ["add_time", t("Change the time left in the level")],
  ["jump", t("Go to another level")],
  ["break_now", t("Take a break now")],
  ["penalise", t("Penalise a player")],
  ["disqualify", t("Disqualify a player")],
  ["undo", t("Undo the last step")],
  ["redo", t("Redo the last undone step")],
];

const text = (most = 200) => h("input", { type: "text", required: true, maxlength: String(most), autocomplete: "off" });

/**
 * What is asked for a command of the director.
 * @param {string} what
 * @param {Tournament} state
 * @returns {Ask}
 */
function directing(what, state) {
  const title = DIRECTED.find(([id]) => id === what)?.[1] ?? what;
  const players = select([...state.stacks.map(({ player }) => /** @type {[string, string]} */ ([player, player])), ["", t("Add a player")]], "");
  const named = h("input", { type: "text", maxlength: "60", autocomplete: "off" });
  const who = () => named.value.trim() || players.value;
  const whom = [field(t("Player"), players), field(t("Or by name"), named)];
  const minutes = number(-600, 600, 5);
  /** @param {Extract<Saying, { type: "direct" }>["do"]} act */
  const direct = (act) => (/** @type {string} */ reason) => /** @type {Saying} */ ({ type: "direct", do: act, reason });
  switch (what) {
    case "add_time":
      return { title, fields: [field(t("Minutes"), minutes, t("a negative number shortens the level"))],
        made: (reason) => direct({ type: "add_time", ms: Math.round(Number(minutes.value) * MINUTE) })(reason) };
    case "jump": {
      const items = select(state.about.levels.map(({ level }, at) => [String(at), level ? t("Level {level}", { level }) : t("Break")]), "0");
      return { title, fields: [field(t("To"), items)], made: (reason) => direct({ type: "jump", item: Number(items.value) })(reason) };
    }
    case "break_now":
      return { title, fields: [field(t("Minutes"), minutes)],
        made: (reason) => direct({ type: "break_now", ms: Math.round(Number(minutes.value) * MINUTE) })(reason) };
    case "penalise": {
      const hands = number(1, 200, 3);
      return { title, fields: [...whom, field(t("Hands to miss"), hands)],
        made: (reason) => direct({ type: "penalise", player: who(), hands: Number(hands.value), why: reason })(reason) };
    }
    case "disqualify":
      return { title, fields: whom, made: (reason) => direct({ type: "disqualify", player: who(), why: reason })(reason) };
    case "redo":
      return { title, fields: [], made: (reason) => direct({ type: "redo", why: reason })(reason) };
    default:
      return { title, fields: [], made: (reason) => direct({ type: "undo", why: reason })(reason) };
  }
}

/**
 * Whether it is a final day that has not begun.
 * @param {Tournament} state
 */
const isWaiting = ({ flights, phase }) => flights.length > 0 && phase === "registering";

/**
 * What is asked for any other command.
 * @param {string} what
 * @param {Tournament} state
 * @returns {Ask}
 */
function asking(what, state) {
  const title = PLAIN[what] ?? what;
  const announcement = text(300);
  const bots = number(1, 1000, 5);
  switch (what) {
    case "announce":
      return { title, fields: [field(t("Announcement"), announcement)], reason: false, made: () => ({ type: "announce", text: announcement.value }) };
    case "add_bots":
      return { title, fields: [field(t("Number"), bots)], reason: false, made: () => ({ type: "add_bots", count: Number(bots.value) }) };
    case "call_off":
      return { title, fields: isWaiting(state) ? [h("p", {}, t("Flights that have not started are cancelled too, and their entries are refunded. Flights in progress are played to the end. Then players rank by the chips they bagged, and the prizes are paid."))] : [], made: (reason) => ({ type: "call_off", reason }) };
    case "pause":
      return { title, fields: [], made: (reason) => ({ type: "pause", reason }) };
    case "go_on":
      return { title, fields: [], reason: false, made: () => ({ type: "go_on" }) };
    default:
      return { title, fields: [], reason: false, made: () => ({ type: "begin" }) };
  }
}

/**
 * Ask for what a command needs, and say it.
 * @param {Ask} ask
 * @param {Say} say
 */
function carryOut({ title, fields, made, reason = true }, say) {
  const why = text();
  if (!fields.length && !reason) return say(made(""));
  return openDialog({
    title,
    body: (close) => sentForm(async () => {
      if (await say(made(why.value))) close(true);
      else close(null); // the page says why it was refused
    }, [fields, reason && field(t("Reason"), why, t("everyone can see it, with your name"))], title),
  });
}

/**
 * The buttons of the staff.
 * @param {HTMLElement} place
 * @param {Tournament} state
 * @param {readonly string[]} may
 * @param {Say} say
 */
export function drawStaff(place, state, may, say) {
  const button = (/** @type {string} */ words, /** @type {() => unknown} */ onclick, /** @type {string} */ what) =>
    el("button", { type: "button", class: "quiet", onclick, "data-act": what }, words);
  const plain = may.filter((what) => what !== "direct").map((what) => button(PLAIN[what] ?? what, () => carryOut(asking(what, state), say), what));
  const which = el("select", {}, DIRECTED.map(([value, words]) => el("option", { value, selected: value === "add_time" }, words)));
  const chosen = () => place.querySelector("select")?.value ?? "";
  const director = may.includes("direct") &&
    el("div", { class: "table-go" }, fieldOf(t("Tournament director"), which), button(t("Continue…"), () => carryOut(directing(chosen(), state), say), "direct"));
  put(place, el("h2", {}, t("Staff")), el("div", { class: "table-go" }, plain), director);
}
