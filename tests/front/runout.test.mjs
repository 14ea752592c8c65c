/** The run-out of an all-in: told at once, shown hands first, then street by street. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./page.mjs";
import { wholeState } from "../../src/sidepot/web/static/room/messages.js";
import { lies } from "../../src/sidepot/web/static/table/lifted.js";
import { Stage, addShares, framesOf } from "../../src/sidepot/web/static/table/runout.js";

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

test("chips bought after the hand are shown after it, not before the river", () => {
  const event = told({ behind: [0, 70], paid: [{ pot: 0, board: 0, half: -1, seat: 0, chips: 100, cards: [] }] });
  Object.assign(event.state.seats[1], { stack: 1000, state: "in" }); // Bo had 70 and fills up to 1,000
  const frames = framesOf(before, event);
  assert.deepEqual(frames.map(({ state }) => state.seats.map(({ stack }) => stack)), [
    [0, 70], [0, 70], [0, 70], [0, 70], [100, 70],
  ]);
  assert.deepEqual(frames.at(-1).state.seats.map(({ won }) => won), [100, 0]);
});

test("each run of a board comes after the one before", () => {
  const event = told({ runs: 2, boards: [[10, 11, 12, 13, 14], [10, 11, 12, 13, 20]] });
  event.what = [
    { type: "board_dealt", cards: [14] }, { type: "board_dealt", cards: [20], board: 1 }, { type: "hand_done", won: [] },
  ];
  const frames = framesOf({ ...before, boards: [[10, 11, 12, 13]] }, event);
  assert.deepEqual(frames.map(({ state }) => state.boards.map((board) => board.length)), [[4, 4], [5, 4], [5, 5]]);
});

test("in stud the streets come to the hands, one after the other", () => {
  const facts = { kind: "stud", limit: "fixed limit" };
  const cards = [[1, 2, 3, 4, 5, 6, 7], [11, 12, 13, 14, 15, 16, 17]];
  const seats = before.seats.map((seat) => ({ ...seat, cards: [53, 53, 3, 4, 5] }));
  const event = told({ facts, boards: [], seats: told().state.seats.map((seat, at) => ({ ...seat, cards: cards[at] })) });
  event.what = [
    { type: "called", seat: 1, amount: 30 },
    { type: "dealt", seat: 0, cards: [6], up: 1 }, { type: "dealt", seat: 1, cards: [16], up: 1 },
    { type: "dealt", seat: 0, cards: [53] }, { type: "dealt", seat: 1, cards: [53] }, { type: "hand_done", won: [100, 0] },
  ];
  const frames = framesOf({ ...before, facts, seats }, event);
  assert.deepEqual(frames.map(({ state }) => state.street), ["all-in", "sixth street", "seventh street"]);
  assert.deepEqual(frames.map(({ state }) => state.seats.map((seat) => seat.cards.length)), [[5, 5], [6, 6], [7, 7]]);
  assert.deepEqual(frames[0].state.seats[0].cards, [1, 2, 3, 4, 5]);
});

test("in stud a seat of the hand is not the seat of the table with that number", () => {
  const facts = { kind: "stud", limit: "fixed limit" };
  const cards = [1, 2, 3, 4, 5, 6, 7];
  const seats = [null, null, ...before.seats.map((seat) => ({ ...seat, cards: [53, 53, 3, 4, 5, 6] }))];
  const event = told({ facts, boards: [], seats: [null, null, ...told().state.seats.map((seat) => ({ ...seat, cards }))] });
  event.what = [{ type: "dealt", seat: 0, cards: [53] }, { type: "dealt", seat: 1, cards: [53] }, { type: "hand_done", won: [100, 0] }];
  const frames = framesOf({ ...before, facts, seats }, event);
  assert.deepEqual(frames.map(({ state }) => state.seats.map((seat) => seat?.cards.length)), [
    [undefined, undefined, 6, 6], [undefined, undefined, 7, 7],
  ]);
});

test("in a draw game the hands of an all-in lie open before the pot is paid", () => {
  const facts = { kind: "draw", limit: "no limit" };
  const event = told({ facts, boards: [] });
  event.what = [{ type: "dealt", seat: 1, cards: [53] }, { type: "hand_done", won: [100, 0] }];
  const frames = framesOf({ ...before, facts }, event);
  assert.deepEqual(frames.map(({ state }) => [state.street, state.seats[0].won]), [["all-in", 0]]);
  const live = before.seats.map((seat) => ({ ...seat, hand: "live" }));
  assert.deepEqual(framesOf({ ...before, facts, seats: live }, event), []);
});

const PAID = [
  { pot: 1, board: 0, half: -1, seat: 1, chips: 40, cards: [1, 2, 10, 11, 12] },
  { pot: 0, board: 0, half: -1, seat: 0, chips: 60, cards: [1, 2, 12, 13, 14] },
];

test("side pots stay, and each pot is pushed to its winner, the last side pot first", () => {
  const contested = [{ amount: 60, eligible: [0, 1] }, { amount: 40, eligible: [1] }];
  const event = told({ paid: PAID, contested });
  Object.assign(event.state.seats[0], { won: 60, stack: 60 });
  Object.assign(event.state.seats[1], { won: 40, stack: 40 });
  const frames = framesOf(before, event);
  assert.deepEqual(frames.map(({ state }) => state.pots.map(({ amount }) => amount)), [
    [60, 40], [60, 40], [60, 40], [60, 40], [60],
  ]);
  assert.deepEqual(frames.map(({ step }) => step), [0, 1, 2, 3, -1]);
  const last = frames.at(-1).state;
  assert.equal(last.street, "side pot");
  assert.deepEqual(last.seats.map(({ won, stack, hand_name }) => [won, stack, hand_name]), [
    [0, 0, "Pair of aces"], [40, 40, "Pair of aces"],
  ]);
  assert.ok(frames.slice(0, -1).every(({ state }) => !state.paid.length));
});

test("the cards that won the pot that was paid last are lifted, those of a hand that won another pot are not dimmed", () => {
  const { onBoard, ofSeat } = lies(wholeState(told({ paid: PAID }).state));
  assert.deepEqual([10, 11, 12, 13, 14].map((card) => onBoard(0, card)), ["dimmed", "dimmed", "lifted", "lifted", "lifted"]);
  assert.deepEqual([ofSeat(0, 1), ofSeat(1, 1), ofSeat(2, 1), onBoard(1, 12)], ["lifted", "", "dimmed", "dimmed"]);
  const nobody = lies(wholeState(told({ paid: [{ ...PAID[0], board: -1, cards: [] }] }).state));
  assert.equal(nobody.onBoard(0, 10) + nobody.ofSeat(0, 1), "");
});

test("the part of a bet that nobody has called is seen going back, before the hands are opened", () => {
  const event = told();
  event.what.splice(1, 0, { type: "returned", seat: 7, amount: 10 });
  const [first, second] = framesOf({ ...before, seats: [{ ...before.seats[0], bet: 60 }, before.seats[1]] }, event);
  assert.deepEqual(first.state.seats.map(({ bet, stack, last }) => [bet, stack, last]), [
    [50, 10, "gets 10 back"], [50, 0, "all-in"],
  ]);
  assert.ok(first.state.seats.every(({ shown }) => !shown));
  assert.ok(second.state.seats.every(({ shown }) => shown));
  event.what.splice(1, 0, { type: "returned", seat: 8, amount: 5 });
  const [hands] = framesOf({ ...before, seats: [{ ...before.seats[0], bet: 60 }, before.seats[1]] }, event);
  assert.ok(hands.state.seats.every(({ shown, last }) => shown && !last));
});

test("the shares of the hands are added when the room has worked them out", async () => {
  const frames = framesOf(before, told());
  const steps = frames.map((_, at) => ({ boards: [], shares: [["Ann", at / 10]], exact: true }));
  const asked = mock.method(globalThis, "fetch", async () => new Response(JSON.stringify({ hand: 3, steps })));
  let drawn = 0;
  await addShares("1", 3, frames, () => drawn++);
  assert.match(String(asked.mock.calls[0].arguments[0]), /\/hands\/3\/shares$/);
  assert.deepEqual(frames.map(({ state }) => state.shares.shares[0][1]), [0, 0.1, 0.2, 0.3]);
  asked.mock.mockImplementation(async () => new Response("{}", { status: 500 }));
  await addShares("1", 3, frames, () => drawn++);
  assert.equal(drawn, 1);
  mock.restoreAll();
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
