/** The PINs of the roles, and the QR code by which players say their names themselves. */

import { h, put } from "../common/dom.js";
import { tr } from "../common/language.js";
import { inviteOf } from "../room/api.js";
import { pinsOf } from "./routes.js";

/** @import { Pin } from "./evening.js" */

/** @type {Record<string, string>} */
const ROLES = { director: tr`Director: everything`, floor: tr`Floor: outs, moves, counts, clock`, desk: tr`Desk: entries and money`, dealer: tr`Dealer: one table` };

/** @param {Pin} pin */
const nameOf = ({ role, table = 0 }) => {
  const [kind, at] = role.split(":");
  const number = table || Number(at ?? 0);
  return number ? `${ROLES[kind] ?? kind} (${tr`Table ${number}`})` : (ROLES[kind] ?? kind);
};

/**
 * @param {HTMLElement} place
 * @param {string} id
 * @param {readonly Pin[]} pins
 */
export async function drawPins(place, id, pins) {
  const list = h("ul", { class: "desk-pins" });
  const renew = async (/** @type {Pin} */ { role }) => draw(await pinsOf(id, { renew: role }));
  /** @param {readonly Pin[]} shown */
  const draw = (shown) => void put(list, shown.map((one) => h("li", {}, h("span", {}, nameOf(one)), h("b", { class: "desk-pin" }, one.pin || "••••••"),
    h("button", { type: "button", class: "quiet desk-small", "aria-label": tr`A new PIN for ${nameOf(one)}`, onclick: () => renew(one) }, tr`New`))));
  draw(pins);
  const path = `/e/${encodeURIComponent(id)}`;
  put(place, await checkInCode(path), h("h3", {}, tr`PINs`), h("p", { class: "hint" }, tr`Everybody who helps opens this page on their own phone and types the PIN of their role.`), list);
}

/**
 * The QR code of a page of this room, for phones in the same network.
 * @param {string} path
 */
export async function checkInCode(path) {
  const { ways, why } = await inviteOf();
  const link = (/** @type {number} */ at) => `${ways[at].address}${path}`;
  const code = h("img", { class: "qr", width: "222", height: "222", alt: "" });
  const text = h("p", { class: "desk-link" });
  const which = h("select", { "aria-label": tr`Network` }, ways.map(({ address, name }, at) => h("option", { value: String(at) }, name ? `${address} (${name})` : address)));
  const show = () => {
    const at = Number(which.value);
    code.src = `/api/invite/qr?at=${at}&path=${encodeURIComponent(path)}`;
    code.alt = tr`QR code of ${link(at)}`;
    put(text, link(at));
  };
  which.addEventListener("change", show);
  show();
  return h("section", { class: "desk-check-in" }, h("h3", {}, tr`Check-in`), h("p", { class: "hint" }, tr`Players scan it and say their names.`), code, text, ways.length > 1 && which, why && h("p", { class: "refusal", lang: "en" }, why));
}
