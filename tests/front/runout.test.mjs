/** The run-out of an all-in: told at once, shown hands first, then street by street. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./page.mjs";
import { wholeState } from "../../src/sidepot/web/static/room/told.js";
import { Stage, framesOf } from "../../src/sidepot/web/static/table/runout.js";

const before = wholeState({
  table: "1", title: "T", phase: "playing", hand: 3, root: "r", to_act: 1, due: "act",
  seats: [{ player: "Ann", stack: 0, bet: 50, hand: "all-in" }, { player: "Bo", stack: 30, bet: 20, hand: "live" }],
});
const shown = { shown: true, cards: [1, 2], hand_name: "Pair of aces", hand: "live" };

/** Ann wins 100 with the river. */
const told = (more = {}) => ({
  type: "event", table: "1", seq: 9, at: 0, log: ["x"],
  what: [
    { type: "called", seat: 1, amount: 30 }, { type: "board_dealt", cards: [10, 11, 12] },
    { type: "board_dealt", cards: [13] }, { type: "board_dealt", cards: [14] }, { type: "hand_done", won: [100, 0] },
  ],
  state: {
    table: "1", title: "T", phase: "between", hand: 3, next_at: 99, boards: [[10, 11, 12, 13, 14]],
    seats: [{ player: "Ann", stack: 100, won: 100, ...shown }, { player: "Bo", stack: 0, state: "busted", ...shown }],
    ...more,
  },
});

test("first the hands, then flop, turn and river, each for the time of the table", () => {
  const frames = framesOf(before, told());
  assert.deepEqual(frames.map(({ state }) => state.boards), [
    [], [[10, 11, 12]], [[10, 11, 12, 13]], [[10, 11, 12, 13, 14]],
  ]);
  assert.deepEqual(frames.map(({ stands }) => stands), [1200, 1200, 1200, 1200]);
  assert.deepEqual(frames.map(({ state }) => state.street), ["all-in", "flop", "turn", "river"]);
});

test("nobody has won, and the chips lie in the middle, until the last card has come", () => {
  for (const { state } of framesOf(before, told())) {
    assert.deepEqual(state.seats.map(({ won, hand_name, stack, hand }) => [won, hand_name, stack, hand]), [
      [0, "", 0, "all-in"], [0, "", 0, "all-in"],
    ]);
    assert.deepEqual(state.pots, [{ amount: 100, eligible: [0, 1], waits: false }]);
    assert.ok(state.seats.every(({ cards }) => cards.length === 2));
    assert.deepEqual([state.phase, state.next_at, state.seats[1].state], ["playing", 0, "in"]);
  }
});

test("each run of a board comes after the one before", () => {
  const event = told({ runs: 2, boards: [[10, 11, 12, 13, 14], [10, 11, 12, 13, 20]] });
  event.what = [
    { type: "board_dealt", cards: [14] }, { type: "board_dealt", cards: [20], board: 1 }, { type: "hand_done", won: [] },
  ];
  const frames = framesOf({ ...before, boards: [[10, 11, 12, 13]] }, event);
  assert.deepEqual(frames.map(({ state }) => state.boards.map((board) => board.length)), [[4, 4], [5, 4], [5, 5]]);
});

test("where nothing is run out, or the table looks at nothing, all is shown at once", () => {
  assert.deepEqual(framesOf(before, told({ street_ms: 0 })), []);
  assert.deepEqual(framesOf(before, told(), 0), []);
  assert.deepEqual(framesOf(null, told()), []);
  const played = told();
  played.what = played.what.filter(({ type }) => type !== "board_dealt");
  assert.deepEqual(framesOf(before, played), []);
  assert.deepEqual(framesOf(before, { ...told(), what: undefined }), []);
});

test("what is told meanwhile waits for its turn, and a new picture of the table ends it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const stage = new Stage();
  const seen = [];
  stage.play([{ state: "one", stands: 5 }, { state: "two", stands: 5 }], (state) => seen.push(state), () => seen.push("end"));
  stage.after(() => seen.push("next"));
  mock.timers.tick(4);
  assert.deepEqual(seen, ["one"]);
  mock.timers.tick(5);
  assert.deepEqual(seen, ["one", "two"]);
  mock.timers.tick(5);
  assert.deepEqual(seen, ["one", "two", "end", "next"]);
  stage.play([{ state: "three", stands: 5 }], (state) => seen.push(state), () => seen.push("never"));
  stage.after(() => seen.push("never"));
  stage.stop();
  mock.timers.tick(50);
  assert.deepEqual(seen.slice(4), ["three"]);
  mock.timers.reset();
});
