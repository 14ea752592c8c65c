/** A deal: the last players divide the prizes left. What each would get is seen before it is made. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { chips } from "../common/words.js";
import { askWhich } from "./asking.js";
import { mayDo } from "./tournament.js";
import { moneyOf } from "./routes.js";
import { countTable } from "./table_sheet.js";

/** @import { Desk } from "./console.js" */

const total = (/** @type {readonly (readonly [string, number])[]} */ amounts) => amounts.reduce((before, [, amount]) => before + amount, 0);

/**
 * Ask for the terms of a deal, and make it; stacks that are not counted are counted on the way.
 * @param {Desk} desk
 * @returns {Promise<void>}
 */
export async function makeDeal(desk) {
  const left = desk.seated();
  const by = await askWhich(t("How do the remaining {players} players split?", { players: left.length }), /** @type {[string, string][]} */ ([[t("By ICM"), "icm"], [t("By chip count"), "chips"], [t("Evenly"), "even"], [t("Custom amounts"), "amounts"]]));
  if (!by) return;
  const isOwn = by === "amounts";
  const [{ table = 0 } = {}] = left;
  const mayCount = mayDo(desk.tournament, "count") && left.every((one) => one.table === table);
  /** @type {{ amounts: [string, number][], first: number, isCounting?: boolean } | null} */
  const terms = await openDialog({
    title: t("Deal"),
    body: (close) => {
      const first = h("input", { type: "number", inputmode: "numeric", min: "0", step: "1", value: "0" });
      const own = left.map(() => h("input", { type: "number", inputmode: "numeric", min: "0", step: "1", required: true }));
      const status = h("div", { role: "status" });
      const amounts = () => left.map((one, at) => /** @type {[string, number]} */ ([one.player, Number(own[at].value)]));
      let all = 0; // to divide, as soon as it is known
      const add = () => put(status, h("p", { class: "hint" }, all ? t("Total {total} of {all}", { total: chips(total(amounts())), all: chips(all) }) : t("Total {total}", { total: chips(total(amounts())) })));
      for (const one of own) one.addEventListener("input", add);
      moneyOf(desk.id).then(({ deals = {}, uncounted = [] }) => {
        const found = deals[isOwn ? "icm" : by] ?? (isOwn ? deals.even : null) ?? [];
        all = total(deals.even ?? []);
        if (!isOwn && by !== "even" && uncounted.length) {
          const count = () => close({ first: 0, amounts: [], isCounting: true });
          return put(status, h("p", { class: "hint" }, t("Count these stacks first: {players}", { players: uncounted.join(", ") })), mayCount && h("button", { type: "button", class: "quiet", "data-act": "count", onclick: count }, t("Count the stacks")));
        }
        if (!isOwn) return put(status, found.length > 0 && [h("p", { class: "hint" }, t("With nothing left for the winner:")), h("ul", { class: "desk-prizes" }, found.map(([player, amount]) => h("li", {}, h("span", {}, player), h("b", {}, chips(amount)))))]);
        const figures = new Map(found);
        for (const [at, { player }] of left.entries()) own[at].value ||= String(figures.get(player) ?? "");
        return add();
      }).catch(() => {}); // without a network it is made all the same
      const send = () => close({ first: Number(first.value), amounts: isOwn ? amounts() : [] });
      return formOf(send, [isOwn && h("div", { class: "desk-each" }, left.map((one, at) => field(one.player, own[at]))), status, field(t("Left for the winner"), first)], strong(t("Make the deal")));
    },
  });
  if (terms?.isCounting) return (await countTable(desk, table)) ? makeDeal(desk) : undefined;
  if (terms) await desk.act({ type: "make_deal", by, first: terms.first, ...(terms.amounts.length && { amounts: terms.amounts }) });
}
