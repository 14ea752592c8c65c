/** `<sp-own>`: one's own cards, large; when cards may be changed, each is a button, also by the keys 1 to 7. */

import { cardElement } from "../common/cards.js";
import { h, put, putNew, whenChanged } from "../common/dom.js";
import { capital, cardName, cardNames } from "../common/words.js";
import { lay } from "../table/lifted.js";
import { english, tr } from "../common/language.js";

/**
 * @import { Line } from "../common/said.js"
 * @import { Lie } from "../table/lifted.js"
 */

/**
 * What is shown: `cards`, the first `down` of them face down, and the hand's `name`. `most` of them may be chosen to be
 * changed (0: none), at the decision `turn`.
 * @typedef {{ cards: number[], down: number, name: Line, most: number, turn: number, folded: boolean }} OwnCards
 */

export class Own extends HTMLElement {
  cards = h("div", { class: "own-cards", role: "group" });
  words = h("p", { class: "own-words" });
  /** @type {Set<number>} the places of the cards that were chosen */
  chosen = new Set();
  /** @type {number[]} */
  dealt = [];
  most = 0;
  /** @type {Element | null} where the page has put it */
  dock = null;
  turn = 0;

  connectedCallback() {
    if (this.dock) return;
    this.dock = this.parentElement;
    put(this, this.cards, this.words);
  }

  /** @param {OwnCards} shown */
  show({ cards, down, name, most, turn, folded }) {
    if (this.turn !== turn || !most) this.chosen.clear();
    this.turn = turn;
    this.most = most;
    this.dealt = cards;
    this.classList.toggle("folded", folded);
    whenChanged(this.cards, [cards, down, most, most ? turn : 0], () => this.#draw(cards, down, most));
    put(this.words, name.isEnglish ? english(capital(name.text)) : capital(name.text));
    this.classList.toggle("none", !cards.length); // their place is kept
  }

  /**
   * @param {number[]} cards
   * @param {number} down
   * @param {number} most
   */
  #draw(cards, down, most) {
    this.cards.className = `own-cards of-${cards.length}`;
    this.cards.setAttribute("aria-label", tr`Your cards: ${cardNames(cards)}`);
    const mixed = down > 0 && down < cards.length;
    // one card more, or a turn, does not move those that one has
    putNew(
      this.cards,
      cards.map((card, at) => (most ? `${this.turn}/${card}` : `${card}${mixed ? (at >= down ? "up" : "down") : ""}`)),
      (at) => {
        const card = cards[at];
        const up = mixed && at >= down;
        const place = `own-card${up ? " up" : ""}${up && at === down ? " first-up" : ""}`;
        if (!most) {
          const told = mixed ? `${cardName(card)}, ${up ? tr`face up` : tr`face down`}` : null;
          return h("span", { class: place, title: told }, cardElement(card));
        }
        return h(
          "button",
          {
            type: "button",
            class: place,
            "aria-pressed": "false",
            "aria-label": tr`${cardName(card)}: throw it away`,
            "aria-keyshortcuts": String(at + 1),
            onclick: () => this.toggle(at),
          },
          cardElement(card),
          h("kbd", { "aria-hidden": "true" }, String(at + 1)),
        );
      },
    );
  }

  /**
   * Lie on the felt, with the words in the dock; or (null) in the dock as a whole.
   * @param {Element | null} felt
   */
  lieIn(felt) {
    const place = felt ?? this.dock;
    if (this.parentElement === place || !place || !this.dock) return;
    this.dock.querySelector(".own-words")?.remove();
    if (felt) {
      felt.append(this);
      this.dock.prepend(this.words);
    } else {
      this.append(this.words);
      this.dock.prepend(this);
    }
  }

  /**
   * Let each card lie like that.
   * @param {(card: number) => Lie} how
   */
  lay(how) {
    for (const [at, element] of [...this.cards.children].entries()) lay(element, how(this.dealt[at]));
  }

  /**
   * Choose the card at this place, or undo that. Returns whether it could be.
   * @param {number} at
   */
  toggle(at) {
    if (!this.most || at >= this.dealt.length) return false;
    if (this.chosen.has(at)) this.chosen.delete(at);
    else if (this.chosen.size < this.most) this.chosen.add(at);
    else return false;
    for (const [index, one] of [...this.cards.children].entries()) {
      one.setAttribute("aria-pressed", String(this.chosen.has(index)));
    }
    this.dispatchEvent(new CustomEvent("choice"));
    return true;
  }

  /** The cards that were chosen. */
  get picked() {
    return [...this.chosen].sort((one, other) => one - other).map((at) => this.dealt[at]);
  }
}

customElements.define("sp-own", Own);
