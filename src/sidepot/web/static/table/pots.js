/** The pots in the middle of the table: each a button that says who can win it, and lights their seats. */

import { h, put, whenChanged } from "../common/dom.js";
import { inWords, shown, unit } from "../common/units.js";
import { capital, joined, potName } from "../common/words.js";
import { tr } from "../common/language.js";

/** @import { Pot, State } from "../room/told.js" */

/** Lights the seats that can win a pot. @typedef {(seats: number[] | null) => void} Light */

/** @typedef {{ row: HTMLElement, button: HTMLElement, name: HTMLElement, short: HTMLElement, chips: HTMLElement, tip: HTMLElement }} Row */

/**
 * Who can win a pot, in words.
 * @param {Pot} pot
 * @param {State} state
 */
function whose(pot, state) {
  const names = pot.eligible.map((seat) => state.seats[seat]?.player ?? tr`seat ${seat + 1}`);
  return names.length ? tr`${joined(names, tr`or`)} can win it` : tr`nobody can win it`;
}

export class Pots {
  list = h("ul", { class: "pots", "aria-label": tr`Pots` });
  /** @type {Row[]} one for each pot, by its place: it stays while there is such a pot, and so does the focus on it */
  rows = [];
  /** @type {Pot[]} */
  pots = [];
  pointed = -1; // the pot that the pointer is on
  focused = -1;
  /** @type {Light} */
  light = () => {};

  /**
   * @param {State} state
   * @param {Light} light
   */
  show(state, light) {
    this.pots = state.pots;
    this.light = light;
    whenChanged(this.list, [state.pots, state.seats.map((seat) => seat?.player), unit()], () => this.#draw(state));
    this.#relight(); // a seat that was drawn anew is not lit any more
  }

  /** @param {State} state */
  #draw(state) {
    const { pots } = state;
    for (const gone of this.rows.splice(pots.length)) gone.row.remove();
    if (this.pointed >= pots.length) this.pointed = -1;
    if (this.focused >= pots.length) this.focused = -1;
    const named = state.contested.length > pots.length ? state.contested : pots; // as they were called before one was paid
    for (const [at, pot] of pots.entries()) {
      const there = this.rows[at] ?? this.#add(at);
      const [name, told] = [potName(at, named), whose(pot, state)];
      there.button.setAttribute("aria-label", `${name}, ${inWords(pot.amount)}: ${told}`);
      put(there.name, name);
      put(there.short, !at ? tr`Main` : pot.waits && !pots[0].waits ? tr`Next` : String(at));
      put(there.chips, shown(pot.amount));
      put(there.tip, capital(told));
    }
    this.list.classList.toggle("many", pots.length > 3);
  }

  /**
   * @param {number} at
   * @returns {Row}
   */
  #add(at) {
    const [name, short, amount] = ["pot-name", "pot-short", "pot-chips"].map((kind) => h("span", { class: kind }));
    const tip = h("span", { class: "tip", "aria-hidden": "true" });
    const point = (/** @type {number} */ to) => () => {
      this.pointed = to;
      this.#relight();
    };
    const focus = (/** @type {number} */ to) => () => {
      this.focused = to;
      this.#relight();
    };
    const button = h(
      "button",
      {
        class: "pot", type: "button",
        onmouseenter: point(at), onmouseleave: point(-1), onfocus: focus(at), onblur: focus(-1),
      },
      name, short, amount, tip,
    );
    const made = { row: h("li", {}, button), button, name, short, chips: amount, tip };
    this.rows.push(made);
    this.list.append(made.row);
    return made;
  }

  #relight() {
    const lit = this.pointed >= 0 ? this.pointed : this.focused;
    this.light(this.pots[lit]?.eligible ?? null);
  }
}
