/** Deals at the final table: offering one, and what each player would get. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";

/**
 * @import { Offer, OfferDeal } from "sidepot/protocol"
 * @import { Tournament } from "./figures.js"
 */

const WAYS = /** @type {const} */ ([
  ["icm", t("By ICM")],
  ["chips", t("By chip count")],
  ["even", t("Evenly")],
  ["amounts", t("Custom amounts")],
]);

/**
 * What is divided, and how much of it can be kept for the winner.
 * @param {readonly number[]} prizes
 * @param {number} left
 */
export function dividing(prizes, left) {
  const there = prizes.slice(0, left);
  const lowest = there.length === left ? (there.at(-1) ?? 0) : 0;
  const all = there.reduce((sum, prize) => sum + prize, 0);
  return { all, lowest, most: Math.max((there[0] ?? 0) - lowest, 0) };
}

/**
 * What is wrong with own figures; "" where they add up.
 * @param {readonly number[]} amounts
 * @param {number} all
 * @param {number} first
 */
export function wrongFigures(amounts, all, first) {
  const sum = amounts.reduce((one, other) => one + other, 0);
  if (sum === all - first) return "";
  return sum > all - first ? t("{chips} too much", { chips: inMoney(sum - all + first) }) : t("{chips} missing", { chips: inMoney(all - first - sum) });
}

/**
 * Ask how to divide the prizes that are left.
 * @param {Tournament} state
 * @returns {Promise<OfferDeal | null>}
 */
export function askDeal(state) {
  const { all, most } = dividing(state.prizes, state.left);
  return openDialog({
    title: t("Offer a deal"),
    body: (close) => {
      const by = h("select", { autofocus: true }, WAYS.map(([way, words]) => h("option", { value: way }, words)));
      const first = h("input", { type: "number", min: 1, max: most, step: 1, required: true, inputmode: "numeric",
        value: String(Math.min(Math.max(1, Math.floor(all / 20)), most)) });
      const inputs = state.stacks.map(({ player }) => /** @type {const} */ ([player, h("input", { type: "number", min: 0, step: 1, inputmode: "numeric", value: "0" })]));
      const own = h("fieldset", { class: "own-figures", hidden: true }, h("legend", {}, t("{amount} in total, minus what is left for the winner", { amount: inMoney(all) })),
        inputs.map(([player, input]) => field(player, input)));
      const wrong = h("p", { class: "refusal", role: "alert" });
      by.addEventListener("change", () => (own.hidden = by.value !== "amounts"));
      const send = () => {
        const way = /** @type {OfferDeal["by"]} */ (by.value);
        const kept = Number(first.value);
        const amounts = inputs.map(([player, input]) => /** @type {[string, number]} */ ([player, Number(input.value)]));
        const found = way === "amounts" ? wrongFigures(amounts.map(([, amount]) => amount), all, kept) : "";
        put(wrong, found);
        if (!found) close({ type: "offer_deal", by: way, first: kept, amounts: way === "amounts" ? amounts : [] });
      };
      return formOf(send, [
        h("p", {}, t("{amount} is still to be won. The tables wait until all players have answered.", { amount: inMoney(all) })),
        field(t("Split"), by), field(t("Left for the winner"), first, t("1 to {most}: there must be something left to play for", { most: inMoney(most) })), own, wrong,
      ], strong(t("Offer the deal")));
    },
  });
}

/**
 * The offer as all see it.
 * @param {Offer} offer
 * @param {boolean} mayAnswer
 * @param {(yes: boolean) => unknown} answer
 */
export function offerOf(offer, mayAnswer, answer) {
  const { player, figures = [], agreed = [], first = 0 } = offer;
  const rows = figures.map(([who, amount]) =>
    el("tr", {}, el("th", { scope: "row" }, who), el("td", {}, inMoney(amount)), el("td", {}, agreed.includes(who) ? t("agrees") : "")));
  return [
    el("h2", {}, t("{player} offers a deal", { player })),
    figures.length
      ? el("table", { class: "levels" }, el("tbody", {}, rows, el("tr", {}, el("th", { scope: "row" }, t("Left for the winner")), el("td", {}, inMoney(first)), el("td", {}))))
      : el("p", {}, t("The amounts appear when the current hands are over.")),
    mayAnswer && el("div", { class: "table-go" },
      el("button", { type: "button", class: "strong", onclick: () => answer(true) }, t("I agree")),
      el("button", { type: "button", class: "quiet", onclick: () => answer(false) }, t("No deal"))),
  ];
}
