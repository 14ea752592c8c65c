import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.mjs";

const {
  answers, bannerWords, clockWords, goesTo, inOrderOfTime, listWords, liveFacts, moveWords, placeWords, startWords, stripFacts,
  tableWords, tablesToWatch, termFacts, untilWords, wholeOwn, wholeTournament,
} = await import("../../src/sidepot/web/static/tournament/figures.js");
const { payoutsOf, prizesOf, wonWords } = await import("../../src/sidepot/web/static/tournament/payouts.js");
const { reminder } = await import("../../src/sidepot/web/static/tournament/titles.js");
const { dividing, wrongFigures } = await import("../../src/sidepot/web/static/tournament/deal.js");
const { nextOf } = await import("../../src/sidepot/web/static/tournament/calendar.js");

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

/** A tournament as the room tells it, with what is left out. */
const tournament = (more = {}, about = {}) =>
  wholeTournament({ id: "1", phase: "running", about: { title: "Friday", ...about }, level: 3, players: 27, left: 12, ...more });
const own = (more = {}) => wholeOwn({ name: "Ann", ...more });

test("what a message leaves out has its usual value", () => {
  const state = wholeTournament({ id: "1", phase: "registering", about: { title: "Friday" } });
  assert.deepEqual([state.left, state.prizes, state.about.levels, state.jump], [0, [], [], [0, 0]]);
  assert.deepEqual([wholeOwn(null).may, wholeOwn(undefined).seat], [[], -1]);
});

test("how long until a time is said in the largest units that tell it", () => {
  assert.equal(untilWords(50 * 60 * MINUTE), "2 days 2 h");
  assert.equal(untilWords(48 * 60 * MINUTE), "2 days");
  assert.equal(untilWords(125 * MINUTE), "2 h 05 min");
  assert.equal(untilWords(4 * MINUTE + 59_000), "4:59");
});

test("when it starts: at a time, when it is full, or when the host says so", () => {
  assert.equal(startWords({ starts_at: NOW + 90_000, starts_full: false, most: 0 }, 3, NOW), "Starts in 1:30");
  assert.equal(startWords({ starts_at: NOW - 1, starts_full: false, most: 0 }, 3, NOW), "Starts now");
  assert.equal(startWords({ starts_at: 0, starts_full: true, most: 9 }, 8, NOW), "Starts with 1 more player");
  assert.equal(startWords({ starts_at: 0, starts_full: false, most: 0 }, 3, NOW), "The host starts it");
});

test("the clock shows its level or break, and whether it stands", () => {
  assert.deepEqual(clockWords(tournament({ level_until: NOW + 61_000 }), NOW), { title: "Level 3", left: "1:01", stands: false });
  assert.deepEqual(clockWords(tournament({ level_left: 61_000, phase: "paused" }), NOW), { title: "Level 3", left: "1:01", stands: true });
  assert.deepEqual(clockWords(tournament({ is_break: true, level_until: NOW + 5_000 }), NOW), { title: "Break", left: "0:05", stands: false });
  assert.deepEqual(clockWords(tournament(), NOW), { title: "Level 3", left: "", stands: false });
});

test("the terms say what it costs, and what there is", () => {
  const { about } = tournament({}, {
    game: "Hold'em", buy_in: 2000, bounty: 500, progressive: true, fee: 200, stack: 5000, seats: 9, most: 27, late_levels: 4, reentries: -1,
    rebuys: 2, rebuy_cost: 1000, rebuy_chips: 3000, addon_cost: 500, addon_chips: 4000, guarantee: 50_000, kind: "satellite", fill: 20, house: "tda", house_title: "The TDA", locked: true,
  });
  const facts = Object.fromEntries(termFacts(about));
  assert.equal(facts["Buy-in"], "2,000 + 500 bounty + 200 fee");
  assert.equal(facts["Re-entries"], "any number");
  assert.equal(facts.Rebuys, "2, 1,000 for 3,000");
  assert.equal(facts["Late registration"], "through level 4");
  assert.equal(facts.Bots, "up to 20 players");
  assert.equal(facts.Password, "needed to register");
  assert.match(facts.Format, /^Satellite/);
  assert.deepEqual([facts.Rules, facts.Tables], ["The TDA", "9 seats each, at most 27 players"]);
  const small = Object.fromEntries(termFacts(tournament({}, { seats: 6, most: 6, house: "ours" }).about));
  assert.deepEqual([small.Rules, small.Tables], ["ours", "one with 6 seats"]);
  assert.deepEqual(Object.keys(Object.fromEntries(termFacts(tournament().about))), ["Game", "Buy-in", "Stack", "Tables", "Late registration"]);
});

test("envelopes are told with what is in them, and their seal", () => {
  const { about } = tournament({}, { bounty: 500, mystery: [25, 10] });
  assert.equal(Object.fromEntries(termFacts(about)).Bounty, "mystery: 25%, 10% of all bounties in the first envelopes");
  const facts = Object.fromEntries(liveFacts(tournament({ envelopes: [9000, 400], seal: "0123456789abcdef0123" }), own(), NOW));
  assert.deepEqual([facts.Envelopes, facts.Seal], ["2, up to 9,000", "0123456789abcdef…"]);
});

test("the figures of a tournament that is on", () => {
  const state = tournament({
    average: 12_500, average_bets: 31.2, next_stakes: "200/400", next_break: NOW + 12 * MINUTE, pool: 60_000, prizes: [30_000, 18_000, 12_000],
    jump: [9, 12_000], entries: 31, time_left: 47 * MINUTE + 5_000,
  });
  const seated = own({ status: "seated", place: 4, chips: 9000 });
  assert.deepEqual(answers(state, seated), [
    ["Place", "4", "12 players left"], ["Stack", "22.5 BB", "9,000 chips"], ["Next pay jump", "+12,000", "after 9 more players"],
  ]);
  assert.deepEqual(answers(state, own()), [
    ["Players left", "12", "27 entered"], ["Average", "31.2 BB", "12,500 chips"], ["Next pay jump", "+12,000", "after 9 more players"],
  ]);
  const facts = Object.fromEntries(liveFacts(state, seated, NOW));
  assert.equal(facts.Entries, "31");
  assert.equal(facts.Average, "12,500 (31.2 BB)");
  assert.equal(facts["Next break"], "in 12:00");
  assert.equal(facts["Estimated time left"], "47:00");
});

test("the own place is told while one is in and after it", () => {
  assert.equal(placeWords(own({ status: "alternate" })), "waiting for a seat");
  assert.equal(placeWords(own({ status: "out", place: 3, paid: 1200 })), "3, won 1,200");
  assert.equal(placeWords(wholeOwn(null)), "");
});

test("the banner tells of the bubble, of breaks, pauses and deals", () => {
  assert.equal(bannerWords(tournament(), NOW), "");
  assert.equal(bannerWords(tournament({ is_break: true, level_until: NOW + 65_000, phase: "break" }), NOW), "Break: play continues in 1:05");
  assert.equal(bannerWords(tournament({ hand_for_hand: true, left: 4, prizes: [3, 2, 1] }), NOW), "Hand for hand: one player to go until the money");
  assert.equal(bannerWords(tournament({ phase: "paused", why: "the lamp broke" }), NOW), "The tournament is paused: the lamp broke");
  assert.match(bannerWords(tournament({ phase: "deal" }), NOW), /^A deal is offered/);
});

test("tables to watch: the own one first, then that of the largest stack", () => {
  const line = (number, more = {}) => ({ number, table: `t${number}`, players: 8, ...more });
  const state = tournament({ tables: [line(1), line(2), line(3)], stacks: [{ player: "Bo", place: 1, chips: 9, table: 2 }] });
  const seen = tablesToWatch(state, own({ status: "seated", number: 3 }));
  assert.deepEqual(seen.map(({ table, why }) => [table.number, why]), [[3, "my table"], [2, "Bo is the chip leader"], [1, ""]]);
  const alike = [{ player: "Bo", place: 1, chips: 9, table: 2 }, { player: "Cy", place: 1, chips: 9, table: 1 }];
  assert.deepEqual(tablesToWatch(tournament({ tables: [line(1), line(2)], stacks: alike }), wholeOwn(null)).map(({ why }) => why), ["", ""]);
  const last = tablesToWatch(tournament({ tables: [line(5, { final: true })] }), wholeOwn(null));
  assert.deepEqual(last.map(({ why }) => why), ["the final table"]);
  assert.equal(tableWords(line(1, { chips: 40_000, largest: "Bo", stands: true })), "8 players · 40K chips · largest stack: Bo · paused");
});

test("the line over a table", () => {
  const facts = stripFacts(tournament({ level_until: NOW + 61_000, next_stakes: "200/400", average: 12_500, average_bets: 31.2 }), own({ status: "seated", place: 4 }), NOW);
  assert.deepEqual(facts, [["Level 3", "1:01"], ["Next", "200/400"], ["Left", "12"], ["Average", "12.5K (31.2 BB)"], ["Place", "4"]]);
  assert.deepEqual(stripFacts(tournament(), wholeOwn(null), NOW)[0], ["Level 3", "no end"]);
});

test("a page goes where its player is moved, and says why", () => {
  assert.equal(goesTo(own({ status: "seated", table: "7" }), "3"), "7");
  assert.equal(goesTo(own({ status: "seated", table: "3" }), "3"), "");
  assert.equal(goesTo(own({ status: "busted", table: "7" }), "3"), "");
  assert.equal(goesTo(own({ status: "seated", table: "" }), "3"), "");
  const news = [
    { at: 1, text: "Bo moves", kind: "move", player: "Bo" },
    { at: 2, text: "Table 3 is short.", kind: "move", player: "Ann", cite: "TDA-2013:10-A" },
    { at: 3, text: "Ann is out", kind: "out", player: "Ann" },
  ];
  assert.deepEqual(moveWords(news, own({ number: 3, seat: 4 })), { because: "You now play at table 3, seat 5. Table 3 is short.", cite: "TDA-2013:10-A" });
  assert.deepEqual(moveWords([], own({ number: 3 })), { because: "You now play at table 3.", cite: "" });
});

test("the list has the own tournaments first, then those that are open, on, and over", () => {
  const lines = [
    { id: "1", title: "a", phase: "over", game: "" },
    { id: "2", title: "b", phase: "running", game: "" },
    { id: "3", title: "c", phase: "registering", game: "", starts_at: NOW + 9 },
    { id: "4", title: "d", phase: "registering", game: "", starts_at: NOW + 5 },
    { id: "5", title: "e", phase: "running", game: "" },
  ];
  assert.deepEqual(inOrderOfTime(lines, new Set(["2"])).map(({ id }) => id), ["2", "4", "3", "5", "1"]);
  assert.equal(listWords({ ...lines[1], level: 4, left: 12, players: 27, tables: 2 }, NOW), "Level 4 · 12 of 27 players left · 2 tables");
  assert.equal(listWords({ ...lines[0], winner: "Bo", players: 9 }, NOW), "Bo won (9 players)");
  assert.match(listWords({ ...lines[2], players: 3, most: 9 }, NOW), / · in 0:01 · 3 of 9 registered$/);
  const live = { ...lines[0], live: true, players: 0, left: 0 }; // nobody outside may read how it stands
  assert.deepEqual(["running", "over", "called off"].map((phase) => listWords({ ...live, phase }, NOW)), ["Under way", "Over", "Cancelled"]);
  assert.equal(listWords({ ...live, phase: "registering", starts_at: 0 }, NOW), "");
  assert.equal(wonWords({ paid: 1200, bounties: 300 }), "1,200 + 300 in bounties");
});

test("the title reminds of the start, of breaks and of a way back", () => {
  const waiting = tournament({ phase: "registering" }, { starts_at: NOW + 90_000 });
  assert.equal(reminder(waiting, own(), NOW), "Starts in 1:30");
  assert.equal(reminder(waiting, wholeOwn(null), NOW), "");
  assert.equal(reminder(tournament({ phase: "registering" }, { starts_at: NOW + 60 * MINUTE }), own(), NOW), "");
  assert.equal(reminder(tournament({ phase: "break", is_break: true, level_until: NOW + 30_000 }), own({ status: "seated" }), NOW), "Back to the table in 0:30");
  assert.equal(reminder(tournament(), own({ status: "busted", until: NOW + 5_000 }), NOW), "Buy back in? 0:05");
  assert.equal(reminder(tournament({ phase: "deal" }), own({ may: ["answer_deal"] }), NOW), "A deal is offered");
  assert.equal(reminder(tournament(), own({ status: "seated" }), NOW), "");
});

test("what a deal divides, and whether own figures add up", () => {
  assert.deepEqual(dividing([500, 300, 200], 3), { all: 1000, lowest: 200, most: 300 });
  assert.deepEqual(dividing([500, 300, 200], 2), { all: 800, lowest: 300, most: 200 });
  assert.deepEqual(dividing([500, 300], 3), { all: 800, lowest: 0, most: 500 });
  assert.equal(wrongFigures([500, 450], 1000, 50), "");
  assert.equal(wrongFigures([500, 400], 1000, 50), "50 missing");
  assert.equal(wrongFigures([500, 500], 1000, 50), "50 too much");
});

test("the next one of a weekly event", () => {
  const thursday = new Date(2026, 10, 26, 19, 0);
  assert.deepEqual(nextOf(4, "20:00", thursday), new Date(2026, 10, 26, 20, 0));
  assert.deepEqual(nextOf(4, "19:00", thursday), new Date(2026, 11, 3, 19, 0));
  assert.deepEqual(nextOf(1, "20:30", thursday), new Date(2026, 10, 30, 20, 30));
});

test("those who share a place share its prizes in one line", () => {
  const players = [{ player: "Ann", place: 1 }, { player: "Bo", place: 2 }, { player: "Cy", place: 2 }, { player: "Di", place: 4 }, { player: "Eve", place: 4 }];
  assert.deepEqual(prizesOf([50, 30, 20, 10], players), [["1. Ann", 50], ["2.–3. Bo and Cy", 50], ["4.–5. Di and Eve", 10]]);
  assert.deepEqual(prizesOf([50, 30], []), [["1.", 50], ["2.", 30]]);
  const out = [{ player: "Ann", place: 1, paid: 50 }, { player: "Bo", place: 2, paid: 15 }, { player: "Cy", place: 2, paid: 15 }, { player: "Di", place: 4 }];
  assert.deepEqual(payoutsOf({ phase: "over", prizes: [50, 30], out, left: 1 }).map(({ place, player }) => place + player), ["1.Ann", "2.Bo", "2.Cy"]);
});

test("after a deal each gets what was agreed, and a place of the table is nobody's", () => {
  const lines = (/** @type {any} */ state) => payoutsOf(state).map(({ place, player, amount, isNext }) => [place, player, amount, isNext]);
  const prizes = [233, 174, 142, 91];
  assert.deepEqual(lines({ phase: "running", prizes, left: 4 }).at(-1), ["4.", "", 91, true], "who goes out next gets that");
  assert.deepEqual(lines({ phase: "running", prizes, left: 1 })[0], ["1.", "", 233, false], "the winner does not go out");
  const deal = [{ player: "Ann", amount: 233 }, { player: "Bo", amount: 174 }];
  assert.deepEqual(lines({ phase: "running", prizes, deal, kept: 20, left: 2 }), [
    ["", "Ann", 233, false], ["", "Bo", 174, false], ["1.", "Left for the winner", 20, false], ["3.", "", 142, false], ["4.", "", 91, false],
  ]);
  const out = [{ player: "Bo", place: 1, paid: 233 }, { player: "Ann", place: 2, paid: 174 }];
  assert.deepEqual(lines({ phase: "over", prizes, out, left: 1 }).slice(0, 3), [["1.", "Bo", 233, false], ["2.", "Ann", 174, false], ["3.", "", 142, false]]);
});
