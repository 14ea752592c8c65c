/** The window behind `?`: the keys, and how the page is meant. */

import { openDialog } from "./dialogs.js";
import { dress, h, kept } from "./dom.js";

const KEYS = [
  ["In turn", [
    ["F", "fold"],
    ["C", "check or call"],
    ["R", "bet, raise or complete: goes to the amount; Enter says it"],
    ["H P M", "half the pot, the pot, the most"],
    ["↑ ↓", "more or less, in the amount"],
    ["Esc", "out of the amount: while one is written, letters mean nothing"],
    ["B", "bring it in"],
    ["U L", "at open stakes: buy chips, borrow them"],
    ["I J", "at open stakes: call, or raise, with a marker"],
  ]],
  ["Draws and showdown", [
    ["1 – 7", "choose a card to change, or take it back"],
    ["D", "change the chosen cards"],
    ["S", "stand pat; at the showdown, show"],
    ["M", "muck"],
    ["H L B", "declare high, low, both"],
    ["1 – 4", "how often the board is run"],
    ["Y N", "accept or refuse a marker"],
  ]],
  ["At the table", [
    ["G", "name the game, at dealer's choice"],
    ["X", "cut the pack"],
    ["O", "sit out, or come back"],
    ["T", "straddle the next hand, where that is played"],
    ["V", "say how things stand"],
    ["W", "all that you may do, and why"],
    ["?", "this window"],
  ]],
];

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
                h("dt", {}, key.split(" ").filter((one) => one !== "–").map((one) => h("kbd", {}, one))),
                h("dd", {}, what),
              ]),
            ),
          ),
        ),
        h("p", { class: "hint" }, "A button that is grey says why when you point at it, tap it, or press its key."),
      ),
  });
}

/** How the page looks: kept in this browser. */
export function showLooks(changed) {
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
              changed?.();
            },
          }),
          ` ${text}`,
        ),
      ),
    );
  return openDialog({
    title: "How it looks",
    body: () =>
      h(
        "div",
        { class: "body" },
        choice("theme", "auto", "Light or dark", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]]),
        choice("deck", "two", "Cards", [["two", "Two colours"], ["four", "Four colours"]]),
      ),
  });
}
