/** Open stakes: buying chips in a hand, borrowing them, and betting with a marker. */

import { askAmount } from "./dialogs.js";
import { actionButton, reasonFor } from "./why.js";
import { chips } from "./words.js";

/** The buttons that open stakes add to a decision; none at table stakes. */
export function creditButtons({ options, state }, send) {
  const open = options.open;
  if (!open) return [];
  const made = [];
  const add = (what, key, text, detail, act) =>
    made.push(actionButton({ key, text, detail, kind: "more", reason: reasonFor(options, what), act }));
  if (open.bound && !options.call && !options.raise_max) {
    add("call", "o", "Go on with the marker", chips(open.bound), () => send({ type: "raise_to", to: open.bound }));
  }
  if (open.may_add) {
    add("buy", "u", "Buy chips", "", async () => {
      const amount = await askAmount({ title: "Buy chips with cash", least: 1, usual: Math.max(open.lacks, 1) });
      if (amount) send({ type: "buy", amount });
    });
  }
  const lenders = [
    ...open.folded.map((seat) => ({ text: state.seats[seat]?.player ?? `seat ${seat + 1}`, lender: seat, name: "" })),
    ...open.lenders.map((name) => ({ text: name, lender: -1, name })),
  ];
  if (lenders.length) {
    add("borrow", "w", "Borrow", "", async () => {
      const found = await askAmount({
        title: "Borrow chips",
        least: 1,
        usual: Math.max(open.lacks, 1),
        among: lenders.map(({ text }) => text),
        label: "Of whom",
      });
      if (!found) return;
      const { lender, name } = lenders[found.at];
      send({ type: "borrow", amount: found.amount, lender, name });
    });
  }
  if (open.marker_call) {
    add("marker", "k", "Call with a marker", chips(open.marker_call), () => send({ type: "offer_marker", to: 0 }));
  }
  if (open.marker_max) {
    add("marker", "j", "Raise with a marker", "", async () => {
      const to = await askAmount({
        title: "Bet or raise to, with a marker for what your chips do not cover",
        least: open.marker_min,
        most: open.marker_max,
        usual: open.marker_min,
      });
      if (to) send({ type: "offer_marker", to });
    });
  }
  return made;
}
