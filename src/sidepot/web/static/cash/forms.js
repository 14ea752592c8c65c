/** The windows in which the desk of a cash night asks: each sends one command, and stays open while it is refused. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney, moneyInput, moneyWritten } from "../common/money.js";
import { asRefused } from "../room/api.js";
import { newId } from "../room/socket.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { CashDoForm } from "sidepot/protocol"
 * @import { Desk } from "./cash.js"
 * @typedef {CashDoForm["do"]} Command
 * @typedef {(id: string, command: Command) => Promise<unknown>} Give
 */

/**
 * A window that sends a command made from its fields.
 * @param {Give} give
 * @param {{ title: string, go: string, fields: Child, make: () => Command, wide?: boolean }} form
 */
export function askForm(give, { title, go, fields, make, wide = false }) {
  let id = newId(); // kept while the room does not answer: sent again, it is done once
  return openDialog({
    title,
    wide,
    body: (close) => {
      const send = async () => {
        try {
          await give(id, make());
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
 * All names that the night or the club knows.
 * @param {Desk} desk
 */
export const namesOf = ({ state, regulars }) => [...new Set([...state.games.flatMap(({ entries }) => entries.map(({ player }) => player)), ...state.players.map(({ player }) => player), ...regulars])];

/**
 * A field for a name, which offers those that are known.
 * @param {readonly string[]} names
 */
export function nameInput(names, value = "") {
  const list = h("datalist", { id: `names-${newId()}` }, names.map((name) => h("option", { value: name })));
  const input = h("input", { type: "text", required: true, maxlength: "60", autocomplete: "off", list: list.id, value });
  return { input, parts: [input, list] };
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
