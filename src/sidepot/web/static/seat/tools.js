/** The tools in the head of the table page: chips or big blinds, the log, the keys, and the menu. */

import { kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { keyFor } from "../common/keymap.js";
import { SETTINGS_CHANGED } from "../common/keymap.js";
import { chips } from "../common/words.js";
import { hostItems, waitingForHost } from "../table/host.js";
import { t, tn } from "../common/language.js";

/** @import { Chair } from "./chair.js" */

/** Whether this person likes amounts in big blinds. */
export const likesBlinds = () => kept.get("unit", /** @type {string} */ ("chips")) === "blinds";

/** Show amounts the other way: in big blinds, or in chips. */
export function switchUnit() {
  kept.set("unit", likesBlinds() ? "chips" : "blinds");
  document.dispatchEvent(new Event(SETTINGS_CHANGED));
}

/** What the menu has: its words, and what it does. @typedef {[text: string, act: () => unknown]} Item */

/**
 * Draw the tools.
 * @param {Element} place
 * @param {Chair} chair
 * @param {Item[]} now what the menu has for this decision alone
 */
export function drawTools(place, chair, now) {
  const { call = "" } = chair.room.yours ?? {};
  put(
    place,
    call.startsWith("https://") && el("a", {
      class: "tool call-tool", href: call, target: "_blank", rel: "noopener", title: t("Join the call of this table"), "aria-label": t("Join the call of this table"),
    }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: "M6.6 3.5l3 4.2-1.8 2.2c1 2.4 3.9 5.3 6.3 6.3l2.2-1.8 4.2 3-1 3.1c-7 1.4-17.4-9-16-16z" }))),
    el("button", {
      type: "button", class: "tool unit-tool", onclick: switchUnit, "aria-pressed": String(likesBlinds()), "aria-label": t("Amounts in big blinds"),
      title: t("Chips or big blinds ({key})", { key: keyFor("a").toUpperCase() }),
    }, t("BB")),
    el("button", { type: "button", class: "tool log-tool", "aria-label": t("Log and chat"), "aria-controls": "side", "aria-expanded": "false", onclick: openSide }, t("Log")),
    el("button", { type: "button", class: "tool for-keys", "aria-label": t("Keyboard shortcuts"), onclick: () => import("../common/help.js").then(({ showHelp }) => showHelp()) }, "?"),
    menuOf(chair, now),
  );
}

/** Show what happened and what is talked, or hide it. @param {Event} event */
function openSide({ currentTarget }) {
  const on = document.body.classList.toggle("side-open");
  /** @type {Element} */ (currentTarget).setAttribute("aria-expanded", String(on));
}

/** Close the menu; the focus comes back there from what the menu opens. @param {Event} event */
function close({ currentTarget }) {
  const menu = /** @type {HTMLDetailsElement} */ (/** @type {Element} */ (currentTarget).closest(".menu"));
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** Close the menu where the focus leaves it. @param {FocusEvent} event */
function closeBehind({ currentTarget, relatedTarget }) {
  const menu = /** @type {HTMLDetailsElement} */ (currentTarget);
  if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
}

/**
 * The menu: one's own items and those of the table, the other pages, and apart from them those of the host.
 * @param {Chair} chair
 * @param {Item[]} now
 */
function menuOf(chair, now) {
  /** @param {Item} item */
  const button = ([text, act]) => el("button", { key: text, type: "button", onclick: (pressed) => {
    close(pressed);
    act();
  } }, text);
  /**
   * @param {string} href
   * @param {string} text
   */
  const link = (href, text) => el("a", { href, target: "_blank", onclick: close }, text);
  const hosts = hostItems(chair);
  const waiting = waitingForHost(chair);
  return el("details", { class: "menu", onfocusout: closeBehind, onkeydown: (pressed) => pressed.key === "Escape" && close(pressed) },
    el("summary", { "aria-label": waiting ? tn("Menu, {count} request", "Menu, {count} requests", waiting) : t("Menu") },
      el("span", { class: "bars", "aria-hidden": "true" }), waiting > 0 && el("span", { class: "badge", "aria-hidden": "true" }, chips(waiting))),
    el("div", { class: "menu-items" },
      el("div", {}, [...now, ...chair.items()].map(button), el("nav", { class: "menu-pages", "aria-label": t("Pages") }, link("/hands", t("My hands")), link("/nights", t("Nights")))),
      hosts.length > 0 && el("div", { role: "group", "aria-labelledby": "menu-host" }, el("h2", { id: "menu-host" }, t("For the host")), hosts.map(button))));
}
