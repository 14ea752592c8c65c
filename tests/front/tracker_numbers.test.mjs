/** How the tracker writes numbers, and where its lines go. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { errorOf, figureText, pathsOf, resultIn } from "../../src/sidepot/web/static/tracker/numbers.js";

const cell = { key: "vpip", name: "VPIP", unit: "%", value: 0.2345, error: 0.012, chances: 10 };

test("results are in their currency, or in what they are counted in", () => {
  assert.equal(resultIn(12.5, "USD"), "+$12.50");
  assert.equal(resultIn(-1234.5, "EUR"), "−€1,234.50");
  assert.equal(resultIn(0, "USD"), "$0.00");
  assert.equal(resultIn(-3.25, "bb"), "−3.3\u00a0bb");
});

test("a figure without a chance has no value and no error", () => {
  assert.equal(figureText(cell), "23.5");
  assert.equal(errorOf(cell), "±1.2");
  assert.equal(figureText({ ...cell, value: null }), "–");
  assert.equal(errorOf({ ...cell, error: null }), "");
  assert.equal(figureText({ ...cell, unit: "", value: 2 }), "2.00");
  assert.equal(figureText({ ...cell, unit: "bb/100", value: -4.25 }), "−4.3");
});

test("all lines have one scale, begin at nothing, and end at the edge", () => {
  const point = { hands: 4, day: "", net: 10, showdown: -10, without: 20, expected: 5 };
  const { most, least, zero, paths } = pathsOf([point], 100, 300);
  assert.deepEqual([most, least, zero], [20, -10, 200]);
  assert.deepEqual(paths, ["M0.0 200.0L100.0 100.0", "M0.0 200.0L100.0 300.0", "M0.0 200.0L100.0 0.0", "M0.0 200.0L100.0 150.0"]);
  assert.equal(pathsOf([], 100, 300).zero, 150);
});
