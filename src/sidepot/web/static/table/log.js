/** `<sp-log>`: what happened, line by line, read out as it comes; it follows the newest line unless one scrolled up. */

import { h, put } from "../common/dom.js";
import { grouped } from "../common/words.js";
import { tr } from "../common/language.js";

/** @typedef {{ log?: string[], headings?: number[] }} Told what was told, and the places of lines that begin a hand */

const MOST = 400;
const CARDS = /^([[(]*)((?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠])+)([\]),.:;]*)$/;
const CARD = /(10|[2-9TJQKA])([cdhs♣♦♥♠])/g;
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/**
 * A line with its cards in the colours of their suits.
 * @param {string} line
 */
function coloured(line) {
  return grouped(line).split(/( )/).flatMap((word) => {
    const found = CARDS.exec(word);
    if (!found) return [word];
    const cards = [...found[2].matchAll(CARD)].map(([, rank, sign]) => {
      const suit = SIGNS[sign] ?? sign;
      const red = suit === "♥" || suit === "♦";
      return h("b", { class: red ? "red" : "black" }, `${rank === "T" ? "10" : rank}${suit}`);
    });
    return [found[1], ...cards, found[3]];
  });
}

export class Log extends HTMLElement {
  list = h("div", { role: "log", "aria-live": "polite", "aria-label": tr`What happened`, tabindex: "0" });
  follows = true;
  at = 0; // where it was scrolled to last, as it followed

  connectedCallback() {
    put(this, this.list);
    this.list.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.list;
      // this is called late after `#follow`, when there may be less room already
      if (clientHeight) this.follows = scrollTop === this.at || scrollHeight - scrollTop - clientHeight < 40;
    });
    // a list that is hidden, as on a phone, cannot be scrolled: follow as soon as it is shown
    new ResizeObserver(() => this.#follow()).observe(this.list);
  }

  #follow() {
    if (!this.follows) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.at = this.list.scrollTop;
  }

  /**
   * Begin anew with what a snapshot tells.
   * @param {Told} told
   */
  reset(told) {
    put(this.list);
    this.follows = true;
    this.add(told);
  }

  /**
   * Add lines; those that begin a hand stand out.
   * @param {Told} told
   */
  add({ log = [], headings = [] }) {
    const list = this.list;
    list.append(...log.map((line, at) => h("p", { lang: "en", class: headings.includes(at) ? "heading" : null }, coloured(line))));
    while (list.children.length > MOST) list.firstChild?.remove();
    this.#follow();
  }

  get last() {
    return this.list.lastElementChild?.textContent ?? "";
  }
}

customElements.define("sp-log", Log);
