/** How much to bet: a slider, a number, and the usual amounts; or two buttons where only two amounts are allowed. */

import { h, put } from "../common/dom.js";
import { chips } from "../common/words.js";

/**
 * @import { Options } from "sidepot/protocol"
 * @import { Choices, State } from "../room/told.js"
 */

/**
 * The chips that are played for, in the middle and in front of the seats; not those that wait for the next deal.
 * @param {Pick<State, "pots" | "seats">} state
 */
export function potOf(state) {
  const collected = state.pots.reduce((sum, pot) => sum + (pot.waits ? 0 : pot.amount), 0);
  return state.seats.reduce((sum, seat) => sum + (seat?.bet ?? 0), collected);
}

/**
 * The amount that is allowed next to `amount`, and not above it where that is possible: `Options.nearest`.
 * @param {Choices} options
 * @param {number} amount
 */
export function nearest({ raise_min: least, raise_max: most, step }, amount) {
  if (amount >= most) return most;
  return Math.max(least, step ? amount - (amount % step) : least);
}

/**
 * The amounts people say by name, each as a total for the round and within the bounds; each amount once.
 * @param {State} state
 * @param {Choices} options
 * @param {number} own
 */
export function usualAmounts(state, options, own) {
  const { raise_min: least, raise_max: most } = options;
  const seat = state.seats[own];
  const { price } = state;
  const owes = Math.max(0, price - (seat?.bet ?? 0));
  const after = potOf(state) + owes; // the pot once the bet is called
  const all = (seat?.bet ?? 0) + (seat?.stack ?? 0);
  const within = (/** @type {number} */ amount) => nearest(options, amount);
  /** @type {[text: string, amount: number, key: string][]} */
  const named = [
    ["Min", least, ""],
    ["½ pot", within(price + Math.floor(after / 2)), "h"],
    ["Pot", within(price + after), "p"],
    [most === all ? "All-in" : "Max", most, "m"],
  ];
  return named.filter(([, amount, key], at) => key === "m" || named.findIndex((one) => one[1] === amount) === at);
}

/**
 * What the button says: "Raise to", "Bet", "Complete to".
 * @param {Options["verb"]} verb
 */
export const verbText = (verb = "bet") => ({ bet: "Bet", raise: "Raise to", complete: "Complete to" })[verb];

/**
 * What a row is made for: `step` is the smallest step up or down; `onAmount` hears each change of the amount (null: what
 * is typed is none), `onSend` that it is to be sent.
 * @typedef {{
 *   state: State, options: Choices, own: number, step: number, onAmount: (amount: number | null) => void,
 *   onSend: () => void,
 * }} Terms
 */

const ERROR = "raise-error";

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
  error = h("p", { class: "raise-error", id: ERROR, role: "alert" });

  /** @param {Terms} terms */
  constructor({ state, options, own, step, onAmount, onSend }) {
    this.options = options;
    this.least = options.raise_min;
    this.most = options.raise_max;
    this.amount = this.least;
    this.step = step;
    this.onAmount = onAmount;
    this.onSend = onSend;
    if (this.least === this.most) return;
    this.element = options.raise_two ? this.#drawTwo() : this.#drawRow(state, options, own);
    this.#paint();
  }

  /** Two buttons: only these amounts are allowed. */
  #drawTwo() {
    return h(
      "div",
      { class: "raise two", role: "radiogroup", "aria-label": "How much" },
      [this.least, this.most].map((amount) =>
        h("button", { type: "button", class: "quick", role: "radio", "data-amount": amount,
          "aria-checked": String(amount === this.least), onclick: () => this.set(amount) }, chips(amount)),
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
    const label = `${verbText(options.verb)}: ${chips(this.least)} to ${chips(this.most)}`;
    const slider = h("input", {
      type: "range", class: "slider", min: this.least, max: this.most, step: 1, value: String(this.least), tabindex: "-1",
      "aria-label": label,
    });
    slider.addEventListener("input", () => this.set(this.#snapped(Number(slider.value))));
    /** @type {HTMLInputElement} */
    const number = h("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", class: "amount", value: chips(this.least),
      size: Math.max(5, chips(this.most).length), // for browsers whose fields do not grow with their text
      "aria-label": label, "aria-describedby": ERROR, onchange: () => this.#fits(number) && this.set(this.amount),
    });
    number.addEventListener("focus", () => number.select());
    number.addEventListener("blur", () => delete number.dataset.written);
    number.addEventListener("input", () => this.#typed(number));
    number.addEventListener("keydown", (pressed) => this.#pressed(pressed, number));
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) =>
      h("button", { type: "button", class: "step", "aria-label": label, tabindex: "-1",
        onclick: () => this.set(this.amount + by) }, text);
    this.quick = usualAmounts(state, options, own).map(([text, amount, key]) =>
      h("button", { type: "button", class: "quick", "data-key": key, "data-amount": amount,
        "aria-label": `${text}: ${chips(amount)}`, onclick: () => this.set(amount) }, text),
    );
    this.slider = slider;
    this.number = number;
    return h(
      "div",
      { class: "raise", role: "group", "aria-label": label },
      h("div", { class: "raise-quick" }, this.quick),
      this.error,
      h("div", { class: "raise-slide" }, button("−", "Less", -this.step), slider, button("+", "More", this.step), number),
    );
  }

  /**
   * Take the allowed amount that is the closest to this one.
   * @param {number} amount
   */
  set(amount) {
    const asked = Math.round(amount) || this.least;
    const below = nearest(this.options, asked);
    const above = nearest(this.options, below + this.options.step);
    this.amount = asked - below <= above - asked ? below : above;
    if (this.number) {
      this.number.value = chips(this.amount);
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
    this.#complain(wrongAmount(this.options, numberIn(number.value)));
    number.focus();
    number.select();
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
    const typed = numberIn(number.value);
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
   * Press the shortcut of a usual amount: h, p or m. Returns whether there is one.
   * @param {string} key
   */
  press(key) {
    const found = this.quick.find((one) => one.dataset.key === key);
    found?.click();
    return Boolean(found);
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
    const typed = numberIn(number.value);
    const fits = this.#fits(number);
    this.#complain(typed > this.most ? wrongAmount(this.options, typed) : ""); // less may still become more
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
      this.set(this.amount + steps * this.step);
      number.select(); // what is typed next replaces it
    } else if (pressed.key === "Enter") {
      pressed.preventDefault();
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
  if (Number.isNaN(typed)) return `Type a number from ${chips(least)} to ${chips(most)}`;
  if (typed > most) return `${chips(typed)} is too much: ${chips(most)} is the most`;
  if (typed < least) return `${chips(typed)} is too little: ${chips(least)} is the least`;
  return `${chips(typed)} cannot be made with chips of ${chips(step)}`;
}

/** @type {Record<string, number>} how many steps a key goes */
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

/**
 * The number that is typed, NaN where it is none: "1,000" may be pasted.
 * @param {string} text
 */
export function numberIn(text) {
  const digits = text.replace(/[\s,'’]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : NaN;
}
