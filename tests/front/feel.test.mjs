/** Sounds by what is told, and odd chips by what was paid. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { kept } from "../../src/sidepot/web/static/common/dom.js";
import { wholeState } from "../../src/sidepot/web/static/room/messages.js";
import { awayWords, ownWords } from "../../src/sidepot/web/static/seat/seat_words.js";
import { winners } from "../../src/sidepot/web/static/table/middle.js";
import { shake, soundOf } from "../../src/sidepot/web/static/table/sounds.js";

test("a bet, a knock for a check, and what one has won are heard; a fold is silent", () => {
  assert.equal(soundOf([{ type: "raised_to" }, { type: "board_dealt" }], false), "bet");
  assert.equal(soundOf([{ type: "called" }, { type: "checked" }], false), "knock");
  assert.equal(soundOf([{ type: "called" }, { type: "awarded" }], true), "win");
  assert.equal(soundOf([{ type: "folded" }], false), "");
});

test("a phone that was touched shakes, unless that is switched off", () => {
  const felt = [];
  const phone = { userActivation: { hasBeenActive: true }, vibrate: (/** @type {number} */ long) => felt.push(long) > 0 };
  assert.equal(shake(phone, true), true);
  assert.equal(shake(phone, false), false);
  assert.equal(shake({ ...phone, userActivation: { hasBeenActive: false } }, true), false);
  kept.set("shake", "off");
  assert.equal(shake(phone, true), false);
  kept.set("shake", "on");
  assert.equal(felt.length, 1);
});

test("the seat that gets the odd chip is told, with the reason that the room gives", () => {
  const paid = [["Ann", 0, 21], ["Bo", 1, 20]].map(([, seat, chips]) => ({ pot: 0, board: 0, half: -1, seat, chips, cards: [], odd: "" }));
  paid[0].odd = "first left of the button";
  const state = wholeState({ table: "1", title: "T", phase: "between", paid,
    seats: [{ player: "Ann", stack: 1, won: 21, hand_name: "Flush" }, { player: "Bo", stack: 1, won: 20 }] });
  assert.deepEqual(winners(state).map((one) => one.odd), ["first left of the button", ""]);
});

test("a folded hand is nobody's business while the hand is on", () => {
  const state = wholeState({ table: "1", title: "T", phase: "playing" });
  const seat = { hand: "folded" };
  assert.equal(ownWords(seat, state, "Pair of aces").text, "");
  assert.equal(ownWords({ hand: "live" }, state, "Pair of aces").text, "Pair of aces");
  assert.equal(ownWords(seat, { ...state, phase: "between" }, "Pair of aces").text, "Your hand was: Pair of aces");
});

test("how long somebody is away counts up", () => assert.equal(awayWords(1_000, 42_900), "away 0:41"));
