/** The players: found by two letters, a table or a seat; before the start they are checked in here. */


import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { chips } from "../common/words.js";
import { isBefore, isDraft, mayDo, playerWords, wholePlayers } from "./tournament.js";
import { found } from "./finding.js";
import { putLines } from "./lines.js";
import { PAGE, playersOf } from "./routes.js";
import { openPlayer } from "./sheet.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Player, Todo } from "./tournament.js"
 */

const SHOWN = 60; // more are found by a letter
const ORDER = ["busted", "seated", "alternate", "registered", "out"];

/** @type {{ text: string, players: Player[] }} */
let asked = { text: "", players: [] };

/** @param {readonly Player[]} players */
function inOrder(players) {
  const rank = (/** @type {Player} */ one) => (one.due ? -1 : (ORDER.indexOf(one.status) + ORDER.length + 1) % (ORDER.length + 1));
  return [...players].sort((one, other) => rank(one) - rank(other) || one.table - other.table || one.seat - other.seat || one.place - other.place);
}

/**
 * @param {Desk} desk
 * @param {Player} player
 */
function lineOf(desk, player) {
  const isDue = player.due > 0 && mayDo(desk.tournament, "paid");
  return el("li", { key: player.player, class: `is-${player.status}` },
    el("button", { type: "button", class: "desk-player", "data-act": "player", onclick: () => openPlayer(desk, player.player) },
      el("span", { class: "desk-name" }, player.player), el("small", {}, playerWords(desk.tournament, player))),
    isDue && el("button", { type: "button", class: "strong", "data-act": "paid", "aria-label": t("{player} has paid", { player: player.player }), onclick: () => desk.act({ type: "paid", player: player.player }) }, t("Paid")));
}

/**
 * Somebody who has entered their name, and pays.
 * @param {Desk} desk
 * @param {Todo} one
 */
function waitingOf(desk, one) {
  const [name] = one.players;
  const pay = () => one.do && desk.act(one.do, "", t("{player} has paid", { player: name }));
  return el("li", { key: one.id, class: "is-waiting" }, el("span", { class: "desk-player" }, el("span", { class: "desk-name" }, name), el("small", {}, t("checked in, has to pay"))),
    el("button", { type: "button", class: "strong", "data-act": "paid", "aria-label": t("{player} has paid", { player: name }), onclick: pay }, t("Paid")));
}

/**
 * All these players, each once.
 * @param {readonly (readonly Player[])[]} lists
 */
export function everybody(lists) {
  /** @type {Map<string, Player>} */
  const all = new Map();
  for (const one of lists.flat()) if (!all.has(one.player)) all.set(one.player, one);
  return [...all.values()];
}

/**
 * @param {Desk} desk
 * @param {string} text
 */
export function drawPeople(desk, text) {
  const { tournament } = desk;
  const all = desk.players.length < PAGE ? desk.players : everybody([desk.players, asked.text === text ? asked.players : [], desk.seated()]);
  const shown = text.trim() ? found(all, text) : inOrder(all);
  const place = /** @type {HTMLElement} */ (document.querySelector("#people-list"));
  const lines = shown.slice(0, SHOWN).map((player) => lineOf(desk, player));
  const more = shown.length - lines.length;
  if (more > 0) lines.push(el("li", { key: "", class: "hint" }, t("{more} more: type two letters", { more: chips(more) })));
  const waiting = text.trim() || !mayDo(tournament, "register") ? [] : tournament.todo.filter(({ about, kind }) => kind === "asked" && about === "enter");
  putLines(place, [...waiting.map((one) => waitingOf(desk, one)), ...lines]);
  put(/** @type {HTMLElement} */ (document.querySelector("#found")), text.trim() ? tn("{count} player", "{count} players", shown.length) : "");
  const enter = /** @type {HTMLButtonElement} */ (document.querySelector("#enter"));
  enter.hidden = !mayDo(tournament, "register") || isDraft(tournament) || !(isBefore(tournament) || tournament.terms.entry_open);
}

/**
 * Many players are not all listed: those that fit are asked for.
 * @param {Desk} desk
 * @param {string} text
 */
export async function findMore(desk, text) {
  if (desk.players.length < PAGE || text.trim().length < 2) return;
  try {
    asked = { text, players: wholePlayers(await playersOf(desk.id, text.trim())) };
  } catch {
    return; // those that are known are found all the same
  }
  desk.draw();
}
