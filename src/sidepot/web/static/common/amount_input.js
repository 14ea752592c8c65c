/** The field in which an amount is typed: in the unit of a table, exactly. What is no amount of chips is refused with words. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { amountOf, amountTyped } from "./words.js";

/**
 * What a field takes: amounts from `least` to `most` (0: no limit), in chips (or `isMoney`: money) of `10 ** -decimals`. With
 * `free` it may be empty.
 * @typedef {{ least?: number, most?: number, decimals?: number, value?: number | null, free?: boolean, isMoney?: boolean }} Bounds
 */

/** The decimals of each field. @type {WeakMap<HTMLInputElement, Bounds>} */
const boundsOf = new WeakMap();

/**
 * A field for amounts. One whose decimals may change later has the `type` text.
 * @param {Bounds} bounds
 * @param {import("./element.js").Props} [more]
 */
export function amountInput(bounds, more = {}) {
  /** @type {HTMLInputElement} */
  const input = h("input", { type: bounds.decimals ? "text" : "number", autocomplete: "off", ...more }); // a number has no comma in some browsers
  takeAmounts(input, bounds);
  writeAmount(input, bounds.value ?? null);
  return input;
}

/**
 * Let a field that is on the page take amounts.
 * @param {HTMLInputElement} input
 * @param {Bounds} bounds
 */
export function takeAmounts(input, bounds) {
  input.addEventListener("input", () => check(input));
  setBounds(input, bounds);
}

/**
 * Let a field take other amounts; what was typed stays.
 * @param {HTMLInputElement} input
 * @param {Bounds} bounds
 */
export function setBounds(input, bounds) {
  boundsOf.set(input, { ...boundsOf.get(input), ...bounds });
  const { least = 0, most = 0, decimals = 0, free = false } = boundsOf.get(input) ?? {};
  const isNumber = input.type === "number";
  input.inputMode = decimals ? "decimal" : "numeric";
  input.min = isNumber ? String(least) : "";
  input.max = isNumber && most ? String(most) : "";
  input.required = !free;
  check(input);
}

/**
 * The chips in a field; NaN where there are none.
 * @param {HTMLInputElement} input
 */
export const amountWritten = (input) =>
  input.type === "number" ? Number.parseFloat(input.value) : amountTyped(input.value, boundsOf.get(input)?.decimals);

/**
 * @param {HTMLInputElement} input
 * @param {number | null} amount null: none
 */
export function writeAmount(input, amount) {
  input.value = amount === null ? "" : input.type === "number" ? String(amount) : amountOf(amount, boundsOf.get(input)?.decimals);
  check(input);
}

/** @param {HTMLInputElement} input */
function check(input) {
  const bounds = boundsOf.get(input) ?? {};
  const isEmpty = !input.value.trim();
  input.setCustomValidity(input.type === "number" || isEmpty ? "" : wrongAmount(bounds, amountWritten(input)));
}

/**
 * What is wrong with a typed amount, and what would be right; "" for nothing.
 * @param {Bounds} bounds
 * @param {number} typed
 */
export function wrongAmount({ least = 0, most = 0, decimals = 0, isMoney = false }, typed) {
  const shown = (/** @type {number} */ amount) => amountOf(amount, decimals);
  if (Number.isNaN(typed)) {
    const words = { least: shown(least), most: shown(most) };
    return most ? t("Enter an amount from {least} to {most}", words) : t("Enter an amount of {least} or more", words);
  }
  if (!Number.isInteger(typed) && isMoney) return t("Enter a multiple of {smallest}", { smallest: shown(1) });
  if (!Number.isInteger(typed)) return t("The smallest chip is {chip}: enter a multiple of it", { chip: shown(1) });
  if (most && typed > most) return t("{typed} is too much: the maximum is {most}", { typed: shown(typed), most: shown(most) });
  return typed < least ? t("{typed} is too little: the minimum is {least}", { typed: shown(typed), least: shown(least) }) : "";
}
