/** Why something may be done or not: the reasons of the rules, each at the button that it is about. */

import { h } from "../common/dom.js";
import { keyFor } from "../common/keymap.js";
import { cited } from "../common/words.js";
import { englishLine, tr } from "../common/language.js";
import { lineOf } from "../common/said.js";

/**
 * @import { Cite, Reason } from "sidepot/protocol"
 * @import { Choices } from "../room/told.js"
 * @import { Said } from "../room/told.js"
 */

/**
 * A reason in words, with its rule where there is one; `said` has the words as data, where they have parts. `ours` is one
 * of the page, in its language.
 * @typedef {{ text: string, cite: Cite | string | null, said?: (string | number)[], ours?: boolean }} Because
 */

/**
 * What a reason can be about: an act, such as `raise` for every bet and raise.
 * @typedef {Reason["about"][number]} About
 */

/**
 * The reason for `what` among those of the options: the first that is about it, and if it is `refused`, against it.
 * @param {Choices} options
 * @param {About} what
 */
export function reasonFor(options, what, refused = false) {
  const verdicts = refused ? ["may_not", "must"] : ["may", "may_not", "must"];
  return options.why.find(({ about, verdict }) => about.includes(what) && verdicts.includes(verdict)) ?? null;
}

const NOT_NOW = { text: tr`That cannot be done now`, cite: null, ours: true };

/**
 * The reason for `what`, or against it where it is `off`.
 * @param {Choices} options
 * @param {About} what
 */
export function why(options, what, off = false) {
  return (off && reasonFor(options, what, true)) || reasonFor(options, what) || (off ? NOT_NOW : null);
}

/**
 * A reason of the rules in the language of the page, with amounts as they are shown.
 * @param {Because} reason
 */
export function reasonNode({ text, said }) {
  const line = lineOf(/** @type {Said} */ (said?.length ? said : [text]));
  return line.isEnglish ? englishLine(line.text) : line.text;
}

/**
 * A reason as a line of text, with the rule it rests on.
 * @param {Because} reason
 */
export function reasonLine(reason) {
  return [reason.ours ? reason.text : reasonNode(reason), reason.cite ? " " : "", reason.cite ? h("cite", {}, cited(reason.cite)) : ""];
}

let numbered = 0;

/**
 * What a button is made of: its key, its words, a detail such as the amount, and why it may be pressed or (`off`) not.
 * It looks like its `base`: an act of this turn, or a plan for the next one.
 * @typedef {{
 *   key: string, text: string, detail?: string, kind?: string, off?: boolean, reason?: Because | null, base?: string,
 *   act: (clicked: MouseEvent) => unknown,
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
export function actionButton({ key, text, detail = "", kind = "", off = false, reason = null, base = "act", act }) {
  const id = `why-${++numbered}`;
  const tip = reason && h("span", { class: "tip", role: "tooltip", id }, reasonLine(reason));
  const words = h("span", { class: "act-text" }, text);
  const more = detail ? h("span", { class: "act-detail" }, detail) : null;
  const button = h(
    "button",
    {
      type: "button",
      class: `${base} ${kind}`,
      "aria-disabled": off ? "true" : null,
      "aria-describedby": reason ? id : null,
      "aria-keyshortcuts": key ? keyFor(key).toUpperCase() : null,
      onclick: (clicked) => {
        if (button.getAttribute("aria-disabled") === "true") showTip(made);
        else act(clicked);
      },
    },
    words,
    more,
    key ? h("kbd", { "aria-hidden": "true" }, keyFor(key).toUpperCase()) : "",
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
