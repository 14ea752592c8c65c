/** Straddling: a blind raise of the next hand, announced before its cards are dealt. */

import { actionButton } from "../decision/why.js";
import { kept } from "../common/dom.js";
import { shown } from "../common/units.js";
import { t } from "../common/language.js";

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
  const straddle = chair.room.yours?.straddle;
  const [first] = [...(straddle?.kinds ?? [])].sort(([one], [other]) => KINDS.indexOf(one) - KINDS.indexOf(other));
  return first ?? null;
}

/** A switch that stays: straddle each hand at this table in which that is possible. */
export class AlwaysStraddle {
  sentFor = -1; // the hand after which it was sent last

  /** @param {Chair} chair */
  constructor(chair) {
    this.chair = chair;
    this.name = `straddles.${chair.room.table}`;
    this.on = kept.get(this.name, false);
  }

  /** What the menu has for it: nothing where nobody straddles. @returns {[text: string, act: () => void][]} */
  items() {
    if (!this.chair.room.yours?.straddle) return [];
    return [[this.on ? t("Stop straddling every hand") : t("Straddle whenever possible"), () => this.set(!this.on)]];
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    kept.set(this.name, on);
    this.chair.toast(on ? t("You straddle whenever possible") : t("You no longer straddle automatically"));
    this.sentFor = -1;
    this.follow();
  }

  /** Straddle, where that has become possible: once for each hand. */
  follow() {
    const { yours, state } = this.chair.room;
    const first = this.on && !yours?.straddle?.chips ? offered(this.chair) : null;
    if (!first || !state || this.sentFor === state.hand) return;
    this.sentFor = state.hand;
    void this.chair.say({ type: "straddle", kind: first[0], chips: first[1] });
  }
}

/**
 * The button for a straddle, with its least amount, or why there can be none; null where nobody ever straddles.
 * @param {Chair} chair
 */
export function straddleButton(chair) {
  const straddle = chair.room.yours?.straddle;
  if (!straddle) return null;
  const first = offered(chair);
  const [kind, least] = first ?? ["under the gun", 0];
  const plays = kind === "sleeper" ? t("it is live only if nobody raises before you") : t("you act last before the flop");
  const announced = straddle.chips ? t("You straddle the next hand for {amount}", { amount: shown(straddle.chips) }) : "";
  const text = announced || straddle.why || t("Straddle the next hand for {least} or more: {effect}", { least: shown(least), effect: plays });
  return actionButton({
    key: "t",
    text: t("Straddle"),
    detail: announced ? shown(straddle.chips) : least ? shown(least) : "",
    kind: "more",
    off: Boolean(announced) || !first,
    reason: { text, cite: null, ours: Boolean(announced) || !straddle.why },
    act: () => chair.say({ type: "straddle", kind, chips: least }),
  });
}
