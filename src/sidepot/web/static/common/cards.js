/** Cards, drawn: a large index in the corner, so that a fan of them can be read, and a pip. */

import { el } from "./element.js";
import { JOKER, UNKNOWN, cardName, rankOf, suitOf } from "./words.js";

/** @import { Lie } from "../table/lifted.js" */

/** @type {Record<string, string>} */
export const PIPS = {
  c:
    "M50 6a20 20 0 0 1 17 31a21 21 0 1 1-13 34c1 10 5 17 13 23H33c8-6 12-13 13-23a21 21 0 1 1-13-34A20 20 0 0 1 50 6z",
  d: "M50 4c9 17 22 34 37 46c-15 12-28 29-37 46c-9-17-22-34-37-46c15-12 28-29 37-46z",
  h: "M50 92C22 70 7 53 7 34C7 19 18 9 31 9c9 0 16 5 19 13c3-8 10-13 19-13c13 0 24 10 24 25c0 19-15 36-43 58z",
  s: "M50 5c6 17 41 38 41 61c0 12-9 20-20 20c-8 0-14-4-17-10c1 8 5 14 12 18H34c7-4 11-10 12-18c-3 6-9 10-17 10c-11 0-20-8-20-20C9 43 44 22 50 5z",
};

/**
 * A suit's sign in a box of `size` at x, y.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size) {
  return el("path", { d: PIPS[suit], transform: `translate(${x} ${y}) scale(${size / 100})`, class: `pip ${suit}` });
}

const STAR = "M50 4l13 30 33 3-25 22 8 33-29-18-29 18 8-33L4 37l33-3z";

/**
 * @param {number} card
 * @param {number} part
 */
function face(card, part) {
  if (card === JOKER) {
    return [
      el("text", { x: 11, y: 40, class: "rank joker" }, "★"),
      el("path", { d: STAR, transform: "translate(32 62) scale(.58)", class: "pip joker" }),
    ];
  }
  const [rank, suit] = [rankOf(card), suitOf(card)];
  const ten = rank === "10";
  const tight = part < (ten ? 0.8 : 0.62); // the next card lies on the rest of it
  const narrow = ten && tight ? { textLength: Math.min(58, Math.max(30, 100 * part - 9)), lengthAdjust: "spacingAndGlyphs" } : {};
  return [
    el("text", { x: ten || tight ? 4 : 9, y: 45, class: `rank ${suit}${ten ? (tight ? " narrow" : " ten") : ""}`, ...narrow }, rank),
    pip(suit, 10, 55, 27),
    pip(suit, 38, 76, 56),
  ];
}

function back() {
  return [
    el("rect", { x: 7, y: 7, width: 86, height: 126, rx: 7, class: "back-in" }),
    el("path", { d: "M50 26L80 70 50 114 20 70z M50 48L65 70 50 92 35 70z", class: "back-sign" }),
    el("path", { d: "M12 40L40 12M12 76L76 12M12 112L88 36M24 128L88 64M60 128L88 100", class: "back-stripes" }),
  ];
}

/**
 * The parts of a card in a box of 100 by 140; the left `part` of it is not covered.
 * @param {number} card
 */
function parts(card, part = 1) {
  const down = card === UNKNOWN;
  return [
    el("rect", { x: 1, y: 1, width: 98, height: 138, rx: 10, class: down ? "sheet back" : "sheet" }),
    ...(down ? back() : face(card, part)),
  ];
}

/**
 * A card as an element of its own: another one for another card, and for another `place`.
 * @param {number} card
 * @param {Lie} [lie]
 */
export function cardElement(card, lie = "", place = 0) {
  return el("svg", { key: `${place}/${card}`, viewBox: "0 0 100 140", class: `card ${lie}`, role: "img", "aria-label": cardName(card) }, parts(card));
}

/**
 * A card inside a drawing, `width` wide, at x, y; the next one does not cover its left `part`.
 * @param {number} card
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {Lie} [lie]
 */
export function cardAt(card, x, y, width, part = 1, lie = "") {
  return el("g", { key: "card", transform: `translate(${x} ${y}) scale(${width / 100})`, class: `card ${lie}` }, parts(card, part));
}
