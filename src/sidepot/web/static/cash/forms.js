/** The windows in which the desk of a cash night asks: each sends one command, and stays open while it is refused. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney, moneyInput, moneyWritten } from "../common/money.js";
import { asRefused } from "../room/api.js";
import { newId } from "../room/socket.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { CashDoForm } from "sidepot/protocol"
 * @import { Desk } from "./cash.js"
 * @typedef {CashDoForm["do"]} Command
 * @typedef {(id: string, command: Command, person?: number) => Promise<unknown>} Give
 */

const NEW = -1;

/**
 * A window that sends a command made from its fields.
 * @param {Give} give
 * @param {{ title: string, go: string, fields: Child, make: () => Command, person?: () => number, wide?: boolean }} form
 */
export function askForm(give, { title, go, fields, make, person, wide = false }) {
  let id = newId(); // kept while the room does not answer: sent again, it is done once
  return openDialog({
    title,
    wide,
    body: (close) => {
      const send = async () => {
        try {
          await give(id, make(), person?.());
        } catch (caught) {
          if (asRefused(caught).status) id = newId(); // it was refused: what is sent then is another command
          throw caught;
        }
        close(true);
      };
      const form = sentForm(send, fields, go);
      queueMicrotask(() => /** @type {HTMLElement | null} */ (form.querySelector("[autofocus], input, select"))?.focus());
      return form;
    },
  });
}

/**
 * All names that the night knows.
 * @param {Desk} desk
 */
const namesTonight = ({ state }) => [...new Set([...state.games.flatMap(({ entries }) => entries.map(({ player }) => player)), ...state.players.map(({ player }) => player)])];

/**
 * A field for a name, which offers those that the night or the club knows. If the club knows it and the night does not, it
 * asks whether this is the same `person`.
 * @param {Desk} desk
 */
export function nameInput(desk, value = "") {
  const tonight = namesTonight(desk);
  const list = h("datalist", { id: `names-${newId()}` }, [...new Set([...tonight, ...desk.regulars.map(({ name }) => name)])].map((name) => h("option", { value: name })));
  const input = h("input", { type: "text", required: true, maxlength: "60", autocomplete: "off", list: list.id, value });
  const who = h("select", {});
  const known = h("div", { class: "cash-known" });
  const ask = () => {
    const is = (/** @type {string} */ name) => name.toLocaleLowerCase() === input.value.trim().toLocaleLowerCase();
    const found = tonight.some(is) ? [] : desk.regulars.filter(({ name }) => is(name));
    put(who, found.map(({ name, times, person }) => h("option", { value: String(person) }, t("{name}, known from {evenings}", { name, evenings: tn("{count} evening", "{count} evenings", times) }))), h("option", { value: String(NEW) }, t("somebody new with the same name")));
    if (found.length > 1) who.value = String(NEW); // which of them it is, the name does not tell
    put(known, found.length > 0 && field(t("The club knows this name"), who));
  };
  input.addEventListener("input", ask);
  ask();
  return { input, parts: [input, list], known, person: () => (known.childElementCount ? Number(who.value) : 0) };
}

/**
 * A choice of one, by value and text.
 * @param {readonly (readonly [value: string, text: string])[]} options
 * @param {string} chosen
 */
export const choice = (options, chosen = "") =>
  h("select", {}, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

/** @param {string} text */
export const tick = (text, checked = false) => {
  const input = h("input", { type: "checkbox", checked });
  return { input, part: h("label", { class: "check cash-check" }, input, " ", text) };
};

/**
 * Fields for chips by denomination, and their sum; without denominations, or where only the sum is known, one amount.
 * @param {readonly number[]} values
 */
export function countFields(values) {
  const amount = moneyInput({ free: values.length > 0 });
  const total = h("output", { class: "cash-total" });
  const many = values.map((value) => ({ value, input: h("input", { type: "number", inputmode: "numeric", min: "0", max: "1000000", step: "1" }) }));
  /** @returns {[number, number][]} */
  const counted = () => many.flatMap(({ value, input }) => (Number(input.value) ? [[value, Number(input.value)]] : []));
  const sum = () => counted().reduce((all, [value, count]) => all + value * count, 0);
  const tell = () => {
    const isCounted = counted().length > 0;
    amount.disabled = isCounted;
    put(total, isCounted ? t("Counted: {amount}", { amount: inMoney(sum()) }) : "");
  };
  for (const { input } of many) input.addEventListener("input", tell);
  const parts = [
    values.length > 0 && h("fieldset", { class: "cash-count" }, h("legend", {}, t("Chips by value")),
      many.map(({ value, input }) => h("label", { class: "field" }, h("span", {}, inMoney(value)), input)), total),
    field(values.length ? t("Or the whole amount") : t("Amount"), amount),
  ];
  return { parts, made: () => (counted().length ? { count: counted() } : { chips: moneyWritten(amount) || 0 }) };
}
