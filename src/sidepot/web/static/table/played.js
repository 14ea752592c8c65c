/** The window with the hands that were played here: to replay, to download, and to check. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { chips } from "../common/words.js";
import { replayPath } from "../hands/short.js";
import { asRefused, handPath, handsOf } from "../room/api.js";

/**
 * @param {string} table
 * @param {(because: string) => void} toast
 */
export async function showHands(table, toast) {
  /** @type {number[]} */
  let hands;
  try {
    hands = await handsOf(table);
  } catch (caught) {
    toast(asRefused(caught).because);
    return;
  }
  const row = (/** @type {number} */ hand) =>
    h(
      "li",
      {},
      h("span", {}, `Hand ${chips(hand)}`),
      h("a", { href: replayPath(table, hand) }, "Replay"),
      h("a", { href: handPath(table, hand), download: `hand-${table}-${hand}.json` }, "Download"),
      h("a", { href: `/verify#table=${encodeURIComponent(table)}&hand=${hand}` }, "Check"),
    );
  await openDialog({
    title: "Hands played here",
    body: () =>
      hands.length
        ? h("ul", { class: "body hands" }, hands.slice(-100).reverse().map(row))
        : h("p", { class: "body" }, "No hand is over yet."),
  });
}
