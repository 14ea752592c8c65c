/** Straddling: a blind raise of the next hand, said before its cards are dealt. */

import { actionButton } from "../decision/why.js";
import { chips } from "../common/words.js";

// What is said where there is a choice. A sleeper counts only if nobody raises: it comes last.
const KINDS = ["under the gun", "mississippi", "sleeper"];

const PLAYS = {
  sleeper: "it counts if nobody raises before you",
  other: "you act last before the flop",
};

/** The button for a straddle, with its least amount, or why there can be none; null where nobody ever straddles. */
export function straddleButton(chair) {
  const told = chair.room.yours?.straddle;
  if (!told) return null;
  const [kind, least] = [...(told.kinds ?? [])].sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other))[0] ?? [];
  const said = told.chips ? `You straddle the next hand, ${chips(told.chips)}` : "";
  const text = said || told.why || `A straddle of the next hand is ${chips(least)} or more: ${PLAYS[kind] ?? PLAYS.other}`;
  return actionButton({
    key: "t",
    text: "Straddle",
    detail: said ? chips(told.chips) : least ? chips(least) : "",
    kind: "more",
    off: Boolean(said) || !kind,
    reason: { text, cite: "" },
    act: () => chair.say({ type: "straddle", kind, chips: least }),
  });
}
