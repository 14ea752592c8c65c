/** Chips in front of a seat: piles that look like their amount, and the amount. */

import { el } from "../common/element.js";
import { shown, unit } from "../common/units.js";
import { shortChips } from "../common/words.js";
import { widthOf } from "./fitting.js";

/** @import { Sizes } from "../table/layout.js" */

const VALUES = [1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000, 1_000_000];
const MOST_PILES = 3;
const MOST_CHIPS = 8; // of a pile
const THICK = 0.36; // a chip, as a part of its radius

/**
 * The piles of an amount, the most valuable chips first: each by its value, with how many chips it is seen to have.
 *
 * It is the fewest chips that make the amount; where these would be more than three piles, the least ones are not seen.
 * @param {number} amount
 * @returns {{ value: number, chips: number }[]}
 */
export function pilesOf(amount) {
  const piles = [];
  let left = amount;
  for (const value of VALUES.toReversed()) {
    const many = Math.floor(left / value);
    left -= many * value;
    if (many) piles.push({ value, chips: Math.min(many, MOST_CHIPS) });
  }
  return piles.slice(0, MOST_PILES);
}

/**
 * @param {{ value: number, chips: number }} pile
 * @param {number} x
 * @param {number} low where its lowest chip lies
 * @param {number} r
 */
function pileAt({ value, chips: many }, x, low, r) {
  const flat = r * 0.45;
  const step = r * THICK;
  const kind = `chip chip-${VALUES.indexOf(value) % 6}`;
  return Array.from({ length: many }, (_, at) => {
    const y = low - at * step;
    return [
      el("path", { d: `M${x - r} ${y}v${step}a${r} ${flat} 0 0 0 ${2 * r} 0v${-step}z`, class: `${kind} edge` }),
      el("ellipse", { cx: x, cy: y, rx: r, ry: flat, class: kind }),
    ];
  }).flat();
}

/**
 * Chips in front of a seat: the piles and the amount; and how far to shift them, to stand in the middle. Where there is
 * little room, the amount alone.
 * @param {number} amount
 * @param {Sizes} size
 */
export function betOf(amount, size) {
  if (size.dense) return amountOf(amount);
  const r = size.bet * 0.82;
  const piles = pilesOf(amount);
  const tallest = Math.max(...piles.map((pile) => pile.chips));
  const low = r * Math.min(0.5, ((tallest - 2) * THICK) / 2); // low piles stand in the middle, tall ones on the edge
  const text = shown(amount);
  const letter = size.small ? 12 : 14.5 * size.scale;
  const wide = widthOf(text, letter, 650) + 8;
  const high = letter * 1.5;
  const right = (piles.length - 1) * r * 2.1 + r;
  const parts = [
    el("rect", { x: -r - 4, y: -high / 2, width: right + r + wide + 10, height: high, rx: high / 2, class: "bet-back" }),
    ...piles.flatMap((pile, at) => pileAt(pile, at * r * 2.1, low, r)),
    el("text", { x: right + 5, y: letter * 0.35, class: "bet", "font-size": letter }, text),
  ];
  return { parts, shift: -(right - r + wide) / 2 };
}

/** @param {number} amount */
function amountOf(amount) {
  const text = unit() || amount < 10_000 ? shown(amount) : shortChips(amount);
  const wide = widthOf(text, 11.5, 650) + 10;
  const parts = [
    el("rect", { x: -wide / 2, y: -8.5, width: wide, height: 17, rx: 8.5, class: "bet-back" }),
    el("text", { x: 5 - wide / 2, y: 4, class: "bet", "font-size": 11.5 }, text),
  ];
  return { parts, shift: 0 };
}
