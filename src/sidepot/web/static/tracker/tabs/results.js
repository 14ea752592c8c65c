/** The results: figures, the graph, sessions, best and worst hands. */

import { h } from "../../common/dom.js";
import { el, put } from "../../common/element.js";
import { fieldOf } from "../../common/dialogs.js";
import { LOCALE, t, tn } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { csvLink, pictureButton } from "../exports.js";
import { errorOf, figureText, LINES, pathsOf, resultIn } from "../numbers.js";
import { dateOf, handRow, wayOf } from "../tab.js";

/**
 * @import { Cell, Point } from "../numbers.js"
 * @import { Asking, PlayedHand, Tab } from "../tab.js"
 * @typedef {{ start: string, end: string, hands: number, tables: number, hours: number, net: number, bb: number }} Session
 * @typedef {{ money: string, measure: string, players: string[], hands: number, net: number, hours: number, per_hour: number | null, figures: Cell[], line: Point[], sessions: Session[], best: PlayedHand[], worst: PlayedHand[] }} Overview
 */

const HOURS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** @type {Asking} */
let asking;
const by = h("select", { id: "by", onchange: () => asking.reload() },
  h("option", { value: "hands" }, t("Hands")), h("option", { value: "days" }, t("Days")));

/** @param {Cell} cell */
const figure = (cell) =>
  el("div", { key: cell.key, title: tn("{count} chance", "{count} chances", cell.chances) },
    el("dt", {}, el("span", { lang: "en" }, cell.name), cell.unit && ` (${cell.unit})`),
    el("dd", {}, figureText(cell), el("small", {}, errorOf(cell))));

/** @param {Overview} found */
function lineOf(found) {
  const { paths, zero, most, least } = pathsOf(found.line, 1000, 300);
  const names = [t("Result"), t("With a showdown"), t("Without a showdown"), t("All-ins at their average")];
  const last = found.line.at(-1);
  const label = last ? names.map((name, at) => `${name}: ${resultIn(last[/** @type {typeof LINES[number]} */ (LINES[at])], found.measure)}`).join("; ") : "";
  return el("div", { class: "result-line" },
    el("div", { class: "line-ends" }, el("span", {}, resultIn(most, found.measure)), el("span", {}, tn("{count} hand", "{count} hands", found.hands))),
    el("svg", { viewBox: "0 -3 1000 306", preserveAspectRatio: "none", role: "img", "aria-label": label },
      el("line", { x1: 0, x2: 1000, y1: zero, y2: zero }),
      paths.map((path, at) => el("path", { d: path, class: `line-${LINES[at]}` }))),
    el("div", { class: "line-ends" }, el("span", {}, resultIn(least, found.measure))),
    el("ul", { class: "line-keys" }, names.map((name, at) =>
      el("li", {}, el("svg", { viewBox: "0 0 22 4", "aria-hidden": "true" }, el("path", { d: "M0 2L22 2", class: `line-${LINES[at]}` })),
        el("span", {}, `${name} `, last && el("b", {}, resultIn(last[/** @type {typeof LINES[number]} */ (LINES[at])], found.measure)))))));
}

/** @param {Session[]} sessions @param {string} measure */
const sessionsOf = (sessions, measure) =>
  el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Sessions") }, el("table", {},
    el("thead", {}, el("tr", {}, [t("Begin"), t("Hours"), t("Hands"), t("Tables"), t("Result"), "bb"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, sessions.map((one) => el("tr", { key: one.start },
      el("td", {}, dateOf(one.start)), el("td", {}, HOURS.format(one.hours)), el("td", {}, chips(one.hands)), el("td", {}, chips(one.tables)),
      el("td", { class: wayOf(one.net) }, resultIn(one.net, measure)), el("td", {}, resultIn(one.bb, "").trim()))))));

/** @param {HTMLElement} section @param {Overview} found */
function draw(section, found) {
  const one = (/** @type {string} */ name, /** @type {string} */ value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const amount = (/** @type {string} */ name, /** @type {number} */ net) =>
    el("div", { class: "amount" }, el("dt", {}, name), el("dd", { class: wayOf(net) }, resultIn(net, found.measure)));
  put(section,
    el("p", {}, t("Hands of {players}", { players: found.players.join(", ") })),
    el("dl", { class: "figures" },
      one(t("Hands"), chips(found.hands)),
      amount(t("Result"), found.net),
      found.per_hour !== null && amount(t("Per hour"), found.per_hour),
      found.figures.map(figure)),
    el("div", { class: "wanted" }, fieldOf(t("Graph by"), by)),
    lineOf(found), el("div", { class: "buttons" }, pictureButton("results")),
    found.sessions.length > 0 && [el("h3", {}, t("Latest sessions")), sessionsOf(found.sessions, found.measure), el("div", { class: "buttons" }, csvLink(asking, "sessions"))],
    found.best.length > 0 && [el("h3", {}, t("Best hands")), el("ol", { class: "hand-list" }, found.best.map((one) => handRow(one, found.measure)))],
    found.worst.length > 0 && [el("h3", {}, t("Worst hands")), el("ol", { class: "hand-list" }, found.worst.map((one) => handRow(one, found.measure)))]);
}

/** @type {Tab} */
export const results = {
  key: "results",
  title: t("Results"),
  show: async (section, wanted) => {
    asking = wanted;
    draw(section, /** @type {Overview} */ (await asking.ask("overview", { days: String(by.value === "days") })));
  },
};
