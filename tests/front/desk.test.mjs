/** The director's console: its clock without a network, what waits to be sent, what may be undone, who is found. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { beginsOf, clockAt, wholeClock } = await import("../../src/sidepot/web/static/desk/counting.js");
const { boundWords } = await import("../../src/sidepot/web/static/desk/bounds.js");
const { found } = await import("../../src/sidepot/web/static/desk/finding.js");
const { msOf } = await import("../../src/sidepot/web/static/desk/clock_tab.js");
const { playerWords, seatedAt } = await import("../../src/sidepot/web/static/desk/tournament.js");
const { amountsOf, between, following, withAmounts } = await import("../../src/sidepot/web/static/desk/levels.js");
const { everybody } = await import("../../src/sidepot/web/static/desk/people.js");
const { namesOf, numbered, numbersOf, percentsOf, timesOf } = await import("../../src/sidepot/web/static/desk/reading.js");
const { Outbox, bodyOf } = await import("../../src/sidepot/web/static/desk/outbox.js");
const { backOf } = await import("../../src/sidepot/web/static/desk/acting.js");
const { Undoing, WINDOW } = await import("../../src/sidepot/web/static/desk/undoing.js");

const MINUTE = 60_000;
const ITEMS = [
  { item: 0, level: 1, is_break: false, ms: 20 * MINUTE, stakes: "25/50" },
  { item: 1, level: 0, is_break: true, ms: 10 * MINUTE },
  { item: 2, level: 2, is_break: false, ms: 20 * MINUTE, stakes: "50/100" },
];
const RUNS = wholeClock({ running: true, until: 5 * MINUTE, stakes: "25/50", next: "50/100" });

test("a clock that is not told anew counts on through levels and breaks", () => {
  assert.deepEqual([clockAt(RUNS, ITEMS, MINUTE).left, clockAt(RUNS, ITEMS, MINUTE).counted], [4 * MINUTE, false]);
  const inBreak = clockAt(RUNS, ITEMS, 6 * MINUTE);
  assert.deepEqual([inBreak.item, inBreak.is_break, inBreak.left, inBreak.next, inBreak.counted], [1, true, 9 * MINUTE, "50/100", true]);
  const after = clockAt(RUNS, ITEMS, 16 * MINUTE);
  assert.deepEqual([after.level, after.stakes, after.left, after.next_break], [2, "50/100", 19 * MINUTE, 0]);
  assert.equal(clockAt(RUNS, ITEMS, 100 * MINUTE).left, 0); // the schedule ends: the last level stays
});

test("after a break that is not in the schedule nobody knows how long the level has left", () => {
  assert.deepEqual([clockAt({ ...RUNS, extra: true }, ITEMS, 9 * MINUTE).item, clockAt({ ...RUNS, extra: true }, ITEMS, 9 * MINUTE).left], [0, 0]);
});

test("a clock that stands, or has no end, does not count", () => {
  const stands = wholeClock({ left: 3 * MINUTE, level: 2 });
  assert.equal(clockAt(stands, ITEMS, 100 * MINUTE).left, 3 * MINUTE);
  assert.equal(clockAt(wholeClock({ running: true }), ITEMS, 100 * MINUTE).item, 0);
});

test("the schedule says when each item begins", () => {
  assert.deepEqual(beginsOf(RUNS, ITEMS, MINUTE), [0, 5 * MINUTE, 15 * MINUTE]);
  assert.deepEqual(beginsOf(wholeClock({ left: 2 * MINUTE }), ITEMS, 0), [0, 2 * MINUTE, 12 * MINUTE]);
});

const memory = () => {
  const kept = new Map();
  return {
    get: (name, otherwise) => (kept.has(name) ? JSON.parse(kept.get(name)) : otherwise),
    set: (name, value) => kept.set(name, JSON.stringify(value)),
  };
};
const OUT = { type: "out", player: "Ann", by: ["Bo"] };

test("what was tapped is sent once, in order, and outlives a reload", async () => {
  const keep = memory();
  const first = new Outbox("7", keep);
  first.add(OUT, "Ann is out", 1000);
  first.add({ type: "pause" }, "Pause", 1500);
  assert.equal(await first.flush(async () => ({ kind: "unreached" }), () => 1600), false);
  const reloaded = new Outbox("7", keep);
  const sent = [];
  const done = [];
  const send = async (body) => {
    sent.push(body);
    return { kind: "done", answer: {} };
  };
  assert.equal(await reloaded.flush(send, () => 60_000, (entry) => done.push(entry.text)), true);
  assert.deepEqual(sent.map((body) => [body.do.type, body.at]), [["out", 1000], ["pause", 1500]]);
  assert.deepEqual(done, ["Ann is out", "Pause"]);
  assert.deepEqual(new Outbox("7", keep).entries, []);
  assert.deepEqual(new Outbox("8", keep).entries, []); // each tournament has its own
});

test("an act that is sent again keeps its id, and one at once says no time", async () => {
  const outbox = new Outbox("7", memory());
  const { id } = outbox.add(OUT, "Ann is out", 1000);
  const ids = [];
  for (const kind of ["unreached", "done"]) await outbox.flush(async (body) => {
    ids.push(body.id);
    return { kind };
  }, () => 1100);
  assert.deepEqual(ids, [id, id]);
  const entry = { id, do: OUT, text: "", at: 1000, why: "", refused: null };
  assert.deepEqual(bodyOf(entry, 1100), { id, do: OUT });
  assert.deepEqual(bodyOf({ ...entry, why: "late" }, 9999), { id, do: OUT, at: 1000, why: "late" });
});

test("a browser that keeps nothing sends all the same", async () => {
  const outbox = new Outbox("7", { get: (_, otherwise) => otherwise, set: () => {} });
  outbox.add(OUT, "Ann is out", 1000);
  assert.equal(outbox.waiting.length, 1);
  await outbox.flush(async () => ({ kind: "done", answer: {} }), () => 1000);
  assert.deepEqual(outbox.entries, []);
});

test("a browser that is full loses no tap, and sends none for ever", async () => {
  const keep = memory();
  const full = { get: keep.get, set: (name, value) => JSON.stringify(value).length < 3 && keep.set(name, value) };
  for (const before of [false, true]) {
    if (before) keep.set("desk.7.outbox", [{ id: "old", do: OUT, text: "Bo is out", at: 1, why: "", refused: null }]);
    const outbox = new Outbox("7", full);
    outbox.add({ type: "pause" }, "Pause", 1000);
    const sent = [];
    const send = async (body) => {
      sent.push(body.do.type);
      return { kind: sent.length > 9 ? "unreached" : "done", answer: {} };
    };
    assert.equal(await outbox.flush(send, () => 1000), true);
    assert.deepEqual(sent, before ? ["out", "pause"] : ["pause"]);
    assert.deepEqual(outbox.entries, []);
  }
});

test("a browser that is full keeps what is refused in mind, and a window beside this one adds to the same list", async () => {
  const keep = memory();
  const full = { get: keep.get, set: (name, value) => !value.some(({ refused }) => refused) && keep.set(name, value) };
  const outbox = new Outbox("7", full);
  outbox.add(OUT, "Ann is out", 1000);
  let sent = 0;
  const send = async () => (++sent > 9 ? { kind: "unreached" } : { kind: "refused", refusal: { because: "no", cite: "", offers: [] } });
  assert.equal(await outbox.flush(send, () => 1000), true);
  assert.deepEqual([sent, outbox.refused.length], [1, 1]);
  const other = new Outbox("8", keep);
  const beside = { get: keep.get, set: (name, value) => {
    keep.set(name, value);
    other.add({ type: "paid", player: "Bo" }, "", 1);
  } };
  const mine = new Outbox("8", beside);
  mine.add(OUT, "Ann is out", 1000);
  assert.deepEqual([mine.isKept, mine.entries.map(({ do: act }) => act.type)], [true, ["out", "paid"]]);
});

test("a tap that comes twice by chance is one act, and one more minute is one more", () => {
  const outbox = new Outbox("7", memory());
  const paid = { type: "paid", player: "Ann" };
  const minute = { type: "add_time", ms: MINUTE };
  for (const act of [paid, { ...paid }, minute, minute, { type: "pause" }, { type: "start" }, { type: "pause" }, { type: "paid", player: "Bo" }]) outbox.add(act, "", 1000);
  assert.deepEqual(outbox.entries.map((one) => one.do.player ?? one.do.type), ["Ann", "add_time", "add_time", "pause", "start", "pause", "Bo"]);
});

test("what no longer fits stays as a card, and the rest goes on", async () => {
  const outbox = new Outbox("7", memory());
  const { id } = outbox.add(OUT, "Ann is out", 1000);
  outbox.add({ type: "pause" }, "Pause", 1500);
  const refusal = { because: "Ann is out already", cite: "", offers: [] };
  await outbox.flush(async (body) => (body.id === id ? { kind: "refused", refusal } : { kind: "done", answer: {} }), () => 2000);
  assert.deepEqual(outbox.waiting, []);
  assert.deepEqual(outbox.refused.map((one) => [one.text, one.refused]), [["Ann is out", refusal]]);
  outbox.drop(id);
  assert.deepEqual(outbox.entries, []);
});

test("two that send at a time do not send the same act twice", async () => {
  const outbox = new Outbox("7", memory());
  outbox.add(OUT, "Ann is out", 1000);
  let sent = 0;
  const send = async () => {
    sent++;
    return { kind: "done", answer: {} };
  };
  await Promise.all([outbox.flush(send, () => 0), outbox.flush(send, () => 0)]);
  assert.equal(sent, 1);
});

test("the last act may be undone for ten seconds, longer while its button is held", () => {
  const undoing = new Undoing();
  assert.equal(undoing.offered(0), null);
  undoing.did(8, "Ann is out", 0);
  assert.deepEqual(undoing.offered(WINDOW - 1)?.back, { type: "undo", step: 8, only: true });
  assert.equal(undoing.seconds(WINDOW - 1), 1);
  assert.equal(undoing.offered(WINDOW, true)?.text, "Ann is out");
  assert.equal(undoing.offered(WINDOW), null);
  undoing.did(9, "Bo is out", 0);
  for (const step of [5, 0, 6, 7]) undoing.did(step, "Some enter", 0, "list");
  assert.deepEqual(undoing.offered(1)?.back, { type: "undo", step: 5, only: true, also: [6, 7] }); // a list is taken back whole
  undoing.did(0, "Already out", 0); // it is told, and nothing takes it back
  assert.deepEqual([undoing.offered(1)?.back, undoing.offered(1)?.text], [null, "Already out"]);
  undoing.did(0, "Corrected: Bo is out", 0, "", { type: "redo", step: 10 });
  assert.deepEqual(undoing.offered(1)?.back, { type: "redo", step: 10 });
  undoing.taken();
  assert.equal(undoing.offered(1), null);
});

test("a task that was put off and the check-in are taken back, too, and an answer to a player is not", () => {
  assert.deepEqual(backOf({ type: "not_now", todo: "o1", why: "Later" }), { type: "not_now", todo: "o1", on: false });
  assert.deepEqual(backOf({ type: "set_check_in", on: false }), { type: "set_check_in", on: true });
  assert.equal(backOf({ type: "not_now", todo: "ask-3", why: "No" }), null);
  assert.equal(backOf({ type: "hand_out", player: "Ann" }), null);
});

test("a number that does not fit is said with its bound", () => {
  const field = { min: "2", max: "10", step: "1" };
  const words = (wrong) => boundWords("Seats per table", { ...field, validity: { valid: false, [wrong]: true } });
  assert.equal(words("rangeUnderflow"), "Seats per table: at least 2");
  assert.equal(words("rangeOverflow"), "Seats per table: at most 10");
  assert.equal(words("valueMissing"), "Seats per table: enter a number");
  assert.equal(words("stepMismatch"), "Seats per table: enter a whole number");
  assert.equal(boundWords("Seats per table", { ...field, validity: { valid: true } }), "");
  assert.equal(boundWords("Hours", { ...field, step: "0.5", validity: { valid: false, stepMismatch: true } }), "");
});

test("what is typed into one field may be several things", () => {
  assert.deepEqual(namesOf(" Ann,Bo , ann,,Zoë  Bolt,\n"), ["Ann", "Bo", "ann", "Zoë Bolt"]);
  assert.deepEqual(timesOf(["Ann", "Bo", "ann"]), [["Ann", 2], ["Bo", 1]]);
  assert.deepEqual(numbered("Ann", 3, ["Ann", "ann", "Ann", "ann 2"]), ["Ann", "Ann 3", "Ann 4"]);
  assert.deepEqual(namesOf("Lee, Ann\nBo;Cy\r\n\n"), ["Lee, Ann", "Bo", "Cy"]);
  assert.deepEqual(namesOf("Lee, Ann;"), ["Lee, Ann"]);
  assert.deepEqual(namesOf("  "), []);
  for (const text of ["50 30 20", "50,30,20", "50 % / 30% / 20 %", "50, 30, 20"]) assert.deepEqual(percentsOf(text), [50, 30, 20]);
  assert.deepEqual(percentsOf("33,4 33,3 33.3"), [33.4, 33.3, 33.3]);
  assert.deepEqual(percentsOf("70,30"), [70, 30]);
  for (const text of ["", "50 30", "50 30 x", "120 -20"]) assert.equal(percentsOf(text), null);
  assert.deepEqual(numbersOf("4, 3 und 12"), [4, 3, 12]);
});

test("a level is changed as far as it was filled in, and one may come between two", () => {
  const level = (blinds, more = {}) => ({ kind: "level", ms: MINUTE, stakes: [{ blinds, ante: 0, chip: 25, ...more }] });
  assert.deepEqual(amountsOf(level([25, 50])), { small: 25, big: 50, ante: 0 });
  assert.deepEqual(amountsOf({ kind: "break", ms: 1 }), {});
  const changed = withAmounts(level([25, 50, 100], { note: "x" }), { small: 50, big: 100, ante: 100 }, 2 * MINUTE);
  assert.deepEqual(changed, { kind: "level", ms: 2 * MINUTE, stakes: [{ blinds: [50, 100, 100], ante: 100, chip: 25, note: "x" }] });
  assert.deepEqual(withAmounts({ kind: "break", ms: 1, remove: [25] }, {}, 5), { kind: "break", ms: 5, remove: [25] });
  const limit = level([50, 100], { small_bet: 100, big_bet: 200 });
  assert.equal(withAmounts(limit, { small_bet: 150 }, 1).stakes[0].big_bet, 300);
  assert.deepEqual(between(level([100, 200]), level([200, 400], { ante: 25 })), level([150, 300], { ante: 0 }));
  assert.deepEqual(between(level([25, 50]), level([50, 75])).stakes[0].blinds, [25, 50]);
  assert.deepEqual(between(level([25, 50]), undefined), level([25, 50]));
  assert.deepEqual(following(level([200, 400]), level([150, 300])).stakes[0].blinds, [250, 525]);
  assert.deepEqual(following(level([100, 200]), undefined).stakes[0].blinds, [200, 400]);
  assert.deepEqual(following(level([100, 200], { ante: 25 }), level([25, 50])).stakes[0].blinds, [200, 400]);
  assert.deepEqual(amountsOf({ kind: "level", ms: 1, stakes: [{ blinds: [1, 2] }, { ante: 1 }] }), {}); // a mix
});

test("a time that is typed may have an hour", () => {
  assert.deepEqual(["12", "12:30", "1:05:00", "12:75", "x", ""].map(msOf), [12 * MINUTE, 12.5 * MINUTE, 65 * MINUTE, null, null, null]);
});

test("a large tournament is found by its tables where the page does not hold all players", () => {
  const seats = [{ seat: 0, player: "Zed", chips: 5, how: "known", penalty: "" }, { seat: 1, player: "", chips: 0, how: "", penalty: "" }];
  const [zed, ...others] = seatedAt([{ number: 31, seats }]);
  assert.deepEqual([zed.player, zed.status, zed.table, zed.seat, zed.chips, others.length], ["Zed", "seated", 31, 0, 5, 0]);
  const known = { ...zed, due: 20 };
  assert.deepEqual(everybody([[known], [], [zed]]), [known]);
  assert.deepEqual(found(everybody([[], [zed]]), "31-1"), [zed]);
});

test("players are found by letters, by a table, by a seat", () => {
  const players = [
    { player: "Ann Miller", table: 3, seat: 4 }, { player: "Bo", table: 3, seat: 0 }, { player: "Zoë Bolt", table: 1, seat: 2 },
    { player: "P3", table: 2, seat: 1 }, { player: "Mabo" },
  ];
  const names = (text) => found(players, text).map(({ player }) => player);
  assert.deepEqual(names("bo"), ["Bo", "Zoë Bolt", "Mabo"]);
  assert.deepEqual(names("am"), ["Ann Miller"]);
  assert.deepEqual(names("ZOE"), ["Zoë Bolt"]);
  assert.deepEqual(names("3"), ["Bo", "Ann Miller", "P3"]);
  for (const seat of ["3-5", "3/5", "3 5"]) assert.deepEqual(names(seat), ["Ann Miller"]);
  assert.deepEqual([names("").length, names("x").length], [5, 0]);
});

test("a player in the lead has no place before the end", () => {
  const leads = { status: "seated", place: 1, table: 2, seat: 3, chips: 10_000, how: "known" };
  assert.equal(playerWords({ phase: "running" }, leads), "table 2, seat 4 · 10,000");
  assert.equal(playerWords({ phase: "over" }, leads), "table 2, seat 4 · place 1 · 10,000");
  assert.equal(playerWords({ phase: "running" }, { status: "out", place: 9 }), "out · place 9");
});

test("a table with a name has it after its number, in texts of the page and of the server", async () => {
  const { hasTableNames, useTableNames } = await import("../../src/sidepot/web/static/common/table_names.js");
  const { t } = await import("../../src/sidepot/web/static/common/language.js");
  const { textIn } = await import("../../src/sidepot/web/static/common/sentences.js");
  const line = ["Table {table} to {to_table}: {player}, {why}, to seat {seat}", "3", "1", "Bo", ["next big blind"], "3"];
  useTableNames([[3, "Rio"], [2, ""]]);
  assert.equal(t("Table {table}, seat {seat}", { table: 3, seat: 3 }), "Table 3 (Rio), seat 3");
  assert.equal(textIn("", line), "Table 3 (Rio) to 1: Bo, next big blind, to seat 3");
  useTableNames([[3, ""]]);
  assert.equal(t("Table {table}", { table: 3 }), "Table 3");
  assert.equal(hasTableNames(), false);
});

test("the link to the floor brings the tournament and its house", async () => {
  const { floorOf } = await import("../../src/sidepot/web/static/desk/routes.js");
  assert.equal(floorOf({ id: "e7", terms: { house: "roberts" } }), "/floor?tournament=e7&house=roberts");
  assert.equal(floorOf({ id: "e7", terms: { house: "" } }), "/floor?tournament=e7");
});
