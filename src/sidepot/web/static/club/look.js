/** How the club looks on displays and public pages: its name, its colour and its logo, as the host chooses them. */

import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { chooseLook, lookOfClub, sendLogo } from "../room/api.js";
import { refusal } from "../room/trouble.js";

/** @import { ClubLook, ClubLookForm } from "sidepot/protocol" */

/** @type {[colour: NonNullable<ClubLookForm["colour"]>, name: string][]} */
const COLOURS = [["", t("Mint")], ["blue", t("Blue")], ["gold", t("Gold")], ["green", t("Green")], ["red", t("Red")], ["violet", t("Violet")]];

/**
 * The form of the look; each change is kept at once.
 * @param {HTMLElement} place
 */
export async function drawLook(place) {
  const now = await lookOfClub();
  const name = h("input", { type: "text", maxlength: "40", autocomplete: "organization", value: now.name ?? "" });
  const colour = h("select", {}, COLOURS.map(([value, text]) => h("option", { value, selected: value === (now.colour ?? "") }, text)));
  const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp" });
  const logo = h("img", { alt: t("The logo of the club"), class: "club-logo" });
  const remove = h("button", { type: "button", class: "quiet", onclick: () => keep(() => chooseLook({ ...chosen(), logo: false })) }, t("Remove the logo"));
  const note = h("p", { class: "hint", role: "status" });
  const chosen = () => ({ name: name.value.trim(), colour: /** @type {ClubLookForm["colour"]} */ (colour.value) });
  /** @param {ClubLook} look */
  const show = ({ logo: address = "" }) => {
    logo.hidden = remove.hidden = !address;
    if (address) logo.src = address;
  };
  let before = Promise.resolve();
  /**
   * Save one change after the other, so that the last answer shows the last change.
   * @param {() => Promise<ClubLook>} act
   */
  const keep = (act) => {
    before = before.then(async () => {
      try {
        show(await act());
        put(note, t("Saved. Displays show it within seconds."));
      } catch (caught) {
        put(note, refusal(caught));
      }
    });
    return before;
  };
  for (const one of [name, colour]) one.addEventListener("change", () => keep(() => chooseLook(chosen())));
  file.addEventListener("change", () => {
    const [picture] = file.files ?? [];
    if (picture) void keep(() => sendLogo(picture));
    file.value = "";
  });
  show(now);
  put(place, field(t("Name of the club"), name), field(t("Colour"), colour), field(t("Logo"), file, t("PNG, JPEG or WebP, at most 1 MB.")), h("p", { class: "club-look-now" }, logo, remove), note);
}
