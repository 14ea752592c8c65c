/** The fields of a flight: a tournament that is played on several first days, and goes on as day 2. */

import { $ } from "../common/dom.js";

/** @import { FlightTerms } from "sidepot/protocol" */

const IDS = ["flight-name", "flight-levels", "flight-left", "flight-percent"];

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ ($(`#${id}`));

/** The fields are there when they are needed. */
export function showFlight() {
  const isFlight = input("is-flight").checked;
  $("#flight-fields").hidden = !isFlight;
  for (const id of IDS) input(id).disabled = !isFlight;
}

/**
 * The flight of the form; null for a tournament of one day.
 * @returns {FlightTerms | null}
 */
export function flightOf() {
  if (!input("is-flight").checked) return null;
  const [levels, left, percent] = ["flight-levels", "flight-left", "flight-percent"].map((id) => Number(input(id).value) || 0);
  return { name: input("flight-name").value.trim() || "1A", levels, left, percent, stacks: /** @type {FlightTerms["stacks"]} */ (input("flight-stacks").value) };
}
