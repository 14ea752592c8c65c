/** `<sp-info>`: what is played here. */

/**
 * @import { Child } from "../common/element.js"
 * @import { Room, State } from "../room/messages.js"
 */

import { el } from "../common/element.js";
import { View } from "../common/view.js";
import { inChips, inWords, shown } from "../common/units.js";
import { titleIn, stakesIn } from "../common/sentences.js";
import { capital, cardNames, chips, joined, potName } from "../common/words.js";
import { t, tn, word } from "../common/language.js";

const FEW = 6; // a mix of no more games is listed without a click

export class Info extends View {
  /** @type {State | null} */
  state = null;
  /** @type {boolean | null} whether the games of a mix are listed; null: by their number */
  mixOpen = null;

  /**
   * Show the terms of the table.
   * @param {State} state
   */
  show(state) {
    this.state = state;
    this.draw();
  }

  render() {
    const { state } = this;
    return state && [el("dl", { class: "facts" }, factsOf(state).map(([name, what]) => [el("dt", {}, name), el("dd", {}, what)])), state.mix.length > 0 && this.#mix(state)];
  }

  /**
   * The games that are played here, in their order, and which of them is on.
   * @param {State} state
   */
  #mix({ mix, game_id: on }) {
    this.mixOpen ??= mix.length <= FEW;
    const ontoggle = (/** @type {Event} */ { currentTarget }) => (this.mixOpen = /** @type {HTMLDetailsElement} */ (currentTarget).open);
    return el(
      "details",
      { class: "mix", open: this.mixOpen, ontoggle },
      el("summary", {}, tn("{count} game", "{count} games", mix.length)),
      el("ol", {}, mix.map(([id, text]) => {
        const title = titleIn(text);
        return el("li", { "aria-current": id === on ? "true" : null }, id === on ? t("{title} (current)", { title }) : title);
      })),
    );
  }
}

/**
 * What is to be known of a table: the names of facts, and what they are.
 * @param {State} state
 * @returns {[name: string, what: Child][]}
 */
function factsOf({ game, terms, terms_parts, buy_in: [least, most], hand, root, seven_deuce: seven, stand_up: up, standing: stand, seats }) {
  const who = stand.flatMap((at) => seats[at]?.player ?? []);
  /** @type {[is: unknown, name: string, what: () => Child][]} */
  const all = [
    [game, t("Game"), () => titleIn(game)],
    [terms, t("Stakes"), () => stakesIn(terms, terms_parts)],
    [least || most, t("Buy-in"), () => (most ? t("{least} to {most}", { least: inChips(least), most: inChips(most) }) : t("from {least}", { least: inChips(least) }))],
    [seven, t("Seven-deuce"), () => t("{amount} from each other player", { amount: inChips(seven) })],
    [up, t("Stand-up game"), () => (who.length ? t("{amount} to each; still standing: {players}", { amount: inChips(up), players: joined(who) }) : t("{amount} to each other player", { amount: inChips(up) }))],
    [hand, t("Hand"), () => chips(hand)],
    [root, t("Deck"), () => el("code", { title: t("The order of this deck is fixed by its hash {hash}", { hash: root }) }, root.slice(0, 12))],
  ];
  return all.flatMap(([is, name, what]) => (is ? [[name, what()]] : []));
}

customElements.define("sp-info", Info);

/**
 * The state of the hand, in words.
 * @param {Room & { state: State }} room
 */
export function standing({ state, yours, own }) {
  const facts = [capital(word(state.street || state.phase))];
  if (yours?.cards.length && own >= 0) facts.push(t("you hold {cards}", { cards: cardNames(yours.cards) }));
  for (const board of state.boards) if (board.length) facts.push(t("board {board}", { board: cardNames(board) }));
  for (const [at, pot] of state.pots.entries()) {
    facts.push(`${potName(at, state.pots).toLowerCase()}: ${shown(pot.amount)}`);
  }
  for (const seat of state.seats) {
    if (!seat?.hand || seat.hand === "folded") continue;
    facts.push([`${seat.player} ${inWords(seat.stack)}`, ...(seat.bet ? [t("bet {bet}", { bet: shown(seat.bet) })] : [])].join(", "));
  }
  const to = state.seats[state.to_act];
  if (to) facts.push(state.to_act === own ? t("you are to act") : t("{player} is to act", { player: to.player }));
  return `${facts.join("; ")}.`;
}
