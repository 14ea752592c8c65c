/** Why something may be done or not: the reasons of the rules, each at the button that it is about. */

import { el } from "../common/element.js";
import { keyFor } from "../common/keymap.js";
import { cited } from "../common/words.js";
import { englishLine, t } from "../common/language.js";
import { lineOf } from "../common/sentences.js";

/**
 * @import { Cite, Reason } from "sidepot/protocol"
 * @import { Choices } from "../room/messages.js"
 * @import { Sentence } from "../room/messages.js"
 */

/**
 * A reason in words, with its rule where there is one; `sentence` has the words as data, where they have parts. `ours` is one
 * of the page, in its language.
 * @typedef {{ text: string, cite: Cite | string | null, sentence?: (string | number)[], ours?: boolean }} Because
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

const NOT_NOW = { text: t("You cannot do that now"), cite: null, ours: true };

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
export function reasonNode({ text, sentence }) {
  const line = lineOf(/** @type {Sentence} */ (sentence?.length ? sentence : [text]));
  return line.isEnglish ? englishLine(line.text) : line.text;
}

/**
 * A reason as a line of text, with the rule it rests on.
 * @param {Because} reason
 */
export function reasonLine(reason) {
  return [reason.ours ? reason.text : reasonNode(reason), reason.cite ? " " : "", reason.cite ? el("cite", {}, cited(reason.cite)) : ""];
}

/**
 * What a button does: its key, its words, a detail such as the amount, and why it may be pressed or (`off`) not. It looks
 * like its `base`: an act of this turn, or a plan for the next one, which may be `chosen`. `refused` is done where it is
 * pressed all the same. Another `what` is another button: who has come to this one does not press that one.
 * @typedef {{
 *   key: string, text: string, detail?: string, kind?: string, off?: boolean, reason?: Because | null, base?: string,
 *   what?: string, chosen?: boolean | null, act: (clicked: MouseEvent) => unknown, refused?: () => void,
 * }} Action
 */

/**
 * A button with its key and the reason for it.
 *
 * One that is not allowed stays in reach: it says why not when one points at it, comes to it by Tab, or presses it.
 * @param {Action} action
 */
export function actionButton({ key, text, detail = "", kind = "", off = false, reason = null, base = "act", what = key, chosen = null, act, refused }) {
  const id = `why-${key}`;
  const press = (/** @type {MouseEvent} */ clicked) => {
    if (!off) act(clicked);
    else {
      showTip(/** @type {Element} */ (clicked.currentTarget).parentElement);
      refused?.();
    }
  };
  return el(
    "span",
    { class: "act-wrap", "data-key": key, key: what },
    el(
      "button",
      {
        type: "button",
        class: `${base} ${kind}`,
        "aria-disabled": off ? "true" : null,
        "aria-pressed": chosen === null ? null : String(chosen),
        "aria-describedby": reason ? id : null,
        "aria-keyshortcuts": key ? keyFor(key).toUpperCase() : null,
        onclick: press,
        onkeydown: (pressed) => pressed.repeat && pressed.key === "Enter" && pressed.preventDefault(), // a held key is one
      },
      el("span", { class: "act-text", key: "text" }, text),
      detail && el("span", { class: "act-detail", key: "detail" }, detail),
      key && el("kbd", { "aria-hidden": "true" }, keyFor(key).toUpperCase()),
    ),
    reason && el("span", { class: "tip", role: "tooltip", id }, reasonLine(reason)),
  );
}

/**
 * Press the button with this key among those of a place. Returns whether there is one.
 * @param {Element} place
 * @param {string} key
 */
export function pressIn(place, key) {
  const button = /** @type {HTMLElement | null | undefined} */ (place.querySelector(`[data-key="${key}"]`)?.firstChild);
  if (!button) return false;
  button.click();
  if (button.getAttribute("aria-disabled") === "true") button.focus();
  return true;
}

/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const timers = new WeakMap();

/**
 * Show the reason that an action has for a while, and have it read out.
 * @param {Element | null} drawn all that `actionButton` describes
 */
export function showTip(drawn) {
  const tip = drawn?.querySelector("[role=tooltip]");
  if (!drawn || !tip) return;
  drawn.classList.add("is-explained");
  tip.setAttribute("aria-live", "assertive");
  clearTimeout(timers.get(drawn));
  timers.set(drawn, setTimeout(() => drawn.classList.remove("is-explained"), 6000));
}
