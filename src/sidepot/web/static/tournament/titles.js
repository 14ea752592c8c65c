/** Reminders in the title of the page: how long until the start, the end of a break, and a seat that waits. */

import { t } from "../common/language.js";
import { time } from "../common/words.js";

/** @import { Own, Tournament } from "./figures.js" */

const SOON = 15 * 60_000; // before the start: then the title counts down
const MINUTE = 60_000;

/**
 * What the title of the page begins with; "" where there is nothing to be reminded of.
 * @param {Tournament} state
 * @param {Own} own
 * @param {number} now
 */
export function reminder(state, own, now) {
  if (state.phase === "registering") {
    const left = state.about.starts_at - now;
    if (!state.about.starts_at || left > SOON || !own.name) return "";
    return left > 0 ? t("Starts in {time}", { time: time(left) }) : t("Start");
  }
  if (own.status === "busted") return own.until > now ? t("Buy back in? {time}", { time: time(own.until - now) }) : t("Buy back in?");
  if (state.is_break && own.status === "seated" && state.level_until) {
    const left = state.level_until - now;
    return left <= MINUTE ? t("Back to the table in {time}", { time: time(left) }) : t("Break {time}", { time: time(left) });
  }
  if (state.phase === "deal" && own.may.includes("answer_deal")) return t("A deal is offered");
  return "";
}

export class Titles {
  shown = "";

  /**
   * @param {Tournament} state
   * @param {Own} own
   * @param {number} now
   */
  show(state, own, now) {
    const alert = reminder(state, own, now);
    const title = `${alert ? `${alert} – ` : ""}${state.about.title} – sidepot`;
    if (title !== this.shown) document.title = title;
    this.shown = title;
  }
}
