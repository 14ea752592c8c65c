/** The form of an open table: made of the values that may change, and read as such values. */

/** @import { Changeable, Listed, TableForm } from "sidepot/protocol" */

/**
 * @param {Changeable} values
 * @param {Listed} game the game of the table, with its own limit
 * @param {number} decimals
 * @param {number} seats
 * @returns {TableForm}
 */
export function formFrom(values, { id, mix, limit }, decimals, seats) {
  const { bet, seconds, approve, watch_after, bots, strength, style, call, lock: _, ...more } = values;
  return { game: id, ...(!mix && { limit: /** @type {TableForm["limit"]} */ (limit) }), decimals, seats, bet, seconds, approve, watch_after, bots, strength, style, call, more };
}

/**
 * The values that a form asks for; what it has no field for stays, or is as usual for another bet.
 * @param {TableForm} form
 * @param {Changeable} before
 * @param {string} lock of the password
 * @param {(name: string) => boolean} has whether the form has such a field
 * @returns {Changeable}
 */
export function valuesFrom({ more = {}, ...form }, before, lock, has) {
  const bet = form.bet ?? before.bet;
  const same = bet === before.bet;
  return {
    bet,
    blinds: more.blinds ?? (same && !has("blinds") ? before.blinds : []),
    ante: more.ante ?? null,
    ante_by: more.ante_by ?? before.ante_by,
    bring_in: more.bring_in ?? (same && !has("bringIn") ? before.bring_in : null),
    big_bet: more.big_bet ?? null,
    buy_in: more.buy_in ?? before.buy_in,
    seconds: form.seconds ?? before.seconds,
    straddles: more.straddles ?? [],
    bomb_every: more.bomb_every ?? 0,
    bomb_ante: more.bomb_ante ?? 0,
    runs: more.runs ?? before.runs,
    rabbit: more.rabbit ?? before.rabbit,
    seven_deuce: more.seven_deuce ?? 0,
    stand_up: more.stand_up ?? 0,
    approve: form.approve ?? false,
    watch_after: has("watch") ? (form.watch_after ?? 0) : before.watch_after,
    bots: form.bots ?? before.bots,
    strength: form.strength ?? before.strength,
    style: has("style") ? (form.style ?? null) : before.style,
    call: form.call ?? "",
    lock,
  };
}
