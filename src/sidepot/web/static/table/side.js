/** `<sp-info>`: what is played here, and where a tournament stands. */

/**
 * @import { Child } from "../common/dom.js"
 * @import { Room, State, Tournament } from "../room/told.js"
 */

import { h, put, whenChanged } from "../common/dom.js";
import { inWords, shown } from "../common/units.js";
import { gameIn, stakesIn } from "../common/said.js";
import { capital, cardNames, chips, count, potName, time } from "../common/words.js";
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
  level = h("span", {});
  /** @type {boolean | null} whether the games of a mix are listed; null: by their number */
  mixOpen = null;

  /**
   * Show the terms of the table, and the tournament's level, players and prizes.
   * @param {State} state
   */
  show(state) {
    const { game, terms, buy_in, hand, event, root, table, mix, game_id, phase } = state;
    whenChanged(this, [game, terms, buy_in, hand, event, root, table, mix, game_id, phase], () => this.#draw(state));
  }

  /** @param {State} state */
  #draw(state) {
    const { list, row } = factList();
    if (state.game) row(tr`Game`, gameIn(state.game));
    if (state.terms) row(tr`Stakes`, stakesIn(state.terms, state.terms_said));
    const [least, most] = state.buy_in;
    if (!state.event && (least || most)) row(tr`Buy-in`, most ? tr`${chips(least)} to ${chips(most)}` : tr`from ${chips(least)}`);
    if (state.hand) row(tr`Hand`, chips(state.hand));
    if (state.root) {
      row(tr`Deck`, h("code", { title: tr`The order of this deck is fixed, by its hash ${state.root}` }, state.root.slice(0, 12)));
    }
    put(
      this,
      list,
      state.mix.length ? this.#mix(state) : "",
      state.event ? this.#tournament(state.event, state.phase === "over") : "",
    );
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

  /**
   * @param {Tournament} tournament
   * @param {boolean} over
   */
  #tournament(tournament, over) {
    const { list, row } = factList();
    if (tournament.needed) row(tr`Entered`, tr`${tournament.entries} of ${tournament.entries + tournament.needed}`);
    else row(over ? tr`Entries` : tr`Players left`, over ? chips(tournament.entries) : tr`${tournament.players} of ${tournament.entries}`);
    if (tournament.needed && tournament.waiting.length) row(tr`In it`, tournament.waiting.join(", "));
    if (tournament.level && !over) row(tr`Level`, tournament.is_break ? tr`Break` : `${tournament.level}: ${stakesIn(tournament.stakes, tournament.stakes_said)}`);
    this.level = h("span", {});
    if (tournament.level_until && !over) row(tr`Next`, stakesIn(tournament.next_stakes || "", tournament.next_said), tr` in `, this.level);
    if (tournament.prizes.length) row(tr`Prizes`, tournament.prizes.map(chips).join(" / "));
    const places = tournament.places.map(([player, place, prize]) =>
      h("li", { value: String(place) }, player, prize ? h("b", {}, chips(prize)) : ""),
    );
    return [list, places.length ? h("ol", { class: "places" }, places) : ""];
  }

  /**
   * Show the time until the level is over.
   * @param {Tournament | null} tournament
   * @param {number} now
   */
  tick(tournament, now) {
    if (tournament?.level_until) put(this.level, time(tournament.level_until - now));
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
