/** The window behind `?`: the keys of the page. And the one that sets how the page looks. */

import { openDialog } from "./dialogs.js";
import { dress, h, kept } from "./dom.js";
import { keyFor } from "./keymap.js";
import { MORE_LOOKS } from "./looks.js";

/** @type {[title: string, rows: [key: string, what: string][]][]} */
const KEYS = [
  ["In turn", [
    ["F", "fold"],
    ["C", "check or call"],
    ["R", "bet, raise or complete: go to the amount, Enter sends it"],
    ["H P M", "half the pot, the pot, the most"],
    ["↑ ↓", "a blind more or less; so does the wheel of a mouse"],
    ["Esc", "leave the amount box (shortcuts are off while you type)"],
    ["B", "bring it in"],
    ["U L", "at open stakes: buy chips, borrow them"],
    ["I J", "at open stakes: call or raise with a marker"],
  ]],
  ["Draws and showdown", [
    ["1 – 7", "choose a card to change, or undo that"],
    ["D", "change the chosen cards"],
    ["S", "stand pat; at the showdown, show"],
    ["M", "muck"],
    ["H L B", "declare high, low, both"],
    ["1 – 4", "how many times the board is run"],
    ["Y N", "accept or refuse a marker"],
  ]],
  ["At the table", [
    ["G", "name the game, at dealer's choice"],
    ["X", "cut the pack"],
    ["O", "sit out, or come back"],
    ["T", "straddle the next hand, where straddles are allowed"],
    ["A", "amounts in chips or in big blinds"],
    ["V", "read out the state of the hand"],
    ["W", "everything you may do, and why"],
    ["/", "write to the table"],
    ["?", "this window"],
  ]],
  ["Ahead of your turn", [
    ["Q", "check or fold where checking is free, else fold"],
    ["E", "check, or call this much"],
  ]],
];

/**
 * The key as it is now.
 * @param {string} key
 */
const now = (key) => (/^[A-Z]$/.test(key) ? keyFor(key.toLowerCase()).toUpperCase() : key);

export function showHelp() {
  return openDialog({
    title: "Keys",
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
        h("p", { class: "hint" }, "Point at a grey button, tap it or press its key to see why it is off. ",
          "The menu has settings, where keys can be changed."),
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
              dress();
            },
          }),
          ` ${text}`,
        ),
      ),
    );
  return openDialog({
    title: "Appearance",
    body: () =>
      h(
        "div",
        { class: "body" },
        choice("theme", "auto", "Light or dark", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]]),
        choice("deck", "two", "Cards", [["two", "Two colours"], ["four", "Four colours"]]),
        choice("runout", "whole", "Cards of an all-in", [
          ["whole", "Street by street"], ["quick", "Quickly"], ["once", "All at once"],
        ]),
        MORE_LOOKS.map((more) => choice(...more)),
      ),
  });
}
