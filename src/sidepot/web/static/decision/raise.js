/** How much to bet: a slider, a number, and the usual amounts; or two buttons where only two amounts are allowed. */

import { h } from "../common/dom.js";
import { capital, chips } from "../common/words.js";

/** The chips that are played for, in the middle and in front of everybody; not those that wait for the next deal. */
export function potOf(state) {
  const collected = (state.pots ?? []).reduce((sum, pot) => sum + (pot.waits ? 0 : pot.amount), 0);
  return state.seats.reduce((sum, seat) => sum + (seat?.bet ?? 0), collected);
}

/** The amounts people say by name, each as a total for the round and within the bounds; each amount once. */
export function usualAmounts(state, options, own) {
  const { raise_min: least, raise_max: most } = options;
  const seat = state.seats[own];
  const price = state.price ?? 0;
  const owes = Math.max(0, price - (seat?.bet ?? 0));
  const after = potOf(state) + owes; // the pot once the bet is called
  const all = (seat?.bet ?? 0) + (seat?.stack ?? 0);
  const chip = state.chip ?? 1;
  const within = (amount) => Math.min(most, Math.max(least, amount - (amount % chip)));
  const named = [
    ["Min", least, ""],
    ["½ pot", within(price + Math.floor(after / 2)), "h"],
    ["Pot", within(price + after), "p"],
    [most === all ? "All-in" : "Max", most, "m"],
  ];
  return named.filter(([, amount, key], at) => key === "m" || named.findIndex((one) => one[1] === amount) === at);
}

/** What the button says: "Raise to", "Bet", "Complete to". */
export const verbText = (verb) => ({ bet: "Bet", raise: "Raise to", complete: "Complete to" })[verb] ?? capital(verb);

/** The row in which an amount is chosen. `step` is the smallest step up or down, `onAmount` hears each change. */
export class RaiseRow {
  constructor({ state, options, own, step, onAmount, onSend }) {
    const { raise_min: least, raise_max: most } = options;
    this.chip = state.chip ?? 1; // the smallest in play: bets are made of such chips, but for all there is
    this.least = least;
    this.most = most;
    this.amount = least;
    this.onAmount = onAmount;
    if (least === most) {
      this.element = "";
      return;
    }
    if (options.raise_two) {
      this.element = h(
        "div",
        { class: "raise two", role: "radiogroup", "aria-label": "How much" },
        [least, most].map((amount) =>
          h("button", { type: "button", class: "quick", role: "radio", "data-amount": amount,
            "aria-checked": String(amount === least), onclick: () => this.set(amount) }, chips(amount)),
        ),
      );
      return;
    }
    const label = `${verbText(options.verb)}: ${chips(least)} to ${chips(most)}`;
    this.slider = h("input", {
      type: "range", class: "slider", min: least, max: most, step: 1, value: String(least), tabindex: "-1",
      "aria-label": label, oninput: () => this.set(this.#snapped(Number(this.slider.value), step)),
    });
    this.number = h("input", {
      type: "text", inputmode: "numeric", autocomplete: "off", class: "amount", value: chips(least),
      size: Math.max(5, chips(most).length), // where fields do not grow with what is written in them
      "aria-label": label, onfocus: () => this.number.select(), oninput: () => this.#typed(),
      onblur: () => delete this.number.dataset.written,
      onchange: () => this.set(this.amount),
      onkeydown: (pressed) => this.#pressed(pressed, step, onSend),
    });
    const less = h("button", { type: "button", class: "step", "aria-label": "Less", tabindex: "-1",
      onclick: () => this.set(this.amount - step) }, "−");
    const more = h("button", { type: "button", class: "step", "aria-label": "More", tabindex: "-1",
      onclick: () => this.set(this.amount + step) }, "+");
    this.quick = usualAmounts(state, options, own).map(([text, amount, key]) =>
      h("button", { type: "button", class: "quick", "data-key": key, "data-amount": amount,
        "aria-label": `${text}: ${chips(amount)}`, onclick: () => this.set(amount) }, text),
    );
    this.element = h(
      "div",
      { class: "raise", role: "group", "aria-label": label },
      h("div", { class: "raise-quick" }, this.quick),
      h("div", { class: "raise-slide" }, less, this.slider, more, this.number),
    );
    this.#paint();
  }

  /** Take an amount, brought within the bounds. */
  set(amount) {
    const made = Math.round((Math.round(amount) || this.least) / this.chip) * this.chip;
    this.amount = amount >= this.most ? this.most : Math.min(this.most, Math.max(this.least, made));
    if (this.number) {
      this.number.value = chips(this.amount);
      delete this.number.dataset.written;
    }
    this.#paint();
    this.onAmount(this.amount);
  }

  /** Go where the amount is written. Answers whether there is such a place. */
  focus() {
    const place = this.number ?? this.element?.querySelector?.("[aria-checked=true]");
    place?.focus();
    return Boolean(place);
  }

  /** Press the shortcut of a usual amount: h, p or m. */
  press(key) {
    const found = this.quick?.find((one) => one.dataset.key === key);
    found?.click();
    return Boolean(found);
  }

  #snapped(amount, step) {
    return amount >= this.most || amount <= this.least ? amount : Math.round(amount / step) * step;
  }

  /** The number that is written, NaN where it is none. */
  #written() {
    const digits = this.number.value.replace(/[\s,'’]/g, ""); // "1,000" may be pasted
    return /^\d+$/.test(digits) ? Number(digits) : NaN;
  }

  #typed() {
    this.number.dataset.written = ""; // until it is said, or one goes out of it: letters are no keys then
    const typed = this.#written();
    const fits = typed >= this.least && typed <= this.most && (typed % this.chip === 0 || typed === this.most);
    if (fits) this.amount = typed;
    this.#paint();
    this.number.setAttribute("aria-invalid", String(!fits));
    this.onAmount(fits ? typed : null);
  }

  #pressed(pressed, step, onSend) {
    const by = { ArrowUp: step, ArrowDown: -step, PageUp: 5 * step, PageDown: -5 * step }[pressed.key];
    if (by) {
      pressed.preventDefault();
      this.set(this.amount + by);
    } else if (pressed.key === "Enter") {
      pressed.preventDefault();
      // what is out of bounds is brought within them, and said only when Enter is pressed again
      const typed = this.#written();
      if (this.number.getAttribute("aria-invalid") !== "true") onSend();
      else if (Number.isNaN(typed)) this.number.select();
      else this.set(typed);
    }
  }

  #paint() {
    this.number?.setAttribute("aria-invalid", "false");
    if (this.slider) {
      this.slider.value = String(this.amount);
      const part = (this.amount - this.least) / Math.max(1, this.most - this.least);
      this.slider.style.setProperty("--part", `${(part * 100).toFixed(1)}%`);
    }
    for (const one of this.element?.querySelectorAll?.("[data-amount]") ?? []) {
      const on = Number(one.dataset.amount) === this.amount;
      one.classList.toggle("on", on);
      if (one.getAttribute("role") === "radio") one.setAttribute("aria-checked", String(on));
    }
  }
}
