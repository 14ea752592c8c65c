/** Why something was not done: in a word, or, where later steps need what is to be taken back, by naming each of them. */


import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { cited } from "../common/words.js";
import { whyNot } from "../room/trouble.js";
import { askWhy } from "./asking.js";
import { countTable } from "./table_sheet.js";
import { hourOf } from "./tournament.js";

/**
 * @import { Unfit } from "../room/api.js"
 * @import { Desk } from "./console.js"
 * @import { Offer } from "./outbox.js"
 * @import { Sentence } from "../room/messages.js"
 */

/**
 * A later step that needs it: "Table 4 is broken (Sam, 21:14): put that right first".
 * @param {Unfit} one
 */
const needed = ({ text, sentence, by, at, because, code }) =>
  el("li", {}, t("{text} ({by_and_time}): correct that first", { text: textIn(text, sentence), by_and_time: [by, hourOf(at)].filter(Boolean).join(", ") }), " ", el("small", {}, whyNot({ because, code })));

/**
 * Why it was not done, and by which rule.
 * @param {{ because: string, cite?: string, code?: string, faults?: Unfit[], sentence?: Sentence }} refusal
 */
export const whyRefused = ({ because, cite = "", code = "", faults = [], sentence }) => [
  el("p", { class: "desk-because" }, faults.length ? t("Later steps depend on this one:") : whyNot({ because, code, sentence }), cite && el("cite", {}, ` ${cited(cite)}`)),
  faults.length > 0 && el("ul", { class: "desk-needed" }, faults.map(needed)),
];

/**
 * The taps that put it right.
 * @param {readonly Offer[]} offers
 * @param {(offer: Offer) => unknown} doing
 */
export const offersOf = (offers, doing) =>
  offers.map((offer) => {
    const text = textIn(offer.text, offer.sentence);
    return el("button", { type: "button", class: "strong", onclick: () => doing(offer), "data-act": offer.text }, text);
  });

/**
 * Take up what puts it right; where it needs a reason, that is asked first. Returns whether it was taken up.
 * @param {Desk} desk
 * @param {Offer} offer
 */
export async function takeUp(desk, { text: shownText, sentence, do: act, why: isAsked }) {
  const text = textIn(shownText, sentence);
  if (act.type === "ask_count") return countTable(desk, Number(act.table));
  const why = isAsked ? await askWhy(text, t("Do it")) : "";
  if (why === null) return false;
  void desk.act(act, why, text);
  return true;
}
