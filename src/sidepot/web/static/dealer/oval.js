/** The seats round the oval, and in the middle the pots and the board. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { cardElement } from "../common/cards.js";
import { streetName, boardsOf } from "./board.js";
import { potName, seatName, seatWords } from "./words.js";
import { chips } from "../common/words.js";

/**
 * @import { DealerView, DealtHand, DealtSeat } from "sidepot/protocol"
 * @typedef {{ view: DealerView, marked: Map<number, string>, tap: (seat: number) => unknown, taps: boolean }} Shown
 */

/**
 * Where a seat is: from the seat left of the dealer, who is at the top, clockwise.
 * @param {number} at
 * @param {number} of
 * @param {number} [radius] in percent of the table
 */
function placeOf(at, of, radius = 41) {
  const angle = (-90 + (360 * (at + 0.75)) / (of + 0.5)) * (Math.PI / 180);
  return `left: ${(50 + radius * Math.cos(angle)).toFixed(1)}%; top: ${(50 + radius * Math.sin(angle)).toFixed(1)}%`;
}

/** @param {DealtSeat} one */
const marksOf = ({ button, posted = "", all_in: allIn }) => [
  button && el("span", { class: "dealer-button", title: t("Button") }, t("D")),
  posted === "small blind" && el("span", { class: "dealer-blind" }, t("SB")),
  posted === "big blind" && el("span", { class: "dealer-blind" }, t("BB")),
  allIn && el("span", { class: "dealer-all-in" }, t("All-in")),
];

/**
 * @param {DealtSeat} one
 * @param {Shown} shown
 * @param {number} size
 */
function seatOf(one, { view, marked, tap, taps }, size) {
  const { seat, player, chips: behind = -1, bet = 0, folded = false, net = 0 } = one;
  const isTurn = view.dealt.hand?.turn?.seat === seat;
  const mark = marked.get(seat);
  const inFront = bet > 0 && el("li", { key: `bet${seat}`, class: "dealer-bet", style: placeOf(seat, size, 22), "aria-hidden": "true" }, chips(bet)); // the seat says it
  const won = net ? el("b", { class: net > 0 ? "dealer-won" : "dealer-lost" }, `${net > 0 ? "+" : "−"}${chips(Math.abs(net))}`) : null;
  return [inFront, el(
    "li", { key: seat, class: "dealer-place", style: placeOf(seat, size) },
    el(
      "button",
      {
        type: "button", class: `dealer-seat${folded ? " is-folded" : ""}${isTurn ? " is-turn" : ""}${mark ? " is-marked" : ""}`,
        "aria-label": [seatWords(one), mark].filter(Boolean).join(", "), "aria-current": isTurn ? "true" : null,
        "data-seat": seat, "aria-disabled": taps ? null : "true", onclick: () => taps && tap(seat),
      },
      el("span", { class: "dealer-number" }, String(seat + 1), marksOf(one)),
      el("span", { class: "dealer-name" }, player),
      el("span", { class: "dealer-chips" }, won ?? (folded || behind < 0 ? "" : chips(behind))),
      mark && el("span", { class: "dealer-mark" }, mark),
    ),
  )];
}

/**
 * The seats: those of the hand, else the players who sit there.
 * @param {Shown} shown
 */
export function ovalOf(shown) {
  const { view } = shown;
  const { hand } = view.dealt;
  const seats = hand ? hand.seats : (view.seats ?? []).map(({ seat, player = "", chips: behind = -1 }) => ({ seat, player, chips: behind, button: view.button === seat }));
  return seats.map((one) => seatOf(one, shown, view.size));
}

/** @param {DealtHand} hand */
function potsOf(hand) {
  const pots = hand.pots ?? [];
  const count = new Set(pots.map(({ pot }) => pot)).size;
  return pots.map(({ pot, amount, seats, shares = [] }) =>
    el(
      "li", { key: `${pot}/${shares.length}`, class: shares.length ? "is-paid" : "" }, el("b", {}, potName(pot, count)), " ", chips(amount),
      count > 1 && el("small", {}, seats.map((seat) => String(seat + 1)).join(" "), el("span", { class: "unseen" }, ` ${t("seats that contest it")}`)),
    ));
}

/**
 * The middle of the oval: street, board, pots.
 * @param {DealerView} view
 */
export function middleOf(view) {
  const { dealt: { hand }, button = -1 } = view;
  if (!hand) return [el("p", { class: "dealer-next" }, button >= 0 ? t("Button: {seat}", { seat: seatName(button) }) : t("Tap the seat of the button"))];
  const boards = boardsOf(hand.board ?? "");
  return [
    hand.street && el("p", { class: "dealer-street" }, streetName(hand.street)),
    boards.map((board, at) => el("p", { key: `board${at}`, class: "dealer-board" }, board.map((card, place) => cardElement(card, "", place)))),
    el("ul", { class: "dealer-pots", "aria-label": t("Pots") }, potsOf(hand)),
    el("p", { class: "dealer-total" }, t("Total {amount}", { amount: chips(hand.total ?? 0) })),
  ];
}
