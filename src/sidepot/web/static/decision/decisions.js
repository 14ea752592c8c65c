/** The buttons of each kind of decision. */

import { h, put } from "../common/dom.js";
import { capital, chips, count, waysOf } from "../common/words.js";
import { DUES } from "../room/defaults.js";
import { creditButtons } from "./credit.js";
import { RaiseRow, verbText } from "./raise.js";
import { actionButton, reasonFor, showTip } from "./why.js";

/**
 * @import { Command, Options } from "sidepot/protocol"
 * @import { Child } from "../common/dom.js"
 * @import { Choices, State } from "../room/told.js"
 * @import { About, ActionButton } from "./why.js"
 */

/**
 * A decision: what may be done, at which table, from which seat, and with which cards, of which some are `picked`.
 * @typedef {{ options: Choices, state: State, own: number, cards: number[], picked: () => number[] }} View
 */

/** Says a command to the table. @typedef {(command: Command) => unknown} Send */

/**
 * The buttons of a decision, and of what there is besides; what stands `above` them; what a key does that is no button's,
 * and what to do when other cards were chosen.
 * @typedef {{
 *   buttons: ActionButton[], more?: ActionButton[], above?: Child, press?: (key: string) => boolean, chose?: () => void,
 * }} Buttons
 */

const NOT_NOW = { text: "That cannot be done now", cite: null };

/** @type {Record<string, (view: View, send: Send) => Buttons>} */
const MAKERS = { act, bring_in: bringIn, draw, show, run, declare, consent };

/**
 * The buttons for the decision of `view`; `send` says a command.
 * @param {View} view
 * @param {Send} send
 */
export const buttonsFor = (view, send) => MAKERS[DUES[view.options.due]](view, send);

/**
 * @param {Choices} options
 * @param {About} what
 */
function why(options, what, off = false) {
  return (off && reasonFor(options, what, true)) || reasonFor(options, what) || (off ? NOT_NOW : null);
}

// ---- betting

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function act(view, send) {
  const { options } = view;
  const { raise, raiseButton, press } = betting(view, send);
  const fold = foldButton(options, send);
  const stay = options.may_check
    ? actionButton({ key: "c", text: "Check", reason: why(options, "check"), act: () => send({ type: "check" }) })
    : callButton(view, send);
  return {
    above: raise.element,
    buttons: [fold, stay, raiseButton],
    more: creditButtons(view, send),
    press: (key) => (key === "k" ? wouldCheck(stay, options) : press(key)),
  };
}

/**
 * `k` is for checking too; where that is not free it says why.
 * @param {ActionButton} stay
 * @param {Choices} options
 */
function wouldCheck(stay, options) {
  if (options.may_check) stay.button.click();
  else showTip(stay);
  return true;
}

/**
 * Folding where checking is free must be pressed twice: it is nearly always a slip.
 * @param {Choices} options
 * @param {Send} send
 */
function foldButton(options, send) {
  let meant = !options.may_check;
  const made = actionButton({
    key: "f",
    text: "Fold",
    kind: "fold",
    off: !options.may_fold,
    reason: why(options, "fold", !options.may_fold),
    act: () => {
      if (meant) {
        send({ type: "fold" });
        return;
      }
      meant = true;
      put(made.text, "Fold?");
      if (made.tip) put(made.tip, "Checking is free. Press again to fold all the same.");
      showTip(made);
    },
  });
  return made;
}

/**
 * @param {View} view
 * @param {Send} send
 */
function callButton({ options, state, own }, send) {
  const may = options.call > 0 || Boolean(options.open?.all_in);
  const stack = state.seats[own]?.stack ?? 0;
  const allIn = may && options.call >= stack;
  return actionButton({
    key: "c",
    text: allIn ? "Call all-in" : "Call",
    detail: options.call ? chips(options.call) : "",
    off: !may,
    reason: why(options, "call", !may),
    act: () => send({ type: "call" }),
  });
}

/**
 * The button that bets, raises or completes, and the row for its amount.
 * @param {View} view
 * @param {Send} send
 */
function betting(view, send) {
  const { options, state, own } = view;
  const may = options.raise_max > 0;
  const all = (state.seats[own]?.stack ?? 0) + (state.seats[own]?.bet ?? 0);
  const verb = may ? verbText(options.verb) : verbOnly(options.verb);
  const word = (/** @type {number | null} */ amount) => (may && amount === all ? "All-in" : verb);
  const go = () => send({ type: "raise_to", to: raise.amount });
  const button = actionButton({
    key: "r",
    text: word(options.raise_min),
    detail: may ? chips(options.raise_min) : "",
    kind: "raise-act",
    off: !may,
    reason: why(options, "raise", !may),
    act: () => go(),
  });
  const raise = new RaiseRow({
    state,
    options,
    own,
    step: Math.max(1, options.verb === "bet" ? options.raise_min : options.raise_min - state.price),
    onAmount: (amount) => {
      button.button.setAttribute("aria-disabled", String(amount === null));
      put(button.text, word(amount));
      if (button.detail) put(button.detail, amount === null ? "?" : chips(amount));
    },
    onSend: go,
  });
  button.button.addEventListener("click", () => raise.complain());
  const press = (/** @type {string} */ key) => {
    if (key === "r" && may && raise.element) return raise.focus();
    return may && raise.press(key);
  };
  return { raise, raiseButton: button, press };
}

/** @param {Options["verb"]} verb */
const verbOnly = (verb = "bet") => ({ bet: "Bet", raise: "Raise", complete: "Complete" })[verb];

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function bringIn(view, send) {
  const { options } = view;
  const { raise, raiseButton, press } = betting(view, send);
  const bring = actionButton({
    key: "b",
    text: "Bring in",
    detail: chips(options.bring_in),
    reason: why(options, "bring_in"),
    act: () => send({ type: "bring_in" }),
  });
  return {
    above: raise.element,
    buttons: [bring, raiseButton],
    more: creditButtons(view, send),
    press: (key) => {
      if (key !== "c") return press(key);
      bring.button.click();
      return true;
    },
  };
}

// ---- cards

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function draw(view, send) {
  const { options } = view;
  const { discard: most, discard_least: least } = options;
  const reason = why(options, "discard");
  const go = () => send({ type: "discard", cards: view.picked() });
  const change = actionButton({ key: "d", text: "", kind: "raise-act", reason, act: go });
  const pat = actionButton({
    key: "s",
    text: "Stand pat",
    off: least > 0,
    reason,
    act: () => send({ type: "discard", cards: [] }),
  });
  const orPress = matchMedia("(hover: hover)").matches ? `, or press 1 to ${view.cards.length}` : "";
  const words = least
    ? `Choose ${count(least, "card")} to throw away`
    : `Choose the cards to change, ${most} at most: tap them${orPress}`;
  const chose = () => {
    const n = view.picked().length;
    const enough = n >= Math.max(1, least);
    put(change.text, least ? "Throw away" : n ? `Change ${count(n, "card")}` : "Change");
    change.button.setAttribute("aria-disabled", String(!enough));
  };
  chose();
  const press = (/** @type {string} */ key) => {
    if (key !== "Enter" || change.button.getAttribute("aria-disabled") === "true") return false;
    change.button.click();
    return true;
  };
  return { above: h("p", { class: "hint" }, words), buttons: least ? [change] : [pat, change], press, chose };
}

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function show({ options }, send) {
  return {
    buttons: [
      actionButton({
        key: "m",
        text: "Muck",
        off: !options.may_muck,
        reason: why(options, "muck", !options.may_muck),
        act: () => send({ type: "muck" }),
      }),
      actionButton({
        key: "s",
        text: "Show your hand",
        kind: "raise-act",
        off: !options.may_show,
        reason: why(options, "show", !options.may_show),
        act: () => send({ type: "show", called: [] }),
      }),
    ],
  };
}

const TIMES = ["", "Once", "Twice", "Three times", "Four times"];

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function run({ options }, send) {
  return {
    above: h("p", { class: "hint" }, "How many times shall the rest of the board be run?"),
    buttons: Array.from({ length: options.runs }, (_, at) =>
      actionButton({
        key: String(at + 1),
        text: TIMES[at + 1] ?? `${at + 1} times`,
        reason: why(options, "run"),
        act: () => send({ type: "choose_runs", runs: at + 1 }),
      }),
    ),
  };
}

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function declare({ options, state }, send) {
  return {
    above: h("p", { class: "hint" }, "Declare what you play for"),
    buttons: waysOf(state.halves).map(([name, key], at) =>
      actionButton({
        key,
        text: capital(name),
        reason: why(options, "declare"),
        act: () => send({ type: "declare", ways: at + 1 }),
      }),
    ),
  };
}

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function consent({ options }, send) {
  const face = options.open?.face ?? 0;
  const reason = why(options, "consent");
  return {
    above: h("p", { class: "hint" }, reason?.text ?? `A marker of ${chips(face)} is offered`),
    buttons: [
      actionButton({ key: "n", text: "Refuse", reason, act: () => send({ type: "consent", agrees: false }) }),
      actionButton({
        key: "y",
        text: "Accept the marker",
        detail: face ? chips(face) : "",
        kind: "raise-act",
        reason,
        act: () => send({ type: "consent", agrees: true }),
      }),
    ],
  };
}
