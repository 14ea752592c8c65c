/** The window behind `?`: the keys of the page. And the one that sets how the page looks. */

import { openDialog } from "./dialogs.js";
import { dress, h, kept } from "./dom.js";
import { LANGUAGES, t } from "./language.js";
import { keyFor } from "./keymap.js";
import { MORE_LOOKS } from "./looks.js";

/** @type {[title: string, rows: [key: string, what: string][]][]} */
const KEYS = [
  [t("In turn"), [
    ["F", t("fold")],
    ["C", t("check or call")],
    ["R", t("bet, raise or complete: go to the amount, Enter sends it")],
    ["H P M", t("half the pot, the pot, the most")],
    ["↑ ↓", t("a blind more or less; so does the wheel of a mouse")],
    [t("Esc"), t("leave the amount box (shortcuts are off while you type)")],
    ["B", t("bring it in")],
    ["U L", t("at open stakes: buy chips, borrow them")],
    ["I J", t("at open stakes: call or raise with a marker")],
  ]],
  [t("Draws and showdown"), [
    ["1 – 7", t("choose a card to change, or undo that")],
    ["D", t("change the chosen cards")],
    ["S", t("stand pat; at the showdown, show")],
    ["M", t("muck")],
    ["H L B", t("declare high, low, both")],
    ["1 – 4", t("how many times the board is run")],
    ["Y N", t("accept or refuse a marker")],
  ]],
  [t("At the table"), [
    ["G", t("name the game, at dealer's choice")],
    ["X", t("cut the pack")],
    ["O", t("sit out, or come back")],
    ["T", t("straddle the next hand, where straddles are allowed")],
    ["A", t("amounts in chips or in big blinds")],
    ["V", t("read out the state of the hand")],
    ["W", t("everything you may do, and why")],
    ["/", t("write to the table")],
    ["?", t("this window")],
  ]],
  [t("Ahead of your turn"), [
    ["Q", t("check or fold where checking is free, else fold")],
    ["E", t("check, or call this much")],
  ]],
];

/**
 * The key as it is now.
 * @param {string} key
 */
const now = (key) => (/^[A-Z]$/.test(key) ? keyFor(key.toLowerCase()).toUpperCase() : key);

export function showHelp() {
  return openDialog({
    title: t("Keys"),
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
        h("p", { class: "hint" }, t("Point at a grey button, tap it or press its key to see why it is off."), " ",
          t("The menu has settings, where keys can be changed.")),
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
    title: t("Appearance"),
    body: () =>
      h(
        "div",
        { class: "body looks" },
        choice("language", "", t("Language"), [["", t("As the browser")], ...LANGUAGES]),
        choice("theme", "auto", t("Light or dark"), [["auto", t("As the device")], ["light", t("Light")], ["dark", t("Dark")]]),
        choice("deck", "two", t("Cards"), [["two", t("Two colours")], ["four", t("Four colours")]]),
        choice("runout", "whole", t("Cards of an all-in"), [
          ["whole", t("Street by street")], ["quick", t("Quickly")], ["once", t("All at once")],
        ]),
        MORE_LOOKS.map((more) => choice(...more)),
      ),
  });
}
