/** The fields of a form that opens a table. A field that does not apply is off, and says why. */

import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";

/** @typedef {[value: string, text: string][]} Values */

/**
 * @param {Values} values
 * @param {string} value
 */
export const select = (values, value) => {
  const made = h("select", {}, values.map(([id, text]) => h("option", { value: id }, text)));
  made.value = value;
  return made;
};

/**
 * @param {number} least
 * @param {number} most
 * @param {number} value
 */
export const number = (least, most, value) =>
  h("input", { type: "number", min: least, max: most, value: String(value), required: true });

/**
 * A field whose hint changes; where it is off, the hint is why.
 * @template {HTMLInputElement | HTMLSelectElement} Input
 */
export class Field {
  /**
   * @param {string} label
   * @param {Input} input
   */
  constructor(label, input, hint = "") {
    this.input = input;
    this.usual = hint;
    this.hint = h("small", {}, hint || " ");
    this.element = field(label, input);
    this.element.append(this.hint);
  }

  /**
   * Say `why` it is off, or "" where it is on: then `hint` is shown.
   * @param {string} why
   */
  off(why, hint = this.usual) {
    this.input.disabled = Boolean(why);
    put(this.hint, why || hint);
  }
}
