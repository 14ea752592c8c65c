/** The text of a tournament for the group chat: who played, who won what, and when the next one is. */

import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { chips } from "../common/words.js";
import { prizesOf } from "../tournament/payouts.js";

/** @import { Tournament, Money } from "./tournament.js" */

/**
 * @param {Pick<Tournament, "title" | "counts" | "largest">} tournament
 * @param {Money} money
 * @param {{ player: string, bounties?: number }[]} players
 * @param {string} next when the next one is; "" leaves it out
 */
export function eveningText({ title, counts, largest }, { pool = 0, prizes = [], players: paid = [], made = [] }, players, next) {
  const most = Math.max(0, ...players.map(({ bounties = 0 }) => bounties));
  const hunters = most ? players.filter(({ bounties = 0 }) => bounties === most).map(({ player }) => player) : [];
  const lines = made.length ? made.map(([player, amount]) => /** @type {[string, number]} */ ([player, amount])) : prizesOf(prizes, paid);
  return [
    title,
    pool ? t("{players} players, prize pool {pool}", { players: chips(counts.entries || counts.players), pool: inMoney(pool) }) : t("{players} players", { players: chips(counts.players) }),
    "",
    ...(made.length ? [t("Deal")] : []),
    ...lines.map(([text, amount]) => `${text}: ${inMoney(amount)}`),
    ...hunters.map((player) => t("Most bounties: {player}, {amount}", { player, amount: inMoney(most) })),
    ...(largest ? [t("Biggest stack: {player}, {stack}, with {left} players left", { player: largest.player, stack: `${largest.about ? "~ " : ""}${chips(largest.chips)}`, left: chips(largest.left) })] : []),
    ...(next ? ["", t("Next time: {when}", { when: next })] : []),
  ].join("\n");
}
