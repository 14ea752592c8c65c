/** The icons of the pages: drawn lines in a box of 24 by 24, in the colour of the text around them. */

import { el } from "./element.js";

/** @type {Record<string, string>} */
const LINES = {
  first: "M17 6l-6 6 6 6M7 6v12",
  back: "M15 5l-7 7 7 7",
  play: "M8 5.5v13l11-6.5z",
  pause: "M9 6v12M15 6v12",
  forward: "M9 5l7 7-7 7",
  last: "M7 6l6 6-6 6M17 6v12",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  picture: "M4 6h16v12H4zM4 16l5-5 4 4 2-2 5 4M15.5 9.5h.01",
  check: "M5 12.5l4.5 4.5L19 7.5",
};

/** @typedef {"first" | "back" | "play" | "pause" | "forward" | "last" | "link" | "picture" | "check"} IconName */

/** The names of all icons. */
export const ICONS = /** @type {IconName[]} */ (Object.keys(LINES));

/** @param {IconName} name */
export const icon = (name) =>
  el("svg", { key: name, viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, el("path", { d: LINES[name] }));
