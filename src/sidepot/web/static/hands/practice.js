/** Practice: the pot odds of one's own decisions in a hand, and the equity against ranges that follow from the acts. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { capital, percent } from "../common/words.js";
import { inChips } from "../common/units.js";
import { practiceOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { replayPath } from "./short.js";
import { linesOf } from "./lines.js";
import { language, t, word } from "../common/language.js";

/** @import { Decision, OpponentRange, Practice } from "sidepot/protocol" */

const ACTS = { bet: t("bet"), raise: t("raise"), call: t("call"), check: t("check") };
const whole = new Intl.NumberFormat(language, { style: "percent" });

/** @param {OpponentRange} range */
function rangeOf({ player, acts }) {
  const telling = acts.filter(({ best, worst }) => best > 0 || worst < 100);
  const said = telling.map(({ act, best, worst, is_first: isFirst }) => {
    const words = { act: ACTS[act], range: `${best}–${whole.format(worst / 100)}` };
    return isFirst ? t("{act} {range}", words) : t("{act} {range} of these", words);
  });
  return t("{player}: {ranges}", { player, ranges: said.join(", ") || t("all hands") });
}

/** @param {Decision} decision */
function linesFor({ pot, call, need, equity = null, ranges }) {
  const amounts = { call: inChips(call), pot: inChips(pot), need: percent(need, true) };
  return [
    h("p", {}, call ? t("Pot odds: {call} to win {pot}, so a call needs {need}.", amounts) : t("Pot odds: a check was free.")),
    h("p", {}, equity === null
      ? t("Equity: no ranges for this decision.")
      : t("Equity against these ranges: {equity}", { equity: percent(equity, false) })),
    equity !== null && h("ul", { class: "practice-ranges" }, ranges.map((range) => h("li", {}, rangeOf(range)))),
  ];
}

/**
 * The decisions of a hand; each heading leads to its step of the replay.
 * @param {string} table
 * @param {number} hand
 * @param {Practice} found
 * @param {(step: number) => void} [go] if the replay is on this page
 */
export function practiceList(table, hand, { decisions }, go) {
  /** @param {Decision} decision */
  const row = (decision) => {
    const { step, street } = decision;
    const jump = (/** @type {Event} */ event) => {
      if (!go) return;
      event.preventDefault();
      go(step);
    };
    return h("li", {},
      h("h3", {}, h("a", { href: `${replayPath(table, hand)}?step=${step}`, onclick: jump }, capital(word(street))), " ", h("small", {}, linesOf(decision))),
      linesFor(decision));
  };
  return h("div", { class: "practice" },
    decisions.length ? h("ol", {}, decisions.map(row)) : h("p", {}, t("You had no decision in this hand.")),
    h("p", { class: "hint" }, t("Each act leaves the others the part of their hands that a fixed table names, from the best on. It knows no hidden card, no position and no bet size, and is no solver.")));
}

/**
 * The window at a table, after a hand.
 * @param {string} table
 * @param {number} hand
 * @param {(because: import("../common/element.js").Filled) => void} toast
 */
export async function showPractice(table, hand, toast) {
  try {
    const found = await practiceOf(table, hand);
    await openDialog({ title: t("Practice: hand {hand}", { hand }), wide: true, body: () => h("div", { class: "body" }, practiceList(table, hand, found)) });
  } catch (caught) {
    toast(refusal(caught));
  }
}
