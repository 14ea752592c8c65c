/** Chips that move: bets into the middle when a round closes, pots to their winners. No play waits until they are there. */

import { s } from "../common/dom.js";

/** @import { Point } from "./layout.js" */

const TAKES = 240; // milliseconds

/**
 * Move a copy of some chips from one point to another, and forget it.
 * @param {Element} layer
 * @param {Element} chips
 * @param {Point} from
 * @param {Point} to
 */
export function fly(layer, chips, from, to) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden || !layer.animate) return;
  const copy = s("g", {}, ...[...chips.children].map((part) => part.cloneNode(true)));
  layer.append(copy);
  const at = (/** @type {Point} */ { x, y }) => `translate(${x}px, ${y}px)`;
  copy.animate([{ transform: at(from) }, { transform: at(to), opacity: 0.4 }], { duration: TAKES, easing: "cubic-bezier(0.3, 0, 0.1, 1)" })
    .finished.catch(() => {}).finally(() => copy.remove());
}
