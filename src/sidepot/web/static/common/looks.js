/** What else can be chosen in *Appearance*: the backs of the cards, the felt, sounds, and what is told after a fold. */

/** What may be chosen: its name, what it is when nothing was chosen, its label, and the values. @typedef {[name: string, otherwise: string, label: string, values: [value: string, text: string][]]} Choice */

/** @type {Choice[]} */
export const MORE_LOOKS = [
  ["back", "diamonds", "Backs of the cards", [["diamonds", "Diamonds"], ["stripes", "Stripes"]]],
  ["felt", "green", "Felt", [["green", "Green"], ["blue", "Blue"], ["red", "Red"], ["grey", "Grey"]]],
  ["sound", "off", "Sounds", [["off", "Off"], ["on", "On"]]],
  ["folded", "told", "A hand that you folded", [["told", "Say what it would have made"], ["untold", "Say nothing"]]],
];
