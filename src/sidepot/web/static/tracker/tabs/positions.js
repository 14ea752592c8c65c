/** A table of figures by position. */

import { el, put } from "../../common/element.js";
import { t } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { csvLink } from "../exports.js";
import { errorOf, figureText } from "../numbers.js";

/**
 * @import { Cell } from "../numbers.js"
 * @import { Tab } from "../tab.js"
 * @typedef {{ position: string, hands: number, cells: Cell[] }} PositionRow
 */

/** The table of figures by position. @param {PositionRow[]} rows */
export const positionsOf = (rows) => [
  el("p", { class: "lead" }, t("Rates in percent; below each value its standard error and its chances.")),
  el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Positions") }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Position")), el("th", { scope: "col" }, t("Hands")),
      (rows[0]?.cells ?? []).map((cell) => el("th", { scope: "col", lang: "en" }, cell.name)))),
    el("tbody", {}, rows.map((row) => el("tr", { key: row.position },
      el("th", { scope: "row" }, row.position === "" ? t("All") : row.position === "no button" ? t("No button") : row.position),
      el("td", {}, chips(row.hands)),
      row.cells.map((cell) => el("td", {}, figureText(cell), el("small", {}, `${errorOf(cell)} (${chips(cell.chances)})`)))))))),
];

/** @type {Tab} */
export const positions = {
  key: "positions",
  title: t("Positions"),
  show: async (section, asking) => {
    const rows = /** @type {PositionRow[]} */ (await asking.ask("positions"));
    put(section, positionsOf(rows), el("div", { class: "buttons" }, csvLink(asking, "positions")));
  },
};
