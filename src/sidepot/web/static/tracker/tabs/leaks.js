/** The owner's figures beside those of all other players, and two filters side by side: with how sure differences are. */

import { el, put } from "../../common/element.js";
import { h } from "../../common/dom.js";
import { LOCALE, t, tn } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { csvLink } from "../exports.js";
import { errorOf, figureText } from "../numbers.js";
import { chanceText, differenceText, errorText, surenessOf } from "../sureness.js";

/**
 * @import { Asking, Tab } from "../tab.js"
 * @import { Difference } from "../sureness.js"
 * @typedef {{ hands: number, field_hands: number, field_players: number, judged: number, is_shown_only: boolean, rows: Difference[] }} Leaks
 * @typedef {{ hands: number, other_hands: number, both: number, is_left: boolean, rows: Difference[] }} Comparison
 */

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/**
 * A table of differences.
 * @param {Difference[]} rows
 * @param {string[]} heads the names of the two groups
 * @param {string} label
 */
const tableOf = (rows, heads, label) =>
  el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "differences" },
    el("thead", {}, el("tr", {}, [t("Figure"), ...heads, t("Difference"), "p", "q", t("How sure")].map((name, at) => el("th", { scope: "col", key: at }, name)))),
    el("tbody", {}, rows.map((row) => {
      const { way, words } = surenessOf(row);
      return el("tr", { key: row.one.key, class: way },
        el("th", { scope: "row" }, el("span", { lang: "en" }, row.one.name), row.one.unit && ` (${row.one.unit})`),
        [row.one, row.other].map((cell, at) => el("td", { key: at }, figureText(cell), el("small", {}, `${errorOf(cell)} (${chips(cell.chances)})`))),
        el("td", { class: way && (Number(row.difference) > 0 ? "more" : "less") }, differenceText(row), el("small", {}, errorText(row))),
        el("td", {}, chanceText(row.p)), el("td", {}, chanceText(row.q)), el("td", {}, words));
    }))));

const explained = () => el("details", { class: "meaning" }, el("summary", {}, t("What p and q mean")), el("p", {}, t("p is the chance of such a difference if both are the same. Where many figures are compared, some differ by chance: q is the share of false alarms among all figures that differ at least as clearly. Clear is q below 0.01, likely below 0.05.")));

// ---- leaks

/** @param {HTMLElement} section @param {Leaks} found @param {Asking} about */
const drawLeaks = (section, found, about) => put(section,
  el("p", {}, t("Your {own} beside {field} of {players}, in the same spots.", {
    own: tn("{count} hand", "{count} hands", found.hands), field: tn("{count} hand", "{count} hands", found.field_hands), players: tn("{count} other player", "{count} other players", found.field_players),
  })),
  found.is_shown_only && el("p", { class: "refusal", role: "note" }, t("This filter is about cards: of the others, only hands that were shown count. These are no fair comparison.")),
  explained(),
  el("p", { class: "lead" }, t("{count} figures can be judged; about {few} of them would have p below 0.05 if you played exactly like the others. A difference is no mistake by itself: the others may be the ones who play badly.", { count: found.judged, few: NUMBER.format(0.05 * found.judged) })),
  tableOf(found.rows, [t("You"), t("The others")], t("Leaks")),
  el("div", { class: "buttons" }, csvLink(about, "leaks")));

/** @type {Tab} */
export const leaks = {
  key: "leaks",
  title: t("Leaks"),
  show: async (section, wanted) => {
    drawLeaks(section, /** @type {Leaks} */ (await wanted.ask("leaks")), wanted);
  },
};

// ---- comparison

/** @type {Asking} */
let asking;
const other = /** @type {HTMLInputElement} */ (h("input", {
  id: "other", type: "search", maxlength: 2000, lang: "en", spellcheck: false, autocomplete: "off", autocapitalize: "off", placeholder: "position = CO",
  onchange: () => asking.reload(),
}));
const label = h("label", { class: "field other-filter" }, h("span", {}, t("Compare with")), other, h("small", {}, t("A filter or the name of a saved one; empty for all other hands.")));

/** @param {HTMLElement} section @param {Comparison | null} found */
const drawComparison = (section, found) => put(section, label,
  found === null
    ? el("p", {}, t("Write a filter above, and what to compare it with."))
    : [
      el("p", {}, t("{one} beside {other}.", { one: tn("{count} hand", "{count} hands", found.hands), other: tn("{count} hand", "{count} hands", found.other_hands) }),
        found.both > 0 && ` ${found.is_left ? tn("{count} hand is in both filters and counts only for the first.", "{count} hands are in both filters and count only for the first.", found.both) : tn("{count} hand is in both filters and counts only for the second.", "{count} hands are in both filters and count only for the second.", found.both)}`),
      explained(),
      tableOf(found.rows, [t("Filter"), t("Compared")], t("Comparison")),
      el("div", { class: "buttons" }, csvLink(asking, "comparison", { other: other.value.trim() })),
    ]);

/** @type {Tab} */
export const comparison = {
  key: "comparison",
  title: t("Comparison"),
  show: async (section, wanted) => {
    asking = wanted;
    if (!wanted.where && !other.value.trim()) drawComparison(section, null);
    else drawComparison(section, /** @type {Comparison} */ (await asking.ask("comparison", { other: other.value.trim() })));
  },
};
