/** The window in which people choose how they look: a pattern, one of the drawings, or a picture of their own. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { smaller } from "../common/small_picture.js";
import { avatarsOf, chooseAvatar, sendPicture } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { avatar } from "./avatar.js";
import { setPicture } from "./pictures.js";
import { t } from "../common/language.js";

/** @import { AvatarForm, Avatars } from "sidepot/protocol" */

/** @type {[drawing: Exclude<AvatarForm["drawing"], "">, name: string][]} */
const DRAWINGS = [
  ["bear", t("Bear")], ["cat", t("Cat")], ["fox", t("Fox")], ["frog", t("Frog")], ["koala", t("Koala")], ["lion", t("Lion")],
  ["octopus", t("Octopus")], ["owl", t("Owl")], ["panda", t("Panda")], ["penguin", t("Penguin")], ["pig", t("Pig")], ["rabbit", t("Rabbit")],
];

const SEATS = "/static/seat/seat.css"; // how a pattern looks; the lobby has no seats

/** @param {string} me */
export async function choosePicture(me) {
  const now = (await avatarsOf([me]).catch(() => ({ avatars: /** @type {Record<string, string>} */ ({}) }))).avatars[me] ?? "";
  if (!document.querySelector(`link[href="${SEATS}"]`)) document.head.append(h("link", { rel: "stylesheet", href: SEATS }));
  return openDialog({
    title: t("Your picture"),
    body: () => {
      const shown = h("span", { class: "picture-now" });
      const note = h("p", { class: "hint", role: "status" });
      /** @param {string} address */
      const show = (address) => {
        put(shown, address
          ? h("img", { src: address, alt: "", width: 72, height: 72 })
          : [el("svg", { viewBox: "-36 -36 72 72", width: 72, height: 72, "aria-hidden": "true" }, avatar(me, { bot: false }, 0, 36)), t("a pattern made from your name")]);
        for (const button of grid.querySelectorAll("button")) {
          button.setAttribute("aria-pressed", String(address === `/static/faces/${button.dataset.drawing}.svg`));
        }
        erase.hidden = !address;
      };
      /** @param {() => Promise<Avatars>} act */
      const act = async (act) => {
        try {
          const address = (await act()).avatars[me] ?? "";
          show(address);
          setPicture(me, address);
          put(note, t("Saved. Others see it when they load a table."));
        } catch (caught) {
          put(note, refusal(caught));
        }
      };
      const grid = h("div", { class: "picture-grid", role: "group", "aria-label": t("Drawings") }, DRAWINGS.map(([drawing, name]) =>
        h("button", { type: "button", "data-drawing": drawing, "aria-label": name, title: name, onclick: () => act(() => chooseAvatar(drawing)) },
          h("img", { src: `/static/faces/${drawing}.svg`, alt: "", width: 56, height: 56 }))));
      const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp", id: "picture-file", class: "unseen" });
      file.addEventListener("change", () => {
        const [chosen] = file.files ?? [];
        if (chosen) void act(async () => sendPicture(await smaller(chosen)));
        file.value = "";
      });
      const erase = h("button", { type: "button", class: "quiet", onclick: () => act(() => chooseAvatar("")) }, t("Erase my picture"));
      show(now);
      return h("div", { class: "body pictures" },
        h("p", { class: "picture-row" }, shown, erase), grid,
        h("label", { class: "quiet" }, t("Choose a picture of your own"), file),
        h("p", { class: "hint" }, t("PNG, JPEG or WebP. The room keeps 128 × 128 pixels of it, nothing else of the file, until you erase it.")), note);
    },
  });
}
