/** What else can be chosen in *Appearance*: the backs of the cards, the felt, sounds, a phone that shakes, and what is told after a fold. */

import { tr } from "./language.js";

/** What may be chosen: its name, what it is when nothing was chosen, its label, and the values. @typedef {[name: string, otherwise: string, label: string, values: [value: string, text: string][]]} Choice */

/** @type {Choice[]} */
export const MORE_LOOKS = [
  ["back", "diamonds", tr`Backs of the cards`, [["diamonds", tr`Diamonds`], ["stripes", tr`Stripes`]]],
  ["felt", "green", tr`Felt`, [["green", tr`Green`], ["blue", tr`Blue`], ["red", tr`Red`], ["grey", tr`Grey`]]],
  ["sound", "off", tr`Sounds`, [["off", tr`Off`], ["on", tr`On`]]],
  ["shake", "on", tr`A phone shakes when it is your turn`, [["on", tr`On`], ["off", tr`Off`]]],
  ["folded", "told", tr`A hand that you folded`, [["told", tr`Say what it would have made`], ["untold", tr`Say nothing`]]],
];
