/** The form in which what was announced is changed: late entry, money, prizes, seats, and which tables are broken first. */

import { amountInput, amountWritten } from "../common/amount_input.js";
import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney, moneyDecimals } from "../common/money.js";
import { chips } from "../common/words.js";
import { isDraft } from "./tournament.js";
import { numbersOf, percentsOf } from "./reading.js";

/** @import { Desk } from "./console.js" */

/** @type {[text: string, key: "late_levels" | "guarantee" | "added" | "seats" | "most"][]} */
const NUMBERS = [
  [t("Levels with late registration"), "late_levels"], [t("Guarantee"), "guarantee"], [t("Added by the house"), "added"],
  [t("Seats per table"), "seats"], [t("Maximum entries"), "most"],
];

/** @param {string} key */
const isMoney = (key) => key === "guarantee" || key === "added";

/** @param {Desk} desk */
export async function changeTerms(desk) {
  const { terms, tables } = desk.tournament;
  const isFree = isDraft(desk.tournament); // nobody has seen it yet
  /** @type {{ changes: Record<string, unknown>, why: string } | null} */
  const made = await openDialog({
    title: t("Change terms"),
    body: (close) => {
      const inputs = NUMBERS.map(([, key]) => amountInput({ free: true, decimals: isMoney(key) ? moneyDecimals() : 0 }));
      const prizes = h("input", { type: "text", inputmode: "decimal", maxlength: "400", autocomplete: "off" });
      const order = h("input", { type: "text", inputmode: "numeric", maxlength: "400", autocomplete: "off" });
      const why = h("input", { type: "text", required: !isFree, maxlength: "200", autocomplete: "off" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      const send = () => {
        const percents = percentsOf(prizes.value);
        const changes = {
          ...Object.fromEntries(NUMBERS.flatMap(([, key], at) => (inputs[at].value === "" ? [] : [[key, amountWritten(inputs[at])]]))),
          ...(percents && { pays: { ...terms.pays, percents } }),
          ...(order.value.trim() && { break_order: numbersOf(order.value) }),
        };
        if (prizes.value.trim() && !percents) put(wrong, t("The percentages do not add up to 100."));
        else if (Object.keys(changes).length && (isFree || why.value.trim())) close({ changes, why: why.value.trim() });
        else put(wrong, t("Enter at least one change."));
      };
      return formOf(send, [
        h("p", { class: "hint" }, t("Empty: no change.")),
        NUMBERS.map(([text, key], at) => field(text, inputs[at], t("now {value}", { value: isMoney(key) ? inMoney(terms[key]) : chips(terms[key]) }))),
        !terms.pays?.seat_price && field(t("Prizes in percent"), prizes, t("from first place down, such as 50 30 20")),
        tables.length > 1 && field(t("Order in which tables break"), order, t("table numbers, first to break first")),
        !isFree && field(t("Why?"), why), wrong,
      ], strong(t("Change")));
    },
  });
  if (made) await desk.act({ type: "change_terms", ...made.changes, ...(made.why && { why: made.why }) }, made.why);
}
