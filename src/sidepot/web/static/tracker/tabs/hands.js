/** The list of hands, latest first. */

import { el, put } from "../../common/element.js";
import { t } from "../../common/language.js";
import { csvLink } from "../exports.js";
import { handRow } from "../tab.js";

/** @import { Asking, PlayedHand, Tab } from "../tab.js" */

const PAGE = 50;

/**
 * Draw these hands, and a button for more.
 * @param {HTMLElement} section
 * @param {Asking} asking
 * @param {PlayedHand[]} shown
 * @param {boolean} isAll
 */
function draw(section, asking, shown, isAll) {
  const more = async () => {
    const next = await pageOf(asking, shown.length);
    draw(section, asking, [...shown, ...next], next.length < PAGE);
  };
  put(section,
    shown.length === 0 && el("p", {}, t("No hands.")),
    el("ol", { class: "hand-list", id: "list" }, shown.map((one) => handRow(one, asking.measure))),
    el("div", { class: "buttons" }, !isAll && el("button", { type: "button", class: "quiet", id: "more", onclick: () => void more() }, t("More hands")),
      shown.length > 0 && csvLink(asking, "hands")));
}

/** @param {Asking} asking @param {number} skip */
const pageOf = async (asking, skip) => /** @type {PlayedHand[]} */ (await asking.ask("hands", { skip: String(skip) }));

/** @type {Tab} */
export const hands = {
  key: "hands",
  title: t("Hands"),
  show: async (section, asking) => {
    const page = await pageOf(asking, 0);
    draw(section, asking, page, page.length < PAGE);
  },
};
