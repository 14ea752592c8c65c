/** Tables to begin a form with: as last time, and games that many hosts play. */

import { kept } from "../common/dom.js";
import { t } from "../common/language.js";

/** @import { TableForm } from "sidepot/protocol" */

const LAST = "table-form";

/** @type {Record<string, { text: string, form: TableForm }>} */
export const TEMPLATES = {
  usual: { text: t("Standard table"), form: {} },
  home: { text: t("Home game: straddle, run it twice"),
    form: { title: t("Home game"), game: "holdem", house: "home", more: { straddles: ["under the gun"], runs: 2 } } },
  bomb: { text: t("Bomb pots: Omaha, every ten hands"),
    form: { title: t("Bomb pots"), game: "omaha", house: "home", more: { bomb_every: 10, bomb_ante: 20 } } },
  choice: { text: t("Dealer's choice night"),
    form: { title: t("Dealer's choice"), game: "dealers-choice", choice: true, house: "home", bet: 20 } },
  horse: { text: t("H.O.R.S.E. by Robert's Rules"), form: { title: "H.O.R.S.E.", game: "horse", house: "roberts", bet: 20 } },
  event: { text: t("Sit-and-go"), form: { title: t("Sit and go"), kind: "sit-and-go", game: "holdem" } },
};

/** The table that was opened last from this browser; null for none. @returns {TableForm | null} */
export const lastForm = () => kept.get(LAST, null);

/**
 * Keep a form for the next time, without its password.
 * @param {TableForm} form
 */
export const keepForm = (form) => kept.set(LAST, { ...form, password: "" });
