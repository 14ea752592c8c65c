/** How much to bet: the pot, the usual amounts, and the row in which an amount is chosen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { press, type } from "./page.mjs";
import { inMoney, useMoney } from "../../src/sidepot/web/static/common/money.js";
import { lineOf } from "../../src/sidepot/web/static/common/sentences.js";
import { chipsIn, inChips, inWords, shown, tellIn, useDecimals, withAmounts, written } from "../../src/sidepot/web/static/common/units.js";
import { numbersIn } from "../../src/sidepot/web/static/decision/presets.js";
import { RaiseRow, potOf, usualAmounts, verbText, wrongAmount } from "../../src/sidepot/web/static/decision/raise.js";
import { wholeState } from "../../src/sidepot/web/static/room/messages.js";
import { wholeOptions } from "./options.mjs";

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

test("parts of a pot count the call first", () => {
  // 40 + 20 in the middle and 20 to call: the pot is 80 then
  assert.deepEqual(named(table(), choices()),
    [["Min", 40], ["⅓ pot", 46], ["½ pot", 60], ["⅔ pot", 73], ["Pot", 100], ["All-in", 200]]);
});

test("what is out of the bounds is left out, and each amount stands once", () => {
  assert.deepEqual(named(table(), choices({ raise_max: 90 })),
    [["Min", 40], ["⅓ pot", 46], ["½ pot", 60], ["⅔ pot", 73], ["Max", 90]]);
  assert.deepEqual(named(table(), choices({ raise_min: 150 })), [["Min", 150], ["All-in", 200]]);
  assert.deepEqual(named(table(), choices({ raise_min: 60 })).slice(0, 2), [["Min", 60], ["⅔ pot", 73]]);
});

test("usual amounts are of chips that are in play, except all-in", () => {
  const state = table({ chip: 25, seats: [seat("Ann", 210), seat("Bo", 180, 20), null] });
  const found = named(state, choices({ raise_min: 50, raise_max: 210, step: 25 }));
  assert.deepEqual(found, [["Min", 50], ["Pot", 100], ["All-in", 210]]);
});

const BLINDS = { kind: "board", limit: "no limit", blinds: [5, 10], least_bet: 10 };
/** Before the flop: blinds of 5 and 10, and Ann is the first to speak. */
const opening = (more = {}) =>
  table({ facts: BLINDS, price: 10, pots: [], seats: [seat("Ann", 1000), seat("Bo", 995, 5), seat("Cy", 990, 10)], ...more });
const open = (more = {}) => choices({ call: 10, raise_min: 20, raise_max: 1000, ...more });

/** What each street and each game offers first. @type {[string, object, object, [string, number][]][]} */
const STREETS = [
  ["before the flop in blinds", opening(), open(),
    [["Min", 20], ["2.2 bb", 22], ["2.5 bb", 25], ["3 bb", 30], ["Pot", 35], ["All-in", 1000]]],
  ["before the flop after a raise to 60: no number of blinds fits, parts of the pot do",
    opening({ price: 60, seats: [seat("Ann", 1000), seat("Bo", 995, 5), seat("Cy", 940, 60)] }),
    open({ call: 60, raise_min: 110 }), [["Min", 110], ["½ pot", 122], ["⅔ pot", 143], ["Pot", 185], ["All-in", 1000]]],
  ["after the flop in parts of the pot",
    opening({ price: 0, boards: [[1, 2, 3]], pots: [{ amount: 90, eligible: [0, 1] }], seats: [seat("Ann", 900), seat("Bo", 900)] }),
    open({ call: 0, raise_min: 10, raise_max: 900, verb: "bet" }),
    [["Min", 10], ["⅓ pot", 30], ["½ pot", 45], ["⅔ pot", 60], ["Pot", 90], ["All-in", 900]]],
  ["at pot limit the pot is the most", opening({ facts: { ...BLINDS, limit: "pot limit" } }), open({ raise_max: 35 }),
    [["Min", 20], ["2.2 bb", 22], ["2.5 bb", 25], ["3 bb", 30], ["Pot", 35]]],
  ["at pot limit with a short stack", opening({ facts: { ...BLINDS, limit: "pot limit" }, seats: [seat("Ann", 28), seat("Bo", 995, 5), seat("Cy", 990, 10)] }),
    open({ raise_max: 28 }), [["Min", 20], ["2.2 bb", 22], ["2.5 bb", 25], ["All-in", 28]]],
  ["at spread limit only what is allowed", opening({ facts: { ...BLINDS, limit: "spread limit" } }), open({ raise_max: 28 }),
    [["Min", 20], ["2.2 bb", 22], ["2.5 bb", 25], ["Max", 28]]],
  ["in a draw game parts of the pot", opening({ facts: { ...BLINDS, kind: "draw" } }), open(),
    [["Min", 20], ["½ pot", 22], ["⅔ pot", 26], ["Pot", 35], ["All-in", 1000]]],
];

test("usual amounts fit the street and the game", () => {
  for (const [what, state, options, found] of STREETS) assert.deepEqual(named(state, options), found, what);
});

test("a player's own amounts come instead of the usual ones", () => {
  const mine = { blinds: [4], pots: [40] };
  const found = (state, options) => usualAmounts(state, options, 0, mine).map(([text, amount]) => [text, amount]);
  assert.deepEqual(found(opening(), open()), [["Min", 20], ["Pot", 35], ["4 bb", 40], ["All-in", 1000]]);
  assert.deepEqual(found(table(), choices()), [["Min", 40], ["40% pot", 52], ["Pot", 100], ["All-in", 200]]);
});

test("amounts of one's own are numbers with spaces between", () => {
  for (const [text, found] of [
    ["2.2 2.5 3", [2.2, 2.5, 3]], ["2,2  3", [2.2, 3]], ["40; 60", [40, 60]], ["33, 50", [33, 50]], ["", []],
    ["big", null], ["0", null], ["1 2 3 4 5", null], ["2.222", null], ["-3", null], ["99999", null],
  ]) assert.deepEqual(numbersIn(text), found, text);
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
    ["1,000", "1,000 is too much: the maximum is 200"], ["7", "7 is too little: the minimum is 40"],
    ["much", "Enter an amount from 40 to 200"],
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

test("a key takes the amount that it stands for, and what is out of range is an error", () => {
  const { row } = rowOf();
  assert.ok(row.press("h"));
  assert.equal(row.amount, 60);
  assert.ok(row.press("p"));
  assert.equal(row.amount, 100);
  assert.ok(row.press("m"));
  assert.equal(row.amount, 200);
  assert.ok(!row.press("x"));
  const on = row.quick.filter((one) => one.classList.contains("on")).map((one) => one.textContent);
  assert.deepEqual(on, ["All-in"]);
  const { row: short } = rowOf(choices({ raise_max: 90 }));
  assert.ok(short.press("p"));
  assert.deepEqual([short.amount, short.error.textContent], [40, "100 is too much: the maximum is 90"]);
});

const turn = (row, deltaY, deltaMode = 0) =>
  row.element.dispatchEvent(Object.assign(new Event("wheel", { cancelable: true }), { deltaY, deltaMode }));

test("the wheel and the arrows go by steps, wherever the focus is", () => {
  const { row } = rowOf();
  assert.equal(turn(row, -100), false); // the page does not scroll
  assert.equal(row.amount, 60);
  for (let times = 0; times < 4; times++) turn(row, -10); // a pad tells many small turns
  assert.equal(row.amount, 80);
  turn(row, 3, 1);
  assert.equal(row.amount, 60);
  assert.ok(row.press("ArrowUp"));
  assert.ok(row.press("ArrowDown"));
  assert.equal(row.amount, 60);
});

// ---- the slip guard

/** Each way to an amount, and whether it is asked about once. */
const SLIPS = [
  ["all-in by the slider", (row) => type(row.slider, "200"), true],
  ["all-in by arrows", (row) => { for (let at = 0; at < 20; at++) row.press("ArrowUp"); }, true],
  ["all-in by the wheel", (row) => { for (let at = 0; at < 20; at++) turn(row, -100); }, true],
  ["all-in by its name", (row) => row.press("m"), false],
  ["all-in as it is typed", (row) => type(row.number, "200"), false],
  ["less by the slider", (row) => type(row.slider, "180"), false],
];

test("all-in by the slider is asked about once, and by its name it is not", () => {
  for (const [what, go, asks] of SLIPS) {
    const { row } = rowOf();
    go(row);
    assert.equal(row.isMeant(), !asks, what);
    assert.equal(row.error.textContent.startsWith("This is all-in"), asks, what);
    assert.ok(row.isMeant(), what);
  }
});

test("ten times the pot is asked about once, however it was chosen, and again for another amount", () => {
  const state = () => table({ seats: [seat("Ann", 2000), seat("Bo", 180, 20), null] });
  for (const go of [(row) => row.press("m"), (row) => type(row.number, "600"), (row) => row.set(600)]) {
    const { row } = rowOf(choices({ raise_max: 2000 }), { state: state() });
    go(row);
    assert.deepEqual([row.isMeant(), row.isMeant()], [false, true]);
    assert.match(row.error.textContent, /^This is ten times the pot/);
    row.set(700);
    assert.equal(row.isMeant(), false);
    row.set(599); // the pot is 60
    assert.equal(row.isMeant(), true);
  }
});

test("a double click is one answer", () => {
  const { row } = rowOf();
  type(row.slider, "200");
  assert.deepEqual([row.isMeant(1), row.isMeant(2), row.isMeant(3), row.isMeant(1)], [false, false, false, true]);
});

test("a person who does not want to be asked is not", () => {
  localStorage.setItem("sidepot.guard", "false");
  const { row } = rowOf();
  type(row.slider, "200");
  assert.ok(row.isMeant());
  localStorage.setItem("sidepot.guard", "true");
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

// ---- chips or big blinds

test("numbers as people write them", () => {
  assert.deepEqual(["1,000", " 1 000 ", "1'000", "12"].map(chipsIn), [1000, 1000, 1000, 12]);
  for (const text of ["", "-3", "1e3", "ten", "1,00,0"]) assert.ok(Number.isNaN(chipsIn(text)), text);
  for (const text of ["1.5", "1,5", "0.25"]) assert.ok(!Number.isInteger(chipsIn(text)), text); // part of a chip
});

/** Do something while amounts are in the big blinds of these facts. */
function inBlinds(facts, act) {
  tellIn({ facts }, true);
  try {
    act();
  } finally {
    tellIn({ facts }, false);
  }
}

test("amounts in big blinds", () => {
  inBlinds(BLINDS, () => {
    assert.deepEqual([25, 10, 1234, 4].map(shown), ["2.5\u00a0bb", "1\u00a0bb", "123.4\u00a0bb", "0.4\u00a0bb"]);
    assert.equal(withAmounts("raises to 60"), "raises to 6\u00a0bb");
    assert.deepEqual([10, 25].map(inWords), ["1 big blind", "2.5 big blinds"]);
    assert.deepEqual([25, 12340].map(written), ["2.5", "1234"]);
    assert.deepEqual(["2.5", "3", " 2.2 "].map(chipsIn), [25, 30, 22]);
    for (const text of ["2.55", "2,5", "1e1", "-3", ""]) assert.ok(Number.isNaN(chipsIn(text)), text);
  });
  inBlinds({ blinds: [15, 30] }, () => {
    assert.equal(chipsIn(written(40)), 40); // a third of a blind
    assert.equal(chipsIn("1.33"), 40);
  });
  inBlinds({ kind: "stud", least_bet: 4 }, () => assert.equal(shown(10), "2.5\u00a0bets"));
  inBlinds(null, () => assert.equal(shown(1000), "1,000")); // no game is named yet
  assert.equal(shown(1000), "1,000");
});

test("an amount is typed in big blinds too, and is sent in chips", () => {
  inBlinds(BLINDS, () => {
    const { row, sent } = rowOf(open(), { state: opening(), step: 10 });
    assert.equal(row.number.value, "2");
    type(row.number, "2.5");
    press(row.number, "Enter");
    assert.deepEqual(sent, [25]);
    type(row.number, "200");
    press(row.number, "Enter");
    assert.match(row.error.textContent, /^200\u00a0bb is too much: the maximum is 100\u00a0bb$/);
    assert.deepEqual(sent, [25]);
  });
});

test("where a chip is 0.01, amounts are shown and read in units, exactly", () => {
  useDecimals(2);
  try {
    assert.deepEqual([25, 50, 100, 150, 123456, 0].map(shown), ["0.25", "0.50", "1", "1.50", "1,234.56", "0"]);
    const texts = ["1.5", "1,5", "0.25", "1,234.56", "1,000", "12", "0.290", "4503599627370.49"];
    assert.deepEqual(texts.map(chipsIn), [150, 150, 25, 123456, 100000, 1200, 29, 450359962737049]);
    for (const text of ["0.255", "1.001"]) assert.ok(!Number.isInteger(chipsIn(text)), text);
    for (const text of ["", ".", "1.", "1.2.3", "-1"]) assert.ok(Number.isNaN(chipsIn(text)), text);
    assert.deepEqual([50, 75].map((amount) => chipsIn(written(amount))), [50, 75]);
    assert.equal(wrongAmount({ raise_min: 50, raise_max: 500, step: 1 }, chipsIn("1.505")), "The smallest chip is 0.01: enter a multiple of it");
    assert.equal(wrongAmount({ raise_min: 50, raise_max: 500, step: 1 }, 10), "0.10 is too little: the minimum is 0.50");
    tellIn({ facts: { blinds: [25, 50] }, decimals: 2 }, true);
    assert.deepEqual([shown(125), inChips(125)], ["2.5\u00a0bb", "1.25"]);
  } finally {
    tellIn({ facts: null, decimals: 0 }, false);
  }
});

test("an amount before a colon is grouped like any other, a rule and a time are not", () => {
  assert.equal(withAmounts("Vera wins the pot of 2360: three of a kind"), "Vera wins the pot of 2,360: three of a kind");
  assert.equal(withAmounts("by TDA-2013:43, at 1234:56"), "by TDA-2013:43, at 1234:56");
});

test("money has its currency, and cents only where there are some", () => {
  const euros = { decimals: 2, currency: "EUR" };
  assert.deepEqual([inMoney(123_450, euros), inMoney(2000, euros), inMoney(-550, euros), inMoney(1200)], ["€1,234.50", "€20", "-€5.50", "1,200"]);
  useMoney(euros);
  assert.equal(inMoney(150), "€1.50");
  useMoney();
});

test("an amount of money in a sentence is shown as money", () => {
  assert.equal(lineOf(["{player} gets {prize}", "Ann", ["{money}", 1250, 2, "USD"]]).text, "Ann gets $12.50");
  assert.equal(lineOf(["{player} gets {prize}", "Ann", ["{money}", 1500]]).text, "Ann gets 1,500"); // in a tournament of the room
});
