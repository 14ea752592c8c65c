/** A night as a text for the group chat. No page is needed, so node tests it. */

import { t } from "../common/language.js";
import { amountOf } from "../common/words.js";
import { changeName, inForce } from "./books.js";
import { partyName, periodName, signed } from "./periods.js";

/** @import { NightBooks } from "sidepot/protocol" */

/**
 * Results without bots, expenses and adjustments, what is paid, and who pays whom.
 * @param {NightBooks} books
 */
export function textOf(books) {
  const people = books.players.filter((line) => !line.bot);
  const results = people.map(({ player, result, bots }) => `${player} ${signed(result + bots, books.decimals)}`);
  const changes = inForce(books).filter(({ what }) => what.type !== "points");
  const added = changes.filter(({ what }) => what.type !== "paid").map((change) => changeName(change, books));
  const paid = changes.filter(({ what }) => what.type === "paid").map((change) => `✓ ${changeName(change, books)}`);
  const due = books.payments.map(({ payer, payee, chips: amount }) =>
    t("{payer} pays {payee} {amount}", { payer: partyName(payer), payee: partyName(payee), amount: amountOf(amount, books.decimals) }));
  const parts = [results, added, [...paid, ...(due.length ? due : [t("Everything is settled.")])]];
  return [periodName(books.period), ...parts.filter((part) => part.length).map((part) => part.join("\n"))].join("\n\n");
}
