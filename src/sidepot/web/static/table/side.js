/** `<sp-info>`: what is played here, and where an event stands. */

import { h, put, whenChanged } from "../common/dom.js";
import { capital, chips, count, grouped, potName, stakesOf, time } from "../common/words.js";

const FEW = 6; // games of a mix that are listed without being asked for

class Info extends HTMLElement {
  /** Show the terms of the table, and the event's level, players and prizes. */
  show(state) {
    const { game, limit, stakes, buy_in, hand, event, root, table, mix, game_id, phase } = state;
    whenChanged(this, [game, limit, stakes, buy_in, hand, event, root, table, mix, game_id, phase], () => this.#draw(state));
  }

  #draw(state) {
    const rows = [];
    const row = (name, ...what) => rows.push(h("dt", {}, name), h("dd", {}, what));
    if (state.game) row("Game", state.game);
    if (state.stakes) row("Stakes", grouped(stakesOf(state)));
    const [least, most] = state.buy_in ?? [0, 0];
    if (!state.event && (least || most)) row("Buy-in", most ? `${chips(least)} to ${chips(most)}` : `from ${chips(least)}`);
    if (state.hand) row("Hand", chips(state.hand));
    if (state.root) {
      row("Deck", h("code", { title: `The order of this deck is fixed, by its hash ${state.root}` }, state.root.slice(0, 12)));
    }
    put(
      this,
      h("dl", { class: "facts" }, rows),
      state.mix.length ? this.#mix(state) : "",
      state.event ? this.#event(state.event, state.phase === "over") : "",
    );
  }

  /** The games that are played here, in their order, and which of them is on. */
  #mix({ mix, game_id: on }) {
    this.mixOpen ??= mix.length <= FEW;
    const row = ([id, title]) => h("li", { "aria-current": id === on ? "true" : null }, title, id === on ? " (on now)" : "");
    const made = h(
      "details",
      { class: "mix", open: this.mixOpen, ontoggle: () => (this.mixOpen = made.open) },
      h("summary", {}, count(mix.length, "game")),
      h("ol", {}, mix.map(row)),
    );
    return made;
  }

  #event(event, over) {
    const rows = [];
    const row = (name, ...what) => rows.push(h("dt", {}, name), h("dd", {}, what));
    if (event.needed) row("Entered", `${event.entries} of ${event.entries + event.needed}`);
    else row(over ? "Entries" : "Players left", over ? chips(event.entries) : `${event.players} of ${event.entries}`);
    if (event.needed && event.waiting.length) row("In it", event.waiting.join(", "));
    if (event.level && !over) row("Level", event.is_break ? "Break" : grouped(`${event.level}: ${event.stakes}`));
    this.level = h("span", {});
    if (event.level_until && !over) row("Next", grouped(event.next_stakes || ""), " in ", this.level);
    if (event.prizes?.length) row("Prizes", event.prizes.map(chips).join(" / "));
    const places = (event.places ?? []).map(([player, place, prize]) =>
      h("li", { value: String(place) }, player, prize ? h("b", {}, chips(prize)) : ""),
    );
    return [h("dl", { class: "facts" }, rows), places.length ? h("ol", { class: "places" }, places) : ""];
  }

  /** The time until the level is over. */
  tick(event, now) {
    if (event?.level_until && this.level) put(this.level, time(event.level_until - now));
  }
}

customElements.define("sp-info", Info);

/** How things stand, in words, for who asks. */
export function standing({ state, yours, own }, cardNames) {
  const told = [capital(state.street || state.phase)];
  if (yours?.cards?.length && own >= 0) told.push(`you hold ${cardNames(yours.cards)}`);
  for (const board of state.boards ?? []) if (board.length) told.push(`board ${cardNames(board)}`);
  (state.pots ?? []).forEach((pot, at) => told.push(`${potName(at, state.pots).toLowerCase()}: ${chips(pot.amount)}`));
  state.seats.forEach((seat) => {
    if (seat?.hand && seat.hand !== "folded") {
      told.push(`${seat.player} ${count(seat.stack, "chip")}${seat.bet ? `, bet ${chips(seat.bet)}` : ""}`);
    }
  });
  const to = state.seats[state.to_act];
  if (to) told.push(state.to_act === own ? "you are to act" : `${to.player} is to act`);
  return `${told.join("; ")}.`;
}
