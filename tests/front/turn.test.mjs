/** What is said of the turn, the clock of a decision, one's own cards, and that a decision is sent once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement } from "./page.mjs";
import { Refused } from "../../src/sidepot/web/static/room/api.js";
import { Actions } from "../../src/sidepot/web/static/decision/actions.js";
import { Own } from "../../src/sidepot/web/static/decision/own.js";
import { waitingWords, yourTurnWords } from "../../src/sidepot/web/static/decision/turn.js";
import { wholeState, wholeYours } from "../../src/sidepot/web/static/room/messages.js";
import { wholeOptions } from "./options.mjs";
import { inWords } from "../../src/sidepot/web/static/seat/seat_words.js";
import { remaining, waitedFor } from "../../src/sidepot/web/static/table/clock.js";
import { boardWinners, missedWinner, winners } from "../../src/sidepot/web/static/table/middle.js";

const SEATS = [
  { player: "Ann", stack: 200, hand: "live" }, { player: "Bo", stack: 180, bet: 20, hand: "live" }, null,
];
const told = (more = {}) => ({
  table: "1", title: "T", phase: "playing", seats: SEATS, pots: [{ amount: 40, eligible: [0, 1] }], price: 20,
  to_act: 0, due: "act", turn: 3, hand: 5, root: "r", halves: ["high", "low"], ...more,
});

/** What Ann, in seat 0, knows of a table. */
const room = (state = {}, { own = 0, me = "Ann", yours = {} } = {}) => ({
  table: "1", state: wholeState(told(state)), own, me, role: "player", seq: 1, missed: null,
  yours: yours && wholeYours({ table: "1", seq: 1, seat: own, ...yours, ...(yours.options && { options: wholeOptions(yours.options) }) }),
});
const optionsOf = (more) => wholeOptions({ due: 7, seat: 0, ...more });
const turn = (options, where = room()) => yourTurnWords(where, optionsOf(options));
const waiting = (state, more, now = 0) => waitingWords(room(state, more), now);

// ---- one's own turn

test("one's turn is told with what it costs, what is in the pot, and one's cards", () => {
  const where = room({}, { yours: { cards: [51, 0] } });
  const options = { call: 20, raise_min: 40, raise_max: 200, verb: "raise" };
  assert.equal(turn(options, where), "Your turn: 20 to call, the pot is 60. You can raise to between 40 and 200. "
    + "You hold ace of spades and deuce of clubs.");
  assert.equal(turn({ may_check: true }), "Your turn: nothing to call, the pot is 60.");
  assert.equal(turn({ raise_min: 2_000, raise_max: 2_000 }), "Your turn: nothing to call, the pot is 60. You can bet 2,000.");
  assert.equal(turn({ call: 80, raise_min: 160, raise_max: 160, verb: "raise" }), "Your turn: 80 to call, the pot is 60. You can raise to 160.");
});

test("a seat whose bet came back is not all-in any more", () => {
  const { state } = room();
  const words = (stack) => inWords({ ...state.seats[0], hand: "all-in", stack }, 0, { state, own: 1, maySit: false, onSit: () => {} });
  assert.match(words(0), /all-in/);
  assert.match(words(120), /in the hand/);
});

test("each kind of decision has words of its own", () => {
  assert.match(turn({ due: 6, bring_in: 2 }), /^Your turn: bring in for 2 or complete\./);
  assert.match(turn({ due: 8, discard: 3 }), /draw up to 3 cards or stand pat/);
  assert.match(turn({ due: 8, discard: 1, discard_least: 1 }), /discard 1 card/);
  assert.match(turn({ due: 10, may_muck: true }), /show your hand or muck/);
  assert.equal(turn({ due: 10 }), "Your turn: show your hand.");
  assert.match(turn({ due: 13, runs: 3 }), /up to 3\.$/);
  assert.match(turn({ due: 14 }), /declare high, low or both/);
  assert.match(turn({ due: 17, open: { face: 1_500 } }), /accept or refuse a marker for 1,500/);
});

// ---- waiting

test("who waits is told for whom", () => {
  assert.equal(waiting({ to_act: 1 }), "Bo is to act");
  assert.equal(waiting({ to_act: 1, due: "draw" }), "Bo is to draw");
  assert.equal(waiting({ to_act: 0 }), "It is your turn");
  const seats = [{ ...SEATS[0], hand: "folded" }, SEATS[1]];
  assert.equal(waiting({ to_act: 1, seats }), "You have folded. Bo is to act");
  const allIn = [{ ...SEATS[0], hand: "all-in", stack: 0 }, SEATS[1]];
  assert.equal(waiting({ to_act: 1, seats: allIn }), "You are all-in. Bo is to act");
  assert.equal(waiting({ to_act: -1, seats: allIn }), "You are all-in.");
  assert.equal(waiting({ to_act: -1, seats: allIn }, { own: 1 }), "Hand in progress");
  assert.equal(waiting({ phase: "choosing", to_act: -1, chooser: 0 }), "Your deal: choose the game");
  assert.equal(waiting({ phase: "choosing", to_act: -1, chooser: 1 }), "Bo is choosing the game");
});

test("between hands the time to the next one counts down", () => {
  const between = { phase: "between", to_act: -1, next_at: 65_000, root: "" };
  assert.equal(waiting(between, {}, 500), "Next hand in 1:05");
  assert.equal(waiting(between, {}, 65_000), "The next hand starts soon");
  assert.equal(waiting({ ...between, phase: "paused", why: "dinner" }, {}, 500), "dinner");
});

test("who is not dealt in is told why", () => {
  const seats = (state, stack = 200) => [{ ...SEATS[0], hand: "", state, stack }, SEATS[1]];
  assert.equal(waiting({ seats: seats("out"), to_act: 1 }), "You are sitting out");
  assert.equal(waiting({ seats: seats("waits"), to_act: 1 }), "You are dealt in when the big blind reaches you");
  const busted = { seats: seats("busted", 0), to_act: 1 };
  assert.equal(waiting(busted, { yours: { seat_until: 30_000 } }, 1_000), "You have no chips: your seat is held for 0:29");
  assert.equal(waiting(busted, {}, 1_000), "You have no chips");
});

test("who leaves is told when", () => {
  const seats = [{ ...SEATS[0], leaving: true }, SEATS[1]];
  assert.equal(waiting({ seats, to_act: 1 }), "Bo is to act. You leave after this hand");
  assert.match(waiting({ seats: [{ ...seats[0], put_out: true }, SEATS[1]], to_act: 1 }), /The host removed you/);
  assert.doesNotMatch(waiting({ seats, phase: "over", to_act: -1 }), /You leave/);
});

test("who waits for a seat is told their place on the list", () => {
  const nobody = { own: -1, yours: { may: ["leave"], queued: 2 } };
  assert.match(waiting({ phase: "between", to_act: -1 }, nobody), /^You are number 2 on the waiting list$/);
  assert.match(waiting({}, nobody), /you sit down after this hand if a seat is free$/);
});

// ---- the clock

test("all wait for the seat to act, or before a hand for who names the game or cuts", () => {
  const of = (more) => waitedFor(wholeState(told(more)));
  assert.deepEqual([of({}), of({ to_act: -1 })], [0, -1]);
  assert.deepEqual([of({ to_act: -1, phase: "choosing", chooser: 2 }), of({ to_act: -1, phase: "cutting", cutter: 1 })], [2, 1]);
});

test("a player's own time runs first, then the bank", () => {
  const state = wholeState(told({ since: 1_000, bank_from: 11_000, until: 31_000 }));
  assert.deepEqual(remaining(state, 6_000), { left: 5_000, part: 0.5, bank: false });
  assert.deepEqual(remaining(state, 11_000), { left: 20_000, part: 1, bank: true });
  assert.deepEqual(remaining(state, 26_000), { left: 5_000, part: 0.25, bank: true });
  assert.equal(remaining(state, 40_000).part, 0);
  const bankless = wholeState(told({ since: 0, until: 10_000 }));
  assert.deepEqual(remaining(bankless, 4_000), { left: 6_000, part: 0.6, bank: false });
});

// ---- one's own cards

const cards = (own, more = {}) => own.show({ cards: [4, 8, 12, 16, 20], down: 5, name: { text: "", isEnglish: false }, most: 2, turn: 1, folded: false, lie: () => "", ...more });

test("as many cards are chosen as may be changed, in the order in which they lie", () => {
  const own = new Own();
  cards(own);
  assert.deepEqual([own.toggle(3), own.toggle(1), own.toggle(0), own.toggle(5)], [true, true, false, false]);
  assert.deepEqual(own.picked, [8, 16]);
  assert.ok(own.toggle(3));
  assert.deepEqual(own.picked, [8]);
});

test("a choice stays while the decision does, and is gone with it", () => {
  const own = new Own();
  cards(own);
  own.toggle(1);
  cards(own);
  assert.deepEqual(own.picked, [8]);
  cards(own, { turn: 2 });
  assert.deepEqual(own.picked, []);
  own.toggle(1);
  cards(own, { turn: 2, most: 0 });
  assert.deepEqual([own.picked, own.toggle(1)], [[], false]);
});

// ---- a decision is sent once

/** Actions that show Ann's decision, and what they sent; `answer` ends the wait for the answer. */
function deciding(options = { may_fold: true, call: 20, raise_min: 40, raise_max: 200, verb: "raise" }) {
  const actions = new Actions();
  const sent = [];
  const answers = [];
  const view = {
    options: optionsOf(options), state: wholeState(told()), turn: 3, own: 0, cards: [], picked: () => [],
    send: (what) => {
      sent.push(what);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
  };
  actions.show(view);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { actions, view, sent, answers, settled };
}

test("keys press the buttons of a decision", () => {
  for (const [keys, command] of [["c", { type: "call" }], ["f", { type: "fold" }], ["mr", { type: "raise_to", to: 200 }]]) {
    const { actions, sent } = deciding();
    for (const key of keys) if (!actions.press(key)) assert.fail(key);
    if (keys === "mr") actions.row.children.at(-1).firstChild.click();
    assert.deepEqual(sent, [{ type: "act", turn: 3, command }]);
  }
  assert.equal(deciding().actions.press("z"), false);
});

test("a decision is sent once until it is refused", async () => {
  const { actions, sent, answers, settled } = deciding();
  actions.press("c");
  actions.press("c");
  actions.press("f");
  assert.equal(sent.length, 1);
  answers[0].reject(new Refused("it is not your turn", "PG-2"));
  await settled();
  assert.equal(actions.refusal.textContent, "it is not your turn How poker is played, 2");
  actions.press("f");
  assert.equal(sent.length, 2);
});

test("the same decision shown again is not sent again, a new one is", async () => {
  const { actions, view, sent, answers, settled } = deciding();
  actions.press("c");
  answers[0].resolve({});
  await settled();
  actions.show(view);
  actions.press("c");
  assert.equal(sent.length, 1);
  actions.show({ ...view, turn: 4 });
  actions.press("c");
  assert.deepEqual(sent.map(({ turn }) => turn), [3, 4]);
});

test("folding where checking is free must be pressed twice", () => {
  const { actions, sent } = deciding({ may_fold: true, may_check: true });
  actions.press("f");
  assert.equal(sent.length, 0);
  actions.press("f");
  assert.deepEqual(sent.map(({ command }) => command.type), ["fold"]);
});

test("what is not allowed is not sent", () => {
  const { actions, sent } = deciding({ may_fold: true, call: 20 });
  actions.press("r");
  assert.deepEqual([sent.length, actions.row.children.at(-1).firstChild.focused], [0, true]);
});

test("without a decision it shows what one waits for", () => {
  const { actions } = deciding();
  const words = [FakeElement.text("Bo is to act")];
  actions.wait(words);
  assert.equal(actions.status.textContent, "Bo is to act");
  assert.equal(actions.press("c"), false);
  assert.equal(actions.row.children.length, 0);
});

// ---- how a hand ended

test("the winners, the largest first, with what they won by", () => {
  const seats = [{ ...SEATS[0], won: 40, hand_name: "a pair" }, { ...SEATS[1], won: 60, declared: 2 }, null];
  assert.deepEqual(winners(wholeState(told({ seats }))), [
    { player: "Bo", won: 60, hand: "", odd: "", declared: "declared low" },
    { player: "Ann", won: 40, hand: "a pair", odd: "", declared: "" },
  ]);
  const state = wholeState(told({ seats, won_by: [[[1, 60]], [[0, 30], [1, 10]]] }));
  assert.deepEqual([boardWinners(state, 0), boardWinners(state, 1), boardWinners(state, 2)], ["Bo 60", "Ann 30 and Bo 10", ""]);
});

test("a winner who left with the hand is still named", () => {
  const before = wholeState(told());
  const after = told({ phase: "between", seats: [SEATS[0], { player: "Cy", stack: 100 }, null] });
  const what = [{ type: "hand_done", number: 5, stacks: [], won: [0, 60] }];
  const event = { type: "event", table: "1", seq: 2, at: 0, state: after, what };
  assert.deepEqual(missedWinner(before, event), { hand: 5, player: "Bo", won: 60, hand_name: "", declared: 0 });
  assert.equal(missedWinner(before, { ...event, what: [] }), null);
  assert.equal(missedWinner(null, event), null);
  assert.equal(missedWinner(before, { ...event, state: told({ phase: "between" }) }), null);
});

// ---- what is left out on the wire

test("what the room leaves out has its default value", () => {
  const state = wholeState({ table: "1", title: "T", phase: "waiting", seats: [{ player: "Ann", stack: 5 }, null] });
  assert.deepEqual([state.chip, state.button, state.to_act, state.seats[0].state], [1, -1, -1, "in"]);
  const mine = wholeYours({ table: "1", seq: 1 });
  assert.deepEqual([mine.seat, mine.cards, mine.options, mine.talk], [-1, [], null, "at once"]);
});
