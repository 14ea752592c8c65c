/** The table of the standings, for the host's page, the public page, the wall and paper. */

import { el } from "../common/element.js";
import { DATES, t, tn } from "../common/language.js";
import { amountOf } from "../common/words.js";

/** @import { Standings, StandingsLine } from "sidepot/protocol" */

const FEW = 6; // nights whose columns fit an upright page

/** @param {number} at */
const dayOf = (at) => new Date(at).toLocaleDateString(DATES, { day: "numeric", month: "numeric" });

/**
 * Points with their decimal places, so that they stand one below the other.
 * @param {number} points
 * @param {number} decimals
 */
const pointsWords = (points, decimals) => (points / 10 ** decimals).toLocaleString(DATES, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/**
 * A part of the standings, the best first.
 * @param {Standings} standings
 * @param {readonly StandingsLine[]} lines
 */
export function standingsTable({ nights, decimals, title, lines: all }, lines = all) {
  const hasKnockOuts = all.some((line) => line.knock_outs);
  const hasFinal = all.some((line) => line.final);
  /** @param {StandingsLine} line */
  const row = ({ rank, player, points, played, wins = 0, knock_outs: knockOuts = 0, final = 0, nights: own = [] }, /** @type {number} */ at) => {
    const byNight = new Map(own.map((one) => [one.night, one]));
    return el("tr", { key: `${rank} ${player} ${at}` },
      el("td", { class: "rank" }, String(rank)), el("th", { scope: "row" }, player), el("td", { class: "total" }, pointsWords(points, decimals)),
      el("td", {}, String(played)), el("td", {}, String(wins)), hasKnockOuts && el("td", {}, String(knockOuts)), hasFinal && el("td", {}, final ? amountOf(final) : ""),
      nights.map((night, index) => {
        const one = byNight.get(index);
        return el("td", { key: night.id, class: one && one.counts === false ? "of-night dropped" : "of-night" }, one ? pointsWords(one.points, decimals) : "");
      }));
  };
  const head = el("thead", {}, el("tr", {}, el("td", { class: "rank" }), el("th", { scope: "col" }, t("Player")), el("th", { scope: "col" }, t("Points")), el("th", { scope: "col" }, t("Nights")), el("th", { scope: "col" }, t("Wins")),
    hasKnockOuts && el("th", { scope: "col" }, t("Knock-outs")), hasFinal && el("th", { scope: "col" }, t("Chips in the final")),
    nights.map((night) => el("th", { key: night.id, scope: "col", class: "of-night", title: night.title }, dayOf(night.at), el("small", {}, tn("{count} entry", "{count} entries", night.entries))))));
  return el("div", { class: nights.length > FEW ? "books-scroll is-wide" : "books-scroll", tabindex: 0, role: "region", "aria-label": t("Standings of {title}", { title }) }, el("table", { class: "books standings" }, head, el("tbody", {}, lines.map(row))));
}

/**
 * What the standings count: "After 3 nights; the best 10 count".
 * @param {Standings} standings
 */
export function countedWords({ nights, best }) {
  const after = tn("After {count} night", "After {count} nights", nights.length);
  return best ? t("{after}; of each player the best {best} count", { after, best }) : after;
}
