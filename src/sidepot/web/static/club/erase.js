/** The question before a host erases somebody's picture. */

import { askWhether } from "../common/dialogs.js";
import { erasePicture } from "../room/api.js";
import { setPicture } from "../seat/pictures.js";
import { t } from "../common/language.js";

/** @import { WhoForm } from "sidepot/protocol" */

/**
 * Ask, and erase it. Returns whether it was erased. Throws what the room refuses.
 * @param {string} name
 * @param {WhoForm} whom
 */
export async function askErase(name, whom) {
  const words = t("Nobody sees it any more. {name} can choose another one.", { name });
  if (!(await askWhether(t("Erase the picture of {name}?", { name }), words, t("Erase")))) return false;
  await erasePicture(whom);
  setPicture(name, "");
  return true;
}
