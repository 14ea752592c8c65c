/** The betting as a picture: a seat beside the other in the order in which they act, and the pot. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { chips } from "../common/words.js";

/** @import { FeltSeat } from "sidepot/protocol" */

/** @returns {Record<FeltSeat["state"], string>} */
const states = () => ({ "": "", folded: t("folded"), all_in: t("all-in"), to_act: t("to act"), out_of_turn: t("out of turn") });

/** @param {FeltSeat} seat */
const inside = ({ name, bet, behind, state }) => [
  el("b", { translate: "no" }, name || "–"),
  bet > 0 && el("span", { class: "line-bet" }, chips(bet)),
  behind !== null && behind > 0 && el("small", {}, t("{amount} behind", { amount: chips(behind) })),
  state && el("small", {}, states()[state]),
];

/**
 * @param {{ seats: FeltSeat[], pot: number }} felt
 * @param {((name: string) => unknown) | null} [onseat] what a tap on a seat with a name does
 */
export const feltPicture = ({ seats, pot }, onseat = null) =>
  el(
    "div",
    { class: "line-felt" },
    el(
      "ol",
      {},
      seats.map((seat, at) => {
        const props = { class: `line-seat is-${seat.state.replaceAll("_", "-") || "in"}` };
        if (!onseat || !seat.name || seat.state === "folded") return el("li", { key: at }, el("div", props, inside(seat)));
        return el("li", { key: at }, el("button", { type: "button", ...props, onclick: () => onseat(seat.name) }, inside(seat)));
      }),
    ),
    el("p", {}, t("Pot"), " ", el("b", {}, chips(pot))),
  );
