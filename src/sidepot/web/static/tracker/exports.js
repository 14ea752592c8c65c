/** Tables as CSV and graphs as PNG, to keep. */

import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { t } from "../common/language.js";

/** @import { Asking } from "./tab.js" */

/**
 * A link to a table as CSV, of the rows that are shown.
 * @param {Asking} asking
 * @param {string} table
 * @param {Record<string, string>} [others]
 */
export const csvLink = (asking, table, others = {}) =>
  el("a", { class: "quiet", key: `csv-${table}`, href: asking.address(`csv/${table}`, others), download: `${table}.csv` }, t("Table as CSV"));

/** A button that saves the graph above it. @param {string} name */
export const pictureButton = (name) =>
  el("button", { type: "button", class: "quiet", key: "png", onclick: (event) => void savePicture(/** @type {HTMLElement} */ (event.currentTarget), name) }, t("Graph as PNG"));

const [WIDE, HIGH, EDGE, HEAD, FOOT] = [1600, 900, 60, 60, 140];

/** @param {HTMLElement} button @param {string} name */
async function savePicture(button, name) {
  const graph = button.closest("section")?.querySelector(".result-line");
  if (!(graph instanceof HTMLElement)) return;
  const canvas = h("canvas", { width: WIDE, height: HIGH });
  drawGraph(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), graph);
  h("a", { href: canvas.toDataURL("image/png"), download: `${name}.png` }).click();
}

/**
 * Draw a graph of the page: its lines in their colours, the texts at its ends, and its key.
 * @param {CanvasRenderingContext2D} on
 * @param {HTMLElement} graph
 */
function drawGraph(on, graph) {
  const [look, page] = [getComputedStyle(graph), getComputedStyle(document.body)];
  const svg = /** @type {SVGSVGElement} */ (graph.querySelector("svg"));
  const box = svg.viewBox.baseVal;
  const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {CanvasTextAlign} */ side) => {
    [on.font, on.fillStyle, on.textAlign] = [`24px ${page.fontFamily}`, look.color, side];
    on.fillText(text, x, y, WIDE / 2 - EDGE);
  };
  on.fillStyle = look.backgroundColor;
  on.fillRect(0, 0, WIDE, HIGH);
  const shape = new DOMMatrix().translate(EDGE, HEAD).scale((WIDE - 2 * EDGE) / box.width, (HIGH - HEAD - FOOT) / box.height).translate(-box.x, -box.y);
  for (const line of svg.querySelectorAll("line, path")) {
    const whole = new Path2D();
    whole.addPath(pathOf(line), shape);
    stroke(on, whole, getComputedStyle(line));
  }
  const ends = [...graph.querySelectorAll(".line-ends")].map((row) => [...row.children].map((one) => one.textContent ?? ""));
  write(ends[0]?.[0] ?? "", EDGE, 42, "left");
  write(ends[0]?.[1] ?? "", WIDE - EDGE, 42, "right");
  write(ends[1]?.[0] ?? "", EDGE, HIGH - FOOT + 36, "left");
  for (const [at, one] of [...graph.querySelectorAll(".line-keys li")].entries()) {
    const [x, y] = [at % 2 ? WIDE / 2 : EDGE, HIGH - 62 + 36 * Math.floor(at / 2)];
    stroke(on, new Path2D(`M${x} ${y - 8}h40`), getComputedStyle(/** @type {Element} */ (one.querySelector("path"))));
    write(one.textContent ?? "", x + 52, y, "left");
  }
}

/** @param {Element} line */
const pathOf = (line) =>
  new Path2D(line.getAttribute("d") ?? `M${line.getAttribute("x1")} ${line.getAttribute("y1")}L${line.getAttribute("x2")} ${line.getAttribute("y2")}`);

/** @param {CanvasRenderingContext2D} on @param {Path2D} path @param {CSSStyleDeclaration} style */
function stroke(on, path, style) {
  [on.strokeStyle, on.lineWidth] = [style.stroke, 1.6 * Number.parseFloat(style.strokeWidth)];
  on.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map((one) => 2 * Number.parseFloat(one)));
  on.stroke(path);
}
