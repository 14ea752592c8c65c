/** `<sp-equity>`: how much of the pot each known hand wins on average, at the current step. */

import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { percents } from "../common/words.js";
import { inChips } from "../common/units.js";
import { View } from "../common/view.js";

/** @import { ReplayStep, StepEquity } from "sidepot/protocol" */

/**
 * Names with amounts, and a bar for how much of all each of them is.
 * @param {{ name: string, value: string, part: number, kind: string }[]} rows
 */
const listOf = (rows) =>
  el("dl", {}, rows.map(({ name, value, part, kind }) =>
    el("div", { key: name, class: kind || null },
      el("dt", {}, name),
      el("dd", {}, value, el("span", { class: "equity-bar", style: `--part: ${(100 * part).toFixed(1)}%` })))));

export class Equity extends View {
  /** @type {readonly (StepEquity | null)[] | null} null until the room has worked them out */
  steps = null;
  /** @type {ReplayStep | undefined} */
  step;
  at = 0;

  /**
   * @param {number} at
   * @param {ReplayStep} step
   */
  show(at, step) {
    this.at = at;
    this.step = step;
    this.draw();
  }

  /** The equities at this step, with the names of the players. */
  get shares() {
    const found = this.steps?.[this.at];
    if (!found || !this.step) return null;
    const { seats } = this.step;
    return { boards: [], exact: found.exact, shares: found.shares.map(([seat, share]) => /** @type {[string, number]} */ ([seats[seat]?.player ?? "", share])) };
  }

  render() {
    const found = this.steps?.[this.at] ?? null;
    const known = this.shares?.shares ?? [];
    const rest = Math.max(0, 1 - known.reduce((sum, [, share]) => sum + share, 0));
    const unknown = found?.unknown ?? 0;
    /** @type {[name: string, share: number, isKnown: boolean][]} */
    const rows = known.map(([name, share]) => [name, share, true]);
    if (unknown) rows.push([tn("{count} hand not shown", "{count} hands not shown", unknown), rest, false]);
    const values = percents(rows.map(([, share]) => share), found?.exact);
    const most = Math.max(1, ...(this.steps ?? []).map((one) => (one ? one.shares.length + Math.min(1, one.unknown) : 0)));
    this.style.setProperty("--rows", String(most)); // nothing moves from step to step
    this.setAttribute("aria-busy", String(!this.steps));
    const won = (this.step?.seats ?? []).flatMap(({ player, won: chipsWon = 0 }) => (chipsWon ? [{ player, won: chipsWon }] : []));
    if (won.length) return [el("h2", {}, t("Won")), listOf(won.map(({ player, won: amount }) => ({ name: player, value: `+${inChips(amount)}`, part: amount / won.reduce((sum, one) => sum + one.won, 0), kind: "is-won" })))];
    return [
      el("h2", {}, t("Equity")),
      rows.length
        ? listOf(rows.map(([name, share, isKnown], at) => ({ name, value: values[at], part: share, kind: isKnown ? "" : "is-unknown" })))
        : el("p", { class: "equity-none" }, this.#whyNone()),
    ];
  }

  #whyNone() {
    if (!this.steps) return t("Calculating…");
    const first = this.steps.findIndex(Boolean);
    if (first < 0) return t("No hand was shown, so there are no odds.");
    if (this.at < first) return t("No hands have been dealt yet.");
    return t("Nothing is left to win here.");
  }
}

customElements.define("sp-equity", Equity);
