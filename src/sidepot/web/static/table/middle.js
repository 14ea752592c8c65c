/** `<sp-middle>`: the middle of the table: boards, each pot apart with who can win it, and how the hand ended. */

import { cardElement } from "../common/cards.js";
import { h, put, whenChanged } from "../common/dom.js";
import { potOf } from "../decision/raise.js";
import { PHASES, capital, cardNames, chips, count, declaredFor, joined, potName } from "../common/words.js";

/** Whose pot it is, in words. */
function whose(pot, state) {
  const names = pot.eligible.map((seat) => state.seats[seat]?.player ?? `seat ${seat + 1}`);
  return names.length ? `${joined(names, "or")} can win it` : "nobody can win it";
}

/** Who won the hand that is over: a line for each, the largest first. */
export function winners(state) {
  return [...state.seats, state.missed]
    .filter((seat) => seat?.won)
    .sort((one, other) => other.won - one.won)
    .map((seat) => ({ player: seat.player, won: seat.won, with: wonWith(seat, state.halves ?? []) }));

/** What he has won with: his hand, and at a declaration what he has declared for. */
function wonWith(seat, halves) {
  const declared = seat.declared ? `declared ${declaredFor(seat.declared, halves)}` : "";
  return [seat.hand_name, declared].filter(Boolean).join("; ");
}
}

/**
 * Who won the hand that ends with the event `told`, but has left with it, and in whose seat another sits: {hand, player,
 * won}, or null. It is who of those that were in the hand `before` is not there any more, and what nobody else has won.
 */
export function missedWinner(before, { state, what = [] }) {
  const done = what.find(({ type }) => type === "hand_done");
  if (!done || !before) return null;
  const here = new Set(state.seats.map((seat) => seat?.player));
  const gone = before.seats.filter((seat) => seat && ["live", "all-in"].includes(seat.hand) && !here.has(seat.player));
  const seen = state.seats.reduce((sum, seat) => sum + (seat?.won ?? 0), 0);
  const won = done.won.reduce((sum, one) => sum + one, 0) - seen;
  return gone.length === 1 && won > 0 ? { hand: state.hand, player: gone[0].player, won, hand_name: "" } : null;
}

/** Who has won a board, where there are several: "Ann 100 and Bo 100"; "" while nobody has. */
export const boardWinners = (state, at) =>
  joined((state.won_by[at] ?? []).map(([seat, won]) => `${state.seats[seat]?.player} ${chips(won)}`));

class Middle extends HTMLElement {
  connectedCallback() {
    this.street = h("p", { class: "street" });
    this.boards = h("div", { class: "boards" });
    this.pots = h("ul", { class: "pots", "aria-label": "Pots" });
    this.result = h("div", { class: "result" });
    put(this, this.street, this.boards, this.pots, this.result);
  }

  /** Show `state`; `light` lights the seats that can win a pot. */
  show(state, light) {
    const boards = state.boards ?? [];
    whenChanged(this.boards, [boards, state.runs], () => {
      this.boards.className = `boards of-${Math.min(boards.length, 4)}`;
      put(
        this.boards,
        boards.map((board, at) => {
          const name = boards.length < 2 ? "Board" : `${state.runs > 1 ? "Run" : "Board"} ${at + 1}`;
          return h(
            "div",
            { class: "board-of" },
            h(
              "div",
              { class: "board", role: "group", "aria-label": `${name}: ${cardNames(board) || "no cards yet"}` },
              board.map(cardElement),
            ),
            boards.length > 1 && h("p", { class: "board-won" }, name, h("strong", {})),
          );
        }),
      );
    });
    this.boards.querySelectorAll(".board-won strong").forEach((place, at) => {
      const won = boardWinners(state, at);
      whenChanged(place, won, () => put(place, won && `: ${won}`));
    });
    const pots = state.pots ?? [];
    whenChanged(this.pots, [pots, state.seats.map((seat) => seat?.player)], () => this.#drawPots(pots, state, light));
    const won = winners(state);
    const apart = boards.length > 1 && state.won_by.length > 0; // then each board says who won it
    this.result.classList.toggle("unseen", apart && boards.length > 2); // there is no room left for it
    this.result.classList.toggle("apart", apart);
    whenChanged(this.result, [won, apart], () => {
      put(
        this.result,
        won.slice(0, 3).map((one) =>
          h("p", {}, h("strong", {}, one.player), ` wins ${chips(one.won)}`, !apart && one.with && h("span", {}, one.with)),
        ),
      );
    });
    const quiet = state.phase !== "playing" && !won.length;
    const bets = state.seats.some((seat) => seat?.bet);
    const street = state.phase === "playing" ? state.street + (bets ? ` · ${chips(potOf(state))} in all` : "") : "";
    const waits = pots.length && !state.root ? "The pot waits for the next deal" : "";
    const words = waits || (quiet ? state.why || PHASES[state.phase] || "" : street);
    whenChanged(this.street, words, () => put(this.street, capital(words)));
  }

  #drawPots(pots, state, light) {
    const rows = pots.map((pot, at) => {
      const name = potName(at, pots);
      const told = whose(pot, state);
      const on = () => light(pot.eligible);
      const off = () => light(null);
      return h(
        "li",
        {},
        h(
          "button",
          {
            class: "pot",
            type: "button",
            "aria-label": `${name}, ${count(pot.amount, "chip")}: ${told}`,
            onmouseenter: on,
            onmouseleave: off,
            onfocus: on,
            onblur: off,
          },
          h("span", { class: "pot-name" }, name),
          h("span", { class: "pot-short" }, !at ? "Main" : pot.waits && !pots[0].waits ? "Next" : String(at)),
          h("span", { class: "pot-chips" }, chips(pot.amount)),
          h("span", { class: "tip", "aria-hidden": "true" }, capital(told)),
        ),
      );
    });
    this.pots.classList.toggle("many", pots.length > 3);
    put(this.pots, rows);
    light(null);
  }
}

customElements.define("sp-middle", Middle);
