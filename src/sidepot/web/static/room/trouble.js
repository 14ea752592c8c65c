/** Refusals, told in the place that each page of the host has for them. */

import { $, put } from "../common/dom.js";
import { english } from "../common/language.js";
import { asRefused } from "./api.js";

/**
 * Say what is wrong, or "" that nothing is.
 * @param {string} because
 */
export function trouble(because) {
  put($("#trouble"), english(because));
  $("#trouble").hidden = !because;
}

/**
 * Do something, tell what is refused, and look again.
 * @param {() => Promise<unknown>} act
 * @param {() => Promise<unknown>} look
 */
export async function tried(act, look) {
  try {
    await act();
    await look();
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
}
