/** The pots in the middle of the table: each a button that says who can win it, and lights their seats. */

import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { inWords, shown } from "../common/units.js";
import { capital, joined, potName } from "../common/words.js";
import { t } from "../common/language.js";

/** @import { Pot, State } from "../room/messages.js" */

/** Lights the seats that can win a pot. @typedef {(seats: number[] | null) => void} Light */

/**
 * Who can win a pot, in words.
 * @param {Pot} pot
 * @param {State["seats"]} seats
 */
function whose(pot, seats) {
  const names = pot.eligible.map((seat) => seats[seat]?.player ?? t("seat {seat}", { seat: seat + 1 }));
  return names.length ? t("{players} can win it", { players: joined(names, "or") }) : t("nobody can win it");
}

export class Pots {
  list = h("ul", { class: "pots", "aria-label": t("Pots") });
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
    if (this.pointed >= state.pots.length) this.pointed = -1;
    if (this.focused >= state.pots.length) this.focused = -1;
    put(this.list, state.pots.map((pot, at) => this.#row(pot, at, state)));
    this.list.classList.toggle("many", state.pots.length > 3);
    this.#relight(); // a seat that was drawn anew is not lit any more
  }

  /**
   * @param {Pot} pot
   * @param {number} at
   * @param {State} state
   */
  #row(pot, at, { pots, contested, seats }) {
    const name = potName(at, contested.length > pots.length ? contested : pots); // as they were called before one was paid
    const contenders = whose(pot, seats);
    /** @param {"pointed" | "focused"} how */
    const is = (how, to = at) => () => {
      this[how] = to;
      this.#relight();
    };
    return el("li", { key: at }, el(
      "button",
      {
        class: "pot", type: "button", "aria-label": `${name}, ${inWords(pot.amount)}: ${contenders}`,
        onmouseenter: is("pointed"), onmouseleave: is("pointed", -1), onfocus: is("focused"), onblur: is("focused", -1),
      },
      el("span", { class: "pot-name" }, name),
      el("span", { class: "pot-short" }, !at ? t("Main") : pot.waits && !pots[0].waits ? t("Next") : String(at)),
      el("span", { class: "pot-chips" }, shown(pot.amount)),
      el("span", { class: "tip", "aria-hidden": "true" }, capital(contenders)),
    ));
  }

  #relight() {
    const lit = this.pointed >= 0 ? this.pointed : this.focused;
    this.light(this.pots[lit]?.eligible ?? null);
  }
}
