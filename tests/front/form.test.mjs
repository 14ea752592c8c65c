/** The form of an open table: the values that may change go into it and come out of it as they were. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { formFrom, valuesFrom } from "../../src/sidepot/web/static/form/changes.js";

const VALUES = {
  bet: 10, blinds: [], ante: null, ante_by: "button", bring_in: null, big_bet: null, buy_in: [400, 0], seconds: 25, straddles: ["sleeper"],
  bomb_every: 10, bomb_ante: 20, runs: 2, rabbit: true, seven_deuce: 5, stand_up: 20, approve: true, watch_after: 3, bots: 2, strength: "expert", style: "tight", call: "https://meet.example.org", lock: "first",
};
const GAME = { id: "holdem", title: "Texas hold'em", seats: [2, 10], limit: "nl" };

test("what nobody touched stays", () => {
  for (const more of [{}, { blinds: [2, 10] }, { bring_in: 3, big_bet: 30 }, { ante: 0 }]) {
    const values = { ...VALUES, ...more };
    assert.deepEqual(valuesFrom(formFrom(values, GAME, 2, 6), values, "first", () => true), values);
  }
});

test("what has no field stays, but for another bet it is as usual", () => {
  const values = { ...VALUES, blinds: [2, 10], bring_in: 3, watch_after: -1 };
  const kept = valuesFrom({ bet: 10 }, values, "", () => false);
  assert.deepEqual([kept.blinds, kept.bring_in, kept.watch_after, kept.lock], [[2, 10], 3, -1, ""]);
  const other = valuesFrom({ bet: 20 }, values, "", () => false);
  assert.deepEqual([other.blinds, other.bring_in], [[], null]);
});
