/** What is put right about a person: a name that was written wrongly or is to be forgotten, and a slip that was lost. */

import { askWhether, field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";
import { refusal } from "../room/trouble.js";
import { codeOf } from "./pins.js";
import { eraseName, renameTo, slipOf } from "./routes.js";

/** @import { Desk } from "./console.js" */

const LONGEST = 60; // letters of a name, as the room takes them

/**
 * Another name.
 * @param {Desk} desk
 * @param {string} player
 */
export async function anotherName(desk, player) {
  await openDialog({
    title: t("New name for {player}", { player }),
    body: (close) => {
      const name = h("input", { type: "text", required: true, autofocus: true, maxlength: String(LONGEST), autocomplete: "off", value: player });
      const send = async () => {
        await renameTo(desk.id, player, name.value.trim());
        desk.keeper.wake();
        close();
      };
      return sentForm(send, field(t("Name"), name), t("Change"));
    },
  });
}

/**
 * A new slip, for one that was lost: the old one is worth nothing from then on.
 * @param {Desk} desk
 * @param {string} player
 */
export async function newSlip(desk, player) {
  const title = t("A new slip for {player}", { player });
  if (!(await askWhether(title, t("The old slip stops working."), t("New slip")))) return;
  const body = await slipOf(desk.id, player).then((token) => codeOf(`/s/${token}`, t("{player} scans it to open their own page.", { player })))
    .catch((caught) => h("p", { class: "refusal", role: "alert" }, refusal(caught)));
  await openDialog({ title, body: () => h("div", { class: "body" }, body) });
}

/**
 * A player wants to be forgotten: once the tournament is over, only a number stands in its place.
 * @param {Desk} desk
 * @param {string} player
 */
export async function eraseFor(desk, player) {
  await openDialog({
    title: t("Erase the name of {player}?", { player }),
    body: (close) => {
      const send = async () => {
        await eraseName(desk.id, player);
        desk.keeper.wake();
        close();
      };
      return sentForm(send, h("p", {}, t("It is deleted permanently, here and in the archive. Earlier copies still have it.")), t("Erase the name"));
    },
  });
}
