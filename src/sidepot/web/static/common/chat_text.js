/** A text for the group chat, in a window with a button that copies it. */

import { formOf, openDialog, strong } from "./dialogs.js";
import { h } from "./dom.js";
import { put } from "./element.js";
import { t } from "./language.js";

/**
 * @param {string} text
 */
export function showText(text) {
  return openDialog({
    title: t("For the group chat"),
    wide: true,
    body: (close) => {
      const area = h("textarea", { readonly: true, rows: "12", "aria-label": t("For the group chat"), class: "chat-text" });
      area.value = text;
      const done = h("span", { class: "hint", role: "status" });
      const copy = async () => {
        area.select();
        try {
          await navigator.clipboard.writeText(text); // only where the page came by https, or from this machine
        } catch {
          document.execCommand("copy");
        }
        put(done, t("Copied"));
      };
      return formOf(copy, area, [done, h("button", { type: "button", class: "quiet", onclick: () => close() }, t("Close")), strong(t("Copy"), { autofocus: true })]);
    },
  });
}
