/** What does not fit into a field of a form, in words: a page that asks as one types has no window of the browser for it. */

import { t } from "../common/language.js";

/** @typedef {{ min: string, max: string, step: string, validity: Pick<ValidityState, "valid" | "badInput" | "valueMissing" | "rangeUnderflow" | "rangeOverflow" | "stepMismatch"> }} NumberField */

/**
 * @param {string} field its name on the page
 * @param {NumberField} input
 */
export function boundWords(field, { min, max, step, validity }) {
  if (validity.valid) return "";
  if (validity.rangeUnderflow) return t("{field}: at least {least}", { field, least: min });
  if (validity.rangeOverflow) return t("{field}: at most {most}", { field, most: max });
  if (validity.stepMismatch && step !== "1") return ""; // half hours are a help, no rule
  return validity.stepMismatch ? t("{field}: enter a whole number", { field }) : t("{field}: enter a number", { field });
}

/**
 * The first field of a form that does not fit, in words; "" where all do. Fields that are not shown do not count.
 * @param {HTMLFormElement} form
 */
export function firstBoundWords(form) {
  for (const one of form.querySelectorAll("input")) {
    if (one.closest("[hidden]")) continue;
    const name = one.labels?.[0]?.firstElementChild?.textContent ?? one.ariaLabel ?? "";
    const found = one.type === "number" ? boundWords(name, one) : one.validity.customError && t("{field}: {wrong}", { field: name, wrong: one.validationMessage });
    if (found) return found;
  }
  return "";
}
