/** What is called aloud in the hall, between one moment of the clock and the next. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callsBetween, Caller, sentenceOf } from "../../src/sidepot/web/static/tournament/calls_aloud.js";

/** @type {import("../../src/sidepot/web/static/tournament/calls_aloud.js").Moment} */
const PLAY = { begun: true, running: true, level: 3, isBreak: false, left: 90_000, stakes: "100 / 200", handForHand: false, called: null, now: 0 };
const CALLED = { player: "Ann", table: 4, until: 30_000 };

/** @param {Partial<typeof PLAY>} before @param {Partial<typeof PLAY>} now */
const between = (before, now) => callsBetween({ ...PLAY, ...before }, { ...PLAY, ...now });

test("one minute before the end of a level or a break is called once", () => {
  assert.deepEqual(between({ left: 60_100 }, { left: 59_900 }), ["minute"]);
  assert.deepEqual(between({ left: 59_900 }, { left: 59_700 }), []);
  assert.deepEqual(between({ left: 60_100, isBreak: true }, { left: 59_900, isBreak: true }), ["minute"]);
  assert.deepEqual(between({ left: 60_100, running: false }, { left: 59_900, running: false }), []);
  assert.deepEqual(between({ left: null }, { left: null }), []);
});

test("a level, a break, its end and the start are called", () => {
  assert.deepEqual(between({ left: 100 }, { level: 4, left: 1_200_000 }), ["level"]);
  assert.deepEqual(between({ left: 100 }, { isBreak: true, left: 600_000 }), ["break"]);
  assert.deepEqual(between({ left: 100, isBreak: true }, { level: 4, left: 1_200_000 }), ["back"]);
  assert.deepEqual(between({ begun: false, running: false, level: 1 }, { level: 1 }), ["level"]);
  assert.deepEqual(between({ running: false }, {}), []);
});

test("hand for hand, a called clock and its end are called once", () => {
  assert.deepEqual(between({}, { handForHand: true }), ["hands"]);
  assert.deepEqual(between({ handForHand: true }, { handForHand: true }), []);
  assert.deepEqual(between({}, { called: CALLED }), ["called"]);
  assert.deepEqual(between({ called: CALLED, now: 29_900 }, { called: CALLED, now: 30_050 }), ["up"]);
  assert.deepEqual(between({ called: CALLED, now: 30_050 }, { called: CALLED, now: 30_300 }), []);
  assert.deepEqual(between({ called: CALLED }, {}), []);
});

test("a page that has just been opened calls nothing", () => {
  const caller = new Caller();
  assert.deepEqual(caller.hear({ ...PLAY, handForHand: true }, { volume: 0, voice: false }), []);
  assert.deepEqual(caller.hear({ ...PLAY, level: 4 }, { volume: 0, voice: false }), ["level"]);
  caller.forget();
  assert.deepEqual(caller.hear({ ...PLAY, level: 5 }, { volume: 0, voice: false }), []);
});

test("each call is a sentence", () => {
  assert.equal(sentenceOf("minute", PLAY), "One minute left in level 3.");
  assert.equal(sentenceOf("back", PLAY), "The break is over. Level 3. The stakes are 100 / 200.");
  assert.equal(sentenceOf("called", { ...PLAY, called: CALLED }), "A clock has been called at table 4.");
});
