/** Tables to begin a form with: as last time, and evenings that many hosts play. */

import { kept } from "../common/dom.js";
import { tr } from "../common/language.js";

/** @import { TableForm } from "sidepot/protocol" */

const LAST = "table-form";

/** @type {Record<string, { text: string, form: TableForm }>} */
export const TEMPLATES = {
  usual: { text: tr`The usual table`, form: {} },
  home: { text: tr`Home game: straddle, run it twice`,
    form: { title: tr`Home game`, game: "holdem", house: "home", more: { straddles: ["under the gun"], runs: 2 } } },
  bomb: { text: tr`Bomb pots: Omaha, every ten hands`,
    form: { title: tr`Bomb pots`, game: "omaha", house: "home", more: { bomb_every: 10, bomb_ante: 20 } } },
  choice: { text: tr`Dealer's choice night`,
    form: { title: tr`Dealer's choice`, game: "dealers-choice", choice: true, house: "home", bet: 20 } },
  horse: { text: tr`H.O.R.S.E. by Robert's Rules`, form: { title: "H.O.R.S.E.", game: "horse", house: "roberts", bet: 20 } },
  event: { text: tr`Sit-and-go`, form: { title: tr`Sit and go`, kind: "sit-and-go", game: "holdem" } },
};

/** The table that was opened last from this browser; null for none. @returns {TableForm | null} */
export const lastForm = () => kept.get(LAST, null);

/**
 * Keep a form for the next time, without its password.
 * @param {TableForm} form
 */
export const keepForm = (form) => kept.set(LAST, { ...form, password: "" });
