/** How much to bet: a slider, a number, and the usual amounts; or two buttons where only two amounts are allowed. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { chipsIn, decimalsNow, inChips, shown, unit, written } from "../common/units.js";
import { isGuarded, slipWords } from "./guard.js";
import { allOf, betOfPot, nearest, partOfPot, potOf, usualAmounts } from "./presets.js";
import { t } from "../common/language.js";

export { nearest, potOf, usualAmounts } from "./presets.js";

/**
 * @import { Options } from "sidepot/protocol"
 * @import { Choices, State } from "../room/messages.js"
 */

/**
 * What the button says: "Raise to", "Bet", "Complete to".
 * @param {Options["verb"]} verb
 */
export const verbText = (verb = "bet") => ({ bet: t("Bet"), raise: t("Raise to"), complete: t("Complete to") })[verb];

/**
 * What a row is made for: `step` is how far an arrow, or a turn of the wheel, goes; `onAmount` hears each change of the
 * amount (null: what is typed is none), `onSend` that it is to be sent.
 * @typedef {{
 *   state: State, options: Choices, own: number, step: number, onAmount: (amount: number | null) => void,
 *   onSend: () => void,
 * }} Terms
 */

const ERROR = "raise-error";
const TURN = 40; // how far a wheel is turned for one step, in pixels: pads tell many small turns
const LINE = 16;

/** The row in which an amount is chosen. It has no element where there is nothing to choose. */
export class RaiseRow {
  /** @type {HTMLElement | null} */
  element = null;
  /** @type {HTMLInputElement | null} */
  slider = null;
  /** @type {HTMLInputElement | null} */
  number = null;
  /** @type {HTMLButtonElement[]} */
  quick = [];
  slid = false; // whether the amount was come to by steps: then all-in may be a slip
  asked = false; // whether it was asked once more whether that is meant
  turned = 0;
  error = h("p", { class: "raise-error", id: ERROR, role: "alert", hidden: true });

  /** @param {Terms} terms */
  constructor({ state, options, own, step, onAmount, onSend }) {
    this.options = options;
    this.state = state;
    this.own = own;
    this.least = options.raise_min;
    this.most = options.raise_max;
    this.amount = this.least;
    this.step = step;
    this.onAmount = onAmount;
    this.onSend = onSend;
    if (this.least === this.most) return;
    this.element = options.raise_two ? this.#drawTwo() : this.#drawRow(state, options, own);
    if (this.number) this.element.addEventListener("wheel", (turned) => this.#wheel(turned), { passive: false });
    this.#paint();
  }

  /** Two buttons: only these amounts are allowed. */
  #drawTwo() {
    return h(
      "div",
      { class: "raise two", role: "radiogroup", "aria-label": t("Amount") },
      [this.least, this.most].map((amount) =>
        h("button", { type: "button", class: "quick", role: "radio", "data-amount": amount,
          "aria-checked": String(amount === this.least), onclick: () => this.set(amount) }, shown(amount)),
      ),
    );
  }

  /**
   * The usual amounts, a slider, and a number to type.
   * @param {State} state
   * @param {Choices} options
   * @param {number} own
   */
  #drawRow(state, options, own) {
    const label = t("{verb}: {least} to {most}", { verb: verbText(options.verb), least: shown(this.least), most: shown(this.most) });
    const slider = h("input", {
      type: "range", class: "slider", min: this.least, max: this.most, step: 1, value: String(this.least), tabindex: "-1",
      "aria-label": label,
    });
    slider.addEventListener("input", () => this.set(this.#snapped(Number(slider.value)), true));
    /** @type {HTMLInputElement} */
    const number = h("input", {
      type: "text", inputmode: unit() || decimalsNow() ? "decimal" : "numeric", autocomplete: "off", class: "amount",
      value: written(this.least),
      size: Math.max(5, written(this.most).length), // for browsers whose fields do not grow with their text
      "aria-label": label, "aria-describedby": ERROR,
      onchange: () => this.#fits(number) && this.set(this.amount, this.slid),
    });
    number.addEventListener("focus", () => number.select());
    number.addEventListener("blur", () => delete number.dataset.written);
    number.addEventListener("input", () => this.#typed(number));
    number.addEventListener("keydown", (pressed) => this.#pressed(pressed, number));
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) =>
      h("button", { type: "button", class: "step", "aria-label": label, tabindex: "-1",
        onclick: () => this.set(this.amount + by, true) }, text);
    this.quick = usualAmounts(state, options, own).map(([text, amount, key]) =>
      h("button", { type: "button", class: "quick", "data-key": key, "data-amount": amount,
        "aria-label": `${text}: ${shown(amount)}`, onclick: () => this.set(amount) }, text),
    );
    this.slider = slider;
    this.number = number;
    return h(
      "div",
      { class: "raise", role: "group", "aria-label": label },
      h("div", { class: "raise-quick" }, this.quick),
      this.error,
      h("div", { class: "raise-slide" }, button("−", t("Less"), -this.step), slider, button("+", t("More"), this.step), number),
    );
  }

  /**
   * Take the allowed amount that is the closest to this one.
   * @param {number} amount
   * @param {boolean} slid whether one comes there by steps
   */
  set(amount, slid = false) {
    const asked = Math.round(amount) || this.least;
    const below = nearest(this.options, asked);
    const above = nearest(this.options, below + this.options.step);
    this.amount = asked - below <= above - asked ? below : above;
    this.slid = slid;
    this.asked = false;
    if (this.number) {
      this.number.value = written(this.amount);
      delete this.number.dataset.written;
    }
    this.#paint();
    this.#complain("");
    this.onAmount(this.amount);
  }

  /** Say what would be right where what is typed is none of the amounts that are allowed. */
  complain() {
    const { number } = this;
    if (!number || this.#fits(number)) return;
    this.#complain(wrongAmount(this.options, chipsIn(number.value)));
    number.focus();
    number.select();
  }

  /**
   * Whether the bet may be sent: a slip is asked about once. `clicks` is how many clicks came at once: a double click
   * answers nothing.
   */
  isMeant(clicks = 1) {
    const { amount, asked, own, slid, state } = this;
    if (!this.element || !isGuarded()) return true;
    const words = slipWords({ amount, all: allOf(state, own), bet: state.seats[own]?.bet ?? 0, pot: potOf(state), slid });
    if (!words || (asked && clicks < 2)) return true;
    this.asked = true;
    this.#complain(words);
    return false;
  }

  /** @param {string} words */
  #complain(words) {
    this.error.hidden = !words;
    put(this.error, words);
  }

  /**
   * Whether what is typed is an amount that is allowed.
   * @param {HTMLInputElement} number
   */
  #fits(number) {
    const typed = chipsIn(number.value);
    return nearest(this.options, typed) === typed;
  }

  /** Go where the amount is typed. Returns whether there is such a place. */
  focus() {
    /** @type {HTMLElement | null | undefined} */
    const place = this.number ?? this.element?.querySelector("[aria-checked=true]");
    place?.focus();
    return Boolean(place);
  }

  /**
   * Press a shortcut: h, p or m for half the pot, the pot and the most, or an arrow. Returns whether it is one.
   * @param {string} key
   */
  press(key) {
    if (!this.number) return false;
    const { options, own, state } = this;
    const steps = STEPS[key];
    if (steps) this.set(this.amount + steps * this.step, true);
    else if (key === "m") this.set(this.most);
    else if (key === "p") this.#takePart(betOfPot(state, options, own));
    else if (key === "h") this.#takePart(partOfPot(state, own, 1 / 2));
    else return false;
    return true;
  }

  /** @param {number} amount */
  #takePart(amount) {
    if (amount < this.least || amount > this.most) this.#complain(wrongAmount(this.options, amount)); // never cut to fit
    else this.set(nearest(this.options, amount));
  }

  /** @param {WheelEvent} turned */
  #wheel(turned) {
    turned.preventDefault();
    this.turned += turned.deltaY * (turned.deltaMode ? LINE : 1);
    if (Math.abs(this.turned) < TURN) return;
    this.set(this.amount - Math.sign(this.turned) * this.step, true);
    this.turned = 0;
  }

  /**
   * A place of the slider as an amount of whole steps.
   * @param {number} amount
   */
  #snapped(amount) {
    const inside = amount > this.least && amount < this.most;
    return inside ? Math.round(amount / this.step) * this.step : amount;
  }

  /** @param {HTMLInputElement} number */
  #typed(number) {
    number.dataset.written = ""; // until it is sent, or the focus leaves it: letters are no keys then
    const typed = chipsIn(number.value);
    const fits = this.#fits(number);
    this.slid = false;
    this.asked = false;
    const isWrong = typed > this.most || typed % 1 > 0; // part of a chip
    this.#complain(isWrong ? wrongAmount(this.options, typed) : ""); // less may still become more
    if (fits) this.amount = typed;
    this.#paint();
    number.setAttribute("aria-invalid", String(!fits));
    this.onAmount(fits ? typed : null);
  }

  /**
   * @param {KeyboardEvent} pressed
   * @param {HTMLInputElement} number
   */
  #pressed(pressed, number) {
    const steps = STEPS[pressed.key];
    if (steps) {
      pressed.preventDefault();
      this.set(this.amount + steps * this.step, true);
      number.select(); // what is typed next replaces it
    } else if (pressed.key === "Enter") {
      pressed.preventDefault();
      if (pressed.repeat) return; // a key that is held answers no question
      if (number.getAttribute("aria-invalid") !== "true") this.onSend();
      else this.complain(); // it is never cut to fit: that could be all one's chips
    }
  }

  #paint() {
    this.number?.setAttribute("aria-invalid", "false");
    if (this.slider) {
      this.slider.value = String(this.amount);
      const part = (this.amount - this.least) / Math.max(1, this.most - this.least);
      this.slider.style.setProperty("--part", `${(part * 100).toFixed(1)}%`);
    }
    /** @type {Iterable<HTMLElement>} */
    const named = this.element?.querySelectorAll("[data-amount]") ?? [];
    for (const one of named) {
      const on = Number(one.dataset.amount) === this.amount;
      one.classList.toggle("on", on);
      if (one.getAttribute("role") === "radio") one.setAttribute("aria-checked", String(on));
    }
  }
}

/**
 * What is wrong with an amount that is not allowed, and what would be right.
 * @param {Choices} options
 * @param {number} typed
 */
export function wrongAmount({ raise_min: least, raise_max: most, step }, typed) {
  if (Number.isNaN(typed)) {
    const bounds = { least: written(least), most: written(most) };
    return unit() ? t("Enter an amount from {least} to {most} big blinds", bounds) : t("Enter an amount from {least} to {most}", bounds);
  }
  if (typed > most) return t("{typed} is too much: the maximum is {most}", { typed: shown(typed), most: shown(most) });
  if (typed < least) return t("{typed} is too little: the minimum is {least}", { typed: shown(typed), least: shown(least) });
  if (!Number.isInteger(typed)) return t("The smallest chip is {chip}: enter a multiple of it", { chip: inChips(step) });
  return t("{typed} is not a multiple of the smallest chip, {step}", { typed: shown(typed), step: inChips(step) });
}

/** @type {Record<string, number>} how many steps a key goes */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };
