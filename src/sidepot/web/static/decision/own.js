/** `<sp-own>`: one's own cards, large; when cards may be changed, each is a button that 1 to 7 press too. */

import { cardElement } from "../common/cards.js";
import { h, put, whenChanged } from "../common/dom.js";
import { capital, cardName, cardNames } from "../common/words.js";

class Own extends HTMLElement {
  connectedCallback() {
    this.cards = h("div", { class: "own-cards", role: "group" });
    this.words = h("p", { class: "own-words" });
    put(this, this.cards, this.words);
    this.chosen = new Set();
  }

  /** Show `cards`, `down` of them face down; `most` of them may be chosen to be changed (0: none). */
  show({ cards, down, name, most, turn, folded }) {
    if (this.turn !== turn || !most) this.chosen.clear();
    this.turn = turn;
    this.most = most;
    this.dealt = cards;
    this.classList.toggle("folded", folded);
    whenChanged(this.cards, [cards, down, most, turn], () => this.#draw(cards, down, most));
    put(this.words, capital(name));
    this.hidden = !cards.length;
  }

  #draw(cards, down, most) {
    this.cards.className = `own-cards of-${cards.length}`;
    this.cards.setAttribute("aria-label", `Your cards: ${cardNames(cards)}`);
    const mixed = down > 0 && down < cards.length;
    put(
      this.cards,
      cards.map((card, at) => {
        const up = mixed && at >= down;
        const place = `own-card${up ? " up" : ""}${up && at === down ? " first-up" : ""}`;
        if (!most) {
          const told = mixed ? `${cardName(card)}, ${up ? "face up" : "face down"}` : null;
          return h("span", { class: place, title: told }, cardElement(card));
        }
        return h(
          "button",
          {
            type: "button",
            class: place,
            "aria-pressed": "false",
            "aria-label": `${cardName(card)}: throw it away`,
            "aria-keyshortcuts": String(at + 1),
            onclick: () => this.toggle(at),
          },
          cardElement(card),
          h("kbd", { "aria-hidden": "true" }, String(at + 1)),
        );
      }),
    );
  }

  /** Choose a card, or take the choice back. Answers whether that could be. */
  toggle(at) {
    if (!this.most || at >= this.dealt.length) return false;
    if (this.chosen.has(at)) this.chosen.delete(at);
    else if (this.chosen.size < this.most) this.chosen.add(at);
    else return false;
    [...this.cards.children].forEach((one, index) =>
      one.setAttribute("aria-pressed", String(this.chosen.has(index))),
    );
    this.dispatchEvent(new CustomEvent("choice"));
    return true;
  }

  /** The cards that were chosen. */
  get picked() {
    return [...this.chosen].sort((one, other) => one - other).map((at) => this.dealt[at]);
  }
}

customElements.define("sp-own", Own);
