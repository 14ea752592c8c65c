/** The rules of a cash night's house: its title, and where a club's own house differs from its book. */

import { el, put } from "../common/element.js";
import { loadTexts, t } from "../common/language.js";
import { titleIn } from "../common/sentences.js";
import { does } from "../floor/house_choice.js";

/** @import { CashRules } from "sidepot/protocol" */

/** @type {Promise<void> | undefined} */
let texts;

/**
 * Show the rules, as soon as the page has the texts of their choices.
 * @param {Element} place
 * @param {CashRules} rules
 */
export async function drawRules(place, { title, book = "", differs = [] }) {
  if (differs.length) {
    texts ??= loadTexts("terms");
    await texts;
  }
  put(
    place,
    el("p", {}, el("b", {}, titleIn(title))),
    book && el("p", {}, t("Based on: {book}.", { book: titleIn(book) })),
    differs.length > 0 &&
      el("ul", { class: "cash-rules" }, differs.map((one) =>
        el("li", { key: one.field }, does(one.here, one.here_sentence), el("small", {}, t("The book:"), " ", does(one.there, one.there_sentence))))),
  );
}
