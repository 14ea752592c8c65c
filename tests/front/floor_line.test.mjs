/** A line of betting that is changed by taps stays a line that can be read. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { about, begun, chipsFor, gameOf, lineIn, textOf, unitOf, withAct, withoutLast } from "../../src/sidepot/web/static/floor/line.js";

const LINE = "NL 200/400 6 players: A 1200; B to act";

test("an action takes the place of the word on whose turn it is", () => {
  assert.equal(withAct(LINE, "B calls"), "NL 200/400 6 players: A 1200; B calls");
  assert.equal(withAct("NL 1/2: A 6; C out of turn", "B folds"), "NL 1/2: A 6; B folds; C out of turn");
  assert.equal(withAct("NL 1/2", "A calls"), "NL 1/2: A calls");
});

test("a tap on a seat says whose turn it is, or who was out of turn", () => {
  assert.equal(about(LINE, "BB", false), "NL 200/400 6 players: A 1200; BB to act");
  assert.equal(about(LINE, "C", true), "NL 200/400 6 players: A 1200; C out of turn");
});

test("the last action is taken back", () => {
  assert.equal(withoutLast(LINE), "NL 200/400 6 players: A 1200");
  assert.equal(withoutLast(withoutLast(LINE)), "NL 200/400 6 players");
  assert.equal(textOf(lineIn(LINE)), LINE);
});

test("stacks stay in the line", () => {
  const line = "NL 200/400 3 players: Seat2 (5000); SB (900); BB; Seat2 to act";
  assert.equal(withAct(line, "Seat2 folds"), "NL 200/400 3 players: Seat2 (5000); SB (900); BB; Seat2 folds");
  assert.equal(about(line, "BB", true), "NL 200/400 3 players: Seat2 (5000); SB (900); BB; BB out of turn");
  assert.equal(withAct("NL 1/2: A 6; B (80) to act", "B calls"), "NL 1/2: A 6; B (80); B calls");
  assert.equal(withoutLast("NL 1/2: A (80); B (90); A 6"), "NL 1/2: A (80); B (90)");
});

test("the game is read from the line", () => {
  assert.deepEqual(gameOf("pl 1k/2k, turn pot 30k, heads-up: A to act"), { limit: "PL", stakes: "1k/2k", street: "turn", players: 2 });
  assert.equal(unitOf("NL 1k/2k: A to act"), 2000);
  assert.equal(unitOf("FL 4/8: A raises"), 4);
});

test("a line begins with a bet that somebody faces", () => {
  assert.equal(begun({ limit: "NL", stakes: "100/200", street: "", players: 6 }, false), "NL 100/200 6 players: A 600; B to act");
  assert.equal(begun({ limit: "FL", stakes: "4/8", street: "flop", players: 3 }, true), "FL 4/8 flop pot 24 3 players: A bets; C out of turn");
});

test("the chips that are offered fit the blinds", () => {
  assert.deepEqual(chipsFor(200), [100, 500, 1000, 5000, 25_000]);
  assert.deepEqual(chipsFor(2), [1, 5, 25, 100, 500]);
});
