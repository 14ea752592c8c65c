/** The keys of the tracker's page, and the window behind `?` that lists them. */

import { isOpen } from "../common/dialogs.js";
import { $ } from "../common/dom.js";
import { t } from "../common/language.js";
import { showShortcuts } from "../common/shortcuts.js";

/** @type {readonly import("../common/shortcuts.js").Shortcut[]} */
const KEYS = [
  ["1 – 9", t("open a part of the tracker")],
  ["/", t("go to the search or the filter")],
  ["J K", t("next or previous hand or player")],
  [t("Enter"), t("open it")],
  ["?", t("show these shortcuts")],
];

const showKeys = () => void showShortcuts(KEYS);

/** @param {EventTarget | null} where */
const isTyped = (where) => where instanceof HTMLElement && (where.isContentEditable || where.matches("input:not([type=checkbox]), textarea, select"));

/** The elements that are seen. @param {NodeListOf<HTMLElement>} found */
const shown = (found) => [...found].filter((one) => one.checkVisibility());

/** Focus the row before or after the one with the focus. @param {number} step */
function move(step) {
  const rows = shown(document.querySelectorAll("a.hand-row, th[scope=row] a"));
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(now + step, 0), rows.length - 1)]?.focus();
}

/** @param {KeyboardEvent} event */
function act(event) {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || isOpen() || isTyped(event.target)) return;
  const tab = /^[1-9]$/.test(key) ? $("#parts").querySelectorAll("a")[Number(key) - 1] : undefined;
  const search = key === "/" ? [...shown(document.querySelectorAll("main input[type=search]")), ...shown(document.querySelectorAll("#where"))][0] : undefined;
  if (tab) tab.click();
  else if (search) search.focus();
  else if (key === "j") move(1);
  else if (key === "k") move(-1);
  else if (key === "?") showKeys();
  else return;
  event.preventDefault();
}

/** Listen to the keys of the page. */
export function listen() {
  addEventListener("keydown", act);
  $("#keys").addEventListener("click", showKeys);
}
