/** The window behind `?`: the keys of a page. */

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/** @typedef {readonly [keys: string, what: string]} Shortcut keys with spaces between them, and what they do */

/**
 * @param {readonly Shortcut[]} shortcuts
 * @param {(key: string) => string} [now] the key as it is now
 */
export const shortcutList = (shortcuts, now = (key) => key) =>
  h("dl", {}, shortcuts.map(([keys, what]) => [
    h("dt", {}, keys.split(" ").filter((one) => one !== "–").map((one) => h("kbd", {}, now(one)))),
    h("dd", {}, what),
  ]));

/** @param {readonly Shortcut[]} shortcuts */
export const showShortcuts = (shortcuts) =>
  openDialog({ title: t("Keyboard shortcuts"), body: () => h("div", { class: "body keys" }, shortcutList(shortcuts)) });
