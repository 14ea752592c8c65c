/** The small questions of the console: a number, a reason, a text, a seat. Each is a window with few taps. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { Table } from "./tournament.js"
 */

/**
 * A large button that chooses something.
 * @param {Child} text
 * @param {() => unknown} onclick
 * @param {import("../common/element.js").Props} more
 */
export const tile = (text, onclick, more = {}) => el("button", { type: "button", class: "desk-tile", onclick, ...more }, text);

/**
 * Ask for one text.
 * @param {{ title: string, label: string, go: string, hint?: string, usual?: string, offers?: string[], most?: number, required?: boolean }} about
 * @returns {Promise<string | null>}
 */
export function askText({ title, label, go, hint = "", usual = "", offers = [], most = 200, required = true }) {
  return openDialog({
    title,
    body: (close) => {
      const text = h("input", { type: "text", required, autofocus: !offers.length, maxlength: String(most), autocomplete: "off", value: usual });
      const buttons = offers.map((one) => tile(one, () => close(one)));
      const send = () => (text.value.trim() || !required) && close(text.value.trim());
      return formOf(send, [offers.length > 0 && h("div", { class: "desk-tiles" }, buttons), field(label, text, hint)], strong(go));
    },
  });
}

/**
 * Ask why.
 * @param {string} title
 * @param {string} go
 * @param {string[]} offers
 */
export const askWhy = (title, go, offers = []) => askText({ title, label: t("Why?"), go, offers });

/**
 * Ask for a whole number.
 * @param {{ title: string, label: string, go: string, least?: number, most?: number, usual?: number | "", hint?: string }} about
 * @returns {Promise<number | null>}
 */
export function askNumber({ title, label, go, least = 0, most = 1_000_000_000, usual = "", hint = "" }) {
  return openDialog({
    title,
    body: (close) => {
      const number = h("input", { type: "number", required: true, autofocus: true, inputmode: "numeric", step: "1", min: String(least), max: String(most), value: String(usual) });
      const send = () => number.value !== "" && close(Math.round(Number(number.value)));
      return formOf(send, field(label, number, hint), strong(go));
    },
  });
}

/**
 * Ask for several numbers, one of `each`; empty ones are left out, or (`isNone`) are 0. `sum` is shown below them.
 * @template T
 * @param {{ title: string, go: string, hint: string, each: [label: string, value: T][], isNone?: boolean, sum: (entered: [T, number][]) => string }} about
 * @returns {Promise<[value: T, n: number][] | null>}
 */
export function askNumbers({ title, go, hint, each, isNone = false, sum }) {
  return openDialog({
    title,
    body: (close) => {
      const inputs = each.map((_, at) => h("input", { type: "number", inputmode: "numeric", min: "0", max: "1000000000", step: "1", autofocus: at === 0 }));
      const below = h("p", { class: "hint", role: "status" });
      const entered = () => each.flatMap(([, value], at) => (inputs[at].value === "" && !isNone ? [] : [/** @type {[T, number]} */ ([value, Number(inputs[at].value)])]));
      for (const one of inputs) one.addEventListener("input", () => put(below, sum(entered())));
      const send = () => entered().length > 0 && close(entered());
      return formOf(send, [h("p", { class: "hint" }, hint), h("div", { class: "desk-each" }, each.map(([label], at) => field(label, inputs[at]))), below], strong(go));
    },
  });
}

/**
 * Ask for one of these.
 * @template T
 * @param {string} title
 * @param {readonly [text: string, value: T][]} among
 * @param {Child} before
 * @returns {Promise<T | null>}
 */
export const askWhich = (title, among, before = "") =>
  openDialog({ title, body: (close) => h("div", { class: "body" }, before, h("div", { class: "desk-tiles" }, among.map(([text, value], at) => tile(text, () => close(value), { autofocus: at === 0 })))) });

/**
 * Ask whether it is meant; only then it is done.
 * @param {string} title
 * @param {string} go
 * @param {Child} hint
 * @returns {Promise<boolean>}
 */
export const askSure = async (title, go, hint) => Boolean(await askWhich(title, [[go, true]], el("p", { class: "hint" }, hint)));

/**
 * Ask for a seat of a table: all of them, or the free ones.
 * @param {string} title
 * @param {Table} table
 * @param {number} seats
 * @param {boolean} isFree
 * @returns {Promise<number | null>}
 */
export function askSeat(title, table, seats, isFree = false) {
  const there = new Map(table.seats.map((one) => [one.seat, one.player]));
  const all = Array.from({ length: Math.max(seats, ...table.seats.map(({ seat }) => seat + 1)) }, (_, seat) => seat);
  const open = all.filter((seat) => !isFree || !there.get(seat));
  return askWhich(title, open.map((seat) => [there.get(seat) ? `${seat + 1} ${there.get(seat)}` : t("{seats} free", { seats: seat + 1 }), seat]));
}
