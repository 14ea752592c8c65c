/** The cards that won the pot that was paid last: they are lifted. A hand that won another pot lies as always; all other open cards are dimmed. */

/** @import { State } from "../room/messages.js" */

/** How a card lies: usually, lifted as one that won, dimmed, or only as it would have come. @typedef {"" | "lifted" | "dimmed" | "would"} Lie */

/**
 * How cards lie: of a board by its place, or of a seat.
 * @typedef {{ onBoard: (board: number, card: number) => Lie, ofSeat: (seat: number, card: number) => Lie }} Lies
 */

/**
 * @param {Pick<State, "paid">} state
 * @returns {Lies}
 */
export function lies({ paid }) {
  const pot = paid.at(-1)?.pot;
  const won = paid.filter((one) => one.pot === pot && one.cards.length);
  if (!won.length) return { onBoard: () => "", ofSeat: () => "" };
  return {
    onBoard: (board, card) => (won.some((one) => one.board === board && one.cards.includes(card)) ? "lifted" : "dimmed"),
    ofSeat: (seat, card) => {
      const own = paid.filter((one) => one.seat === seat && one.cards.includes(card));
      return own.some((one) => one.pot === pot) ? "lifted" : own.length ? "" : "dimmed";
    },
  };
}
