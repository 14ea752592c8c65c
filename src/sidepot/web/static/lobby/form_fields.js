/** The fields of a form that opens a table. A field that does not apply is not there, and is not sent. */

import { amountInput, amountWritten, setBounds, writeAmount } from "../common/amount_input.js";
import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";

/** @import { Child } from "../common/element.js" */

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
 * A field with its label and a hint; where it does not apply it is hidden.
 * @template {HTMLInputElement | HTMLSelectElement} Input
 */
export class Field {
  /**
   * @param {string} label
   * @param {Input} input
   */
  constructor(label, input, hint = "") {
    this.input = input;
    this.hint = h("small", {}, hint);
    this.element = field(label, input);
    this.element.append(this.hint);
  }

  /** @param {boolean} on whether it applies */
  show(on, hint = this.hint.textContent) {
    this.element.hidden = !on;
    this.input.disabled = !on;
    put(this.hint, hint);
  }

  /** What it says; "" where it does not apply. */
  get value() {
    return this.input.disabled || this.input.matches("fieldset[disabled] *") ? "" : this.input.value;
  }

  set value(value) {
    this.input.value = value;
  }
}

/**
 * A field for an amount in the unit of the table. Where it is left empty, it is as usual.
 * @extends {Field<HTMLInputElement>}
 */
export class AmountField extends Field {
  /**
   * @param {string} label
   * @param {import("../common/amount_input.js").Bounds} bounds
   */
  constructor(label, bounds = {}, hint = "") {
    super(label, amountInput({ free: true, ...bounds }, { type: "text" }), hint);
  }

  /** @param {number} decimals */
  setDecimals(decimals) {
    setBounds(this.input, { decimals });
  }

  /** The chips; null where it is empty or does not apply. */
  get chips() {
    return this.value === "" ? null : amountWritten(this.input);
  }

  set chips(chips) {
    writeAmount(this.input, chips);
  }
}

/** A switch, and the fields that are there while it is on. */
export class Switch {
  /**
   * @param {string} name
   * @param {string} label
   * @param {Child} [fields]
   */
  constructor(name, label, fields = null) {
    this.input = h("input", { type: "checkbox", role: "switch", name });
    this.fields = h("fieldset", { class: "two-columns", hidden: true, disabled: true }, fields);
    this.element = h("div", { class: "switch whole" }, h("label", { class: "check" }, this.input, label), fields ? this.fields : "");
    this.input.addEventListener("change", () => this.#reveal());
  }

  #reveal() {
    this.fields.hidden = this.fields.disabled = !this.input.checked;
  }

  get on() {
    return this.input.checked && !this.input.disabled;
  }

  set on(on) {
    this.input.checked = on;
    this.#reveal();
  }

  /** @param {boolean} applies */
  show(applies) {
    this.element.hidden = !applies;
    this.input.disabled = !applies;
    this.fields.disabled = !applies || !this.input.checked;
  }
}

/**
 * Fields under a heading, folded away until they are wanted.
 * @param {string} title
 * @param {Child} fields
 */
export function group(title, fields) {
  const made = h("details", { class: "more" }, h("summary", {}, title), h("div", { class: "two-columns" }, fields));
  // a field that is wrong is seen, also where it is folded away
  made.addEventListener("invalid", () => (made.open = true), true);
  return made;
}
