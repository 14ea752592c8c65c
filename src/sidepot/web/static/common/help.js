/** The window behind `?`: the keys of the page. And the one that sets how the page looks. */

import { openDialog } from "./dialogs.js";
import { dress, h, kept } from "./dom.js";
import { LANGUAGES, tr } from "./language.js";
import { keyFor } from "./keymap.js";
import { MORE_LOOKS } from "./looks.js";

/** @type {[title: string, rows: [key: string, what: string][]][]} */
const KEYS = [
  [tr`In turn`, [
    ["F", tr`fold`],
    ["C", tr`check or call`],
    ["R", tr`bet, raise or complete: go to the amount, Enter sends it`],
    ["H P M", tr`half the pot, the pot, the most`],
    ["↑ ↓", tr`a blind more or less; so does the wheel of a mouse`],
    [tr`Esc`, tr`leave the amount box (shortcuts are off while you type)`],
    ["B", tr`bring it in`],
    ["U L", tr`at open stakes: buy chips, borrow them`],
    ["I J", tr`at open stakes: call or raise with a marker`],
  ]],
  [tr`Draws and showdown`, [
    ["1 – 7", tr`choose a card to change, or undo that`],
    ["D", tr`change the chosen cards`],
    ["S", tr`stand pat; at the showdown, show`],
    ["M", tr`muck`],
    ["H L B", tr`declare high, low, both`],
    ["1 – 4", tr`how many times the board is run`],
    ["Y N", tr`accept or refuse a marker`],
  ]],
  [tr`At the table`, [
    ["G", tr`name the game, at dealer's choice`],
    ["X", tr`cut the pack`],
    ["O", tr`sit out, or come back`],
    ["T", tr`straddle the next hand, where straddles are allowed`],
    ["A", tr`amounts in chips or in big blinds`],
    ["V", tr`read out the state of the hand`],
    ["W", tr`everything you may do, and why`],
    ["/", tr`write to the table`],
    ["?", tr`this window`],
  ]],
  [tr`Ahead of your turn`, [
    ["Q", tr`check or fold where checking is free, else fold`],
    ["E", tr`check, or call this much`],
  ]],
];

/**
 * The key as it is now.
 * @param {string} key
 */
const now = (key) => (/^[A-Z]$/.test(key) ? keyFor(key.toLowerCase()).toUpperCase() : key);

export function showHelp() {
  return openDialog({
    title: tr`Keys`,
    wide: true,
    body: () =>
      h(
        "div",
        { class: "body keys" },
        KEYS.map(([title, rows]) =>
          h(
            "section",
            {},
            h("h3", {}, title),
            h(
              "dl",
              {},
              rows.map(([key, what]) => [
                h("dt", {}, key.split(" ").filter((one) => one !== "–").map((one) => h("kbd", {}, now(one)))),
                h("dd", {}, what),
              ]),
            ),
          ),
        ),
        h("p", { class: "hint" }, tr`Point at a grey button, tap it or press its key to see why it is off. `,
          tr`The menu has settings, where keys can be changed.`),
      ),
  });
}

/** The window that sets how the page looks; this browser keeps it. */
export function showLooks() {
  /**
   * @param {string} name
   * @param {string} otherwise
   * @param {string} label
   * @param {[value: string, text: string][]} values
   */
  const choice = (name, otherwise, label, values) =>
    h(
      "fieldset",
      {},
      h("legend", {}, label),
      values.map(([value, text]) =>
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "radio", name, value, checked: kept.get(name, otherwise) === value,
            onchange: () => {
              kept.set(name, value);
              if (name === "language") location.reload();
              else dress();
            },
          }),
          ` ${text}`,
        ),
      ),
    );
  return openDialog({
    title: tr`Appearance`,
    body: () =>
      h(
        "div",
        { class: "body looks" },
        choice("language", "", tr`Language`, [["", tr`As the browser`], ...LANGUAGES]),
        choice("theme", "auto", tr`Light or dark`, [["auto", tr`As the device`], ["light", tr`Light`], ["dark", tr`Dark`]]),
        choice("deck", "two", tr`Cards`, [["two", tr`Two colours`], ["four", tr`Four colours`]]),
        choice("runout", "whole", tr`Cards of an all-in`, [
          ["whole", tr`Street by street`], ["quick", tr`Quickly`], ["once", tr`All at once`],
        ]),
        MORE_LOOKS.map((more) => choice(...more)),
      ),
  });
}
