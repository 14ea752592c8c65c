/** Chips in front of a seat look like their amount. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { pilesOf } from "../../src/sidepot/web/static/seat/bets.js";

test("an amount is the fewest chips that make it, in piles, the most valuable first", () => {
  assert.deepEqual(pilesOf(8), [{ value: 5, chips: 1 }, { value: 1, chips: 3 }]);
  assert.deepEqual(pilesOf(100), [{ value: 100, chips: 1 }]);
  assert.deepEqual(pilesOf(180).map(({ value, chips }) => [value, chips]), [[100, 1], [25, 3], [5, 1]]);
});

test("of a large amount three piles are seen, none higher than eight chips", () => {
  assert.deepEqual(pilesOf(1_866).map(({ value }) => value), [1000, 500, 100]);
  assert.deepEqual(pilesOf(90_000_000), [{ value: 1_000_000, chips: 8 }]);
});
