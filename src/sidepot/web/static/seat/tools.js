/** The tools in the head of the table page: chips or big blinds, the log, the keys, and the menu. */

import { h, kept, put, whenChanged } from "../common/dom.js";
import { keyFor } from "../common/keymap.js";
import { SETTINGS_CHANGED } from "../common/keymap.js";
import { tr } from "../common/language.js";

/** @import { Chair } from "./chair.js" */

/** Whether this person likes amounts in big blinds. */
export const likesBlinds = () => kept.get("unit", /** @type {string} */ ("chips")) === "blinds";

/** Show amounts the other way: in big blinds, or in chips. */
export function switchUnit() {
  kept.set("unit", likesBlinds() ? "chips" : "blinds");
  document.dispatchEvent(new Event(SETTINGS_CHANGED));
}

/**
 * Draw the tools; what has not changed stays, with its focus.
 * @param {Element} place
 * @param {Chair} chair
 */
export function drawTools(place, chair) {
  const { room } = chair;
  const { yours } = room;
  const of = [room.own, yours?.may, yours?.cuts, yours?.asks_show, room.role, chair.seat?.state, chair.straddles.on,
    Boolean(yours?.straddle), yours?.reports.length,
    yours?.requests];
  whenChanged(place, of, () => {
    const unit = h("button", { type: "button", class: "tool unit-tool", onclick: switchUnit }, "BB");
    const side = h("button", { type: "button", class: "tool log-tool", "aria-label": tr`Log and talk`, "aria-controls": "side",
      "aria-expanded": "false", onclick: () => {
        const on = document.body.classList.toggle("side-open");
        side.setAttribute("aria-expanded", String(on));
      } }, tr`Log`);
    const help = h("button", { type: "button", class: "tool", "aria-label": tr`Keys and help`, onclick: () => import("../common/help.js").then(({ showHelp }) => showHelp()) }, "?");
    put(place, unit, side, help, menuOf(chair));
  });
  const unit = place.querySelector(".unit-tool");
  unit?.setAttribute("aria-pressed", String(likesBlinds()));
  unit?.setAttribute("aria-label", tr`Amounts in big blinds`);
  unit?.setAttribute("title", tr`Chips or big blinds (${keyFor("a").toUpperCase()})`);
}

/** @param {Chair} chair */
function menuOf(chair) {
  const summary = h("summary", { "aria-label": tr`Menu` }, h("span", { class: "bars", "aria-hidden": "true" }));
  const close = () => {
    menu.open = false;
    summary.focus(); // it comes back here from what the menu opens
  };
  const buttons = chair.items().map(([text, act]) => {
    const pressed = () => {
      close();
      act();
    };
    return h("button", { type: "button", onclick: pressed }, text);
  });
  const menu = h("details", { class: "menu" }, summary, h("div", { class: "menu-items" }, buttons));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  return menu;
}
