/** Hands as files that other programs read: buttons for each format, and what to do where it cannot tell a hand. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t } from "../common/language.js";
import { asRefused, takeFile } from "../room/api.js";

/** The formats by their names in an address. */
const KINDS = /** @type {const} */ ([
  ["phh", "PHH", t("Poker Hand History: every game")],
  ["ohh", "Open Hand History", t("Open Hand History: hold'em and Omaha")],
  ["stars", "PokerStars", t("PokerStars text, for trackers")],
  ["json", "JSON", t("Everything needed to verify the deal")],
]);

/**
 * Give the browser a file to keep.
 * @param {{ name: string, blob: Blob }} file
 */
export function keepFile({ name, blob }) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * A group of buttons, one for each format.
 * @param {string} label what is taken home, as in "This hand"
 * @param {(kind: string) => string} address
 */
export function takeHome(label, address) {
  const status = h("p", { class: "take-status", role: "status" });

  /** @param {string} path */
  async function take(path) {
    put(status, t("Exporting…"));
    try {
      keepFile(await takeFile(path));
      put(status);
    } catch (caught) {
      const { because, code } = asRefused(caught);
      const others = h("button", { type: "button", class: "quiet", onclick: () => take(`${path}&leave_out=true`) }, t("Skip those hands"));
      put(status, english(`${because}. `), code === "cannot_express" && path.includes("/api/hands/file") && !path.includes("leave_out") && others);
    }
  }

  const buttons = KINDS.map(([kind, name, title]) =>
    h("button", { type: "button", class: "quiet", title, onclick: () => take(address(kind)) }, name),
  );
  return h(
    "div",
    { class: "take-home", role: "group", "aria-label": t("Export: {format}", { format: label }) },
    h("span", {}, t("Export: {format}", { format: label })),
    buttons,
    status,
  );
}
