/** How much to bet: the pot, the usual amounts, and the row in which an amount is chosen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { press, type } from "./page.mjs";
import { RaiseRow, numberIn, potOf, usualAmounts, verbText } from "../../src/sidepot/web/static/decision/raise.js";
import { wholeOptions, wholeState } from "../../src/sidepot/web/static/room/told.js";

const seat = (player, stack, bet = 0) => ({ player, stack, bet, hand: "live" });

/** Ann (seat 0) has 200 and faces a bet of 20 into a pot of 40. */
const table = (more = {}) =>
  wholeState({
    table: "1", title: "T", phase: "playing", price: 20, to_act: 0, turn: 3, root: "r",
    seats: [seat("Ann", 200), seat("Bo", 180, 20), null], pots: [{ amount: 40, eligible: [0, 1] }], ...more,
  });

const choices = (more = {}) =>
  wholeOptions({ due: 7, seat: 0, may_fold: true, call: 20, raise_min: 40, raise_max: 200, verb: "raise", ...more });

/** A row, what it told of its amount, and how often it was sent. */
function rowOf(options = choices(), { state = table(), step = 20 } = {}) {
  const heard = [];
  const sent = [];
  const row = new RaiseRow({
    state, options, own: 0, step, onAmount: (amount) => heard.push(amount), onSend: () => sent.push(row.amount),
  });
  return { row, heard, sent };
}

const named = (state, options) => usualAmounts(state, options, 0).map(([text, amount]) => [text, amount]);

test("the pot is what was collected and what lies in front, without what waits for the next deal", () => {
  const pots = [{ amount: 40, eligible: [0, 1] }, { amount: 7, eligible: [1], waits: true }];
  assert.equal(potOf(table({ pots })), 60);
  assert.equal(potOf(table({ pots: [], seats: [null, null] })), 0);
});

test("half a pot and a pot count the call first", () => {
  // 40 + 20 in the middle and 20 to call: the pot is 80 then
  assert.deepEqual(named(table(), choices()), [["Min", 40], ["½ pot", 60], ["Pot", 100], ["All-in", 200]]);
});

test("usual amounts stay within the bounds, and each stands once", () => {
  assert.deepEqual(named(table(), choices({ raise_max: 90 })), [["Min", 40], ["½ pot", 60], ["Pot", 90], ["Max", 90]]);
  assert.deepEqual(named(table(), choices({ raise_min: 150 })), [["Min", 150], ["All-in", 200]]);
});

test("usual amounts are of chips that are in play, except all-in", () => {
  const state = table({ chip: 25, seats: [seat("Ann", 210), seat("Bo", 180, 20), null] });
  const found = named(state, choices({ raise_min: 50, raise_max: 210, step: 25 }));
  assert.deepEqual(found, [["Min", 50], ["Pot", 100], ["All-in", 210]]);
});

test("the words of a bet", () => {
  assert.deepEqual(["bet", "raise", "complete"].map(verbText), ["Bet", "Raise to", "Complete to"]);
});

test("an amount is brought within the bounds", () => {
  const { row, heard } = rowOf();
  for (const [asked, got] of [[10, 40], [500, 200], [77, 77], [Number.NaN, 40]]) {
    row.set(asked);
    assert.equal(row.amount, got);
  }
  assert.deepEqual(heard, [40, 200, 77, 40]);
  assert.equal(row.number.value, "40");
});

test("an amount is made of the chips that are in play, and all-in of all there is", () => {
  const { row } = rowOf(choices({ raise_min: 50, raise_max: 210, step: 25 }), { state: table({ chip: 25 }), step: 25 });
  row.set(110);
  assert.equal(row.amount % 25, 0);
  row.set(210);
  assert.equal(row.amount, 210);
  type(row.number, "110");
  assert.equal(row.number.getAttribute("aria-invalid"), "true");
  type(row.number, "125");
  assert.equal(row.number.getAttribute("aria-invalid"), "false");
});

test("an amount that is allowed stays as it is, next to all-in too", () => {
  const { row } = rowOf(choices({ raise_min: 50, raise_max: 210, step: 25 }), { state: table({ chip: 25 }), step: 25 });
  for (const amount of [50, 75, 200, 210]) {
    row.set(amount);
    assert.equal(row.amount, amount);
  }
});

test("a typed amount out of bounds is an error: it is never cut to fit, however often Enter is pressed", () => {
  const { row, heard, sent } = rowOf();
  for (const [typed, words] of [
    ["1,000", "1,000 is too much: 200 is the most"], ["7", "7 is too little: 40 is the least"],
    ["much", "Type a number from 40 to 200"],
  ]) {
    type(row.number, typed);
    assert.equal(heard.at(-1), null);
    for (let times = 0; times < 3; times++) press(row.number, "Enter");
    assert.equal(row.number.getAttribute("aria-invalid"), "true");
    assert.deepEqual([row.number.value, sent], [typed, []]);
    assert.equal(row.error.textContent, words);
    assert.ok(row.number.selected);
    row.number.dispatchEvent(new Event("change")); // the focus goes elsewhere
    assert.equal(row.number.value, typed);
  }
  type(row.number, "120");
  assert.equal(row.error.textContent, "");
});

test("what is typed after an arrow replaces the amount", () => {
  const { row } = rowOf();
  press(row.number, "ArrowUp");
  assert.ok(row.number.selected);
});

test("a typed amount is sent by Enter, and is being written until the focus leaves", () => {
  const { row, sent } = rowOf();
  type(row.number, "120");
  assert.ok("written" in row.number.dataset);
  press(row.number, "Enter");
  assert.deepEqual(sent, [120]);
  row.number.dispatchEvent(new Event("blur"));
  assert.ok(!("written" in row.number.dataset));
});

test("arrows go by steps, pages by five", () => {
  const { row } = rowOf();
  assert.ok(press(row.number, "ArrowUp").defaultPrevented);
  assert.equal(row.amount, 60);
  press(row.number, "PageUp");
  assert.equal(row.amount, 160);
  press(row.number, "ArrowDown");
  assert.equal(row.amount, 140);
  press(row.number, "PageDown");
  assert.equal(row.amount, 40);
  assert.ok(!press(row.number, "a").defaultPrevented);
});

test("the slider stops at whole steps, and at its ends", () => {
  const { row } = rowOf();
  for (const [at, got] of [["71", 80], ["200", 200], ["40", 40], ["195", 200]]) {
    type(row.slider, at);
    assert.equal(row.amount, got);
  }
});

test("a key presses the usual amount that has it", () => {
  const { row } = rowOf();
  assert.ok(row.press("p"));
  assert.equal(row.amount, 100);
  assert.ok(row.press("m"));
  assert.equal(row.amount, 200);
  assert.ok(!row.press("x"));
  const on = row.quick.filter((one) => one.classList.contains("on")).map((one) => one.textContent);
  assert.deepEqual(on, ["All-in"]);
});

test("where only two amounts are allowed there are two buttons", () => {
  const { row, heard } = rowOf(choices({ raise_min: 4, raise_max: 8, raise_two: true, step: 0 }));
  const [small, large] = row.element.querySelectorAll("[data-amount]");
  assert.deepEqual([small.textContent, large.textContent, row.number], ["4", "8", null]);
  large.click();
  assert.deepEqual([row.amount, heard], [8, [8]]);
  assert.equal(large.getAttribute("aria-checked"), "true");
  assert.equal(small.getAttribute("aria-checked"), "false");
});

test("where one amount is allowed there is nothing to choose", () => {
  const { row } = rowOf(choices({ raise_min: 30, raise_max: 30 }));
  assert.deepEqual([row.element, row.focus(), row.press("m"), row.amount], [null, false, false, 30]);
});

test("numbers as people write them", () => {
  assert.deepEqual(["1,000", " 1 000 ", "1'000", "12"].map(numberIn), [1000, 1000, 1000, 12]);
  for (const text of ["", "1.5", "-3", "1e3", "ten"]) assert.ok(Number.isNaN(numberIn(text)), text);
});
