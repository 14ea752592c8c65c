/** The fields of a game of a cash night: its name with the stakes, buy-ins, seats, and how the house earns. */

import { fieldOf } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";
import { moneyInput, moneyWritten } from "../common/money.js";
import { choice } from "./forms.js";

/** @import { CashGame } from "sidepot/protocol" */

const MINUTE = 60_000;

/** @param {number} [decimals] */
export function gameFields(decimals) {
  const money = (/** @type {{ value?: number | null, free?: boolean }} */ bounds) => moneyInput({ ...bounds, ...(decimals !== undefined && { decimals }) });
  const name = h("input", { type: "text", required: true, maxlength: "80", autocomplete: "off" });
  const least = money({});
  const most = money({ free: true });
  const seats = h("input", { type: "number", inputmode: "numeric", min: "2", max: "12", step: "1", required: true, value: "9" });
  const charge = choice([["none", t("nothing")], ["time", t("a time charge from each seat")], ["rake", t("a rake, dropped from the pots")]], "none");
  const amount = money({ free: true });
  const minutes = h("input", { type: "number", inputmode: "numeric", min: "5", max: "240", step: "5", value: "30" });
  const time = h("div", { class: "two-columns", hidden: true }, fieldOf(t("Charge for a seat"), amount), fieldOf(t("Every how many minutes"), minutes));
  charge.addEventListener("change", () => { time.hidden = charge.value !== "time"; });
  const parts = [
    fieldOf(t("Game and stakes"), name), h("div", { class: "two-columns" }, fieldOf(t("Smallest buy-in"), least), fieldOf(t("Largest buy-in"), most, t("empty: no limit"))),
    h("div", { class: "two-columns" }, fieldOf(t("Seats"), seats), fieldOf(t("The house takes"), charge)), time,
  ];
  /** @returns {CashGame} */
  const made = () => ({
    name: name.value.trim(), least: moneyWritten(least), most: moneyWritten(most) || 0, seats: Number(seats.value), charge: /** @type {CashGame["charge"]} */ (charge.value),
    ...(charge.value === "time" && { amount: moneyWritten(amount) || 0, period_ms: Number(minutes.value) * MINUTE }),
  });
  return { parts, made };
}
