/** The tools in the head of the table page: chips or big blinds, the log, the keys, and the menu. */

import { h, kept, put, whenChanged } from "../common/dom.js";
import { keyFor } from "../common/keymap.js";
import { SETTINGS_CHANGED } from "../common/keymap.js";
import { hostItems } from "../table/host.js";
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
    const help = h("button", { type: "button", class: "tool for-keys", "aria-label": tr`Keys and help`, onclick: () => import("../common/help.js").then(({ showHelp }) => showHelp()) }, "?");
    const focus = place.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    const isOpen = place.querySelector(".menu")?.hasAttribute("open") ?? false;
    put(place, unit, side, help, menuOf(chair, isOpen));
    const tools = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("button, a, summary"));
    if (focus) [...tools].find((one) => nameOf(one) === focus)?.focus();
  });
  const unit = place.querySelector(".unit-tool");
  unit?.setAttribute("aria-pressed", String(likesBlinds()));
  unit?.setAttribute("aria-label", tr`Amounts in big blinds`);
  unit?.setAttribute("title", tr`Chips or big blinds (${keyFor("a").toUpperCase()})`);
}

/** @param {Element | null} one */
const nameOf = (one) => one?.getAttribute("aria-label") ?? one?.textContent ?? "";

/**
 * The menu: one's own items and those of the table, the other pages, and apart from them those of the host.
 * @param {Chair} chair
 * @param {boolean} isOpen whether it is open already, and stays so
 */
function menuOf(chair, isOpen) {
  const summary = h("summary", { "aria-label": tr`Menu` }, h("span", { class: "bars", "aria-hidden": "true" }));
  const close = () => {
    menu.open = false;
    summary.focus(); // it comes back here from what the menu opens
  };
  /** @param {[text: string, act: () => unknown]} item */
  const button = ([text, act]) => {
    const pressed = () => {
      close();
      act();
    };
    return h("button", { type: "button", onclick: pressed }, text);
  };
  /**
   * @param {string} href
   * @param {string} text
   */
  const link = (href, text) => h("a", { href, target: "_blank", onclick: close }, text);
  const hosts = hostItems(chair);
  const menu = h("details", { class: "menu", open: isOpen }, summary, h("div", { class: "menu-items" },
    h("div", {}, chair.items().map(button), h("nav", { class: "menu-pages", "aria-label": tr`Pages` }, link("/hands", tr`My hands`), link("/nights", tr`Nights`))),
    hosts.length > 0 && h("div", { role: "group", "aria-labelledby": "menu-host" }, h("h2", { id: "menu-host" }, tr`For the host`), hosts.map(button))));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  return menu;
}
