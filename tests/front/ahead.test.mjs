/** Decisions ahead of one's turn: each of them, and each way in which the price may change before the turn comes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { Actions } from "../../src/sidepot/web/static/decision/actions.js";
import { Ahead, plansFor } from "../../src/sidepot/web/static/decision/ahead.js";
import { wholeState } from "../../src/sidepot/web/static/room/messages.js";
import { wholeOptions } from "./options.mjs";

const seat = (player, stack, bet = 0, hand = "live") => ({ player, stack, bet, hand });

/** Bo (seat 1) is to act, and Ann (seat 0) after Bo, in the first round of hand 5: there is `price` to pay. */
const table = (more = {}) =>
  wholeState({
    table: "1", title: "T", phase: "playing", hand: 5, street: "flop", turn: 3, root: "r", price: 0, to_act: 1, due: "act",
    to_come: [2, 0], seats: [seat("Ann", 200), seat("Bo", 200), seat("Cy", 200)], pots: [{ amount: 40, eligible: [0, 1, 2] }],
    ...more,
  });
const priced = (price, more = {}) =>
  table({ price, seats: [seat("Ann", 200), seat("Bo", 200), seat("Cy", 200 - price, price)], to_come: [0], ...more });

const CHECKS = { due: 7, seat: 0, may_fold: true, may_check: true };
const calls = (call) => ({ due: 7, seat: 0, may_fold: true, call });

/** Each decision ahead: where it is offered, what is due as the turn comes, and what is done then. */
const PLANS = [
  { kind: "check_fold", from: table(), turn: table({ to_act: 0, to_come: [] }), options: CHECKS, done: { type: "check" }, raised: { type: "fold" } },
  { kind: "check", from: table(), turn: table({ to_act: 0, to_come: [] }), options: CHECKS, done: { type: "check" } },
  { kind: "check_fold", from: priced(20), turn: priced(20, { to_act: 0, to_come: [] }), options: calls(20), done: { type: "fold" }, raised: { type: "fold" } },
  { kind: "call", from: priced(20), turn: priced(20, { to_act: 0, to_come: [] }), options: calls(20), done: { type: "call" } },
  { kind: "call_any", from: table(), turn: table({ to_act: 0, to_come: [] }), options: CHECKS, done: { type: "check" }, raised: { type: "call" } },
  { kind: "call_any", from: priced(20), turn: priced(20, { to_act: 0, to_come: [] }), options: calls(20), done: { type: "call" }, raised: { type: "call" } },
];
const AT_ONE_PRICE = PLANS.filter(({ raised }) => !raised);
const AT_ANY_PRICE = PLANS.filter(({ raised }) => raised); // `raised` is done at a new price

/** Each change of the price: what it is, and the table after it. */
const CHANGES = [
  ["a bet, or a raise", (from) => priced(from.price + 40)],
  ["a bet by the player before, so that the turn is there", (from) => priced(from.price + 40, { to_act: 0, to_come: [] })],
  ["a short all-in", (from) => priced(from.price + 3)],
  ["a raise beyond one's chips", () => priced(2000)],
  ["a raise after which others act first", (from) => priced(from.price + 40, { to_act: 2, to_come: [0, 1] })],
  ["a marker that is refused: the bet falls back", (from) => priced(from.price ? 0 : 10)],
  ["a part of the price is one's own by now", (from) =>
    priced(from.price || 20, { seats: [seat("Ann", 195, 5), seat("Bo", 200), seat("Cy", 180, 20)] })],
];

/** What has nothing to do with the price. */
const OTHERS = [
  ["another player checks or calls", (from) => ({ ...from, to_act: 2, to_come: [0], turn: 4 })],
  ["another player folds", (from) =>
    ({ ...from, to_act: 2, to_come: [0], seats: [from.seats[0], { ...from.seats[1], hand: "folded" }, from.seats[2]] })],
  ["somebody sits down, or loses the line", (from) => ({ ...from, seats: [from.seats[0], { ...from.seats[1], away: true }, from.seats[2]] })],
];

/** One who has decided on `kind`. */
function decided({ kind, from }) {
  const ahead = new Ahead();
  ahead.follow(from, 0);
  ahead.choose(plansFor(from, 0).find((one) => one.kind === kind));
  assert.equal(ahead.plan.kind, kind);
  return ahead;
}

test("a new price cancels a check and a call at once, and the note says so", () => {
  for (const plan of AT_ONE_PRICE) {
    for (const [what, change] of CHANGES) {
      const ahead = decided(plan);
      const after = change(plan.from);
      ahead.follow(after, 0);
      assert.equal(ahead.plan, null, `${plan.kind}: ${what}`);
      assert.match(ahead.note.textContent, /^(It is now [\d,]+ to call|You can check now|Something else comes first): “.+” was cancelled$/,
        `${plan.kind}: ${what}`);
      assert.equal(ahead.take(wholeOptions(calls(after.price))), null);
      assert.ok(ahead.row.children.every(({ firstChild }) => firstChild.getAttribute("aria-pressed") === "false"));
      ahead.follow(plan.from, 0); // the price is as it was: it stays off
      assert.equal(ahead.plan, null, `${plan.kind}: ${what}`);
    }
  }
});

test("a new price leaves check/fold and call any on: the one folds, the other calls", () => {
  for (const plan of AT_ANY_PRICE) {
    for (const [what, change] of CHANGES) {
      const ahead = decided(plan);
      const after = change(plan.from);
      ahead.follow(after, 0);
      assert.equal(ahead.plan?.kind, plan.kind, `${plan.kind}: ${what}`);
      ahead.follow({ ...after, to_act: 0, to_come: [] }, 0);
      assert.deepEqual(ahead.take(wholeOptions(calls(after.price || 20))), plan.raised, `${plan.kind}: ${what}`);
      assert.equal(ahead.take(wholeOptions(calls(20))), null); // once
    }
  }
});

test("what does not change the price leaves it on, and it is done as soon as the turn comes", () => {
  for (const plan of PLANS) {
    for (const [what, change] of OTHERS) {
      const ahead = decided(plan);
      ahead.follow(change(plan.from), 0);
      assert.equal(ahead.plan?.kind, plan.kind, what);
      ahead.follow(plan.turn, 0); // the table is told first, the options a moment later
      assert.deepEqual(ahead.take(wholeOptions(plan.options)), plan.done, what);
      assert.equal(ahead.take(wholeOptions(plan.options)), null); // once
    }
  }
});

test("the price is said as it is now", () => {
  const words = (kind, from, after) => {
    const ahead = decided({ kind, from });
    ahead.follow(after, 0);
    return ahead.note.textContent;
  };
  assert.equal(words("check", table(), priced(40)), "It is now 40 to call: “Check” was cancelled");
  assert.equal(words("check_fold", table(), priced(40)), "It is now 40 to call: Fold as soon as it is your turn");
  assert.equal(words("call_any", priced(20), priced(60)), "It is now 60 to call: Call any as soon as it is your turn");
  assert.equal(words("call", priced(20), priced(60)), "It is now 60 to call: “Call 20” was cancelled");
  assert.equal(words("call", priced(20), priced(2000)), "It is now 200 to call: “Call 20” was cancelled"); // all one has
  assert.equal(words("check_fold", priced(20), priced(0)), "Check/fold as soon as it is your turn");
});

test("what the room does not allow as the turn comes is not done", () => {
  const [check, call] = AT_ONE_PRICE;
  for (const [plan, options] of [[check, calls(20)], [call, calls(30)]]) {
    const ahead = decided(plan);
    ahead.follow(plan.turn, 0);
    assert.equal(ahead.take(wholeOptions(options)), null, plan.kind);
    assert.match(ahead.note.textContent, /was cancelled/);
  }
});

test("it ends with the round, the hand, or one's own hand, and nothing is said of it then", () => {
  const ends = [
    table({ street: "turn", to_act: 0, to_come: [1, 2] }), table({ hand: 6, street: "preflop" }),
    table({ phase: "between", to_act: -1, to_come: [], due: "" }),
    table({ seats: [seat("Ann", 200, 0, "folded"), seat("Bo", 200), seat("Cy", 200)], to_come: [2] }),
  ];
  for (const end of ends) {
    const ahead = decided(PLANS[1]);
    ahead.follow(end, 0);
    assert.deepEqual([ahead.plan, ahead.note.textContent], [null, ""]);
  }
});

test("a table that is paused goes on with what was decided", () => {
  const ahead = decided(PLANS[0]);
  ahead.follow(table({ phase: "paused", to_act: -1, to_come: [], due: "" }), 0);
  assert.equal(ahead.row.children.length, 0); // nothing is decided meanwhile
  ahead.follow(table(), 0);
  assert.equal(ahead.plan.kind, "check_fold");
  ahead.follow(PLANS[0].turn, 0);
  assert.deepEqual(ahead.take(wholeOptions(CHECKS)), { type: "check" });
});

test("a marker that is offered comes first: a decision ahead is off", () => {
  const ahead = decided(AT_ONE_PRICE[1]);
  ahead.follow(priced(20, { due: "consent", to_come: [] }), 0);
  assert.deepEqual([ahead.plan, ahead.note.textContent], [null, "Something else comes first: “Call 20” was cancelled"]);
});

test("only a player who has an act to come decides ahead", () => {
  const kinds = (state, own = 0) => plansFor(state, own).map(({ kind }) => kind);
  assert.deepEqual(kinds(table()), ["check_fold", "check", "call_any"]);
  assert.deepEqual(kinds(priced(20)), ["check_fold", "call", "call_any"]);
  assert.deepEqual(kinds(priced(20, { to_come: [2] })), []); // who has called already
  assert.deepEqual(kinds(table({ to_act: 0, to_come: [2] })), []); // it is one's turn
  assert.deepEqual(kinds(table(), -1), []); // a spectator
  for (const hand of ["folded", "all-in", ""]) {
    assert.deepEqual(kinds(table({ seats: [seat("Ann", 200, 0, hand), seat("Bo", 200), null] })), [], hand);
  }
});

test("a call of all one's chips is called that", () => {
  const [, call] = plansFor(priced(500), 0);
  assert.deepEqual([call.name, call.costs], ["Call all-in", 200]);
});

// ---- at the buttons

/** Actions that wait for Bo, and what they sent. */
function waiting(state = table()) {
  const actions = new Actions();
  const sent = [];
  actions.wait([], state, 0);
  const comes = (turn, options) => actions.show({
    options: wholeOptions(options), state: turn, turn: turn.turn, own: 0, cards: [], picked: () => [],
    send: (what) => {
      sent.push(what.command);
      return Promise.resolve();
    },
  });
  const pressed = () => actions.ahead.row.children.map(({ firstChild }) => firstChild.getAttribute("aria-pressed")).join();
  return { actions, sent, comes, pressed };
}

test("a key decides ahead, and takes it back, without another button for it", () => {
  const { actions, pressed } = waiting();
  const [{ firstChild: button }] = actions.ahead.row.children;
  assert.ok(actions.press("q"));
  assert.equal(pressed(), "true,false,false");
  assert.ok(actions.press("e"));
  assert.equal(pressed(), "false,true,false");
  assert.ok(actions.press("e"));
  assert.equal(pressed(), "false,false,false");
  assert.equal(actions.ahead.row.children[0].firstChild, button);
  assert.equal(actions.press("f"), false);
});

test("it is sent once as the turn comes, and the turn is like any other without it", () => {
  const { actions, sent, comes } = waiting();
  actions.press("e");
  const turn = table({ to_act: 0, to_come: [] });
  actions.wait([], turn, 0); // the options are still to come
  assert.deepEqual([comes(turn, CHECKS), comes(turn, CHECKS)], [true, false]);
  assert.deepEqual(sent, [{ type: "check" }]);
  const other = waiting();
  assert.equal(other.comes(turn, CHECKS), false);
  assert.deepEqual(other.sent, []);
});

test("a price that changes as the turn comes leaves the decision to the player", () => {
  const { actions, sent, comes } = waiting();
  actions.press("e");
  const turn = priced(40, { to_act: 0, to_come: [] });
  actions.wait([], turn, 0);
  assert.equal(comes(turn, calls(40)), false);
  assert.deepEqual([sent, actions.ahead.note.textContent], [[], "It is now 40 to call: “Check” was cancelled"]);
  actions.wait([], priced(40, { to_act: 2, to_come: [] }), 0); // it was decided, and the words go with it
  assert.equal(actions.ahead.note.textContent, "");
});
