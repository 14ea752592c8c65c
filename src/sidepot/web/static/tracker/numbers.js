/** How the tracker writes numbers, and where its lines go. No page is needed, so node tests it. */

import { LOCALE } from "../common/language.js";

/** @typedef {{ key: string, name: string, unit: string, value: number | null, error: number | null, chances: number }} Cell */
/** @typedef {{ hands: number, day: string, net: number, showdown: number, without: number, expected: number }} Point */

const ONE = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const TWO = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SIGN = /** @type {const} */ ({ signDisplay: "exceptZero" });

/**
 * An amount of a kind of money, with its sign: a currency, or what else results are in. The unit stays on its line.
 * @param {number} amount
 * @param {string} measure
 */
export function resultIn(amount, measure) {
  if (/^[A-Z]{3}$/.test(measure)) {
    return new Intl.NumberFormat(LOCALE, { style: "currency", currency: measure, currencyDisplay: "narrowSymbol", ...SIGN }).format(amount).replace("-", "−");
  }
  return `${new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, ...SIGN }).format(amount).replace("-", "−")}\u00a0${measure}`;
}

/**
 * The value of a figure: percent, a ratio, or a mean.
 * @param {Cell} cell
 */
export function figureText({ value, unit }) {
  if (value === null) return "–";
  return (unit === "%" ? ONE.format(100 * value) : unit ? ONE.format(value) : TWO.format(value)).replace("-", "−");
}

/**
 * The standard error of a figure, as in ±1.2; "" for none.
 * @param {Cell} cell
 */
export const errorOf = ({ error, unit }) => (error === null ? "" : `±${ONE.format(unit === "%" ? 100 * error : error)}`);

export const LINES = /** @type {const} */ (["net", "showdown", "without", "expected"]);

/**
 * The paths of the four lines in a box of `width` by `height`, all on one scale with room for 0.
 * @param {readonly Point[]} points
 * @param {number} width
 * @param {number} height
 */
export function pathsOf(points, width, height) {
  return linesIn(LINES.map((name) => points.map((point) => /** @type {const} */ ([point.hands, point[name]]))), width, height);
}

/**
 * The paths of lines that begin at 0, all on one scale with room for 0.
 * @param {readonly (readonly (readonly [x: number, value: number])[])[]} lines
 * @param {number} width
 * @param {number} height
 */
export function linesIn(lines, width, height) {
  const values = lines.flatMap((line) => line.map(([, value]) => value));
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const last = Math.max(1, ...lines.map((line) => line.at(-1)?.[0] ?? 1));
  const y = (/** @type {number} */ value) => (most === least ? height / 2 : (height * (most - value)) / (most - least));
  const paths = lines.map((line) => `M${[/** @type {const} */ ([0, 0]), ...line].map(([x, value]) => `${((width * x) / last).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`);
  return { most, least, zero: y(0), paths };
}

/**
 * A share as percent; – for none.
 * @param {number | null} value
 */
export const percentText = (value) => (value === null ? "–" : `${ONE.format(100 * value).replace("-", "−")}\u00a0%`);
