/** The clock that a display counts on by itself, the room's time, and which picture is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { ServerTime } from "../../src/sidepot/web/static/common/server_time.js";
import { standAt } from "../../src/sidepot/web/static/screen/counting.js";
import { inColumns, layoutAt, layoutsOf, linesOf, pagesOf, partAt, planColumns } from "../../src/sidepot/web/static/screen/layout.js";

const { figuresOf } = await import("../../src/sidepot/web/static/screen/screen_words.js");

const MINUTE = 60_000;
const SCHEDULE = [
  { level: 1, text: "blinds 25/50", ms: 20 * MINUTE, big: [25, 50] },
  { level: 2, text: "blinds 50/100", ms: 20 * MINUTE },
  { level: 0, text: "", ms: 10 * MINUTE, out: [25] },
  { level: 3, text: "blinds 100/200", ms: 20 * MINUTE },
];
const CLOCK = { running: true, item: 0, level: 1, is_break: false, until: 20 * MINUTE, left: 20 * MINUTE, stakes: "", next: "", next_break: 0 };

/** @param {number} minutes */
const at = (minutes, clock = CLOCK, more = 0) => standAt(clock, SCHEDULE, minutes * MINUTE, more);

test("the time of a level is counted down, and that until the break", () => {
  const stand = at(5);
  assert.deepEqual([stand.level, stand.left, stand.toBreak], [1, 15 * MINUTE, 35 * MINUTE]);
  assert.equal(stand.next?.text, "blinds 50/100");
});

test("without a word from the room the next levels and breaks come by themselves", () => {
  assert.deepEqual([at(20).level, at(20).left], [2, 20 * MINUTE]);
  const pause = at(43);
  assert.deepEqual([pause.isBreak, pause.level, pause.left, pause.out], [true, 2, 7 * MINUTE, [25]]);
  assert.equal(pause.next?.level, 3);
  const last = at(12 * 60);
  assert.deepEqual([last.level, last.left, last.toBreak, last.past], [3, null, null, false]);
});

test("a schedule that goes on further than it is held says so when it is used up", () => {
  assert.equal(at(69, CLOCK, 2).past, false);
  assert.deepEqual([at(71, CLOCK, 2).past, at(71, CLOCK, 2).left], [true, 0]);
});

test("a clock that stands does not move", () => {
  const stands = { ...CLOCK, running: false, until: 0, left: 7 * MINUTE };
  assert.deepEqual([at(99, stands).left, at(99, stands).level, at(99, stands).running], [7 * MINUTE, 1, false]);
});

test("after an extra break the level goes on with the rest of its time", () => {
  const extra = { ...CLOCK, is_break: true, extra: true, until: 5 * MINUTE, after: 12 * MINUTE };
  assert.deepEqual([at(4, extra).isBreak, at(4, extra).left, at(4, extra).next?.level], [true, MINUTE, 1]);
  assert.deepEqual([at(6, extra).isBreak, at(6, extra).left, at(6, extra).level], [false, 11 * MINUTE, 1]);
  assert.deepEqual([at(18, extra).level, at(18, extra).left], [2, 19 * MINUTE]);
});

test("the last level has no end", () => {
  const last = { ...CLOCK, last: true, until: 0, left: 0, level: 3 };
  assert.equal(standAt(last, SCHEDULE.slice(3), 5 * MINUTE).left, null);
});

test("of several answers the one with the shortest way tells the room's time", () => {
  let local = 0;
  const time = new ServerTime(() => local);
  const answer = (/** @type {number} */ there, /** @type {number} */ back) => {
    const asked = time.asks();
    local += there;
    const now = local + 5000;
    local += back;
    time.heard(asked, now);
  };
  answer(10, 400);
  assert.equal(time.ahead, 5000 - 195);
  answer(3, 5);
  assert.equal(time.ahead, 4999);
  answer(900, 0);
  assert.equal(time.now(), local + 4999);
  local += 11 * MINUTE; // by now the good answer is old
  answer(20, 20);
  assert.equal(time.ahead, 5000);
});

const STATE = { places: [{ number: 1, players: 6, seats: 9 }, { number: 2, players: 6, seats: 9 }], prizes: [60, 40], stacks: [{ player: "Ann", chips: 5 }] };

test("a display shows what was chosen, or the clock where that has nothing to show", () => {
  assert.deepEqual(layoutsOf(STATE), ["clock", "seats", "tables", "payouts"]);
  const only = (/** @type {string} */ layout) => ({ views: [{ layout }] });
  assert.equal(layoutAt(only("payouts"), STATE, 0), "payouts");
  assert.equal(layoutAt(only("final"), STATE, 0), "clock");
  assert.equal(layoutAt(only("final"), { ...STATE, final: true }, 0), "final");
  assert.equal(layoutAt({}, STATE, 0), "clock");
});

test("pictures that take turns are the same on every display", () => {
  const views = [{ layout: "clock", seconds: 10 }, { layout: "payouts", seconds: 30 }, { layout: "final", seconds: 50 }];
  assert.deepEqual([0, 9_999, 10_000, 39_999, 40_000].map((now) => layoutAt({ views }, STATE, now)), ["clock", "clock", "payouts", "payouts", "clock"]);
});

test("at the final table it is shown once instead of seats and tables, and at the end the winner", () => {
  const views = ["clock", "seats", "tables"].map((layout) => ({ layout, seconds: 10 }));
  const turns = (/** @type {import("sidepot/protocol").ScreenView} */ state, show = { views }) => [0, 10_000, 20_000, 30_000].map((now) => layoutAt(show, state, now));
  assert.deepEqual(turns({ ...STATE, final: true }), ["clock", "final", "clock", "final"]);
  const over = { ...STATE, phase: "over", out: [{ player: "Ann", place: 1 }] };
  assert.deepEqual(turns(over), ["winner", "winner", "payouts", "payouts"]);
  assert.deepEqual(turns(over, { views: views.slice(0, 1) }), ["clock", "clock", "clock", "clock"]);
});

test("tables are drawn in as many columns as make them largest", () => {
  assert.deepEqual([1, 2, 3, 4, 9, 36].map((count) => planColumns(count, 170, 50, 1.55)), [1, 2, 3, 4, 5, 9]);
});

test("a list that is too long is shown in parts, in columns", () => {
  const all = [..."abcdefghij"];
  assert.deepEqual(partAt(all, 4, 12_000), { part: ["e", "f", "g", "h"], page: 2, pages: 3 });
  assert.deepEqual(partAt(all, 4, 36_000).page, 1);
  assert.deepEqual(inColumns(["a", "b", "c"], 2), [["a", "b"], ["c"]]);
  assert.deepEqual(inColumns([], 3), []);
});

test("a list of names in columns has as few pages as may be, and long names have several lines", () => {
  const lines = (/** @type {string} */ name) => linesOf(name, 3);
  assert.deepEqual(pagesOf(["a", "b", "c"], 2, 11, lines), [[["a", "b"], ["c"]]]);
  assert.deepEqual(pagesOf(["long", "b", "c", "d"], 2, 3, lines), [[["long", "b"], ["c", "d"]]]);
  assert.deepEqual(pagesOf(["a", "long", "long", "b"], 2, 2, lines), [[["a"], ["long"]], [["long"], ["b"]]]);
  assert.deepEqual(pagesOf([], 3, 11, lines), [[]]);
  const names = ["Anna Li", "Maximilian Oberhofer", "Maximilian Ferdinand von Oberhofer", "Bartholomew-Alexander", "x".repeat(60)];
  assert.deepEqual(names.map((name) => linesOf(name, 17)), [1, 2, 3, 2, 3]);
});

test("where the break comes first, the next stakes come after it", async () => {
  const { nextWords } = await import("../../src/sidepot/web/static/screen/screen_words.js");
  const next = { level: 5, text: "", ms: 1, big: [300, 600], ante: 0, by_one: false, out: [], parts: [] };
  const stand = /** @type {any} */ ({ past: false, isBreak: false, isExtra: false, left: 60_000, toBreak: 60_000, next, out: [] });
  assert.equal(nextWords(stand), "Next: a break, then 300 / 600");
  assert.equal(nextWords({ ...stand, toBreak: 660_000 }), "Next: 300 / 600 · Break in 11 min");
});

test("in a break the display says what chips cost, and else it does not", () => {
  const sales = [{ kind: "rebuy", price: 2100, chips: 3000 }, { kind: "addon", price: 2250, chips: 5000 }];
  const state = { clock: { ...CLOCK, is_break: true }, tables: 2, left: 12, players: 27, sales, money: { decimals: 2, currency: "EUR" } };
  assert.deepEqual(figuresOf(state).slice(0, 2), [{ title: "Rebuy", value: "€21", more: "for 3,000" }, { title: "Add-on", value: "€22.50", more: "for 5,000" }]);
  assert.equal(figuresOf({ ...state, clock: CLOCK })[0].title, "Players left");
});

test("the code of the check-in is shown as long as players can enter their names", () => {
  const state = { phase: "registering", check_in: true, places: [], stacks: [], prizes: [] };
  assert.ok(layoutsOf(state).includes("check_in"));
  assert.equal(layoutAt({ views: [{ layout: "check_in" }] }, state, 0), "check_in");
  assert.equal(layoutAt({ views: [{ layout: "check_in" }] }, { ...state, check_in: false }, 0), "clock");
});
