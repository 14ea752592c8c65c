/**
 * The kinds of fields of a form. Each has an `element`, a `value`, and `show`: a field that does not apply is not there, and
 * its value is the empty one of its kind.
 */

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
 * A field with its label and a hint: a text, a number or a choice, as it is written.
 * @template {HTMLInputElement | HTMLSelectElement} Input
 */
export class Field {
  /**
   * @param {string} label
   * @param {Input} input
   */
  constructor(label, input, hint = "") {
    this.input = input;
    this.usualHint = hint;
    this.label = h("span", {}, label);
    this.hint = h("small", {}, hint);
    this.element = field("", input);
    this.element.firstElementChild?.replaceWith(this.label);
    this.element.append(this.hint);
  }

  /** @param {boolean} on whether it applies */
  show(on, hint = this.usualHint) {
    this.element.hidden = !on;
    this.input.disabled = !on;
    put(this.hint, hint);
  }

  get applies() {
    return !this.input.disabled && !this.input.matches("fieldset[disabled] *");
  }

  /** @returns {any} "" where it does not apply */
  get value() {
    return this.applies ? this.input.value : "";
  }

  set value(value) {
    this.input.value = value;
  }
}

/**
 * A choice.
 * @extends {Field<HTMLSelectElement>}
 */
export class Choice extends Field {
  /**
   * @param {string} label
   * @param {Values} values
   */
  constructor(label, values, hint = "") {
    super(label, select(values, values[0]?.[0] ?? ""), hint);
  }

  /**
   * Offer other values; the one that is chosen stays, where it is among them.
   * @param {Values} values
   */
  offer(values) {
    const { value } = this.input;
    put(this.input, values.map(([id, text]) => h("option", { value: id }, text)));
    this.input.value = values.some(([id]) => id === value) ? value : (values[0]?.[0] ?? "");
  }

  /**
   * Leave some values out.
   * @param {string[]} values
   */
  without(...values) {
    for (const option of this.input.options) option.hidden = option.disabled = values.includes(option.value);
  }
}

/**
 * An amount in the unit of the table: its chips, or null where it is left empty.
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

  /** @returns {number | null} */
  get value() {
    return this.applies && this.input.value !== "" ? amountWritten(this.input) : null;
  }

  set value(chips) {
    writeAmount(this.input, chips || null);
  }
}

/** A switch, and the fields that are there while it is on. */
export class Switch {
  /**
   * @param {string} name
   * @param {string} label
   */
  constructor(name, label) {
    this.input = h("input", { type: "checkbox", role: "switch", name });
    this.fields = h("fieldset", { class: "two-columns", hidden: true, disabled: true });
    this.element = h("div", { class: "switch whole" }, h("label", { class: "check" }, this.input, label));
    this.input.addEventListener("change", () => this.#reveal());
  }

  /** @param {Child} fields */
  hold(fields) {
    this.element.append(put(this.fields, fields));
  }

  #reveal() {
    this.fields.hidden = this.fields.disabled = !this.input.checked;
  }

  get value() {
    return this.input.checked && !this.input.disabled;
  }

  set value(on) {
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

/** Several boxes to tick: the values of those that are ticked, in their order. */
export class Boxes {
  /**
   * @param {string} name
   * @param {string} label
   * @param {Values} values
   * @param {string} legend the class of the label
   */
  constructor(name, label, values, legend = "") {
    this.inputs = values.map(([value]) => h("input", { type: "checkbox", name, value }));
    this.element = h("fieldset", { class: "whole boxes" }, h("legend", { class: legend }, label),
      values.map(([, text], at) => h("label", { class: "check" }, this.inputs[at], text)));
  }

  /** @param {boolean} on */
  show(on) {
    this.element.hidden = this.element.disabled = !on;
  }

  get value() {
    const applies = !this.element.matches(":disabled");
    return applies ? this.inputs.filter(({ checked }) => checked).map(({ value }) => value) : [];
  }

  set value(values) {
    for (const input of this.inputs) input.checked = values.includes(input.value);
  }
}

/**
 * Fields under a heading, folded away until they are wanted.
 * @param {string} title
 * @param {Child} fields
 * @param {boolean} open
 */
export function group(title, fields, open = false) {
  const made = h("details", { class: "more", open }, h("summary", {}, title), h("div", { class: "two-columns" }, fields));
  // a field that is wrong is seen, also where it is folded away
  made.addEventListener("invalid", () => (made.open = true), true);
  return made;
}
