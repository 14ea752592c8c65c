/** What a host chooses of bots: how well they play, and in which style. */

import { select } from "../form/fields.js";
import { t } from "../common/language.js";

/** @import { AddBot } from "sidepot/protocol" */
/** @import { Values } from "../form/fields.js" */

/** @typedef {NonNullable<AddBot["strength"]>} Strength */
/** @typedef {NonNullable<AddBot["style"]>} BotStyle */

/** @type {Values} */
const STRENGTHS = [["beginner", t("Beginners")], ["regular", t("Regulars")], ["expert", t("Experts")]];

/** @type {[style: BotStyle, name: string, how: string][]} */
export const STYLES = [
  ["tight", t("Tight"), t("plays few hands, folds to most bets")],
  ["loose", t("Loose"), t("plays most hands, calls much, raises little")],
  ["aggressive", t("Aggressive"), t("bets and raises often, also with weak hands")],
];

export const selectStrength = (value = "regular") => select(STRENGTHS, value);

/** @param {BotStyle | null} [value] */
export const selectStyle = (value = null) =>
  select([["", t("Any style")], ...STYLES.map(([style, name, how]) => /** @type {[string, string]} */ ([style, `${name}: ${how}`]))], value ?? "");

/** @param {string} value */
export const styleIn = (value) => /** @type {BotStyle | null} */ (value || null);
