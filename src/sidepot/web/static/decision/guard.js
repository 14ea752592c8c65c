/** The slip guard: what is asked once more before it is bet. */

import { kept } from "../common/dom.js";
import { t } from "../common/language.js";

const TIMES = 10;

/** Whether this person wants to be asked. */
export const isGuarded = () => kept.get("guard", /** @type {boolean} */ (true));

/**
 * What is asked once more before a bet; "" where nothing is.
 *
 * It is asked before a player is all-in who has moved there step by step, by the slider or the wheel; and before a bet
 * of ten times the pot.
 * @param {{ amount: number, all: number, bet: number, pot: number, slid: boolean }} bet `all` chips are had in all,
 *   `bet` of them lie in front already; `slid` is whether the amount was slid to
 */
export function slipWords({ amount, all, bet, pot, slid }) {
  if (!isGuarded()) return "";
  const large = pot > 0 && amount - bet >= TIMES * pot;
  if (slid && amount === all) return t("This is all-in: press again to confirm");
  return large ? t("This is ten times the pot or more: press again to confirm") : "";
}
