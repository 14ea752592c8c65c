/** Entering the desk with a PIN, and the name that stands beside each act. */

import { field, sentForm } from "../common/dialogs.js";
import { h, kept, put } from "../common/dom.js";
import { tr } from "../common/language.js";
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
  put(place, h("h1", {}, tr`Director's desk`), h("p", { class: "hint" }, tr`The host has a PIN for your role.`),
    sentForm(send, [field(tr`PIN`, pin, tr`six digits`), field(tr`Your name`, name, tr`it stands beside each act of yours`), field(tr`Table`, table, tr`dealers only`)], tr`Go in`, () => pin.select()));
  pin.focus();
}
