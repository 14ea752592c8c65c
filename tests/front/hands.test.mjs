/** The list of hands and the replay: cards in short, addresses, streets, the line over time. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { stateOf } from "../../src/sidepot/web/static/hands/step_state.js";
import { under } from "../../src/sidepot/web/static/seat/seat_words.js";
import { small } from "../../src/sidepot/web/static/common/words.js";
import {
  cardsOf,
  drawnLine,
  percentOf,
  replayOf,
  replayPath,
  streetAt,
  streetStarts,
} from "../../src/sidepot/web/static/hands/short.js";

test("cards in short are numbers, and what is no card lies face down", () => {
  assert.deepEqual(cardsOf("2cAs"), [0, 51]);
  assert.deepEqual(cardsOf("??Kd"), [53, 45]);
  assert.deepEqual(cardsOf(""), []);
});

test("the address of a replay is read back", () => {
  assert.deepEqual(replayOf(replayPath("a b/c", 12)), { table: "a b/c", hand: 12 });
  assert.equal(replayOf("/hand/1/0"), null);
  assert.equal(replayOf("/table/1"), null);
});

test("streets begin where their name changes", () => {
  const streets = ["pre-flop", "pre-flop", "flop", "turn", "turn"].map((street) => ({ street }));
  assert.deepEqual(streetStarts(streets), [0, 2, 3]);
});

test("a share of no hands is none", () => {
  assert.equal(percentOf(1, 3), "33%");
  assert.equal(percentOf(0, 0), "–");
});

test("the line begins at nothing and has room for it", () => {
  assert.deepEqual(drawnLine([{ hands: 10, units: 5 }], 100, 50), { path: "M0.0 50.0L100.0 0.0", zero: 50 });
  assert.deepEqual(drawnLine([{ hands: 4, units: -2 }], 100, 50), { path: "M0.0 0.0L100.0 50.0", zero: 0 });
  assert.deepEqual(drawnLine([], 100, 50), { path: "M0.0 25.0", zero: 25 });
});

test("a text of the room within a sentence begins with a small letter, and a rank stays as it is", () => {
  assert.deepEqual(["Two pair, aces and fives", "A-5 low", "all-in", ""].map(small), ["two pair, aces and fives", "A-5 low", "all-in", ""]);
});

test("each step is listed under the street on which it happened, in a run-out too", () => {
  const steps = [
    { street: "flop", turn: { seat: 0 } }, // a bet
    { street: "turn" }, // all-in, and called
    { street: "turn" }, // uncalled chips go back
    { street: "river" }, // the turn is dealt, and nobody can act
    { street: "showdown" }, // the river is dealt
    { street: "showdown" }, // a hand is shown
  ];
  assert.deepEqual(steps.map((_, at) => streetAt(steps, at)), ["flop", "flop", "turn", "turn", "river", "showdown"]);
});

test("who has lost all is not all-in when the hand is over", () => {
  const lost = { player: "Bo", hand: "all-in", stack: 0, cards: [], state: "in", bet: 0 };
  const won = { player: "Ann", hand: "live", stack: 200, cards: [], state: "in", bet: 0 };
  const step = (/** @type {object} */ more) => ({ street: "river", seats: [lost, won], ...more });
  const before = step({ pots: [{ amount: 200, players: [] }] });
  const after = step({ pots: [], seats: [lost, { ...won, won: 200 }] });
  const replayed = { title: "Kitchen", hand: 1, button: 0, stud: false, steps: [before, after] };
  const words = [before, after].map((one) => under(/** @type {any} */ (lost), stateOf(/** @type {any} */ (replayed), /** @type {any} */ (one), null)));
  assert.deepEqual(words, ["all-in", "no chips"]);
});
