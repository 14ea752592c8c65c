/** Shares of one whole in percent add up to 100. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { percents } from "../../src/sidepot/web/static/common/words.js";

/** @type {[parts: number[], shown: string[]][]} */
const SHARES = [
  [[1 / 3, 1 / 3, 1 / 3], ["34%", "33%", "33%"]],
  [[0.505, 0.495], ["51%", "49%"]],
  [[0.335, 0.335, 0.33], ["34%", "33%", "33%"]],
  [[0.125, 0.125, 0.75], ["13%", "12%", "75%"]],
  [[0.996, 0.004], ["> 99%", "< 1%"]],
  [[1, 0], ["100%", "0%"]],
  [[0.29, 0.57, 0.14], ["29%", "57%", "14%"]],
  [[0.4, 0.255], ["40%", "26%"]], // the rest is nobody's here
  [[0.0034, 0.4434, 0.0709, 0.2521, 0.0828], ["1%", "44%", "7%", "25%", "8%"]],
  [[], []],
];

test("what rounding leaves over goes to those who lack most", () => {
  for (const [parts, shown] of SHARES) assert.deepEqual(percents(parts), shown);
});
