/** `<sp-log>`: what happened, line by line, read out as it comes; it follows the newest line unless one scrolled up. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { lineOf } from "../common/sentences.js";
import { decimalsNow, unit } from "../common/units.js";
import { grouped } from "../common/words.js";
import { language, t } from "../common/language.js";

/** @import { Sentence } from "../room/messages.js" */

/** @typedef {{ log?: string[], headings?: number[], sentences?: unknown[][] }} Lines log lines, the places of lines that begin a hand, and each line as data */

const MOST = 400;
const CARDS = /^([[(]*)((?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠])+)([\]),.:;]*)$/;
const CARD = /(10|[2-9TJQKA])([cdhs♣♦♥♠])/g;
/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/**
 * A line with its cards in the colours of their suits.
 * @param {string} line
 */
export function coloured(line) {
  return line.split(/( )/).flatMap((word) => {
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
  list = h("div", { role: "log", "aria-live": "polite", "aria-label": t("What happened"), tabindex: "0" });
  follows = true;
  at = 0; // where it was scrolled to last, as it followed
  unit = "false 0"; // in which its amounts are shown
  /** @type {WeakMap<Element, Sentence>} */
  sentences = new WeakMap();

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
   * @param {Lines} lines
   */
  reset(lines) {
    put(this.list);
    this.follows = true;
    this.add(lines);
  }

  /**
   * Add lines; those that begin a hand stand out.
   * @param {Lines} lines
   */
  add({ log = [], headings = [], sentences = [] }) {
    const list = this.list;
    const lines = log.map((line, at) => {
      const made = h("p", { class: headings.includes(at) ? "heading" : null });
      this.sentences.set(made, /** @type {Sentence | undefined} */ (sentences[at]) ?? [grouped(line)]);
      return this.#word(made);
    });
    list.append(...lines);
    while (list.children.length > MOST) list.firstChild?.remove();
    this.#follow();
  }

  /**
   * Word a line, as its amounts are shown now.
   * @param {HTMLElement} line
   */
  #word(line) {
    const { text, isEnglish } = lineOf(this.sentences.get(line) ?? [""]);
    line.lang = isEnglish ? "en" : "";
    if (!isEnglish) line.removeAttribute("lang");
    line.classList.toggle("is-english", isEnglish && language !== "en");
    return put(line, coloured(text));
  }

  /** Show amounts in the unit of now; nothing is read out again. */
  followUnit() {
    const now = `${Boolean(unit())} ${decimalsNow()}`;
    if (this.unit === now) return;
    this.unit = now;
    this.list.setAttribute("aria-live", "off");
    for (const line of this.list.children) this.#word(/** @type {HTMLElement} */ (line));
    requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  /**
   * Tell the newest line in another place, too.
   * @param {HTMLElement} place
   */
  tell(place) {
    const last = /** @type {HTMLElement | null} */ (this.list.lastElementChild);
    place.lang = last?.lang || document.documentElement.lang;
    put(place, last?.textContent ?? "");
  }
}

customElements.define("sp-log", Log);
