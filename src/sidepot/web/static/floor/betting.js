/** The betting of an incident, by taps on the felt: the same as a line of text beside it, which may be typed too. */

import { h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { english, t } from "../common/language.js";
import { amountTyped, chips } from "../common/words.js";
import { asRefused, post } from "../room/api.js";
import { feltPicture } from "./felt_picture.js";
import { about, begun, gameOf, STREETS, unitOf, withAct, withoutLast } from "./line.js";

/** @import { FloorFelt, NextAct } from "sidepot/protocol" */

const STAKES = ["1/2", "1/3", "2/5", "5/10", "25/50", "50/100", "100/200", "200/400", "300/600", "500/1000", "1000/2000", "5000/10000"];

/** @param {string} street */
const streetName = (street) => ({ "": t("before the flop"), flop: t("on the flop"), turn: t("on the turn"), river: t("on the river") })[street] ?? street;

/** The game of the last line on this device. */
export const lastGame = () => gameOf(kept.get("floor-game", "NL 100/200 6 players"));

/**
 * The amounts that are offered for a bet or raise, and for an all-in.
 * @param {NextAct} turn
 * @param {number} pot
 * @param {number} unit
 */
export function sizesOf({ call, least, most }, pot, unit) {
  const price = call ?? 0;
  /** @param {number[]} amounts */
  const tidy = (amounts) => [...new Set(amounts.map(Math.floor))].filter((one) => one > 0).sort((one, other) => one - other);
  const raises = tidy([least, 1.5 * least, 2 * least, pot + price].map((one) => Math.min(one, most ?? one))).filter((one) => one >= least);
  const short = price ? [price / 2, price, (price + (least || 2 * price)) / 2] : [unit / 2];
  return { raises, allIns: tidy([...short, 2 * (least || price), pot + 2 * price]) };
}

/**
 * The field of a line of betting, with the felt that shows and changes it.
 * @param {{ label: import("../common/element.js").Filled, now: string, house: () => string, hint: HTMLElement, early: boolean }} field `early`: it is about a player out of turn
 */
export function bettingField({ label, now, house, hint, early }) {
  const line = h("textarea", { rows: 2, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "NL 200/400: A 1200; B to act" });
  line.value = now;
  const place = h("div", { class: "floor-felt" });
  /** @type {FloorFelt | null} */
  let felt = null;
  /** @type {"" | "raise" | "all-in" | "stack"} */
  let asks = "";
  let trouble = "";
  let asked = 0;

  /** @param {string} text */
  function write(text) {
    asks = "";
    line.value = text;
    line.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function look() {
    const mine = ++asked;
    kept.set("floor-game", line.value.slice(0, 80));
    try {
      const found = line.value.trim() ? /** @type {FloorFelt} */ (await post("/api/floor/felt", { line: line.value, house: house() })) : null;
      if (mine !== asked) return;
      [felt, trouble] = [found, ""];
    } catch (caught) {
      if (mine !== asked) return;
      trouble = asRefused(caught).because;
    }
    draw();
  }

  /** @param {string} act */
  const acts = (act) => felt && write(withAct(line.value, `${felt.turn.name} ${act}`));

  /** @param {string} words @param {() => unknown} onclick @param {Record<string, unknown>} [more] */
  const button = (words, onclick, more = {}) => el("button", { type: "button", class: "floor-pick", key: words, onclick, ...more }, words);

  /** @param {NextAct} turn */
  function deeds({ call, least, name }) {
    /** @param {"raise" | "all-in" | "stack"} what */
    const opens = (what) => ({ "aria-expanded": String(asks === what) });
    /** @param {"raise" | "all-in" | "stack"} what */
    const open = (what) => () => {
      asks = asks === what ? "" : what;
      draw();
    };
    return el(
      "div",
      { class: "floor-picks", role: "group", "aria-label": t("What does {player} do?", { player: name }) },
      el("b", { class: "floor-actor", translate: "no" }, name),
      button(t("Fold"), () => acts("folds")),
      call === null ? button(t("Check"), () => acts("checks")) : button(t("Call {amount}", { amount: chips(call) }), () => acts("calls")),
      least > 0 && button(call === null ? t("Bet …") : t("Raise …"), open("raise"), opens("raise")),
      button(t("All-in …"), open("all-in"), opens("all-in")),
      button(t("Stack …"), open("stack"), opens("stack")),
      button(t("Undo"), () => write(withoutLast(line.value)), { class: "floor-pick is-back" }),
    );
  }

  /** @param {FloorFelt} now */
  function amounts({ turn, pot }) {
    if (!asks) return null;
    const { raises, allIns } = sizesOf(turn, pot, unitOf(line.value));
    const behind = [5, 10, 20, 50, 100].map((blinds) => blinds * unitOf(line.value));
    const offered = asks === "raise" ? raises : asks === "all-in" ? allIns : behind;
    /** @param {number} amount */
    const take = (amount) => {
      if (asks === "stack") write(withAct(line.value, `${turn.name} (${amount}) to act`));
      else acts(asks === "all-in" ? `all-in ${amount}` : `${amount}`);
    };
    const own = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": t("Another amount"), placeholder: t("Another amount") });
    own.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        const amount = amountTyped(own.value);
        if (amount) take(amount);
      }
    });
    own.addEventListener("change", (event) => {
      event.stopPropagation();
      const amount = amountTyped(own.value);
      if (amount) take(amount);
    });
    const names = { raise: turn.call === null ? t("Bet how much?") : t("Raise to how much?"), "all-in": t("All-in for how much?"), stack: t("How much does {player} have behind?", { player: turn.name }) };
    return el("div", { class: "floor-picks", role: "group", "aria-label": names[asks], key: asks }, el("small", {}, names[asks]), offered.map((one) => button(chips(one), () => take(one))), own);
  }

  /** @param {string} name @param {string} words @param {[string, string][]} options @param {string} value */
  const select = (name, words, options, value) =>
    el(
      "label",
      { class: "field", key: name },
      el("span", {}, words),
      el(
        "select",
        {
          onchange: (/** @type {Event} */ event) => {
            event.stopPropagation();
            write(begun({ ...gameOf(line.value || "NL 100/200 6 players"), [name]: /** @type {HTMLSelectElement} */ (event.target).value }, early));
          },
        },
        (options.some(([one]) => one === value) ? options : [[value, value], ...options]).map(([one, shown]) => el("option", { value: one, selected: one === value, key: one }, shown)),
      ),
    );

  function game() {
    const { limit, stakes, street, players } = gameOf(line.value || "NL 100/200 6 players");
    const limits = /** @type {[string, string][]} */ ([["NL", t("No limit")], ["PL", t("Pot limit")], ["FL", t("Fixed limit")]]);
    const seats = [2, 3, 4, 5, 6, 7, 8, 9].map((one) => /** @type {[string, string]} */ ([String(one), String(one)]));
    return el(
      "details",
      { class: "floor-game" },
      el("summary", {}, t("Game, blinds, street, players")),
      el(
        "div",
        { class: "floor-selects" },
        select("limit", t("Game"), limits, limit),
        select("stakes", t("Blinds"), STAKES.map((one) => [one, one]), stakes),
        select("street", t("Street"), STREETS.map((one) => [one, streetName(one)]), street),
        select("players", t("Players"), seats, String(players || 6)),
      ),
    );
  }

  function draw() {
    put(
      place,
      felt && feltPicture(felt, (name) => write(about(line.value, name, early))),
      trouble && el("p", { class: "floor-trouble", role: "status" }, english(trouble)),
      felt && deeds(felt.turn),
      felt && amounts(felt),
      trouble && button(t("Undo"), () => write(withoutLast(line.value)), { class: "floor-pick is-back" }),
      game(),
    );
  }

  line.addEventListener("change", look);
  draw();
  look();
  return h("div", { class: "floor-question" }, h("label", { class: "field" }, h("span", {}, label), line), place, hint);
}
