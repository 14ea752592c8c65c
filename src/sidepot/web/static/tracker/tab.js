/** What all tabs of the tracker use: their type, and how hands, dates and results look. */

import { cardElement } from "../common/cards.js";
import { el } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { cardsOf } from "../hands/short.js";
import { noted } from "./notes.js";
import { resultIn } from "./numbers.js";

/**
 * The hands that a tab shows: `measure` is the unit of their results, `ask` asks the tracker about them, and `reload` shows
 * the tab again. `address` is that of such an answer, `link` that of the page with some changes; `person` is the wanted
 * opponent. `filter` shows the hands of another filter, and `narrowed` is the present one with one more condition.
 * @typedef {{ measure: string, where: string, person: string, address: (name: string, others?: Record<string, string>) => string, link: (changes: Record<string, string>) => string, ask: (name: string, others?: Record<string, string>) => Promise<unknown>, filter: (where: string) => void, narrowed: (condition: string) => string, reload: () => void }} Asking
 *
 * A tab: `show` draws it into its section. `plain` is a tab that is not about hands: no filter is shown with it.
 * @typedef {{ key: string, title: string, plain?: boolean, show: (section: HTMLElement, asking: Asking) => Promise<void> }} Tab
 *
 * @typedef {{ id: string, started: string, site: string, game: string, stakes: string, position: string, cards: string, board: string, net: number, bb: number, file: string, hand: string, note: string, tags: string[] }} PlayedHand
 */

/** The class of a result. @param {number} amount */
export const wayOf = (amount) => (amount > 0 ? "up" : amount < 0 ? "down" : "");

/** @param {string} text @param {Intl.DateTimeFormatOptions} how */
export const dateOf = (text, how = { dateStyle: "medium", timeStyle: "short" }) => (text ? new Date(text.replace(" ", "T")).toLocaleString(DATES, how) : t("no date"));

/** A hand in a list. @param {PlayedHand} one @param {string} measure */
export const handRow = (one, measure) =>
  el("li", { key: one.id }, el("a", { class: "hand-row", href: `/hand?id=${one.id}`, title: `${one.file}, ${one.hand}` },
    el("small", {}, dateOf(one.started)),
    el("span", { class: "hand-what" }, el("span", { lang: "en" }, `${one.game} ${one.stakes}`), el("small", {}, `${one.site}, ${one.position}`), noted(one)),
    el("span", { class: "hand-cards" }, cardsOf(one.cards).map((card) => cardElement(card)), el("span", { class: "gap" }),
      cardsOf(one.board.split(" ")[0] ?? "").map((card) => cardElement(card))),
    el("span", { class: `hand-net ${wayOf(one.net)}` }, resultIn(one.net, measure))));
