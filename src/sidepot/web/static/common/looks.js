/** What else can be chosen in *Appearance*: the backs of the cards, the felt, sounds, a phone that shakes, one's own cards, and what is shown after a fold. */

import { t } from "./language.js";

/** What may be chosen: its name, what it is when nothing was chosen, its label, and the values. @typedef {[name: string, otherwise: string, label: string, values: [value: string, text: string][]]} Choice */

/** @type {Choice[]} */
export const MORE_LOOKS = [
  ["back", "diamonds", t("Card backs"), [["diamonds", t("Diamonds")], ["stripes", t("Stripes")]]],
  ["felt", "green", t("Felt"), [["green", t("Green")], ["blue", t("Blue")], ["red", t("Red")], ["grey", t("Grey")]]],
  ["sound", "off", t("Sounds"), [["off", t("Off")], ["on", t("On")]]],
  ["shake", "on", t("Vibrate on my turn"), [["on", t("On")], ["off", t("Off")]]],
  ["own", "up", t("Your cards"), [["up", t("Face up")], ["down", t("Face down until touched")]]],
  ["folded", "shown", t("After you fold"), [["shown", t("Show what you would have made")], ["hidden", t("Show nothing")]]],
];
