/** Asking others to come: a link to the room or to a table, and a QR code that a phone reads. */

import { field, openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { asRefused, inviteOf } from "../room/api.js";
import { english, t } from "../common/language.js";

/** @import { Invite } from "sidepot/protocol" */

/**
 * Show how others get to the room, or to a table of it.
 * @param {string} table "" for the room itself
 * @param {string} title what one is asked to
 */
export async function showInvite(table = "", title = "") {
  /** @type {Invite} */
  let invite;
  try {
    invite = await inviteOf();
  } catch (caught) {
    invite = { ways: [{ address: location.origin, name: "" }], why: asRefused(caught).because };
  }
  return openDialog({ title: title ? t("Invite to {title}", { title }) : t("Invite to this room"), body: () => bodyOf(invite, table) });
}

/**
 * @param {Invite} invite
 * @param {string} table
 */
function bodyOf({ ways, why }, table) {
  const link = h("input", { type: "text", readonly: true, "aria-label": t("Link") });
  link.addEventListener("focus", () => link.select());
  const code = h("img", { class: "qr", width: "222", height: "222", alt: "" });
  const which = h("select", {}, ways.map(({ address, name }, at) =>
    h("option", { value: String(at) }, name ? `${address} (${name})` : address)));
  const done = h("span", { class: "hint", role: "status" });
  const show = () => {
    const at = Number(which.value);
    link.value = ways[at].address + (table ? `/table/${encodeURIComponent(table)}` : "");
    code.src = `/api/invite/qr?at=${at}${table ? `&table=${encodeURIComponent(table)}` : ""}`;
    code.alt = t("QR code of {address}", { address: link.value });
    put(done);
  };
  which.addEventListener("change", show);
  const copy = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value); // only where the page came by https, or from this machine
    } catch {
      document.execCommand("copy");
    }
    put(done, t("Copied"));
  };
  show();
  return h(
    "div",
    { class: "body invite" },
    why ? h("p", { class: "refusal", role: "alert" }, english(why)) : "",
    why ? "" : code, // no phone would find what it says
    ways.length > 1 ? field(t("Network"), which) : "",
    h("div", { class: "copy" }, link, h("button", { type: "button", class: "strong", autofocus: true, onclick: copy }, t("Copy"))),
    done,
    h("p", { class: "hint" }, why
      ? t("On this device you can open the link directly.")
      : t("On a phone in the same network, scan the code or open the link. You only need a name, not an account.")),
  );
}
