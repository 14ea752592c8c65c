import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.mjs";

const { wholeTournament } = await import("../../src/sidepot/web/static/tournament/figures.js");
const { flightFacts, flightWords, throughWords, waitWords } = await import("../../src/sidepot/web/static/tournament/flights.js");

const NOW = 1_800_000_000_000;
const OVER = { name: "1A", tournament: "2", over: true, through: 9 };
const ON = { name: "1B", tournament: "3" };

const final = (more = {}, about = {}) =>
  wholeTournament({ id: "1", phase: "registering", about: { title: "Weekend", flights: ["1A", "1B"], flight_levels: 10, ...about }, flights: [OVER, ON], ...more });

test("what the terms say of flights", () => {
  assert.deepEqual(flightFacts(final().about), [
    ["Flights", "1A, 1B"], ["A flight ends", "after level 10"], ["Through in several flights", "the best stack counts"],
  ]);
  const flight = final({}, { flights: [], flight: "1A", flight_left: 4, flight_stacks: "all" }).about;
  assert.deepEqual(flightFacts(flight), [
    ["Flight", "1A"], ["A flight ends", "after level 10, or with 4 players left"], ["Through in several flights", "all stacks are added up"],
  ]);
  assert.deepEqual(flightFacts(final({}, { flights: [] }).about), []);
});

test("a final day waits for its flights, and then for its time or the host", () => {
  assert.equal(waitWords(final(), NOW), "The final day starts after 1 more flight");
  assert.equal(waitWords(final({ flights: [OVER] }), NOW), "The host starts it");
  assert.equal(waitWords(final({ why: "no hall" }), NOW), "Cancelled: no hall. It ends after 1 more flight");
});

test("how a flight stands, and who came through it", () => {
  const line = { id: "3", title: "", phase: "running", game: "", players: 20, left: 7, level: 4, tables: 2 };
  assert.equal(flightWords(ON, line, NOW), "Level 4 · 7 of 20 players left · 2 tables");
  assert.equal(flightWords(OVER, undefined, NOW), "9 players through");
  assert.equal(flightWords(OVER, { ...line, phase: "called off" }, NOW), "Cancelled");
  assert.equal(flightWords(ON, undefined, NOW), "");
  const bags = [{ player: "Ann", place: 1, chips: 900 }];
  assert.equal(throughWords(final({ bags, players: 5 })), "1 of 5 players are through to the final day");
});
