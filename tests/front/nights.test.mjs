import assert from "node:assert/strict";
import { test } from "node:test";

import { textOf } from "../../src/sidepot/web/static/nights/share.js";
import { total } from "../../src/sidepot/web/static/nights/books.js";
import { byMonth, houseName, periodName, periodOf, signed, wayOf, yearsOf } from "../../src/sidepot/web/static/nights/periods.js";

test("a night, a month or a year is read off an address, and nothing else is", () => {
  assert.equal(periodOf("#2026"), "2026");
  assert.equal(periodOf("#2026-11-26"), "2026-11-26");
  assert.equal(periodOf("#2026-11"), "2026-11");
  for (const other of ["", "#", "#202", "#2026-11-26/..", "#today"]) assert.equal(periodOf(other), "");
});

test("nights and months are said in words", () => {
  assert.match(periodName("2026-11-26"), /^Thursday,? 26 November 2026$/);
  assert.equal(periodName("2026-11"), "November 2026");
  assert.equal(periodName("2026"), "2026");
});

test("nights are put together by months, in their order", () => {
  const night = (date) => ({ date, begins: 0, ends: 0, tables: 1, players: 2, moved: 5 });
  const months = byMonth([night("2026-12-01"), night("2026-11-30"), night("2026-11-02")]);
  assert.deepEqual(
    months.map(({ month, nights }) => [month, nights.map(({ date }) => date)]),
    [["2026-12", ["2026-12-01"]], ["2026-11", ["2026-11-30", "2026-11-02"]]],
  );
});

test("the years of months are in their order, each once", () => {
  assert.deepEqual(yearsOf([{ month: "2026-12" }, { month: "2026-11" }, { month: "2025-12" }]), ["2026", "2025"]);
});

/** A night with a bot, a pizza, a payment that was made, one that was undone, and one that is due. */
const books = {
  period: "2026-11-26",
  decimals: 0,
  players: [
    { player: "Ann", result: 70, bots: -20, expenses: -12, adjustments: 0, paid: -30, open: 8 },
    { player: "Bo", result: -50, bots: 0, expenses: 12, adjustments: 0, paid: 30, open: -8 },
    { player: "Ada (bot)", bot: true, result: -20, bots: 20, expenses: 0, adjustments: 0, paid: 0, open: 0 },
  ],
  payments: [{ payer: "Bo", payee: "Ann", chips: 8, yours: false }],
  changes: [
    { number: 1, what: { type: "expense", text: "Pizza", chips: 24, to: "Bo", among: ["Ann", "Bo"] }, undone_by: 0 },
    { number: 2, what: { type: "paid", payer: "Bo", payee: "Ann", chips: 30 }, undone_by: 0 },
    { number: 3, what: { type: "adjustment", text: "Miscounted", chips: 5, to: "the house", among: ["Bo"] }, undone_by: 4 },
    { number: 4, what: { type: "undo", number: 3 }, undone_by: 0 },
  ],
};

test("a night is a text for the chat", () => {
  assert.deepEqual(textOf(books).split("\n"), [
    periodName("2026-11-26"), "", "Ann +50", "Bo −50", "", "Pizza: 24, paid by Bo, shared by Ann, Bo", "",
    "✓ Bo paid Ann 30", "Bo pays Ann 8",
  ]);
  assert.match(textOf({ ...books, payments: [] }), /✓ Bo paid Ann 30\nEverything is settled\.$/);
});

test("a night in cents is a text with points", () => {
  assert.match(textOf({ ...books, decimals: 2 }), /Ann \+0\.50\nBo −0\.50\n\nPizza: 0\.24, paid by Bo/);
});

test("lines add up to zero in every column", () => {
  assert.deepEqual(Object.values(total(books.players)), [0, 0, 0, 0, 0, 0]);
});

test("amounts say whether they are up or down", () => {
  assert.deepEqual([1250, -40, 0].map((amount) => signed(amount)), ["+1,250", "−40", "0"]);
  assert.deepEqual([1, -1, 0].map(wayOf), ["up", "down", ""]);
});

test("every account of the house has words", () => {
  assert.equal(houseName("rake"), "Rake");
  assert.equal(houseName("other"), "Other");
});
