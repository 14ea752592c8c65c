/** A tournament that was just made: the code of its check-in, the PINs, and the way to the desk. */

import { $, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { refusal } from "../room/trouble.js";
import { checkInCode, pinsPart } from "./pins.js";

/**
 * @param {string} id
 * @param {string} title
 * @param {boolean} isDraft whether nobody can enter yet
 */
export async function showMade(id, title, isDraft = false) {
  const path = `/e/${encodeURIComponent(id)}?enter`;
  const code = !isDraft && (await checkInCode(path).catch((caught) => h("p", { class: "refusal" }, refusal(caught)))); // it is made all the same
  const next = isDraft ? t("This is a draft: nobody can enter until you open check-in at the desk.") : t("Players check in with the code, or you enter them at the desk. Then draw seats and start.");
  for (const part of ["#intro", "#form", "#go-on", "#there"]) $(part).hidden = true;
  $("#made").hidden = false;
  const heading = h("h1", { tabindex: "-1" }, t("{title} created", { title }));
  put($("#made"), h("div", { class: "setup-made" }, heading, h("p", { class: "lead" }, next),
    h("a", { class: "strong desk-big", href: `/desk/${encodeURIComponent(id)}` }, t("Open the desk")),
    h("div", {}, code, pinsPart(id))));
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}
