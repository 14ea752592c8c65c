/** The buttons of a betting round: fold, check or call, bet or raise; and the bring-in of stud. */

import { blindOf, shown } from "../common/units.js";
import { creditButtons } from "./credit.js";
import { RaiseRow, verbText } from "./raise.js";
import { why } from "./why.js";
import { t } from "../common/language.js";

/**
 * @import { Options } from "sidepot/protocol"
 * @import { Choices } from "../room/messages.js"
 * @import { Buttons, Drawn, Send, View } from "./decisions.js"
 * @import { Action } from "./why.js"
 */

/**
 * @param {View} view
 * @param {Send} send
 * @param {Drawn} drawn
 * @returns {Buttons}
 */
export function act(view, send, drawn) {
  const { options } = view;
  const { raise, raiseButton, press } = betting(view, send, drawn);
  const fold = foldButton(options, send, drawn);
  const stay = options.may_check
    ? { key: "c", text: t("Check"), reason: why(options, "check"), act: () => send({ type: "check" }) }
    : callButton(view, send);
  return {
    above: raise.element,
    buttons: [fold, stay, raiseButton],
    more: creditButtons(view, send),
    raise,
    press: (key) => (key === "k" ? wouldCheck(drawn, options) : press(key)),
  };
}

/**
 * `k` is for checking too; where that is not free it says why.
 * @param {Drawn} drawn
 * @param {Choices} options
 */
function wouldCheck(drawn, options) {
  if (options.may_check) drawn.press("c");
  else drawn.explain("c");
  return true;
}

/**
 * A fold where checking is free must be pressed twice: it is nearly always a slip.
 * @param {Choices} options
 * @param {Send} send
 * @param {Drawn} drawn
 */
function foldButton(options, send, drawn) {
  let meant = !options.may_check;
  /** @type {Action} */
  const fold = {
    key: "f",
    text: t("Fold"),
    kind: "fold",
    off: !options.may_fold,
    reason: why(options, "fold", !options.may_fold),
    act: () => {
      if (meant) {
        send({ type: "fold" });
        return;
      }
      meant = true;
      fold.text = t("Fold?");
      fold.reason = { text: t("You can check for free. Press again to fold anyway."), cite: null, ours: true };
      drawn.again();
      drawn.explain("f");
    },
  };
  return fold;
}

/**
 * @param {View} view
 * @param {Send} send
 */
function callButton({ options, state, own }, send) {
  const may = options.call > 0 || Boolean(options.open?.all_in);
  const stack = state.seats[own]?.stack ?? 0;
  const allIn = may && options.call >= stack;
  return {
    key: "c",
    text: allIn ? t("Call all-in") : t("Call"),
    detail: options.call ? shown(options.call) : "",
    off: !may,
    reason: why(options, "call", !may),
    act: () => send({ type: "call" }),
  };
}

/**
 * The button that bets, raises or completes, and the row for its amount.
 * @param {View} view
 * @param {Send} send
 * @param {Drawn} drawn
 */
function betting(view, send, drawn) {
  const { options, state, own } = view;
  const may = options.raise_max > 0;
  const all = (state.seats[own]?.stack ?? 0) + (state.seats[own]?.bet ?? 0);
  const verb = may ? verbText(options.verb) : verbOnly(options.verb);
  const word = (/** @type {number | null} */ amount) => (may && amount === all ? t("All-in") : verb);
  const go = (clicks = 1) => {
    if (raise.isMeant(clicks)) send({ type: "raise_to", to: raise.amount });
    else {
      button.text = `${word(raise.amount)}?`;
      drawn.again();
    }
  };
  /** @type {Action} */
  const button = {
    key: "r",
    text: word(options.raise_min),
    detail: may ? shown(options.raise_min) : "",
    kind: "raise-act",
    off: !may,
    reason: why(options, "raise", !may),
    act: ({ detail }) => go(detail),
    refused: () => raise.complain(),
  };
  const raise = new RaiseRow({
    state,
    options,
    own,
    step: stepOf(view),
    onAmount: (amount) => {
      button.off = amount === null;
      button.text = word(amount);
      button.detail = amount === null ? "?" : shown(amount);
      drawn.again();
    },
    onSend: () => go(),
  });
  const press = (/** @type {string} */ key) => {
    if (key === "r" && may && raise.element) return raise.focus();
    return may && raise.press(key);
  };
  return { raise, raiseButton: button, press };
}

/**
 * How far an arrow goes: by a blind, in the chips that are in play.
 * @param {View} view
 */
function stepOf({ options: { raise_min: least, step, verb }, state }) {
  const blind = blindOf(state) || (verb === "bet" ? least : least - state.price);
  return Math.max(1, step, step > 1 ? blind - (blind % step) : blind);
}

/** @param {Options["verb"]} verb */
const verbOnly = (verb = "bet") => ({ bet: t("Bet"), raise: t("Raise"), complete: t("Complete") })[verb];

/**
 * @param {View} view
 * @param {Send} send
 * @param {Drawn} drawn
 * @returns {Buttons}
 */
export function bringIn(view, send, drawn) {
  const { options } = view;
  const { raise, raiseButton, press } = betting(view, send, drawn);
  const bring = {
    key: "b",
    text: t("Bring in"),
    detail: shown(options.bring_in),
    reason: why(options, "bring_in"),
    act: () => send({ type: "bring_in" }),
  };
  return {
    above: raise.element,
    buttons: [bring, raiseButton],
    more: creditButtons(view, send),
    raise,
    press: (key) => {
      if (key !== "c") return press(key);
      drawn.press("b");
      return true;
    },
  };
}
