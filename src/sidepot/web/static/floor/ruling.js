/** A ruling on the page: the verdict first, then why, the options, the rules, and what the dealer does now. */

import { h } from "../common/dom.js";
import { english, roomSentence, t } from "../common/language.js";
import { textIn, titleIn, wordsIn } from "../common/sentences.js";
import { cited, joined } from "../common/words.js";

/** @import { FloorComparison, FloorRuling } from "sidepot/protocol" */
/** @import { Sentence } from "../room/messages.js" */
/** @import { Aside } from "./incident.js" */

/**
 * What counts, in a sentence.
 * @param {FloorRuling} ruling
 */
export const headline = (ruling) => wordsIn(ruling.headline, /** @type {Sentence} */ (ruling.sentence));

/**
 * @param {FloorRuling} ruling
 * @param {(verdict: string) => unknown} choose
 */
function options(ruling, choose) {
  if (!ruling.options.length) return null;
  return h(
    "ul",
    { class: "floor-options", "aria-label": t("The director may decide") },
    ruling.options.map((one) => {
      const isTaken = ruling.chosen && one.verdict === ruling.verdict;
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "quiet", "aria-pressed": String(isTaken), onclick: () => choose(one.verdict) },
          h("strong", {}, textIn(one.words, /** @type {Sentence} */ (one.sentence))),
          one.verdict === ruling.recommended && h("em", {}, t("recommended")),
          h("span", {}, wordsIn(one.because, /** @type {Sentence} */ (one.because_sentence))),
        ),
      );
    }),
  );
}

/**
 * The form of a director who decides otherwise, for fairness.
 * @param {Aside | undefined} now
 * @param {(aside: Aside | undefined) => unknown} decide
 */
function otherwise(now, decide) {
  /** @param {string} label @param {string} value */
  const field = (label, value) => h("label", { class: "field" }, h("span", {}, label), h("input", { type: "text", value, autocomplete: "off" }));
  const [verdict, reason, by] = [field(t("Decision instead"), now?.verdict ?? ""), field(t("Reason"), now?.reason ?? ""), field(t("Decided by"), now?.by ?? "")];
  /** @param {HTMLElement} one */
  const typed = (one) => /** @type {HTMLInputElement} */ (one.querySelector("input")).value.trim();
  const form = h(
    "form",
    {
      class: "floor-aside",
      onsubmit: (sent) => {
        sent.preventDefault();
        return decide({ verdict: typed(verdict), reason: typed(reason), by: typed(by) });
      },
    },
    verdict,
    reason,
    by,
    h("div", { class: "buttons" }, now && h("button", { type: "button", class: "quiet", onclick: () => decide(undefined) }, t("As in the rules")), h("button", { type: "submit", class: "quiet" }, t("Save the decision"))),
  );
  return h("details", {}, h("summary", {}, t("Overrule for fairness")), form);
}

/** A sentence of the room that has its English in itself. @param {unknown} sentence */
export const wordsOf = (sentence) => wordsIn(plainText(/** @type {Sentence} */ (sentence)), /** @type {Sentence} */ (sentence));

/** A sentence in English, its gaps filled. @param {Sentence} sentence @returns {string} */
function plainText([words, ...parts]) {
  let at = 0;
  return String(words).replace(/\{\w*\}/g, () => {
    const part = parts[at++];
    return Array.isArray(part) ? plainText(/** @type {Sentence} */ (part)) : String(part);
  });
}

/** What the floor says to the player. @param {FloorRuling} ruling */
function aloud({ to_player: lines = [] }) {
  if (!lines.length) return null;
  return h("blockquote", { class: "floor-aloud" }, h("h3", {}, t("To the player")), lines.map((line) => h("p", {}, wordsOf(line))));
}

/**
 * What would follow from other facts, and what other houses rule.
 * @param {FloorComparison} found
 * @param {{ asks: (fact: string) => import("../common/element.js").Filled, answer: (fact: string, answer: string) => import("../common/element.js").Filled, take: (fact: string, answer: string) => unknown }} page
 */
export function compared({ what_if: changes, houses }, { asks, answer, take }) {
  return [
    changes.length > 0 && [
      h("h3", {}, t("And if …")),
      h(
        "ul",
        { class: "floor-options" },
        changes.map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "quiet", onclick: () => take(one.fact, one.answer) },
              h("span", {}, asks(one.fact), " ", h("strong", {}, answer(one.fact, one.answer))),
              h("span", {}, "→ ", textIn(one.headline, /** @type {Sentence} */ (one.sentence))),
            ),
          ),
        ),
      ),
    ],
    houses.length > 0 && [
      h("h3", {}, t("Other houses")),
      houses.length === 1
        ? h("p", {}, t("All houses rule the same."))
        : h("ul", { class: "floor-houses" }, houses.map((one) => h("li", {}, h("b", {}, textIn(one.headline, /** @type {Sentence} */ (one.sentence))), " ", joined(one.houses.map(titleIn)), " ", h("cite", {}, cited(one.cite))))),
    ],
  ];
}

/**
 * @param {FloorRuling} ruling
 * @param {{ link: string, aside?: Aside, more?: Node | null, choose: (verdict: string) => unknown, decide: (aside: Aside | undefined) => unknown }} more
 */
export function shownRuling(ruling, { link, aside, more = null, choose, decide }) {
  return h(
    "article",
    { class: `verdict ${ruling.is_open ? "floor-open" : "good"}` },
    h("h2", {}, headline(ruling)),
    h("p", { class: "floor-why" }, wordsIn(ruling.because, /** @type {Sentence} */ (ruling.because_sentence))),
    ruling.before && h("p", {}, t("Overruled for fairness:"), " ", english(ruling.before)),
    aloud(ruling),
    options(ruling, choose),
    h("h3", {}, t("The rule")),
    (ruling.borrowed?.length ?? 0) > 0 && h("p", { class: "floor-borrowed" }, wordsOf(ruling.borrowed)),
    h("ul", { class: "floor-rules" }, ruling.rules.map((one) => h("li", {}, h("cite", {}, cited(one.cite)), one.gists.map((gist) => h("p", {}, wordsIn(gist, [gist])))))),
    ruling.steps.length > 0 && [h("h3", {}, t("Now")), h("ol", { class: "floor-steps" }, ruling.steps.map((step, at) => h("li", {}, wordsIn(step, /** @type {Sentence} */ (ruling.step_sentences?.[at])))))],
    ruling.penalty && h("p", { class: "floor-penalty" }, wordsIn(ruling.penalty, /** @type {Sentence} */ (ruling.penalty_sentence))),
    h("p", { class: "hint" }, roomSentence(ruling.text) || ruling.text, ruling.notice && h("br", {}), ruling.notice && textIn(ruling.notice, [ruling.notice])),
    h("section", { id: "compared", class: "floor-compared" }),
    more,
    h("p", { class: "floor-links" }, h("a", { href: link }, t("Link to this case")), h("button", { type: "button", class: "quiet", onclick: () => print() }, t("Print as a card"))),
    otherwise(aside, decide),
  );
}
