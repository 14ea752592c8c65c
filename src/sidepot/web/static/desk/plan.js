/** The plan of an evening, as it is shown while the host still chooses. */

import { el } from "../common/element.js";
import { tr } from "../common/language.js";
import { stakesIn } from "../common/said.js";
import { chips } from "../common/words.js";

/** @import { Planned } from "sidepot/protocol" */

const MINUTE = 60_000;
const HOUR = 60;

/**
 * Minutes as hours: 4 h, 3 h 50 min.
 * @param {number} minutes
 */
export function hoursOf(minutes) {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  if (!hours) return tr`${rest} min`;
  return rest ? tr`${hours} h ${rest} min` : tr`${hours} h`;
}

/**
 * Minutes to five: nobody knows better how long an evening takes.
 * @param {number} minutes
 */
const nearly = (minutes) => Math.max(5, Math.round(minutes / 5) * 5);

/**
 * The plan in a line, beside the button that makes it.
 * @param {Planned} plan
 */
export const briefOf = ({ stack, minutes }) => tr`${chips(stack)} each, about ${hoursOf(nearly(minutes))}`;

/** The colours of chips. @type {Record<string, string>} */
const COLOURS = {
  white: tr`white`, red: tr`red`, green: tr`green`, black: tr`black`, purple: tr`purple`, yellow: tr`yellow`, orange: tr`orange`, pink: tr`pink`,
  grey: tr`grey`,
};

/** @param {Planned} plan */
function factsOf({ stack, pile, minutes, early, late, enough_for: enough = 0, cost }) {
  /** @type {[title: string, text: string, more?: string][]} */
  const facts = [
    [tr`Stack`, chips(stack)],
    [tr`Over after about`, hoursOf(nearly(minutes)), tr`${hoursOf(nearly(early))} to ${hoursOf(nearly(late))}`],
  ];
  if (enough) facts.push([tr`The chips are enough`, tr`for ${chips(enough)} players`]);
  if (cost) facts.push([tr`An entry costs`, chips(cost)]);
  facts.push([tr`Chips of a stack`, pile.map((one) => `${one.count} × ${chips(one.value)}${one.colour ? ` ${COLOURS[one.colour] ?? one.colour}` : ""}`).join(", ")]);
  return facts;
}

/** @param {Planned} plan */
export const planOf = (plan) => [
  el("h2", {}, tr`Your evening`),
  el("dl", { class: "setup-facts" }, factsOf(plan).map(([title, text, more]) => el("div", {}, el("dt", {}, title), el("dd", {}, text, more && el("small", {}, more))))),
  el("details", {}, el("summary", {}, tr`${plan.levels.filter(({ level }) => level).length} levels of ${Math.round(plan.levels[0].ms / MINUTE)} min`), levelsOf(plan)),
];

/** @param {Planned} plan */
const levelsOf = ({ levels }) =>
  el("table", { class: "setup-levels" }, el("tbody", {}, levels.map(({ level, text, ms, removes = [], said }) =>
    el("tr", {}, el("th", { scope: "row" }, level ? tr`Level ${level}` : tr`Break`),
      el("td", {}, level ? stakesIn(text, said) : removes.map((value) => tr`chips of ${chips(value)} leave`).join(", ")),
      el("td", {}, tr`${Math.round(ms / MINUTE)} min`)))));
