/** The stakes of a table as a host types them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { hasCents, stakesTyped, stakesWritten } from "../../src/sidepot/web/static/form/stakes.js";

/** @type {[kind: "blinds" | "bets" | "spread" | "bet", text: string, decimals: number, bet: number, more: object][]} */
const RIGHT = [
  ["blinds", "5/10", 0, 10, {}],
  ["blinds", "1/3", 0, 3, {}], // half of 3, rounded down, is 1
  ["blinds", "2 / 6", 0, 6, { blinds: [2, 6] }],
  ["blinds", "1/2/4", 0, 2, { blinds: [1, 2, 4] }],
  ["blinds", "5", 0, 5, { blinds: [5] }],
  ["blinds", "0.25/0.50", 2, 50, {}],
  ["blinds", "0.1/0.25", 2, 25, { blinds: [10, 25] }],
  ["bets", "10/20", 0, 10, {}],
  ["bets", "4/10", 0, 4, { big_bet: 10 }],
  ["bets", "1.5/3", 2, 150, {}],
  ["spread", "1-5", 0, 1, { spread: [1, 5] }],
  ["spread", "2–10", 0, 2, { spread: [2, 10] }],
  ["bet", "10", 0, 10, {}],
];

test("stakes are read as they are said", () => {
  for (const [kind, text, decimals, bet, more] of RIGHT) assert.deepEqual(stakesTyped(kind, text, decimals), { bet, more, wrong: "" }, text);
});

test("and written so that they are read again", () => {
  for (const [kind, text, decimals, bet, more] of RIGHT) {
    const written = stakesWritten(kind, bet, more, decimals);
    assert.deepEqual(stakesTyped(kind, written, decimals), { bet, more, wrong: "" }, `${text} as ${written}`);
  }
});

test("what is wrong is said with what would be right", () => {
  for (const [kind, text, words] of /** @type {const} */ ([
    ["blinds", "five", /such as 5\/10/], ["blinds", "0.25/0.50", /multiple/], ["blinds", "0/1", /too little/], ["bets", "20/10", /big bet/],
    ["spread", "5", /lowest and the highest/], ["bet", "5/10", /at most 1/], ["blinds", "1/2/4/8/16/32", /at most 5/],
  ])) assert.match(stakesTyped(kind, text, 0).wrong, words, text);
});

test("a part of 1 asks for cents", () => {
  assert.deepEqual(["0.25/0.50", "1/3", "1.5", "2.00/4"].map(hasCents), [true, false, true, false]);
});
