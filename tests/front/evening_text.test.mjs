/** The text of a tournament for the group chat. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { useMoney } = await import("../../src/sidepot/web/static/common/money.js");
const { eveningText } = await import("../../src/sidepot/web/static/desk/evening_text.js");

const COUNTS = /** @type {import("../../src/sidepot/web/static/desk/tournament.js").Counts} */ ({ players: 9, entries: 11, left: 1 });
const TOURNAMENT = { title: "Friday night", counts: COUNTS, largest: null };

test("who won what is in the text, and who won the most bounties, and when the next one is", () => {
  useMoney({ decimals: 2, currency: "EUR" });
  const money = { pool: 20_000, prizes: [12_000, 8_000], lines: [], players: [{ player: "Ann", place: 1 }, { player: "Bo", place: 2 }], made: [], kept: 0 };
  const text = eveningText(TOURNAMENT, money, [{ player: "Ann", bounties: 500 }, { player: "Bo", bounties: 1500 }], "14 December, 7 pm");
  assert.deepEqual(text.split("\n"), [
    "Friday night", "11 players, prize pool €200", "", "1. Ann: €120", "2. Bo: €80", "Most bounties: Bo, €15", "", "Next time: 14 December, 7 pm",
  ]);
});

test("the biggest stack of the evening is in the text, and an estimate is marked", () => {
  const stack = { player: "Bo", chips: 42_500, left: 5 };
  const line = (/** @type {boolean} */ about) => eveningText({ ...TOURNAMENT, largest: { ...stack, about } }, { pool: 0 }, [], "").split("\n").at(-1);
  assert.equal(line(false), "Biggest stack: Bo, 42,500, with 5 players left");
  assert.equal(line(true), "Biggest stack: Bo, ~ 42,500, with 5 players left");
});

test("after a deal its amounts are in the text", () => {
  const money = { pool: 200, prizes: [120, 80], lines: [], players: [], made: /** @type {[string, number][]} */ ([["Ann", 110], ["Bo", 90]]), kept: 0 };
  assert.deepEqual(eveningText(TOURNAMENT, money, [], "").split("\n").slice(2), ["", "Deal", "Ann: €1.10", "Bo: €0.90"]);
});
