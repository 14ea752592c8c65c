/** `<sp-info>`: what is played here. */

/**
 * @import { Child } from "../common/dom.js"
 * @import { Room, State } from "../room/told.js"
 */

import { h, put, whenChanged } from "../common/dom.js";
import { inWords, shown } from "../common/units.js";
import { gameIn, stakesIn } from "../common/said.js";
import { capital, cardNames, chips, count, potName } from "../common/words.js";
import { say, tr } from "../common/language.js";

const FEW = 6; // a mix of no more games is listed without a click

/** A list of facts, and what adds one to it: a name, and what it is. */
function factList() {
  const list = h("dl", { class: "facts" });
  /**
   * @param {string} name
   * @param {...Child} what
   */
  const row = (name, ...what) => list.append(h("dt", {}, name), h("dd", {}, what));
  return { list, row };
}

export class Info extends HTMLElement {
  /** @type {boolean | null} whether the games of a mix are listed; null: by their number */
  mixOpen = null;

  /**
   * Show the terms of the table.
   * @param {State} state
   */
  show(state) {
    const { game, terms, buy_in, hand, root, table, mix, game_id } = state;
    whenChanged(this, [game, terms, buy_in, hand, root, table, mix, game_id], () => this.#draw(state));
  }

  /** @param {State} state */
  #draw(state) {
    const { list, row } = factList();
    if (state.game) row(tr`Game`, gameIn(state.game));
    if (state.terms) row(tr`Stakes`, stakesIn(state.terms, state.terms_said));
    const [least, most] = state.buy_in;
    if (least || most) row(tr`Buy-in`, most ? tr`${chips(least)} to ${chips(most)}` : tr`from ${chips(least)}`);
    if (state.hand) row(tr`Hand`, chips(state.hand));
    if (state.root) {
      row(tr`Deck`, h("code", { title: tr`The order of this deck is fixed, by its hash ${state.root}` }, state.root.slice(0, 12)));
    }
    put(this, list, state.mix.length ? this.#mix(state) : "");
  }

  /**
   * The games that are played here, in their order, and which of them is on.
   * @param {State} state
   */
  #mix({ mix, game_id: on }) {
    this.mixOpen ??= mix.length <= FEW;
    const made = h(
      "details",
      { class: "mix", open: this.mixOpen },
      h("summary", {}, count(mix.length, "game")),
      h(
        "ol",
        {},
        mix.map(([id, title]) =>
          h("li", { "aria-current": id === on ? "true" : null }, title, id === on ? tr` (on now)` : "")),
      ),
    );
    made.addEventListener("toggle", () => (this.mixOpen = made.open));
    return made;
  }
}

customElements.define("sp-info", Info);

/**
 * The state of the hand, in words.
 * @param {Room & { state: State }} room
 */
export function standing({ state, yours, own }) {
  const told = [capital(say(state.street || state.phase))];
  if (yours?.cards.length && own >= 0) told.push(tr`you hold ${cardNames(yours.cards)}`);
  for (const board of state.boards) if (board.length) told.push(tr`board ${cardNames(board)}`);
  for (const [at, pot] of state.pots.entries()) {
    told.push(`${potName(at, state.pots).toLowerCase()}: ${shown(pot.amount)}`);
  }
  for (const seat of state.seats) {
    if (!seat?.hand || seat.hand === "folded") continue;
    told.push(`${seat.player} ${inWords(seat.stack)}${seat.bet ? tr`, bet ${shown(seat.bet)}` : ""}`);
  }
  const to = state.seats[state.to_act];
  if (to) told.push(state.to_act === own ? tr`you are to act` : tr`${to.player} is to act`);
  return `${told.join("; ")}.`;
}
