/** Asking others to come: a link to the room or to a table, a QR code that a phone reads, and the switch for the local network. */

import { fieldOf, openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put, readOut } from "../common/element.js";
import { t, tn, word } from "../common/language.js";
import { inviteOf, switchLan } from "../room/api.js";
import { refusal } from "../room/trouble.js";

/** @import { Invite } from "sidepot/protocol" */

const OFTEN = 2000;

/**
 * Show how others get to the room, or to a table of it.
 * @param {string} table "" for the room itself
 * @param {string} title what one is asked to
 */
export async function showInvite(table = "", title = "") {
  /** @type {Invite} */
  let invite = { ways: [{ address: location.origin, name: "" }] };
  /** @type {import("../common/element.js").Filled} */
  let wrong = "";
  try {
    invite = await inviteOf();
  } catch (caught) {
    wrong = refusal(caught);
  }
  return openDialog({ title: title ? t("Invite to {title}", { title }) : t("Invite to this room"), body: () => bodyOf(invite, table, wrong) });
}

/**
 * @param {Invite} first
 * @param {string} table
 * @param {import("../common/element.js").Filled} wrong
 */
function bodyOf(first, table, wrong) {
  const page = table ? `/table/${encodeURIComponent(table)}` : "";
  const place = h("div", { class: "body invite" });
  const link = h("input", { type: "text", readonly: true, "aria-label": t("Link") });
  link.addEventListener("focus", () => link.select());
  const done = h("span", { class: "hint", role: "status" });
  const came = h("p", { class: "invite-came", role: "status" });
  const off = switchOf(false, t("Close the room to this network"), (now) => switched(now));
  let [chosen, shown] = ["", ""];
  const copy = async () => {
    link.select();
    await copyText(link.value);
    put(done, t("Copied"));
  };
  /** @param {Invite} invite */
  const draw = (invite) => {
    shown = JSON.stringify(invite);
    const { ways, only_here: onlyHere = false, lan = "", is_owner: isOwner = false, opened = 0 } = invite;
    const at = Math.max(0, ways.findIndex(({ address }) => address === chosen));
    link.value = ways[at].address + page;
    const choose = (/** @type {Event} */ { target }) => {
      chosen = ways[Number(/** @type {HTMLSelectElement} */ (target).value)].address;
      put(done);
      draw(invite);
    };
    put(came, cameOf(opened));
    put(
      place,
      wrong && el("p", { class: "refusal", role: "alert" }, wrong),
      onlyHere && onlyHereOf(invite, switched),
      !onlyHere && !wrong && el("img", { class: "qr", width: "222", height: "222",
        src: `/api/invite/qr?at=${at}${table ? `&table=${encodeURIComponent(table)}` : ""}`, alt: t("QR code of {address}", { address: link.value }) }),
      ways.length > 1 && fieldOf(t("Network"), networkChoice(ways, at, choose)),
      el("div", { class: "copy" }, link, el("button", { type: "button", class: onlyHere ? "quiet" : "strong", autofocus: !onlyHere, onclick: copy }, t("Copy"))),
      done,
      el("p", { class: "hint" }, onlyHere
        ? t("On this device you can open the link directly.")
        : ways[at].name === "its own name"
        ? t("On any phone, scan the code or open the link. You only need a name, not an account.")
        : t("On a phone in the same network, scan the code or open the link. You only need a name, not an account.")),
      lan === "on" && came,
      lan === "on" && !opened && el("p", { class: "hint" }, t("No phone comes? It must be in the same Wi-Fi, but not in its guest network, and the firewall of this machine must allow port {port}.", { port: invite.port })),
      isOwner && el("div", { class: "buttons" },
        el("a", { class: "quiet", href: "/invite" }, t("Invite over the internet")),
        lan === "on" && off),
    );
  };
  const switched = (/** @type {Invite} */ invite) => {
    draw(invite);
    void look();
  };
  let isLooking = false;
  /** While the window is open and phones may come: see whether one did. */
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    for (let lan = "on"; lan === "on";) {
      await new Promise((passed) => setTimeout(passed, OFTEN));
      if (!place.isConnected) break;
      const now = await inviteOf().catch(() => null); // it is asked again
      if (now && JSON.stringify(now) !== shown) draw(now);
      lan = now?.lan ?? "on";
    }
    isLooking = false;
  };
  draw(first);
  if (first.lan === "on") void look();
  return place;
}

/** @param {number} opened */
const cameOf = (opened) =>
  opened ? tn("{count} device has opened the room.", "{count} devices have opened the room.", opened) : t("Waiting for the first phone …");

/**
 * The choice between several addresses.
 * @param {Invite["ways"]} ways
 * @param {number} at
 * @param {(event: Event) => unknown} onchange
 */
export const networkChoice = (ways, at, onchange) =>
  el("select", { "aria-label": t("Network"), onchange }, ways.map(({ address, name }, one) =>
    el("option", { value: String(one), selected: one === at }, name ? `${address} (${word(name)})` : address)));

/**
 * That other devices do not reach the room, and the switch for whoever may use it.
 * @param {Invite} invite
 * @param {(now: Invite) => unknown} switched
 */
export function onlyHereOf({ lan = "", is_owner: isOwner = false }, switched) {
  if (lan === "off" && isOwner) {
    return el("div", { class: "invite-switch" },
      el("p", {}, t("Only this machine reaches the room.")),
      switchOf(true, t("Let phones on this network join"), switched),
      el("p", { class: "hint" }, t("Phones and computers in your network can then open the room, until you close it to them or stop the room.")));
  }
  return el("p", { class: "refusal", role: "alert" }, lan === "off"
    ? t("Only this machine reaches the room. Its owner can let phones on this network join, under Invite.")
    : t("Only this machine reaches the room, as it was started."));
}

/**
 * The button that switches the local network, and why it was refused.
 * @param {boolean} on
 * @param {string} text
 * @param {(now: Invite) => unknown} switched
 */
function switchOf(on, text, switched) {
  const wrong = h("p", { class: "refusal", role: "alert" });
  const press = async (/** @type {Event} */ { currentTarget }) => {
    const button = /** @type {HTMLButtonElement} */ (currentTarget);
    button.disabled = true;
    try {
      switched(await switchLan(on));
    } catch (caught) {
      readOut(wrong, refusal(caught));
    }
    button.disabled = false;
  };
  return [h("button", { type: "button", class: on ? "strong" : "quiet", autofocus: on, onclick: press }, text), wrong];
}

/**
 * Copy a text. Browsers allow the new way only on HTTPS and on this machine.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.execCommand("copy"); // what is selected
  }
}
