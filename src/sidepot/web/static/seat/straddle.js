/** Straddling: a blind raise of the next hand, said before its cards are dealt. */

import { actionButton } from "../decision/why.js";
import { kept } from "../common/dom.js";
import { shown } from "../common/units.js";
import { tr } from "../common/language.js";

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
 * The straddle that is offered first, with its least amount; null where there is none now.
 * @param {Chair} chair
 */
function offered(chair) {
  const told = chair.room.yours?.straddle;
  const [first] = [...(told?.kinds ?? [])].sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other));
  return first ?? null;
}

/** A switch that stays: straddle each hand at this table in which that is possible. */
export class AlwaysStraddle {
  said = -1; // the hand after which it was said last

  /** @param {Chair} chair */
  constructor(chair) {
    this.chair = chair;
    this.name = `straddles.${chair.room.table}`;
    this.on = kept.get(this.name, false);
  }

  /** What the menu has for it: nothing where nobody straddles. @returns {[text: string, act: () => void][]} */
  items() {
    if (!this.chair.room.yours?.straddle) return [];
    return [[this.on ? tr`No longer straddle each hand` : tr`Straddle each hand I can`, () => this.set(!this.on)]];
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    kept.set(this.name, on);
    this.chair.toast(on ? tr`You straddle each hand in which you can` : tr`You straddle no more by yourself`);
    this.said = -1;
    this.follow();
  }

  /** Straddle, where that has become possible: once for each hand. */
  follow() {
    const { yours, state } = this.chair.room;
    const first = this.on && !yours?.straddle?.chips ? offered(this.chair) : null;
    if (!first || !state || this.said === state.hand) return;
    this.said = state.hand;
    void this.chair.say({ type: "straddle", kind: first[0], chips: first[1] });
  }
}

/**
 * The button for a straddle, with its least amount, or why there can be none; null where nobody ever straddles.
 * @param {Chair} chair
 */
export function straddleButton(chair) {
  const told = chair.room.yours?.straddle;
  if (!told) return null;
  const first = offered(chair);
  const [kind, least] = first ?? ["under the gun", 0];
  const plays = kind === "sleeper" ? tr`it counts if nobody raises before you` : tr`you act last before the flop`;
  const said = told.chips ? tr`You straddle the next hand, ${shown(told.chips)}` : "";
  const text = said || told.why || tr`A straddle of the next hand is ${shown(least)} or more: ${plays}`;
  return actionButton({
    key: "t",
    text: tr`Straddle`,
    detail: said ? shown(told.chips) : least ? shown(least) : "",
    kind: "more",
    off: Boolean(said) || !first,
    reason: { text, cite: null, ours: Boolean(said) || !told.why },
    act: () => chair.say({ type: "straddle", kind, chips: least }),
  });
}
