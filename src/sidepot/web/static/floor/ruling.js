/** A ruling on the page: the verdict first, then why, the options, the rules, and what the dealer does now. */

import { h } from "../common/dom.js";
import { english, roomSentence, t } from "../common/language.js";
import { textIn, wordsIn } from "../common/sentences.js";
import { cited } from "../common/words.js";

/** @import { FloorRuling } from "sidepot/protocol" */
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
    options(ruling, choose),
    h("h3", {}, t("The rule")),
    h("ul", { class: "floor-rules" }, ruling.rules.map((one) => h("li", {}, h("cite", {}, cited(one.cite)), one.gists.map((gist) => h("p", {}, wordsIn(gist, [gist])))))),
    ruling.steps.length > 0 && [h("h3", {}, t("Now")), h("ol", { class: "floor-steps" }, ruling.steps.map((step, at) => h("li", {}, wordsIn(step, /** @type {Sentence} */ (ruling.step_sentences?.[at])))))],
    ruling.penalty && h("p", { class: "floor-penalty" }, wordsIn(ruling.penalty, /** @type {Sentence} */ (ruling.penalty_sentence))),
    h("p", { class: "hint" }, roomSentence(ruling.text) || ruling.text, ruling.notice && h("br", {}), ruling.notice && textIn(ruling.notice, [ruling.notice])),
    more,
    h("p", {}, h("a", { href: link }, t("Link to this case"))),
    otherwise(aside, decide),
  );
}
