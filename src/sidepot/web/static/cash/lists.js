/** The lists of a cash night: who is interested, who is going, who is called until when. */

import { fieldOf, openDialog } from "../common/dialogs.js";
import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { askForm, choice, nameInput, tick } from "./forms.js";
import { sitForm } from "./tables.js";
import { clock, left } from "./words.js";

/**
 * @import { CashEntry, CashGameView } from "sidepot/protocol"
 * @import { Desk } from "./cash.js"
 */

/** @param {Desk} desk */
export const listParts = (desk) => desk.state.games.map((game) => listOf(desk, game));

/**
 * @param {Desk} desk
 * @param {CashGameView} game
 */
function listOf(desk, game) {
  const { number, name, entries, free = 0, next = "" } = game;
  return el("article", { key: number, class: "cash-card", "data-game": number },
    el("header", {}, el("h3", {}, name), el("p", {}, tn("{count} free seat", "{count} free seats", free))),
    entries.length ? el("ol", { class: "cash-list", "aria-label": t("List of {game}", { game: name }) }, entries.map((entry) => rowOf(desk, game, entry))) : el("p", { class: "hint" }, t("Nobody is on this list.")),
    el("div", { class: "desk-acts" },
      free > 0 && next && desk.may("call") && el("button", { type: "button", class: "strong", onclick: () => desk.act({ type: "call", game: number }) }, t("Call {player}", { player: next })),
      desk.may("list") && el("button", { type: "button", class: "quiet", onclick: () => addForm(desk, number) }, t("Add to the list"))));
}

/**
 * @param {Desk} desk
 * @param {CashGameView} game
 * @param {CashEntry} entry
 */
function rowOf(desk, game, entry) {
  const { player, at, going, phone, until = 0, passed } = entry;
  const facts = [until ? t("called, {time} left", { time: left(until - desk.now) }) : going ? t("going") : t("interested"),
    phone && t("by phone"), passed && t("lets the next one go first"), t("since {time}", { time: clock(at) })];
  return el("li", { key: player, class: until ? "is-called" : going ? "" : "is-interested" },
    el("div", {}, el("b", {}, player), el("small", {}, facts.filter(Boolean).join(" · "))),
    until > 0 && desk.may("sit") && el("button", { type: "button", class: "strong desk-small", onclick: () => sitForm(desk, { game: game.number, player }) }, t("Seat {player}", { player })),
    desk.may("list") && el("button", { type: "button", class: "quiet desk-small", "aria-label": t("More about {player}", { player }), onclick: () => entrySheet(desk, game, entry) }, "…"));
}

/**
 * @param {Desk} desk
 * @param {number} game
 */
function addForm(desk, game) {
  const { input, parts, known, person } = nameInput(desk);
  const how = choice([["going", t("going: wants the next seat")], ["interested", t("interested: comes if there is a game")]], "going");
  const phone = tick(t("by phone"));
  return askForm(desk.give, {
    title: t("Add to the list"), go: t("Add"),
    fields: [fieldOf(t("Name"), parts), known, fieldOf(t("How"), how), phone.part],
    person,
    make: () => ({ type: "list", player: input.value.trim(), game, going: how.value === "going", phone: phone.input.checked }),
  });
}

/**
 * @param {Desk} desk
 * @param {CashGameView} game
 * @param {CashEntry} entry
 */
function entrySheet(desk, game, { player, going = false, phone = false, until = 0 }) {
  const of = { player, game: game.number };
  return openDialog({
    title: player,
    body: (close) => {
      const button = (/** @type {string} */ text, /** @type {() => unknown} */ act) =>
        el("button", { type: "button", class: "quiet", onclick: () => { close(); void act(); } }, text);
      return [el("div", { class: "body cash-sheet" },
        !until && (game.free ?? 0) > 0 && button(t("Call now"), () => desk.act({ type: "call", ...of })),
        button(t("Seat {player}", { player }), () => sitForm(desk, of)),
        until > 0 && button(t("Passes: the next one goes first"), () => desk.act({ type: "pass", ...of })),
        button(t("To the end of the list"), () => desk.act({ type: "to_end", ...of })),
        button(going ? t("Only interested") : t("Is going"), () => desk.act({ type: "list", ...of, going: !going, phone })),
        button(t("Off the list"), () => desk.act({ type: "unlist", ...of })))];
    },
  });
}
