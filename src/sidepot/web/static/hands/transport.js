/** `<sp-transport>`: the buttons and the slider that step through a hand, and play it. */

import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { icon } from "../common/icons.js";
import { isOpen } from "../common/dialogs.js";
import { t } from "../common/language.js";
import { showShortcuts } from "../common/shortcuts.js";
import { View } from "../common/view.js";
import { streetStarts } from "./short.js";

/** @import { ReplayStep } from "sidepot/protocol" */
/** @import { IconName } from "../common/icons.js" */

/** @type {readonly import("../common/shortcuts.js").Shortcut[]} */
const KEYS = [
  ["← →", t("one step back or forward")],
  ["↑ ↓", t("previous or next street")],
  [`${t("Home")} ${t("End")}`, t("first or last step")],
  [t("Space"), t("play or pause")],
  ["?", t("show these shortcuts")],
];
const PACE = 1200; // milliseconds a step, when it plays

export class Transport extends View {
  /** @type {readonly ReplayStep[]} */
  steps = [];
  /** @type {(at: number) => void} */
  show = () => {};
  at = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  playing = null;
  /** @type {HTMLInputElement} */
  slider = h("input", {
    type: "range", id: "at", class: "slider", min: 0, value: 0, "aria-label": t("Step"), oninput: () => this.jump(Number(this.slider.value)),
  });
  keys = /** @type {Record<string, () => void>} */ ({
    ArrowRight: () => this.jump(this.at + 1), ArrowLeft: () => this.jump(this.at - 1), ArrowUp: () => this.street(-1),
    ArrowDown: () => this.street(1), Home: () => this.jump(0), End: () => this.jump(this.last), " ": () => this.play(),
    "?": () => showShortcuts(KEYS),
  });

  /**
   * @param {readonly ReplayStep[]} steps
   * @param {(at: number) => void} show
   */
  begin(steps, show) {
    this.steps = steps;
    this.show = show;
    addEventListener("keydown", (event) => this.#press(event));
  }

  get last() {
    return this.steps.length - 1;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const act = this.keys[event.key];
    const inside = /** @type {Element} */ (event.target);
    if (!act || isOpen() || event.ctrlKey || event.metaKey || event.altKey || inside.matches("input, textarea, select")) return;
    if (event.key === " " && inside.matches("button, a, summary")) return;
    event.preventDefault();
    act();
  }

  /**
   * Go to a step, and stop playing.
   * @param {number} at
   */
  jump(at) {
    this.#stop();
    this.#go(at);
  }

  /** @param {number} at */
  #go(at) {
    this.at = Math.max(0, Math.min(Number.isFinite(at) ? Math.trunc(at) : 0, this.last));
    this.draw();
    this.show(this.at);
  }

  /** @param {1 | -1} way */
  street(way) {
    const starts = streetStarts(this.steps);
    this.jump(way > 0 ? (starts.find((start) => start > this.at) ?? this.last) : (starts.findLast((start) => start < this.at) ?? 0));
  }

  #stop() {
    if (this.playing !== null) clearInterval(this.playing);
    this.playing = null;
  }

  play() {
    if (this.playing !== null) {
      this.#stop();
      this.draw();
      return;
    }
    this.playing = setInterval(() => {
      this.#go(this.at + 1);
      if (this.at === this.last) this.jump(this.last);
    }, PACE);
    this.#go(this.at === this.last ? 0 : this.at);
  }

  render() {
    Object.assign(this.slider, { max: String(this.last), value: String(this.at) });
    this.slider.style.setProperty("--part", `${(100 * this.at) / Math.max(1, this.last)}%`);
    this.slider.setAttribute("aria-valuetext", this.steps[this.at]?.lines.join(". ") ?? "");
    /**
     * @param {string} id
     * @param {IconName} sign
     * @param {string} text
     * @param {() => void} act
     * @param {boolean} [off]
     */
    const button = (id, sign, text, act, off = false) =>
      el("button", { key: id, id, type: "button", class: "icon-button", title: text, "aria-label": text, "aria-disabled": off ? "true" : null, onclick: act }, icon(sign));
    const [isFirst, isLast] = [this.at === 0, this.at === this.last];
    return [
      el("div", { class: "transport-keys", role: "group", "aria-label": t("Steps") },
        button("first", "first", t("Previous street"), () => this.street(-1), isFirst),
        button("back", "back", t("Back"), () => this.jump(this.at - 1), isFirst),
        button("play", this.playing === null ? "play" : "pause", this.playing === null ? t("Play") : t("Pause"), () => this.play()),
        button("on", "forward", t("Forward"), () => this.jump(this.at + 1), isLast),
        button("last", "last", t("Next street"), () => this.street(1), isLast),
        el("button", { key: "keys", type: "button", class: "icon-button for-keys", title: t("Keyboard shortcuts"), "aria-label": t("Keyboard shortcuts"), "aria-keyshortcuts": "?", onclick: () => showShortcuts(KEYS) }, "?")),
      this.slider,
      el("output", { class: "transport-at", for: "at" }, t("{step} of {steps}", { step: this.at + 1, steps: this.last + 1 })),
    ];
  }
}

customElements.define("sp-transport", Transport);
