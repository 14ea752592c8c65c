/** The amounts of a level, as they are filled in and given back. A level of a mix has several; only its length is asked. */

/**
 * @typedef {{ blinds?: number[], ante?: number, bring_in?: number, small_bet?: number, big_bet?: number, chip?: number }} Stakes
 * @typedef {{ kind?: string, ms: number, stakes?: Stakes[], [name: string]: unknown }} What
 */

const BLINDS = ["small", "big"]; // straddles stay as they are

/**
 * The amounts that can be filled in, by what they are.
 * @param {Partial<What> | undefined} what
 * @returns {Record<string, number>}
 */
export function amountsOf(what) {
  const [one, ...others] = what?.stakes ?? [];
  if (!one || others.length) return {};
  const { blinds = [], ante = 0, bring_in: bringIn = 0, small_bet: bet = 0 } = one;
  return {
    ...Object.fromEntries(BLINDS.slice(0, blinds.length).map((key, at) => [key, blinds[at]])),
    ante, ...(bringIn && { bring_in: bringIn }), ...(bet && { small_bet: bet }),
  };
}

/**
 * The same level or break with these amounts and this length.
 * @param {What} what
 * @param {Record<string, number>} amounts
 * @param {number} ms
 * @returns {What}
 */
export function withAmounts(what, amounts, ms) {
  if (!Object.keys(amounts).length) return { ...what, ms };
  const { small, big, ...others } = amounts;
  const [one = {}] = what.stakes ?? [];
  const { blinds = [], small_bet: bet = 0, big_bet: bigBet = 0 } = one;
  const isTwice = bigBet > 0 && bigBet === 2 * bet;
  return {
    ...what, ms,
    stakes: [{ ...one, blinds: blinds.map((n, at) => [small, big][at] ?? n), ...others, ...(isTwice && { big_bet: 2 * (others.small_bet ?? bet) }) }],
  };
}

/**
 * A level after the last: it grows as the last one did over the one before it.
 * @param {What} last
 * @param {What | undefined} before
 * @returns {What}
 */
export function following(last, before) {
  const [high, low] = [amountsOf(last), amountsOf(before)];
  const chip = last.stakes?.[0]?.chip ?? 1;
  const more = Object.entries(high).map(([key, n]) => {
    const grown = low[key] > 0 && n > low[key] ? (n * n) / low[key] : 2 * n;
    return [key, Math.max(n, Math.floor(Math.min(grown, 2 * n) / chip) * chip)];
  });
  return withAmounts(last, Object.fromEntries(more), last.ms);
}

/**
 * A level between two: halfway, in whole chips; as the first where no other follows.
 * @param {What} first
 * @param {Partial<What> | undefined} next
 * @returns {What}
 */
export function between(first, next) {
  const [low, high] = [amountsOf(first), amountsOf(next)];
  const chip = first.stakes?.[0]?.chip ?? 1;
  const half = Object.entries(low).map(([key, n]) => [key, n + Math.floor(Math.max(0, (high[key] ?? n) - n) / 2 / chip) * chip]);
  return withAmounts(first, Object.fromEntries(half), first.ms);
}
