/** What was typed for a draft, kept in this browser until it is changed again. */

import { kept } from "../common/dom.js";

const FIELDS = ["players", "hours", "preset", "seats", "final", "name", "currency", "cents", "buy-in", "fee", "bounty", "late", "round-to", "rebuys", "rebuy-cost", "rebuy-fee", "rebuy-chips", "rebuy-levels", "addon", "addon-cost", "addon-fee", "addon-chips", "addon-level", "house", "public", "is-flight", "flight-name", "flight-levels", "flight-left", "flight-percent", "flight-stacks"];

/** @typedef {{ values: Record<string, string | boolean>, touched: string[] }} Kept */

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** @param {string} id */
const nameOf = (id) => `desk.${id}.form`;

/**
 * @param {string} id
 * @param {Iterable<string>} touched the fields that the host has filled in
 */
export function keepFields(id, touched) {
  const values = Object.fromEntries(FIELDS.map((one) => [one, field(one).type === "checkbox" ? field(one).checked : field(one).value]));
  kept.set(nameOf(id), { values, touched: [...touched] });
}

/**
 * Fill in what was typed; returns the fields that the host had filled in, or null where nothing is kept.
 * @param {string} id
 * @returns {string[] | null}
 */
export function keptFields(id) {
  const found = kept.get(nameOf(id), /** @type {Kept | null} */ (null));
  for (const [one, value] of Object.entries(found?.values ?? {})) {
    if (typeof value === "boolean") field(one).checked = value;
    else field(one).value = value;
  }
  return found?.touched ?? null;
}
