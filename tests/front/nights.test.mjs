import assert from "node:assert/strict";
import { test } from "node:test";

import { byMonth, houseName, periodName, periodOf, signed, wayOf } from "../../src/sidepot/web/static/nights/periods.js";

test("a night or a month is read off an address, and nothing else is", () => {
  assert.equal(periodOf("#2026-11-26"), "2026-11-26");
  assert.equal(periodOf("#2026-11"), "2026-11");
  for (const other of ["", "#", "#2026", "#2026-11-26/..", "#today"]) assert.equal(periodOf(other), "");
});

test("nights and months are said in words", () => {
  assert.match(periodName("2026-11-26"), /^Thursday,? 26 November 2026$/);
  assert.equal(periodName("2026-11"), "November 2026");
});

test("nights are put together by months, in their order", () => {
  const night = (date) => ({ date, begins: 0, ends: 0, tables: 1, players: 2, moved: 5 });
  const months = byMonth([night("2026-12-01"), night("2026-11-30"), night("2026-11-02")]);
  assert.deepEqual(
    months.map(({ month, nights }) => [month, nights.map(({ date }) => date)]),
    [["2026-12", ["2026-12-01"]], ["2026-11", ["2026-11-30", "2026-11-02"]]],
  );
});

test("amounts say whether they are up or down", () => {
  assert.deepEqual([1250, -40, 0].map((amount) => signed(amount)), ["+1,250", "−40", "0"]);
  assert.deepEqual([1, -1, 0].map(wayOf), ["up", "down", ""]);
});

test("every account of the house has words", () => {
  assert.equal(houseName("rake"), "Rake");
  assert.equal(houseName("other"), "Other");
});
