/** The PINs of the roles, and the QR code by which players say their names themselves. */

import { h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { networkChoice, onlyHereOf } from "../invite/invite.js";
import { inviteOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { newPin } from "./routes.js";

/** @import { Invite } from "sidepot/protocol" */

/** @type {[role: string, text: string, may: string][]} */
const ROLES = [
  ["director", t("Director"), t("everything")], ["floor", t("Floor"), t("eliminations, moves, counts, clock")],
  ["desk", t("Desk"), t("entries and money")], ["dealer", t("Dealer"), t("one table")],
];

/**
 * The PINs, as far as this device knows them: the server tells each once, and keeps none that can be read.
 * @param {string} id
 * @returns {Record<string, string>}
 */
export const pinsHere = (id) => kept.get(`desk.${id}.pins`, {});

/**
 * @param {string} id
 * @param {readonly { role: string, pin?: string }[]} pins
 */
export function keepPins(id, pins) {
  const fresh = Object.fromEntries(pins.filter(({ pin }) => pin).map(({ role, pin }) => [role, pin]));
  kept.set(`desk.${id}.pins`, { ...pinsHere(id), ...fresh });
}

/**
 * The list of the PINs; a new one for a role ends the one before.
 * @param {string} id
 */
export function pinList(id) {
  const list = h("ul", { class: "desk-pins" });
  const wrong = h("p", { class: "refusal", role: "alert" });
  let wanted = ""; // the role whose PIN is new after one more tap: who came in by the old one is out
  const renew = async (/** @type {string} */ role) => {
    put(wrong);
    const isSure = wanted === role;
    wanted = isSure ? "" : role;
    try {
      if (isSure) keepPins(id, await newPin(id, role));
    } catch (caught) {
      put(wrong, refusal(caught));
    }
    draw();
    /** @type {HTMLElement | null} */ (list.querySelector(`[data-act=${role}]`))?.focus();
  };
  const draw = () => {
    const pins = pinsHere(id);
    put(list, ROLES.map(([role, text, may]) => h("li", {}, h("span", {}, h("b", {}, text), h("small", {}, may)), h("b", { class: "desk-pin" }, pins[role] ?? "······"),
      h("button", { type: "button", class: "quiet desk-small", "data-act": role, "aria-label": `${wanted === role ? t("Replace the old PIN?") : ""} ${t("New PIN: {pin}", { pin: text })}`.trim(), onclick: () => renew(role) }, wanted === role ? t("Replace the old PIN?") : t("New")))));
  };
  draw();
  return h("div", {}, list, wrong);
}

/**
 * The PINs with what they are for, and the code by which other phones come to the desk.
 * @param {string} id
 */
export function pinsPart(id) {
  const way = h("div", {});
  const code = h("details", { class: "desk-details" }, h("summary", {}, t("Desk code for other phones")), way);
  code.addEventListener("toggle", async () => {
    if (!code.open || way.childElementCount) return;
    put(way, await codeOf(`/desk/${encodeURIComponent(id)}`, t("Scan it, then type the PIN.")).catch((caught) => h("p", { class: "refusal" }, refusal(caught))));
  });
  return h("section", {}, h("h3", {}, t("PINs")), h("p", { class: "hint" }, t("Each helper opens the desk on their own phone and types the PIN of their role.")), pinList(id), code);
}

/**
 * The QR code of the page where players check in.
 * @param {string} path
 */
export async function checkInCode(path) {
  return h("section", { class: "desk-check-in" }, h("h3", {}, t("Check-in")), await codeOf(path, t("Players scan it and enter their names.")));
}

/**
 * The QR code of a page of this room, for phones in the same network.
 * @param {string} path
 * @param {string} hint
 */
export async function codeOf(path, hint) {
  const place = h("div", { class: "desk-code" });
  /** @param {Invite} invite */
  const draw = (invite, at = 0) => {
    const { ways, only_here: onlyHere = false } = invite;
    const link = `${ways[at].address}${path}`;
    put(place, el("p", { class: "hint" }, hint),
      el("img", { class: "qr", width: "222", height: "222", src: `/api/invite/qr?at=${at}&path=${encodeURIComponent(path)}`, alt: t("QR code of {address}", { address: link }) }),
      el("p", { class: "desk-link" }, link),
      ways.length > 1 && networkChoice(ways, at, ({ target }) => draw(invite, Number(/** @type {HTMLSelectElement} */ (target).value))),
      onlyHere && onlyHereOf(invite, draw));
  };
  draw(await inviteOf());
  return place;
}
