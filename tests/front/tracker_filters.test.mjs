/** The filter of the tracker: what the form writes, and how differences read. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { conditionOf, narrowed, quoted, widened, without } from "../../src/sidepot/web/static/tracker/conditions.js";
import { chanceText, differenceText, errorText, strengthOf, surenessOf } from "../../src/sidepot/web/static/tracker/sureness.js";

const field = (name, kind) => ({ name, kind, part: "", example: "", figure: "", choices: [] });

test("the form writes conditions", () => {
  assert.equal(conditionOf(field("position", "choice"), { words: ["BTN", "CO", ""] }), "position = BTN CO");
  assert.equal(conditionOf(field("position", "choice"), { words: ["BTN"], isNot: true }), "position != BTN");
  assert.equal(conditionOf(field("site", "text"), { words: ["Run It Once", "A, B"] }), 'site = Run It Once | "A, B"');
  assert.equal(conditionOf(field("depth", "number"), { least: "80", most: "" }), "depth >= 80");
  assert.equal(conditionOf(field("depth", "number"), { least: "", most: "80" }), "depth <= 80");
  assert.equal(conditionOf(field("date", "date"), { least: "2026-05-01", most: "2026-05-31" }), "date = 2026-05-01..2026-05-31");
  assert.equal(conditionOf(field("showdown", "yes"), { answer: "no" }), "not showdown");
  assert.equal(conditionOf(field("c_bet", "figure"), { answer: "yes" }), "c_bet");
  assert.equal(conditionOf(field("c_bet", "figure"), { answer: "chance" }), "c_bet = chance");
  assert.equal(conditionOf(field("cards", "cards"), { words: ["pairs", "A5s-A2s"] }), "cards = pairs A5s-A2s");
  assert.equal(conditionOf(field("cards", "cards"), { words: [" "] }), "");
  assert.equal(quoted("Rock and Roll"), '"Rock and Roll"');
  assert.equal(quoted("Andorra"), "Andorra");
  assert.equal(quoted("Kit (6-max)"), '"Kit (6-max)"');
});

test("a condition is added with `and` or with `or`, and removed", () => {
  const groups = [["position = BTN", "won"], ["pot = 4bet"]];
  assert.equal(narrowed(groups, "cards = AKs"), "(position = BTN, won or pot = 4bet), cards = AKs");
  assert.equal(narrowed([["won"]], "cards = AKs"), "won, cards = AKs");
  assert.equal(widened(groups, "cards = AKs"), "position = BTN, won or pot = 4bet or cards = AKs");
  assert.equal(widened([], "won"), "won");
  assert.equal(narrowed([], "won"), "won");
  assert.equal(without(groups, 0, 1), "position = BTN or pot = 4bet");
  assert.equal(without(groups, 1, 0), "position = BTN, won");
});

const cell = { key: "vpip", name: "VPIP", unit: "%", value: 0.3, error: 0.02, chances: 100 };
const row = { group: "", one: cell, other: cell, difference: 0.123, error: 0.028, p: 0.0004, q: 0.004, times: 1 };

test("differences are in percentage points, or in what their figure is in", () => {
  assert.equal(differenceText(row), "+12.3");
  assert.equal(errorText(row), "±2.8");
  assert.equal(differenceText({ ...row, difference: -2.25, one: { ...cell, unit: "" } }), "−2.25");
  assert.equal(differenceText({ ...row, difference: null }), "–");
  assert.equal(chanceText(0.0004), "< 0.001");
  assert.equal(chanceText(0.0456), "0.046");
  assert.equal(chanceText(null), "–");
});

test("how sure a difference is", () => {
  assert.equal(surenessOf(row).words, "clear");
  assert.equal(surenessOf({ ...row, q: 0.03 }).words, "likely");
  assert.equal(surenessOf({ ...row, q: 0.05 }).words, "may be chance");
  assert.equal(surenessOf({ ...row, q: null }).words, "too few chances");
  assert.equal(surenessOf({ ...row, q: null, one: { ...cell, value: null, error: null } }).words, "too few chances");
  assert.equal(surenessOf({ ...row, q: null, one: { ...cell, error: null } }).words, "not judged");
  assert.deepEqual([strengthOf(5, 10), strengthOf(-30, 10), strengthOf(null, 10), strengthOf(1, 0)], [0.5, -1, 0, 0]);
});
