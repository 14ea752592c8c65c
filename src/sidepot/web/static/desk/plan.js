/** The plan of a tournament, as it is shown while the host still chooses. */

import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { stakesIn } from "../common/sentences.js";
import { chips, colourName } from "../common/words.js";

/** @import { Planned } from "sidepot/protocol" */

const MINUTE = 60_000;
const HOUR = 60;

/**
 * Minutes as hours: 4 h, 3 h 50 min.
 * @param {number} minutes
 */
export function hoursOf(minutes) {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  if (!hours) return t("{minutes} min", { minutes: rest });
  return rest ? t("{hours} h {minutes} min", { hours, minutes: rest }) : t("{hours} h", { hours });
}

/**
 * Minutes to five: nobody knows better how long a tournament takes.
 * @param {number} minutes
 */
const nearly = (minutes) => Math.max(5, Math.round(minutes / 5) * 5);

/**
 * The plan in a line, beside the button that makes it.
 * @param {Planned} plan
 */
export const briefOf = ({ stack, minutes }) => t("{stack} each, about {hours}", { stack: chips(stack), hours: hoursOf(nearly(minutes)) });

/** @param {Planned} plan */
function factsOf({ stack, pile, minutes, early, late, enough_for: enough = 0, cost, money }) {
  /** @type {[title: string, text: string, more?: string][]} */
  const facts = [
    [t("Stack"), chips(stack)],
    [t("Estimated duration"), hoursOf(nearly(minutes)), t("{least} to {most}", { least: hoursOf(nearly(early)), most: hoursOf(nearly(late)) })],
  ];
  if (enough) facts.push([t("Your chips are enough"), t("for {players} players", { players: chips(enough) })]);
  if (cost) facts.push([t("Entry fee"), inMoney(cost, money)]);
  const { players, pool, prizes, bounties, fees } = money;
  if (pool) facts.push([tn("{count} entry comes to", "{count} entries come to", players), t("Prize pool {pool}", { pool: inMoney(pool, money) }), prizes.map((one) => inMoney(one, money)).join(" / ")]);
  if (bounties) facts.push([t("Bounties"), inMoney(bounties, money)]);
  if (fees) facts.push([t("Fees"), inMoney(fees, money)]);
  facts.push([t("Chips per stack"), pile.map((one) => `${one.count} × ${chips(one.value)}${one.colour ? ` ${colourName(one.colour)}` : ""}`).join(", ")]);
  return facts;
}

/** @param {Planned} plan */
export const planOf = (plan) => [
  el("h2", {}, t("Your tournament")),
  el("dl", { class: "setup-facts" }, factsOf(plan).map(([title, text, more]) => el("div", {}, el("dt", {}, title), el("dd", {}, text, more && el("small", {}, more))))),
  el("details", {}, el("summary", {}, t("{levels} levels of {minutes} min", { levels: plan.levels.filter(({ level }) => level).length, minutes: Math.round(plan.levels[0].ms / MINUTE) })), levelsOf(plan)),
];

/** @param {Planned} plan */
const levelsOf = ({ levels }) =>
  el("table", { class: "setup-levels" }, el("tbody", {}, levels.map(({ level, text, ms, removes = [], parts }) =>
    el("tr", {}, el("th", { scope: "row" }, level ? t("Level {level}", { level }) : t("Break")),
      el("td", {}, level ? stakesIn(text, parts) : removes.map((value) => t("chips of {value} leave play", { value: chips(value) })).join(", ")),
      el("td", {}, t("{minutes} min", { minutes: Math.round(ms / MINUTE) }))))));
