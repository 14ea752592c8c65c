/** Before the desk: its PIN, and the name that stands beside each act; or that this tournament has no desk. */

import { field, sentForm } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t } from "../common/language.js";
import { enterBy } from "./routes.js";

/**
 * @param {HTMLElement} place
 * @param {string} id
 * @param {() => unknown} entered
 */
export function drawGate(place, id, entered) {
  if (place.childElementCount) return;
  const pin = h("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: "6", pattern: "\\d{6}", class: "desk-pin-field" });
  const name = h("input", { type: "text", required: true, maxlength: "24", autocomplete: "nickname", value: kept.get("desk.name", "") });
  const table = h("input", { type: "number", inputmode: "numeric", min: "1", max: "9999", step: "1" });
  const send = async () => {
    await enterBy(id, pin.value.trim(), name.value.trim(), Number(table.value));
    kept.set("desk.name", name.value.trim());
    put(place);
    entered();
  };
  put(place, h("h1", {}, t("Director's desk")), h("p", { class: "hint" }, t("Ask the host for the PIN of your role.")),
    sentForm(send, [field(t("PIN"), pin, t("six digits")), field(t("Your name"), name, t("it is shown with everything you do")), field(t("Table"), table, t("dealers only"))], t("Sign in"), () => pin.select()));
  pin.focus();
}

/**
 * A tournament that nobody leads from a desk: it is played at the tables of the room, or there is none.
 * @param {HTMLElement} place
 * @param {string} id
 * @param {{ missing: string, trouble: string }} why
 */
export function drawNoDesk(place, id, { missing, trouble }) {
  if (place.childElementCount) return;
  const isOfRoom = missing === "not_live";
  put(place, h("h1", {}, t("Director's desk")), h("p", {}, isOfRoom ? t("This is an online tournament: the room runs it, so it has no desk.") : english(trouble)),
    h("p", {}, h("a", { href: isOfRoom ? `/tournament/${encodeURIComponent(id)}` : "/tournaments" }, isOfRoom ? t("Go to its page") : t("All tournaments"))));
}
