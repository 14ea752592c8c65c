/** The face of a bot: a robot, so that nobody takes it for a person. Its name shapes it, and its style its looks. */

import { el } from "../common/element.js";

/** @type {Record<string, [brows: string, mouth: string]>} */
const LOOKS = {
  tight: ["M-3.6 -2.2h2.6M1 -2.2h2.6", "M-1.8 2.6h3.6"],
  loose: ["M-3.6 -2.2q1.3 -1.2 2.6 0M1 -2.2q1.3 -1.2 2.6 0", "M-2.6 1.8q2.6 2.8 5.2 0"],
  aggressive: ["M-3.8 -2.9l2.8 1.3M3.8 -2.9l-2.8 1.3", "M-2.6 3.2h5.2M-1.3 2.2v2M0 2.2v2M1.3 2.2v2"],
};
const HEADS = [
  "M-2.6 -4.4h5.2a2.4 2.4 0 0 1 2.4 2.4v4.4a2.4 2.4 0 0 1 -2.4 2.4h-5.2a2.4 2.4 0 0 1 -2.4 -2.4v-4.4a2.4 2.4 0 0 1 2.4 -2.4z",
  "M0 -4.8a5.2 4.9 0 1 1 0 9.8a5.2 4.9 0 1 1 0 -9.8z",
  "M-4 -4.2h8l1 5.4l-2.6 3.8h-4.8l-2.6 -3.8z",
  "M-3.4 -4.4h6.8a1.4 1.4 0 0 1 1.4 1.4l-0.9 6.8a1.4 1.4 0 0 1 -1.4 1.2h-5a1.4 1.4 0 0 1 -1.4 -1.2l-0.9 -6.8a1.4 1.4 0 0 1 1.4 -1.4z",
];
const TOPS = [
  "M0 -4.4v-2M-0.9 -7.2a0.9 0.9 0 1 1 1.8 0a0.9 0.9 0 1 1 -1.8 0",
  "M-2.2 -4.4l-1 -2.4M2.2 -4.4l1 -2.4",
  "M-1.4 -4.4v-1.6h2.8v1.6",
  "M-5 -0.6h-1.6v2.4h1.6M5 -0.6h1.6v2.4h-1.6",
];

/**
 * @param {string} name
 * @param {string} style
 * @param {number} r of the circle around it
 */
export function robot(name, style, r) {
  let sum = 0;
  for (const letter of name.replace(/ *\(bot\)$/, "")) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  const [brows, mouth] = LOOKS[style] ?? ["", "M-1.8 2.4h3.6"];
  const wide = [0.8, 1.05, 1.3][sum % 3];
  return el(
    "g",
    { class: "robot", transform: `scale(${r / 10})` },
    el("path", { d: TOPS[Math.floor(sum / 12) % TOPS.length], class: "top" }),
    el("path", { d: HEADS[Math.floor(sum / 3) % HEADS.length], class: "head" }),
    el("circle", { cx: -2.2, cy: -0.2, r: wide, class: "eye" }),
    el("circle", { cx: 2.2, cy: -0.2, r: wide, class: "eye" }),
    el("path", { d: brows || "M0 0z", class: "drawn" }),
    el("path", { d: mouth, class: "drawn" }),
  );
}
