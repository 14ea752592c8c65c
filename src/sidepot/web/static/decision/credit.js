/** Open stakes: buying chips in a hand, borrowing them, and betting with a marker. */

import { askAmount, askAmountOf } from "../common/dialogs.js";
import { inChips, shown } from "../common/units.js";
import { DUES } from "../room/messages.js";
import { reasonFor } from "./why.js";
import { t } from "../common/language.js";

/**
 * @import { Choices, Credit, State } from "../room/messages.js"
 * @import { Send, View } from "./decisions.js"
 * @import { About, Action } from "./why.js"
 */

/**
 * A button, what it is about, and what it says where it is off and no rule gives a reason.
 * @typedef {Action & { what: About, instead: string }} Offer
 * @typedef {Choices & { open: Credit }} OpenChoices
 */

const BOUNDLESS = Number.MAX_SAFE_INTEGER; // more than this is no limit

/**
 * The buttons that open stakes add to a decision; none at table stakes. A button that is not allowed now says why.
 * @param {View} view
 * @param {Send} send
 */
export function creditButtons({ options: { open, ...options }, state }, send) {
  if (!open) return [];
  const choices = { ...options, open };
  const made = [
    buying(choices, send),
    borrowing(choices, state, send),
    callOnCredit(choices, state, send),
    raiseOnCredit(choices, send),
  ];
  return made.map(({ what, off, instead, ...button }) => {
    const because = off ? (reasonFor(choices, what, true) ?? { text: instead, cite: null, ours: true }) : reasonFor(choices, what);
    return { ...button, kind: "more", off, reason: because };
  });
}

/** @param {OpenChoices} options */
const bound = ({ open }) => (open.bound ? t("Your marker was accepted: use it first") : "");

/**
 * @param {OpenChoices} options
 * @param {Send} send
 * @returns {Offer}
 */
function buying(options, send) {
  const { open } = options;
  const act = async () => {
    const amount = await askAmount({ title: t("Buy chips with cash"), least: 1, usual: Math.max(open.lacks, 1), go: t("Buy") });
    if (amount) send({ type: "buy", amount });
  };
  return { what: "buy", key: "u", text: t("Buy chips"), off: !open.may_add, instead: bound(options), act };
}

/**
 * @param {OpenChoices} options
 * @param {State} state
 * @param {Send} send
 * @returns {Offer}
 */
function borrowing(options, state, send) {
  const { open } = options;
  const lenders = [
    ...open.folded.map((seat) => ({ text: state.seats[seat]?.player ?? t("seat {seat}", { seat: seat + 1 }), lender: seat, name: "" })),
    ...open.lenders.map((name) => ({ text: name, lender: -1, name })),
  ];
  const act = async () => {
    const found = await askAmountOf({
      title: t("Borrow chips"),
      least: 1,
      usual: Math.max(open.lacks, 1),
      among: lenders.map(({ text }) => text),
      label: t("From whom"),
      go: t("Borrow"),
    });
    if (!found) return;
    const { lender, name } = lenders[found.at];
    send({ type: "borrow", amount: found.amount, lender, name });
  };
  return { what: "borrow", key: "l", text: t("Borrow"), off: !lenders.length, instead: bound(options), act };
}

/**
 * @param {OpenChoices} options
 * @param {State} state
 * @param {Send} send
 * @returns {Offer}
 */
function callOnCredit(options, state, send) {
  const face = options.open.marker_call;
  return {
    what: "marker",
    key: "i",
    text: t("Call with a marker"),
    detail: face ? shown(face) : "",
    off: !face,
    instead: bound(options) || (owes(options, state) ? t("Your chips cover the call: you need no marker") : t("Nothing to call")),
    act: () => send({ type: "offer_marker", to: 0 }),
  };
}

/**
 * @param {OpenChoices} options
 * @param {State} state
 */
const owes = (options, state) => DUES[options.due] === "act" && state.price > (state.seats[options.seat]?.bet ?? 0);

/**
 * @param {OpenChoices} options
 * @param {Send} send
 * @returns {Offer}
 */
function raiseOnCredit(options, send) {
  const { marker_min: least, marker_max: most, marker_two: two } = options.open;
  const act = async () => {
    const to = await askAmount({
      title: two
        ? t("Bet or raise to {least} or {most}, with a marker for what your chips do not cover", { least: inChips(least), most: inChips(most) })
        : t("Bet or raise to this total, with a marker for what your chips do not cover"),
      least,
      most: most > BOUNDLESS ? 0 : most,
      usual: least,
      go: t("Offer the marker"),
    });
    if (to) send({ type: "offer_marker", to });
  };
  const refused = reasonFor(options, "raise", true)?.text;
  const instead = bound(options) || refused || t("Your chips cover every bet you can make: you need no marker");
  return { what: "marker", key: "j", text: t("Raise with a marker"), off: !most, instead, act };
}
