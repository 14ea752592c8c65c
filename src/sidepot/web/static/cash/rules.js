/** The rules of a cash night's house: its title, and where a club's own house differs from its book. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { titleIn } from "../common/sentences.js";
import { does } from "../floor/house_choice.js";

/** @import { CashRules } from "sidepot/protocol" */

/** @param {CashRules} rules */
export function rulesParts({ title, book = "", differs = [] }) {
  return [
    el("p", { key: "house" }, el("b", {}, titleIn(title)), book && [" ", t("Based on: {book}.", { book: titleIn(book) })]),
    differs.length > 0 &&
      el("ul", { key: "differs", class: "cash-rules" }, differs.map((one) =>
        el("li", { key: one.field }, does(one.here, one.here_sentence), el("small", {}, t("The book:"), " ", does(one.there, one.there_sentence))))),
  ];
}
