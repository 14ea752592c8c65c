/** Before the helper: the PIN of the dealers, and the name that is shown with each act. */

import { field, sentForm } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { enterBy } from "../desk/routes.js";

/**
 * @param {HTMLElement} place
 * @param {string} tournament
 * @param {number} table
 * @param {() => unknown} entered
 */
export function drawGate(place, tournament, table, entered) {
  if (place.childElementCount) return;
  const pin = h("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: "6", pattern: "\\d{6}" });
  const name = h("input", { type: "text", required: true, maxlength: "24", autocomplete: "nickname", value: kept.get("desk.name", "") });
  const send = async () => {
    await enterBy(tournament, pin.value.trim(), name.value.trim(), table);
    kept.set("desk.name", name.value.trim());
    put(place);
    entered();
  };
  put(place, h("h2", {}, t("Dealer's helper of table {table}", { table })), h("p", { class: "hint" }, t("Ask the host for the PIN of the dealers.")),
    sentForm(send, [field(t("PIN"), pin, t("six digits")), field(t("Your name"), name, t("it is shown with everything you do"))], t("Sign in"), () => pin.select()));
  pin.focus();
}
