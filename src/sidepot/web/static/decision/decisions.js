/** The buttons of each kind of decision. */

import { el } from "../common/element.js";
import { shown } from "../common/units.js";
import { capital, waysOf } from "../common/words.js";
import { DUES } from "../room/messages.js";
import { act, bringIn } from "./betting.js";
import { reasonNode, why } from "./why.js";
import { t, tn, word } from "../common/language.js";

/**
 * @import { Command } from "sidepot/protocol"
 * @import { Child } from "../common/element.js"
 * @import { Choices, State } from "../room/messages.js"
 * @import { RaiseRow } from "./raise.js"
 * @import { Action } from "./why.js"
 */

/**
 * A decision: what may be done, at which table, from which seat, and with which cards, of which some are `picked`.
 * @typedef {{ options: Choices, state: State, own: number, cards: number[], picked: () => number[] }} View
 */

/** Says a command to the table. @typedef {(command: Command) => unknown} Send */

/**
 * What is drawn of a decision: draw it `again`, as an action has changed; press the button with a key, or `explain` it.
 * @typedef {{ again: () => void, press: (key: string) => void, explain: (key: string) => void }} Drawn
 */

/**
 * The buttons of a decision, and of what there is besides; what stands `above` them; what a key does that is no button's,
 * and what to do when other cards were chosen. `raise` is where an amount is chosen.
 * @typedef {{
 *   buttons: Action[], more?: Action[], above?: Child, press?: (key: string) => boolean, chose?: () => void,
 *   raise?: RaiseRow,
 * }} Buttons
 */

/** @type {Record<string, (view: View, send: Send, drawn: Drawn) => Buttons>} */
const MAKERS = { act, bring_in: bringIn, draw, show, run, declare, consent };

/**
 * The buttons for the decision of `view`; `send` says a command.
 * @param {View} view
 * @param {Send} send
 * @param {Drawn} drawn
 */
export const buttonsFor = (view, send, drawn) => MAKERS[DUES[view.options.due]](view, send, drawn);

// ---- cards

/**
 * @param {View} view
 * @param {Send} send
 * @param {Drawn} drawn
 * @returns {Buttons}
 */
function draw(view, send, drawn) {
  const { options } = view;
  const { discard: most, discard_least: least } = options;
  const reason = why(options, "discard");
  const go = () => send({ type: "discard", cards: view.picked() });
  /** @type {Action} */
  const change = { key: "d", text: "", kind: "raise-act", reason, act: go };
  const pat = { key: "s", text: t("Stand pat"), off: least > 0, reason, act: () => send({ type: "discard", cards: [] }) };
  const hasKeys = matchMedia("(hover: hover)").matches;
  const words = least
    ? tn("Select {count} card to discard", "Select {count} cards to discard", least)
    : hasKeys
      ? t("Select the cards to replace, at most {most}: tap them or press 1 to {last}", { most, last: view.cards.length })
      : t("Tap the cards to replace, at most {most}", { most });
  const chose = () => {
    const n = view.picked().length;
    change.off = n < Math.max(1, least);
    change.text = least ? t("Discard") : n ? tn("Draw {count} card", "Draw {count} cards", n) : t("Draw");
    drawn.again();
  };
  chose();
  const press = (/** @type {string} */ key) => {
    if (key !== "Enter" || change.off) return false;
    drawn.press("d");
    return true;
  };
  return { above: el("p", { class: "hint" }, words), buttons: least ? [change] : [pat, change], press, chose };
}

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function show({ options }, send) {
  return {
    buttons: [
      {
        key: "m",
        text: t("Muck"),
        off: !options.may_muck,
        reason: why(options, "muck", !options.may_muck),
        act: () => send({ type: "muck" }),
      },
      {
        key: "s",
        text: t("Show your hand"),
        kind: "raise-act",
        off: !options.may_show,
        reason: why(options, "show", !options.may_show),
        act: () => send({ type: "show", called: [] }),
      },
    ],
  };
}

const TIMES = ["", t("Once"), t("Twice"), t("Three times"), t("Four times")];

/**
 * @param {View} view
 * @param {Send} send
 * @returns {Buttons}
 */
function run({ options }, send) {
  return {
    above: el("p", { class: "hint" }, t("How many times do you want to run it?")),
    buttons: Array.from({ length: options.runs }, (_, at) =>
      ({
        key: String(at + 1),
        text: TIMES[at + 1] ?? t("{times} times", { times: at + 1 }),
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
    above: el("p", { class: "hint" }, t("Declare what you are playing for")),
    buttons: waysOf(state.halves).map(([name, key], at) =>
      ({
        key,
        text: capital(word(name)),
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
    above: el("p", { class: "hint" }, (reason && reasonNode(reason)) ?? t("You are offered a marker for {amount}", { amount: shown(face) })),
    buttons: [
      { key: "n", text: t("Refuse"), reason, act: () => send({ type: "consent", agrees: false }) },
      {
        key: "y",
        text: t("Accept the marker"),
        detail: face ? shown(face) : "",
        kind: "raise-act",
        reason,
        act: () => send({ type: "consent", agrees: true }),
      },
    ],
  };
}
