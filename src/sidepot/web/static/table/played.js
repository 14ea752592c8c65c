/** The window with the hands that were played here: to take home, and to check. */

import { handPath, handsOf } from "../room/api.js";
import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { chips } from "../common/words.js";

export async function showHands(table, toast) {
  let hands = [];
  try {
    hands = await handsOf(table);
  } catch (refused) {
    toast(refused.because ?? String(refused));
    return;
  }
  const row = (hand) =>
    h(
      "li",
      {},
      h("span", {}, `Hand ${chips(hand)}`),
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
