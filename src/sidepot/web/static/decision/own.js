/**
 * `<sp-own>`: one's own cards, large; when cards may be changed, each is a button, also by the keys 1 to 7.
 *
 * Where the person likes it, they lie face down until they are touched, and again from the next hand on.
 */

import { cardElement } from "../common/cards.js";
import { CLOSED } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { UNKNOWN, capital, cardName, cardNames } from "../common/words.js";
import { english, t } from "../common/language.js";

/**
 * @import { Line } from "../common/sentences.js"
 * @import { Lie } from "../table/lifted.js"
 */

/**
 * What is shown: `cards`, the first `down` of them face down, and the hand's `name`. `most` of them may be chosen to be
 * changed (0: none), at the decision `turn` of the `hand`. `lie` is how each card lies. Everybody sees cards that are
 * `open`, and on the felt, beside them, the name of a hand that is `named`.
 * @typedef {{
 *   cards: number[], down: number, name: Line, most: number, turn: number, hand: number, folded: boolean, open: boolean,
 *   named: boolean, lie: (card: number) => Lie,
 * }} OwnCards
 */

/** Whether the person likes their cards face down until they touch them. */
const likesCovered = () => kept.get("own", /** @type {string} */ ("up")) === "down";

export class Own extends HTMLElement {
  cards = h("div", { class: "own-cards", role: "group" });
  words = h("p", { class: "own-words" });
  /** @type {Set<number>} the places of the cards that were chosen */
  chosen = new Set();
  /** @type {OwnCards | null} */
  shown = null;
  /** the hand in which the cards were touched */
  touched = -1;
  /** @type {Element | null} where the page has put it */
  dock = null;

  connectedCallback() {
    if (this.dock) return;
    this.dock = this.parentElement;
    put(this, this.cards, this.words);
    document.addEventListener(CLOSED, () => this.shown && this.show(this.shown)); // the window of looks may have been open
  }

  /** Whether the cards that nobody else sees lie face down on the page, too. */
  get isCovered() {
    const { shown } = this;
    return !!shown && likesCovered() && !shown.most && !shown.open && this.touched !== shown.hand;
  }

  /** Look at the cards, or cover them again. */
  touch() {
    if (!this.shown) return;
    this.touched = this.isCovered ? this.shown.hand : -1;
    this.show(this.shown);
  }

  /** @param {OwnCards} shown */
  show(shown) {
    const { cards, name, most, turn, folded } = shown;
    if (this.shown?.turn !== turn || !most) this.chosen.clear();
    this.shown = shown;
    this.classList.toggle("folded", folded);
    this.words.classList.toggle("is-named", shown.named);
    this.classList.toggle("none", !cards.length); // their place is kept
    this.cards.className = `own-cards of-${cards.length}`;
    this.cards.setAttribute("aria-label", this.isCovered ? t("Your cards, face down") : t("Your cards: {cards}", { cards: cardNames(cards) }));
    this.#draw();
    if (this.isCovered) put(this.words, cards.length ? t("Touch your cards to look at them") : "");
    else put(this.words, name.isEnglish ? english(capital(name.text)) : capital(name.text));
  }

  #draw() {
    const { shown } = this;
    if (shown) put(this.cards, shown.cards.map((card, at) => this.#card(shown, card, at)));
  }

  /**
   * A card, or a button for it; one card more, or a turn, does not move those that one has.
   * @param {OwnCards} shown
   * @param {number} card
   * @param {number} at
   */
  #card({ cards, down, most, turn, lie }, card, at) {
    const mixed = down > 0 && down < cards.length;
    const up = mixed && at >= down;
    const place = `own-card${up ? " up" : ""}${up && at === down ? " first-up" : ""} ${lie(card)}`;
    if (!most && !up && likesCovered() && !this.shown?.open) {
      const isCovered = this.isCovered;
      const label = isCovered ? t("Look at your cards") : t("{card}: turn your cards face down", { card: cardName(card) });
      return el("button", { key: `${at}/touch`, type: "button", class: place, "aria-label": label, onclick: () => this.touch() }, cardElement(isCovered ? UNKNOWN : card));
    }
    if (!most) {
      const title = mixed ? `${cardName(card)}, ${up ? t("face up") : t("face down")}` : null;
      return el("span", { key: `${at}/${card}${up ? "up" : ""}`, class: place, title }, cardElement(card));
    }
    return el(
      "button",
      {
        key: `${turn}/${at}/${card}`,
        type: "button",
        class: place,
        "aria-pressed": String(this.chosen.has(at)),
        "aria-label": t("Discard {card}", { card: cardName(card) }),
        "aria-keyshortcuts": String(at + 1),
        onclick: () => this.toggle(at),
      },
      cardElement(card),
      el("kbd", { "aria-hidden": "true" }, String(at + 1)),
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
   * Choose the card at this place, or undo that. Returns whether it could be.
   * @param {number} at
   */
  toggle(at) {
    if (!this.most || at >= this.dealt.length) return false;
    if (this.chosen.has(at)) this.chosen.delete(at);
    else if (this.chosen.size < this.most) this.chosen.add(at);
    else return false;
    this.#draw();
    this.dispatchEvent(new CustomEvent("choice"));
    return true;
  }

  /** How many cards may be chosen. */
  get most() {
    return this.shown?.most ?? 0;
  }

  /** One's cards, as they were dealt. */
  get dealt() {
    return this.shown?.cards ?? [];
  }

  /** The cards that were chosen. */
  get picked() {
    return [...this.chosen].sort((one, other) => one - other).map((at) => this.dealt[at]);
  }
}

customElements.define("sp-own", Own);
