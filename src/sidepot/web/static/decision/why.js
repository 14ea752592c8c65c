/** Why something may be done or not: the reasons of the rules, each at the button that it is about. */

import { h } from "../common/dom.js";
import { cited, grouped } from "../common/words.js";

/**
 * @import { Cite } from "sidepot/protocol"
 * @import { Choices } from "../room/told.js"
 */

/** A reason in words, with its rule where there is one. @typedef {{ text: string, cite: Cite | string | null }} Because */

/** @type {Record<string, RegExp[]>} */
const ABOUT = {
  fold: [/^You may (not )?fold/, /^You must (call|bet)/],
  check: [/^You may (not )?check/],
  call: [/^You may (not )?call/, /^You may not go all-in/, /^You must (call|bet)/, /^You may not check/],
  raise: [
    /^You may not (raise|bet|complete|open)/,
    /^You may (raise|bet|complete)/,
    /^You may go all-in/,
    /^You must (call|bet)/,
  ],
  bring_in: [/^You must bring/],
  discard: [/^You (may change|must throw)/],
  show: [/^You may (not )?show/],
  muck: [/^You may (not )?muck/],
  run: [/^You may have the board run/],
  declare: [/^You must declare/],
  consent: [/ with a marker of /],
  marker: [/marker/, /^You may neither buy/],
  buy: [/^You may (not |neither )?buy/, /^You must (call|bet)/],
  borrow: [/^You may (not |neither )?(buy nor )?borrow/, /^You must (call|bet)/],
};

const REFUSES = /^You (may not|may neither|must|may go all-in) /;

/**
 * The reason for `what` among those of the options: the first that is about it.
 * @param {Choices} options
 * @param {string} what
 */
export function reasonFor(options, what, refused = false) {
  for (const about of ABOUT[what] ?? []) {
    const found = options.why.find(
      ({ text }) => about.test(text) && (!refused || REFUSES.test(text)),
    );
    if (found) return found;
  }
  return null;
}

/**
 * A reason as a line of text, with the rule it rests on.
 * @param {Because} reason
 */
export function reasonLine(reason) {
  return [grouped(reason.text), reason.cite ? " " : "", reason.cite ? h("cite", {}, cited(reason.cite)) : ""];
}

let numbered = 0;

/**
 * What a button is made of: its key, its words, a detail such as the amount, and why it may be pressed or (`off`) not.
 * @typedef {{
 *   key: string, text: string, detail?: string, kind?: string, off?: boolean, reason?: Because | null,
 *   act: () => unknown,
 * }} Action
 */

/**
 * A button as it is drawn: all of it, the button itself, its words and its detail, and its reason.
 * @typedef {{
 *   key: string, element: HTMLElement, button: HTMLButtonElement, text: HTMLElement, detail: HTMLElement | null,
 *   tip: HTMLElement | null,
 * }} ActionButton
 */

/**
 * A button with its key and the reason for it.
 *
 * One that is not allowed stays in reach: it says why not when one points at it, comes to it by Tab, or presses it.
 * @param {Action} action
 * @returns {ActionButton}
 */
export function actionButton({ key, text, detail = "", kind = "", off = false, reason = null, act }) {
  const id = `why-${++numbered}`;
  const tip = reason && h("span", { class: "tip", role: "tooltip", id }, reasonLine(reason));
  const words = h("span", { class: "act-text" }, text);
  const more = detail ? h("span", { class: "act-detail" }, detail) : null;
  const button = h(
    "button",
    {
      type: "button",
      class: `act ${kind}`,
      "aria-disabled": off ? "true" : null,
      "aria-describedby": reason ? id : null,
      "aria-keyshortcuts": key ? key.toUpperCase() : null,
      onclick: () => {
        if (button.getAttribute("aria-disabled") === "true") showTip(made);
        else act();
      },
    },
    words,
    more,
    key ? h("kbd", { "aria-hidden": "true" }, key.toUpperCase()) : "",
  );
  const element = h("span", { class: "act-wrap", "data-key": key }, button, tip);
  const made = { key, element, button, text: words, detail: more, tip };
  return made;
}

/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * Show the reason of a button for a while, and have it read out.
 * @param {ActionButton} shown
 */
export function showTip({ element, tip }) {
  if (!tip) return;
  element.classList.add("told");
  tip.setAttribute("aria-live", "assertive");
  clearTimeout(timers.get(element));
  timers.set(element, setTimeout(() => element.classList.remove("told"), 6000));
}
