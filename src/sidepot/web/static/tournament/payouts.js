/** Who is paid what, on every page that shows it. */

import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { joined } from "../common/words.js";

/**
 * @import { ScreenView } from "sidepot/protocol"
 * @typedef {{ place: string, player: string, amount: number, bounties: number, isNext: boolean }} Payout
 */

/** Whether it is over, or was cancelled. @param {{ phase: string }} state */
export const isOver = ({ phase }) => phase === "over" || phase === "called off" || phase === "cancelled";

/**
 * What each place is paid. After a deal: who gets what, and what is left for the winner. When it is over: who got what.
 * @param {Pick<ScreenView, "phase" | "prizes" | "deal" | "kept" | "out" | "left">} state
 * @returns {Payout[]}
 */
export function payoutsOf({ phase, prizes = [], deal = [], kept = 0, out = [], left = 0 }) {
  const usual = { player: "", bounties: 0, isNext: false };
  const of = (/** @type {number} */ amount, /** @type {number} */ at) => ({ ...usual, place: `${at + 1}.`, amount });
  if (phase === "over") {
    const named = out.filter(({ paid = 0 }, at) => at < prizes.length || paid > 0).map(({ player, place, paid = 0, bounties = 0 }) => ({ ...usual, place: `${place}.`, player, amount: paid, bounties }));
    return [...named, ...prizes.map(of).slice(named.length)];
  }
  if (!deal.length) return prizes.map((amount, at) => ({ ...of(amount, at), isNext: left > 1 && at + 1 === left }));
  const shares = deal.map((one) => ({ ...usual, place: "", ...one }));
  const winner = kept ? [{ ...usual, place: "1.", player: t("Left for the winner"), amount: kept }] : [];
  return [...shares, ...winner, ...prizes.map(of).slice(deal.length)];
}

/**
 * Each prize with who has it; those who share a place share its prizes in one line: "3.–4. Ann and Bo".
 * @param {readonly number[]} prizes
 * @param {readonly { player: string, place?: number }[]} players
 * @returns {[text: string, amount: number][]}
 */
export function prizesOf(prizes, players) {
  /** @type {[text: string, amount: number][]} */
  const found = [];
  for (let first = 0; first < prizes.length; ) {
    const names = players.filter(({ place }) => place === first + 1).map(({ player }) => player);
    const last = first + Math.max(names.length, 1);
    const places = names.length > 1 ? `${first + 1}.–${last}.` : `${last}.`;
    found.push([`${places} ${joined(names)}`.trim(), prizes.slice(first, last).reduce((sum, one) => sum + one, 0)]);
    first = last;
  }
  return found;
}

/**
 * The places of those who are out, as a text: 4, with 1,200.
 * @param {{ paid?: number, bounties?: number }} line
 */
export function wonWords({ paid = 0, bounties = 0 }) {
  return [paid && inMoney(paid), bounties && t("{bounties} in bounties", { bounties: inMoney(bounties) })].filter(Boolean).join(" + ");
}
