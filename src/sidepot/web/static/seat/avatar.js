/** A player at a seat: as a robot, or a picture made from the name, in the ring of the clock. */

import { el } from "../common/element.js";
import { robot } from "./bot_face.js";

const ROUND = 2 * Math.PI;

/**
 * A colour for a name, always the same: one of twelve hues.
 * @param {string} name
 */
function hue(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return (sum % 12) * 30;
}

/** @param {string} name */
const initials = (name) =>
  name
    .split(/[\s(]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/**
 * A picture made from a name, always the same: a pattern that is equal on its left and right.
 * @param {string} name
 * @param {number} r
 */
function pattern(name, r) {
  let bits = 2_166_136_261;
  for (const letter of name) bits = Math.imul(bits ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const half = r * 0.69; // a square in the circle
  const cell = (half * 2) / 5;
  const cells = Array.from({ length: 15 }, (_, at) => {
    if (!((bits >>> at) & 1)) return "";
    const [row, column] = [Math.floor(at / 3), at % 3];
    const y = -half + row * cell;
    return [column, 4 - column].map((x) => `M${-half + x * cell} ${y}h${cell}v${cell}h${-cell}z`).join("");
  });
  return el("path", { d: cells.join("") || "M0 0z", class: "pattern" });
}

/**
 * The player, as a robot or by initials, in the ring of the clock.
 * @param {string} player
 * @param {{ bot: boolean, style?: string, picture?: string }} looks
 * @param {number} x
 * @param {number} r
 */
export function avatar(player, { bot, style = "", picture = "" }, x, r) {
  const round = r + 3;
  return el(
    "g",
    { key: player, transform: `translate(${x} 0)` },
    el("circle", { r, class: bot ? "avatar bot" : `avatar hue-${hue(player)}` }),
    !bot && !picture && pattern(player, r),
    picture
      ? el("image", { href: picture, x: -r, y: -r, width: 2 * r, height: 2 * r, class: "portrait" })
      : bot ? robot(player, style, r) : el("text", { y: r * 0.34, class: "initials", "font-size": r * 0.9 }, initials(player)),
    el("circle", { r: round, class: "clock-track" }),
    el("circle", {
      r: round,
      class: "clock",
      transform: "rotate(-90)",
      "stroke-dasharray": ROUND * round,
      "stroke-dashoffset": 0,
    }),
  );
}

/**
 * Set how much of its time a seat has: `part` of the ring, on its bank or not.
 * @param {Element} group
 * @param {number} part
 * @param {boolean} bank
 */
export function setClock(group, part, bank) {
  const ring = group.querySelector(".clock");
  if (!ring) return;
  ring.setAttribute("stroke-dashoffset", String(ROUND * Number(ring.getAttribute("r")) * (1 - part)));
  group.classList.toggle("on-bank", bank);
  group.classList.toggle("hurry", part < 0.25);
}
