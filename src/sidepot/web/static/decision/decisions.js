/** The buttons of each kind of decision. Each maker answers {buttons, more?, above?, press?, chose?}. */

import { h, put } from "../common/dom.js";
import { RaiseRow, verbText } from "./raise.js";
import { actionButton, reasonFor, showTip } from "./why.js";
import { DUES, capital, chips, count, waysOf } from "../common/words.js";
import { creditButtons } from "./credit.js";

const NOT_NOW = { text: "That cannot be done now", cite: "" };

/** The buttons for the decision of `view`; `send` says a command. */
export function buttonsFor(view, send) {
  const makers = { act, bring_in: bringIn, draw, show, run, declare, consent };
  return makers[DUES[view.options.due]](view, send);
}

function why(options, what, off) {
  return (off && reasonFor(options, what, true)) || reasonFor(options, what) || (off ? NOT_NOW : null);
}

// ---- betting

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

/** `k` is for checking too; where that is not free it says why. */
function wouldCheck(stay, options) {
  if (options.may_check) stay.button.click();
  else showTip(stay);
  return true;
}

/** Folding where checking is free is asked for twice: it is nearly always a slip. */
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
      put(made.querySelector(".act-text"), "Fold?");
      put(made.querySelector(".tip"), "Checking is free. Press again to fold all the same.");
      showTip(made);
    },
  });
  return made;
}

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

/** The button that bets, raises or completes, and the row for its amount. */
function betting(view, send) {
  const { options, state, own } = view;
  const may = options.raise_max > 0;
  const all = (state.seats[own]?.stack ?? 0) + (state.seats[own]?.bet ?? 0);
  const word = (amount) => (may && amount === all ? "All-in" : may ? verbText(options.verb) : verbOnly(options.verb));
  const go = () => raise.amount !== null && send({ type: "raise_to", to: raise.amount });
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
    step: Math.max(1, options.verb === "bet" ? options.raise_min : options.raise_min - (state.price ?? 0)),
    onAmount: (amount) => {
      button.button.setAttribute("aria-disabled", String(amount === null));
      put(button.querySelector(".act-text"), word(amount));
      put(button.querySelector(".act-detail"), amount === null ? "?" : chips(amount));
    },
    onSend: go,
  });
  if (!may) raise.element = "";
  const press = (key) => {
    if (key === "r" && may && raise.element) return raise.focus();
    return may && raise.press(key);
  };
  return { raise, raiseButton: button, press };
}

const verbOnly = (verb) => ({ bet: "Bet", raise: "Raise", complete: "Complete" })[verb];

function bringIn(view, send) {
  const { options } = view;
  const { raise, raiseButton, press } = betting(view, send);
  const bring = actionButton({
    key: "b",
    text: "Bring it in",
    detail: chips(options.bring_in),
    reason: why(options, "bring_in"),
    act: () => send({ type: "bring_in" }),
  });
  return {
    above: raise.element,
    buttons: [bring, raiseButton],
    more: creditButtons(view, send),
    press: (key) => (key === "c" ? (bring.button.click(), true) : press(key)),
  };
}

// ---- cards

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
  const hint = h("p", { class: "hint" }, least
    ? `Choose ${count(least, "card")} to throw away`
    : `Choose the cards to change, ${most} at most: tap them${matchMedia("(hover: hover)").matches ? `, or press 1 to ${view.cards.length}` : ""}`);
  const chose = () => {
    const n = view.picked().length;
    const enough = n >= Math.max(1, least);
    put(change.querySelector(".act-text"), least ? "Throw away" : n ? `Change ${count(n, "card")}` : "Change");
    change.button.setAttribute("aria-disabled", String(!enough));
  };
  chose();
  const press = (key) => {
    if (key !== "Enter" || change.button.getAttribute("aria-disabled") === "true") return false;
    change.button.click();
    return true;
  };
  return { above: hint, buttons: least ? [change] : [pat, change], press, chose };
}

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

function run({ options }, send) {
  return {
    above: h("p", { class: "hint" }, "The rest of the board: how often shall it be run?"),
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
