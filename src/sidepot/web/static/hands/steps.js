/** `<sp-steps>`: all actions of a hand in a list by street, with the current one marked; each leads to its step. */

import { el } from "../common/element.js";
import { t, word } from "../common/language.js";
import { capital } from "../common/words.js";
import { inChips } from "../common/units.js";
import { View } from "../common/view.js";
import { linesOf } from "./lines.js";
import { streetAt } from "./short.js";

/** @import { ReplayStep } from "sidepot/protocol" */

/** @param {ReplayStep} step */
const potAt = (step) => (step.pots ?? []).reduce((sum, { amount }) => sum + amount, 0);

export class Steps extends View {
  /** @type {readonly ReplayStep[]} */
  steps = [];
  /** @type {(at: number) => void} */
  go = () => {};
  at = 0;

  /**
   * @param {readonly ReplayStep[]} steps
   * @param {(at: number) => void} go
   */
  begin(steps, go) {
    this.steps = steps;
    this.go = go;
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    this.draw();
    const [list, current] = [this.querySelector(".step-list"), this.querySelector("[aria-current]")];
    if (!list || !current) return;
    const [around, box] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (box.top < around.top + 40 || box.bottom > around.bottom - 8) {
      list.scrollTop += box.top - around.top - (around.height - box.height) / 2;
    }
  }

  render() {
    /** @type {import("../common/element.js").Child[]} */
    const rows = [];
    for (const [at, step] of this.steps.entries()) {
      const street = streetAt(this.steps, at);
      if (street && (at === 0 || street !== streetAt(this.steps, at - 1))) {
        const pot = potAt(step);
        rows.push(el("li", { key: `street ${at}`, class: "step-street" }, el("span", {}, capital(word(street))), pot > 0 && el("span", {}, t("Pot {amount}", { amount: inChips(pot) }))));
      }
      rows.push(el("li", { key: at }, el("button", {
        type: "button", class: "step-of", "aria-current": at === this.at ? "step" : null, onclick: () => this.go(at),
      }, linesOf(step))));
    }
    return [el("h2", {}, t("Actions")), el("ol", { class: "step-list", tabindex: "0", "aria-label": t("Actions") }, rows)];
  }
}

customElements.define("sp-steps", Steps);
