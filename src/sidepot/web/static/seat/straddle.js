/** Straddling: a blind raise of the next hand, said before its cards are dealt. */

import { actionButton } from "../decision/why.js";
import { chips } from "../common/words.js";

/**
 * @import { Straddle } from "sidepot/protocol"
 * @import { Chair } from "./chair.js"
 */

/**
 * Which one is offered where there is a choice. A sleeper counts only if nobody raises: it comes last.
 * @type {Straddle[]}
 */
const KINDS = ["under the gun", "mississippi", "sleeper"];

/**
 * The button for a straddle, with its least amount, or why there can be none; null where nobody ever straddles.
 * @param {Chair} chair
 */
export function straddleButton(chair) {
  const told = chair.room.yours?.straddle;
  if (!told) return null;
  const [first] = [...told.kinds].sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other));
  const [kind, least] = first ?? ["under the gun", 0];
  const plays = kind === "sleeper" ? "it counts if nobody raises before you" : "you act last before the flop";
  const said = told.chips ? `You straddle the next hand, ${chips(told.chips)}` : "";
  const text = said || told.why || `A straddle of the next hand is ${chips(least)} or more: ${plays}`;
  return actionButton({
    key: "t",
    text: "Straddle",
    detail: said ? chips(told.chips) : least ? chips(least) : "",
    kind: "more",
    off: Boolean(said) || !first,
    reason: { text, cite: null },
    act: () => chair.say({ type: "straddle", kind, chips: least }),
  });
}
