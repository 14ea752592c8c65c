/** The window behind `?`: the keys of the page. And the one that sets how the page looks. */

import { openDialog } from "./dialogs.js";
import { dress, h, kept } from "./dom.js";
import { LANGUAGES, t } from "./language.js";
import { keyFor } from "./keymap.js";
import { MORE_LOOKS } from "./looks.js";
import { shortcutList } from "./shortcuts.js";

/** @type {[title: string, rows: import("./shortcuts.js").Shortcut[]][]} */
const KEYS = [
  [t("On your turn"), [
    ["F", t("fold")],
    ["C", t("check or call")],
    ["R", t("bet, raise or complete: type the amount, then press Enter")],
    ["H P M", t("half pot, pot, maximum")],
    ["↑ ↓", t("one blind more or less, also with the mouse wheel")],
    [t("Esc"), t("leave the amount box (shortcuts are off while you type)")],
    ["B", t("bring in; collect the bets")],
    ["U L", t("open stakes: buy chips, borrow chips")],
    ["I J", t("open stakes: call or raise with a marker")],
  ]],
  [t("Draws and showdown"), [
    ["1 – 7", t("select or deselect a card to discard")],
    ["D", t("discard the selected cards and draw")],
    ["S", t("stand pat; show at showdown")],
    ["M", t("muck")],
    ["H L B", t("declare high, low, both")],
    ["1 – 4", t("how many times to run it")],
    ["Y N", t("accept or refuse a marker")],
  ]],
  [t("At the table"), [
    ["G", t("dealer's choice: choose the game")],
    ["X", t("cut the deck")],
    ["O", t("sit out or come back")],
    ["T", t("straddle the next hand, if straddles are allowed")],
    ["A", t("show amounts in chips or in big blinds")],
    ["V", t("read the hand aloud")],
    ["W", t("all your options, with reasons")],
    ["/", t("chat")],
    ["?", t("show these shortcuts")],
  ]],
  [t("Before your turn"), [
    ["Q", t("check/fold, or fold if there is a bet")],
    ["E", t("check, or call the current bet")],
    ["Z", t("call any bet")],
  ]],
];

/**
 * The key as it is now.
 * @param {string} key
 */
const now = (key) => (/^[A-Z]$/.test(key) ? keyFor(key.toLowerCase()).toUpperCase() : key);

export function showHelp() {
  return openDialog({
    title: t("Keyboard shortcuts"),
    wide: true,
    body: () =>
      h(
        "div",
        { class: "body keys" },
        KEYS.map(([title, rows]) =>
          h("section", {}, h("h3", {}, title), shortcutList(rows, now)),
        ),
        h("p", { class: "hint" }, t("To see why a button is grey, point at it, tap it or press its key."), " ",
          t("You can change the shortcuts in the menu, under Settings.")),
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
    wide: true,
    body: () =>
      h(
        "div",
        { class: "body looks" },
        choice("language", "", t("Language"), [["", t("Same as the browser")], ...LANGUAGES]),
        choice("theme", "auto", t("Theme"), [["auto", t("Same as the device")], ["light", t("Light")], ["dark", t("Dark")]]),
        choice("deck", "two", t("Cards"), [["two", t("Two colours")], ["four", t("Four colours")]]),
        choice("runout", "whole", t("Dealing after an all-in"), [
          ["whole", t("Street by street")], ["quick", t("Fast")], ["once", t("All at once")],
        ]),
        MORE_LOOKS.map((more) => choice(...more)),
      ),
  });
}
