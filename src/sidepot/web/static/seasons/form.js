/** The terms of a season as a form. What it has no field for stays as it is; the text of the terms has everything. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";

/** @import { Season, SeasonForm } from "sidepot/protocol" */

/** The formulas, each with what its number is. */
const FORMULAS = /** @type {const} */ ([
  ["place", t("Fixed points for each place")],
  ["linear", t("Entries − place + 1")],
  ["root", t("√entries ÷ √place")],
  ["neau", t("Dr. Neau (with the buy-in)")],
  ["pool", t("Percent of the prize pool")],
]);
const EXAMPLES = {
  place: t("Points for the first place, the second, and so on: 10 7 5 4 3 2 1. With these the third gets 5."),
  linear: t("Of 20 entries the winner gets 20 points, the third 18, the last 1; times the factor."),
  root: t("With the factor 10 and 25 entries the winner gets 50 points, the fourth 25."),
  neau: t("√(entries × buy-in × buy-in ÷ cost) ÷ (place + 1), times the factor: of 25 entries of 20 the winner gets 11.18."),
  pool: t("Who wins 150 of a prize pool of 600 gets 25 points; times the factor."),
};

/** The tie-breaks, each as the form names it. */
const TIE_BREAKS = /** @type {const} */ ([
  ["wins", t("more wins")],
  ["seconds", t("more second places")],
  ["head_to_head", t("ahead more often on nights that both played")],
  ["latest", t("more points on the latest night that differs")],
  ["best", t("the best single night")],
  ["knock_outs", t("more knock-outs")],
]);
const USUAL = TIE_BREAKS.slice(0, 4).map(([value]) => value);

/** @typedef {NonNullable<Season["tie_breaks"]>[number]} TieBreak */

/**
 * The order of tie-breaks: one choice after the other, each without those before it.
 * @param {readonly TieBreak[]} before
 */
function tieBreaks(before) {
  let order = [...before];
  const list = h("div", { class: "season-fields" });
  const draw = () => put(list, [...order, ""].slice(0, TIE_BREAKS.length).map((chosen, at) => {
    const onchange = (/** @type {Event} */ { currentTarget }) => {
      const { value } = /** @type {HTMLSelectElement} */ (currentTarget);
      order = [...order.slice(0, at), ...(value ? [/** @type {TieBreak} */ (value)] : []), ...order.slice(at + 1).filter((one) => one !== value)];
      draw();
      /** @type {HTMLElement | undefined} */ (list.querySelectorAll("select")[at])?.focus();
    };
    const free = TIE_BREAKS.filter(([value]) => !order.slice(0, at).includes(value));
    return field(at ? t("Then, no. {place}", { place: at + 1 }) : t("Equal points: first"), h("select", { onchange },
      h("option", { value: "", selected: !chosen }, t("they share the rank")), free.map(([value, words]) => h("option", { value, selected: value === chosen }, words))));
  }));
  draw();
  return { list, made: () => order };
}

/**
 * The day of a time, as a field for dates has it; "" for no limit.
 * @param {number} at
 */
function dayOf(at) {
  if (!at) return "";
  const day = new Date(at);
  return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, "0"), String(day.getDate()).padStart(2, "0")].join("-");
}

/**
 * When a day begins on this device; 0 for no day.
 * @param {string} day
 * @param {number} [more] days later
 */
const beginOf = (day, more = 0) => {
  if (!day) return 0;
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + more).getTime();
};

/** @param {string} text @returns {number[]} */
const numbersOf = (text) => text.split(/[\s,;]+/).filter(Boolean).map(Number).filter((one) => Number.isInteger(one) && one >= 0);

/**
 * Ask for the terms of a season.
 * @param {Season | null} before
 * @param {(form: SeasonForm) => Promise<unknown>} send
 */
export function askSeason(before, send) {
  const { points } = before ?? { points: { by: "root", factor: 10 } };
  const number = (/** @type {number} */ value, most = 100_000) => h("input", { type: "number", inputmode: "numeric", step: "1", min: "0", max: String(most), value: String(value) });
  const text = (/** @type {string} */ value, more = {}) => h("input", { type: "text", maxlength: "60", autocomplete: "off", value, ...more });
  return openDialog({
    title: before ? t("Change the season") : t("New season"),
    wide: true,
    body: (close) => {
      const title = text(before?.title ?? "", { required: true, autofocus: true });
      const series = text(before?.series ?? "");
      const by = h("select", {}, FORMULAS.map(([value, words]) => h("option", { value, selected: value === points.by }, words)));
      const places = text("points" in points ? points.points.join(" ") : "10 7 5 4 3 2 1", { maxlength: "600" });
      const factor = number("factor" in points ? (points.factor ?? 1) : "step" in points ? (points.step ?? 1) : 10, 1000);
      const decimals = h("select", {}, ["0", "1", "2"].map((one) => h("option", { value: one, selected: one === String(before?.decimals ?? 0) }, one)));
      const best = number(before?.best ?? 0, 500);
      const knockOuts = number(before?.knock_outs ?? 0);
      const attendance = number(before?.attendance ?? 0);
      const stack = number(before?.bonus?.stack ?? 0, 10 ** 9);
      const chips = number(before?.bonus?.chips ?? 0, 10 ** 9);
      const choice = (/** @type {readonly (readonly [string, string])[]} */ options, /** @type {string} */ chosen) => h("select", {}, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
      const kinds = choice([["all", t("live and online ones")], ["live", t("live ones only")], ["online", t("online ones only")]], before?.kinds ?? "all");
      const from = h("input", { type: "date", value: dayOf(before?.begins ?? 0) });
      const until = h("input", { type: "date", value: dayOf(before?.ends ? before.ends - 1 : 0) });
      const shared = choice([["average", t("the average of these places")], ["best", t("the points of the best place")]], before?.shared ?? "average");
      const ties = tieBreaks(before?.tie_breaks ?? USUAL);
      const finalists = number(before?.bonus?.players ?? 0, 200);
      const roundTo = number(before?.bonus?.round_to ?? 1, 10 ** 9);
      const rest = number("rest" in points ? (points.rest ?? 0) : 0);
      const example = h("p", { class: "hint" });
      const places_ = field(t("Points by place"), places);
      const rest_ = field(t("Points for all other places"), rest);
      const factor_ = field(t("Factor"), factor);
      const show = () => {
        put(example, EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (by.value)]);
        places_.hidden = rest_.hidden = by.value !== "place";
        factor_.hidden = by.value === "place";
      };
      by.addEventListener("change", show);
      show();
      const made = () => {
        const times = Math.max(Number(factor.value), 1);
        /** @type {Season["points"]} */
        const formula = by.value === "place" ? { by: "place", points: numbersOf(places.value), rest: Number(rest.value) } : by.value === "linear" ? { by: "linear", step: times } : { by: /** @type {"root" | "neau" | "pool"} */ (by.value), factor: times };
        const bonus = Number(stack.value) ? { stack: Number(stack.value), chips: Number(chips.value), round_to: Math.max(Number(roundTo.value), 1), players: Number(finalists.value) } : null;
        /** @type {Season} */
        const season = {
          ...before, title: title.value.trim(), series: series.value.trim(), points: formula, decimals: Number(decimals.value), best: Number(best.value),
          knock_outs: Number(knockOuts.value), attendance: Number(attendance.value), bonus,
          kinds: /** @type {"all"} */ (kinds.value), begins: beginOf(from.value), ends: beginOf(until.value, 1), shared: /** @type {"average"} */ (shared.value), tie_breaks: ties.made(),
        };
        return season;
      };
      const tried = async () => {
        await send({ season: made() });
        close(true);
      };
      return sentForm(tried, [
        field(t("Title"), title),
        field(t("Titles of the nights begin with"), series, t("All tournaments with such a title are nights of the season.")),
        h("div", { class: "season-fields" }, field(t("Tournaments"), kinds), field(t("From"), from, t("empty: no limit")), field(t("Until"), until, t("that day counts, too"))),
        field(t("Points"), by), example, places_, rest_, factor_,
        h("div", { class: "season-fields" },
          field(t("Best nights that count"), best, t("0: all")), field(t("Points for each knock-out"), knockOuts), field(t("Points for being there"), attendance), field(t("Decimal places of points"), decimals),
          field(t("Players who share places get"), shared)),
        ties.list,
        h("div", { class: "season-fields" },
          field(t("Starting stack of the final"), stack, t("0: no final")), field(t("Bonus chips for each point"), chips), field(t("Chips rounded down to"), roundTo), field(t("Players in the final"), finalists, t("0: all"))),
      ], t("Save"));
    },
  });
}

/**
 * Ask for the terms as text, with every field.
 * @param {string} before
 * @param {(form: SeasonForm) => Promise<unknown>} send
 */
export function askText(before, send) {
  return openDialog({
    title: t("Terms as text"),
    wide: true,
    body: (close) => {
      const area = h("textarea", { rows: "16", spellcheck: "false", maxlength: "20000", required: true, autofocus: true });
      area.value = before;
      const tried = async () => {
        await send({ toml: area.value });
        close(true);
      };
      return sentForm(tried, h("div", { class: "season-text" }, field(t("TOML"), area)), t("Save"));
    },
  });
}

