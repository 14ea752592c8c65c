/** Why something may be done or not: the reasons of the rules, each put to the button that it is about. */

import { h } from "../common/dom.js";
import { cited, grouped } from "../common/words.js";

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

/** The reason for `what` among those of the options: the first that is about it. */
export function reasonFor(options, what, refused = false) {
  for (const about of ABOUT[what] ?? []) {
    const found = options.why.find(
      ({ text }) => about.test(text) && (!refused || REFUSES.test(text)),
    );
    if (found) return found;
  }
  return null;
}

/** The bounds of a bet as the rules give them, the least and the most. */
export const boundsOf = (options) =>
  options.why.filter(({ text }) => ABOUT.raise.some((about) => about.test(text))).map(({ text }) => text);

/** A reason as a line of text, with the rule it rests on. */
export function reasonLine(reason) {
  return [grouped(reason.text), reason.cite ? " " : "", reason.cite ? h("cite", {}, cited(reason.cite)) : ""];
}

let numbered = 0;

/**
 * A button with its key and the reason for it.
 *
 * One that is not allowed stays in reach: it says why not to who points at it, comes to it by Tab, or presses it.
 */
export function actionButton({ key, text, detail, kind = "", off = false, reason = null, act }) {
  const id = `why-${++numbered}`;
  const tip = reason && h("span", { class: "tip", role: "tooltip", id }, reasonLine(reason));
  const button = h(
    "button",
    {
      type: "button",
      class: `act ${kind}`,
      "aria-disabled": off ? "true" : null,
      "aria-describedby": reason ? id : null,
      "aria-keyshortcuts": key ? key.toUpperCase() : null,
      onclick: () => {
        if (button.getAttribute("aria-disabled") === "true") showTip(wrap);
        else act();
      },
    },
    h("span", { class: "act-text" }, text),
    detail ? h("span", { class: "act-detail" }, detail) : "",
    key ? h("kbd", { "aria-hidden": "true" }, key.toUpperCase()) : "",
  );
  const wrap = h("span", { class: "act-wrap", "data-key": key }, button, tip || "");
  wrap.button = button;
  return wrap;
}

/** Show the reason of a button for a while, and have it read out. */
export function showTip(wrap) {
  const tip = wrap.querySelector(".tip");
  if (!tip) return;
  wrap.classList.add("told");
  tip.setAttribute("aria-live", "assertive");
  clearTimeout(wrap.timer);
  wrap.timer = setTimeout(() => wrap.classList.remove("told"), 6000);
}
