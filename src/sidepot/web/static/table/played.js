/** The window with the hands that were played here: to replay, to download, and to check. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { chips } from "../common/words.js";
import { replayPath } from "../hands/short.js";
import { handPath, handsOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { settlePath } from "../settle/case.js";
import { t } from "../common/language.js";

/**
 * @param {string} table
 * @param {(because: import("../common/element.js").Filled) => void} toast
 */
export async function showHands(table, toast) {
  /** @type {number[]} */
  let hands;
  try {
    hands = await handsOf(table);
  } catch (caught) {
    toast(refusal(caught));
    return;
  }
  const row = (/** @type {number} */ hand) =>
    h(
      "li",
      {},
      h("span", {}, t("Hand {hand}", { hand: chips(hand) })),
      h("a", { href: replayPath(table, hand) }, t("Replay")),
      h("a", { href: handPath(table, hand), download: `hand-${table}-${hand}.json` }, t("Download")),
      h("a", { href: settlePath(table, hand) }, t("Settle")),
      h("a", { href: `/verify#table=${encodeURIComponent(table)}&hand=${hand}` }, t("Verify")),
    );
  await openDialog({
    title: t("Hands played here"),
    body: () =>
      hands.length
        ? h("ul", { class: "body hands" }, hands.slice(-100).reverse().map(row))
        : h("p", { class: "body" }, t("No finished hands yet.")),
  });
}
