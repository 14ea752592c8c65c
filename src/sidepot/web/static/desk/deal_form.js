/** A deal: the last players divide the prizes left. What each would get is seen before it is made. */

import { setBounds } from "../common/amount_input.js";
import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney, moneyInput, moneyWritten, writeMoney } from "../common/money.js";
import { askWhich } from "./asking.js";
import { mayDo } from "./tournament.js";
import { moneyOf, pathOf } from "./routes.js";
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
  if (!isOwn && by !== "even" && !(await countFirst(desk))) return;
  /** @type {{ amounts: [string, number][], first: number } | null} */
  const terms = await openDialog({
    title: t("Deal"),
    body: (close) => {
      const first = moneyInput({ value: 0 });
      const own = left.map(() => moneyInput());
      const status = h("div", { role: "status" });
      const sheet = h("a", { class: "quiet", target: "_blank" }, t("Deal sheet"));
      const amounts = () => left.map((one, at) => /** @type {[string, number]} */ ([one.player, moneyWritten(own[at]) || 0]));
      let all = 0; // to divide, as soon as it is known
      const add = () => put(status, h("p", { class: "hint" }, all ? t("Total {total} of {all}", { total: inMoney(total(amounts())), all: inMoney(all) }) : t("Total {total}", { total: inMoney(total(amounts())) })));
      for (const one of own) one.addEventListener("input", add);
      let asked = 0;
      const look = async () => {
        const mine = ++asked;
        const kept = Math.max(0, Math.trunc(moneyWritten(first) || 0));
        sheet.href = `${pathOf(desk.id)}/print/deal${kept ? `?kept=${kept}` : ""}`;
        const money = await moneyOf(desk.id, kept).catch(() => null); // without a network it is made all the same
        if (mine !== asked || !money) return;
        const { deals = {}, most_kept: most = 0 } = money;
        const found = deals[isOwn ? "icm" : by] ?? (isOwn ? deals.even : null) ?? [];
        all = total(deals.even ?? []);
        if (most) setBounds(first, { most });
        if (isOwn) {
          const figures = new Map(found);
          for (const [at, { player }] of left.entries()) if (!own[at].value) writeMoney(own[at], figures.get(player) ?? null);
          add();
          return;
        }
        const line = (/** @type {string} */ text, /** @type {number} */ amount) => h("li", {}, h("span", {}, text), h("b", {}, inMoney(amount)));
        put(status, found.length > 0 && h("ul", { class: "desk-prizes" }, found.map(([player, amount]) => line(player, amount)), line(t("Left for the winner"), Math.min(kept, most))));
      };
      first.addEventListener("input", look);
      void look();
      const send = () => close({ first: moneyWritten(first) || 0, amounts: isOwn ? amounts() : [] });
      return formOf(send, [isOwn && h("div", { class: "desk-each" }, left.map((one, at) => field(one.player, own[at]))), status, field(t("Left for the winner"), first), !isOwn && sheet], strong(t("Make the deal")));
    },
  });
  if (terms) await desk.act({ type: "make_deal", by, first: terms.first, ...(terms.amounts.length && { amounts: terms.amounts }) });
}

/**
 * Count each table with stacks that are not known. Answers whether the deal goes on; the server refuses it without a count.
 * @param {Desk} desk
 */
async function countFirst(desk) {
  const { uncounted = [] } = await moneyOf(desk.id).catch(() => ({ uncounted: [] }));
  if (!mayDo(desk.tournament, "count")) return true;
  const tables = new Set(desk.seated().filter(({ player }) => uncounted.includes(player)).map(({ table }) => table));
  for (const table of tables) if (!(await countTable(desk, table))) return false;
  return true;
}
