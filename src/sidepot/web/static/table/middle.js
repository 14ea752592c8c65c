/** `<sp-middle>`: the middle of the table: boards, each pot apart with its claimants, and how the hand ended. */

import { cardElement } from "../common/cards.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { handOf } from "../common/sentences.js";
import { shown } from "../common/units.js";
import { potOf } from "../decision/raise.js";
import { PHASES, capital, cardNames, declaredFor, joined } from "../common/words.js";
import { lies } from "./lifted.js";
import { Pots } from "./pots.js";
import { english, t, tNodes, word } from "../common/language.js";

/**
 * @import { Event as TableEvent, HandDone } from "sidepot/protocol"
 * @import { Missed, State } from "../room/messages.js"
 * @import { Light } from "./pots.js"
 */

/**
 * Who won the hand that is over: a line for each, the largest first.
 * @param {State} state
 */
export function winners(state) {
  return [...state.seats, state.missed ?? null]
    .flatMap((seat, at) => (seat?.won ? [{ seat, odd: oddOf(state, at) }] : []))
    .sort((one, other) => other.seat.won - one.seat.won)
    .map(({ seat, odd }) => ({
      player: seat.player, won: seat.won, hand: seat.hand_name, odd,
      declared: seat.declared ? t("declared {way}", { way: declaredFor(seat.declared, state.halves) }) : "",
    }));
}

/**
 * Why a seat has an odd chip, in the words of the room; "" where it has none.
 * @param {State} state
 * @param {number} at
 */
const oddOf = ({ paid }, at) => joined([...new Set(paid.flatMap(({ seat, odd }) => (seat === at && odd ? [odd] : [])))]);

/**
 * What a player won with: the hand, at a declaration what they declared for, and why they have the odd chip.
 * @param {ReturnType<typeof winners>[number]} won
 */
function withWhat({ hand, declared, odd }) {
  const name = hand ? handOf(hand) : null;
  const parts = [name && (name.isEnglish ? english(name.text) : name.text), declared, odd && [t("with the odd chip"), " (", english(odd), ")"]].filter(Boolean);
  return parts.length > 0 && el("span", {}, parts.map((part, at) => [at > 0 && "; ", part]));
}

/**
 * The winner of the hand that ends with the event `event`, where the player left with it and another has the seat.
 *
 * It is the one player who was in the hand `before` and is not there any more; the chips are those that nobody else won.
 * @param {State | null} before
 * @param {TableEvent} event
 * @returns {Missed | null}
 */
export function missedWinner(before, { state, what = [] }) {
  const done = /** @type {HandDone[]} */ (what).find(({ type }) => type === "hand_done");
  if (!done || !before) return null;
  const seats = state.seats ?? [];
  const here = new Set(seats.map((seat) => seat?.player));
  const gone = before.seats.flatMap((seat) =>
    seat && ["live", "all-in"].includes(seat.hand) && !here.has(seat.player) ? [seat.player] : []);
  const seen = seats.reduce((sum, seat) => sum + (seat?.won ?? 0), 0);
  const won = done.won.reduce((sum, one) => sum + one, 0) - seen;
  if (gone.length !== 1 || won <= 0) return null;
  return { hand: state.hand ?? 0, player: gone[0], won, hand_name: "", declared: 0 };
}

/**
 * Who has won a board, where there are several: "Ann 100 and Bo 100"; "" while nobody has.
 * @param {State} state
 * @param {number} at
 */
export const boardWinners = (state, at) =>
  joined((state.won_by[at] ?? []).map(([seat, won]) => `${state.seats[seat]?.player} ${shown(won)}`));

export class Middle extends HTMLElement {
  street = h("p", { class: "street" });
  boards = h("div", { class: "boards" });
  pots = new Pots();
  result = h("div", { class: "result" });

  connectedCallback() {
    // what stands above and below the boards grows away from them: they stand still
    put(this, this.street, this.boards, h("div", { class: "below" }, this.pots.list, this.result));
  }

  /**
   * @param {State} state
   * @param {Light} light
   */
  show(state, light) {
    this.#showBoards(state);
    const { boards } = state;
    this.pots.show(state, light);
    const won = winners(state);
    const apart = boards.length > 1 && state.won_by.length > 0; // then each board says who won it
    const lines = apart || won.length <= 3 ? won.length : 2; // with a line for each: the others share one
    // the lines of the boards say it already, and one's own cards lie where it would be
    this.result.classList.toggle("unseen", apart && (won.length > 1 || boards.length > 2));
    this.result.classList.toggle("apart", apart);
    put(
      this.result,
      won.slice(0, lines).map((one) =>
        el("p", {}, tNodes("{player} wins {amount}", { player: el("strong", {}, one.player), amount: shown(one.won) }), !apart && withWhat(one)),
      ),
      lines < won.length && el("p", {}, el("strong", {}, joined(won.slice(lines).map(({ player, won: chips }) => `${player} ${shown(chips)}`)))),
    );
    const words = streetWords(state, won.length > 0);
    put(this.street, words === state.why ? english(capital(words)) : capital(words));
  }

  /** @param {State} state */
  #showBoards(state) {
    // before the flop the place of the board is kept: what lies below does not move when it comes
    const { rabbit } = state;
    const boards = state.boards.length ? state.boards : rabbit.length ? rabbit.map(() => []) : state.facts?.kind === "board" ? [[]] : [];
    const { onBoard } = lies(state);
    this.boards.className = `boards of-${Math.min(boards.length, 4)}`;
    put(this.boards, boards.map((cards, at) => {
      const number = { number: at + 1 };
      const name = boards.length < 2 ? t("Board") : state.runs > 1 ? t("Run {number}", number) : t("Board {number}", number);
      const won = boardWinners(state, at);
      const would = rabbit[at] ?? [];
      const said = [`${name}: ${cardNames(cards) || t("no cards yet")}`, ...(would.length ? [t("would have come: {cards}", { cards: cardNames(would) })] : [])];
      return el(
        "div",
        { class: "board-of", key: `${state.hand}/${boards.length}/${at}` },
        el(
          "div",
          { class: "board", role: "group", "data-name": name, "aria-label": said.join("; ") },
          cards.map((card, place) => cardElement(card, onBoard(at, card), place)),
          would.map((card, place) => cardElement(card, "would", cards.length + place)),
        ),
        boards.length > 1 && el("p", { class: "board-won" }, name, el("strong", {}, won && `: ${won}`)),
      );
    }));
  }
}

/**
 * The line above the board: the street and all chips; between hands, what the table waits for.
 * @param {State} state
 * @param {boolean} won whether the winners of a hand are shown
 */
function streetWords(state, won) {
  if (state.rabbit.length) return t("The faded cards would have come");
  if (state.pots.length && !state.root) return t("The pot is carried to the next hand");
  if (state.phase !== "playing") return won ? "" : word(state.why) || PHASES[state.phase] || "";
  return [word(state.street), ...(state.seats.some((seat) => seat?.bet) ? [t("{pot} in all", { pot: shown(potOf(state)) })] : [])].join(" · ");
}

customElements.define("sp-middle", Middle);
