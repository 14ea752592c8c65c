/** The windows in which a host adds to the books. */

import { amountInput, amountWritten } from "../common/amount_input.js";
import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";
import { partyName, THE_HOUSE } from "./periods.js";

/** @import { NightChange } from "sidepot/protocol" */

/**
 * @typedef {NightChange["what"]} What
 * @typedef {(what: What, decimals: number) => Promise<unknown>} Send
 */

const MOST = 10 ** 12;
const FINEST = 2; // decimals of the finest unit

/**
 * Ask for an expense or an adjustment, and send it.
 * @param {"expense" | "adjustment"} type
 * @param {readonly string[]} people
 * @param {number} decimals those of the books
 * @param {string} belongs the period or the tables that it is for
 * @param {Send} send
 * @returns {Promise<true | null>}
 */
export function askSplit(type, people, decimals, belongs, send) {
  const isExpense = type === "expense";
  return openDialog({
    title: isExpense ? t("Add an expense") : t("Adjust a result"),
    body: (close) => {
      const text = h("input", { type: "text", required: true, autofocus: true, maxlength: "80", pattern: ".*[^ ].*", name: "text" });
      const amount = amountInput({ least: 1, most: MOST, decimals: FINEST }, { name: "amount" });
      const names = h("datalist", { id: "night-people" }, [...people, partyName(THE_HOUSE)].map((name) => h("option", { value: name })));
      const to = h("input", { type: "text", required: true, maxlength: "24", name: "to", list: "night-people", autocomplete: "off" });
      const boxes = [...people, ...(isExpense ? [] : [THE_HOUSE])].map((name) => h("input", { type: "checkbox", value: name, checked: isExpense, name: "among" }));
      const others = h("input", { type: "text", maxlength: "500", name: "others", autocomplete: "off" });
      const sent = async () => {
        const typed = amountWritten(amount);
        const coarser = 10 ** (FINEST - decimals);
        const isCoarse = typed % coarser === 0; // else the books become finer by it
        const among = [...boxes.filter((box) => box.checked).map((box) => box.value), ...others.value.split(",").map(nameIn).filter(Boolean)];
        await send({ type, text: text.value.trim(), chips: isCoarse ? typed / coarser : typed, to: nameIn(to.value), among }, isCoarse ? decimals : FINEST);
        close(true);
      };
      return sentForm(
        sent,
        [
          field(isExpense ? t("What for") : t("Reason"), text),
          field(t("Amount"), amount),
          names,
          field(isExpense ? t("Paid by") : t("Who gets it"), to, t("a player, the house, or somebody who did not play")),
          h("fieldset", { class: "among" }, h("legend", {}, isExpense ? t("Shared by") : t("Taken from")),
            boxes.map((box) => h("label", { class: "check" }, box, " ", partyName(box.value)))),
          field(t("Others"), others, t("names, separated by commas")),
          h("p", { class: "hint" }, t("It belongs to {period}. Each pays the same part; the first ones pay what is left over.", { period: belongs })),
        ],
        isExpense ? t("Add the expense") : t("Adjust"),
      );
    },
  });
}

/** A name as it was typed. @param {string} text */
function nameIn(text) {
  const name = text.trim().replace(/\s+/g, " ");
  return name === partyName(THE_HOUSE) ? THE_HOUSE : name;
}

/** Tables of points to begin with. */
const TABLES = ["10, 7, 5, 3, 2, 1", "25, 18, 15, 12, 10, 8, 6, 4, 2, 1", "3, 2, 1"];

/**
 * Ask for the points of each rank, and send them.
 * @param {string} year
 * @param {readonly number[]} now
 * @param {Send} send
 * @returns {Promise<true | null>}
 */
export function askPoints(year, now, send) {
  return openDialog({
    title: t("Points of {year}", { year }),
    body: (close) => {
      const points = h("input", { type: "text", autofocus: true, name: "points", inputmode: "numeric", autocomplete: "off", value: (now.length ? now.join(", ") : TABLES[0]), pattern: "\\s*(\\d{1,3}|1000)?(\\s*,\\s*(\\d{1,3}|1000)){0,29}\\s*" });
      const sent = async () => {
        await send({ type: "points", points: points.value.split(",").map((one) => one.trim()).filter(Boolean).map(Number) }, 0);
        close(true);
      };
      const ready = TABLES.map((table) => h("button", { type: "button", class: "quiet", onclick: () => (points.value = table) }, table));
      return sentForm(
        sent,
        [
          field(t("Points for the first, the second, …"), points, t("0 to 1,000 each, separated by commas; empty: no points")),
          h("div", { class: "books-files" }, ready),
          h("p", { class: "hint" }, t("They count for every night of the year in which chips moved between people, earlier ones included.")),
        ],
        t("Choose"),
      );
    },
  });
}
