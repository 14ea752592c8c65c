/** What a cash night says: the time that is left of a call, and the text for the group chat. */

import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

const { useMoney } = await import("../../src/sidepot/web/static/common/money.js");
const { kindOf, left, paymentWords, textOf } = await import("../../src/sidepot/web/static/cash/words.js");

test("the time that is left of a call never goes below nothing", () => {
  assert.deepEqual([left(299_001), left(5_000), left(-3)], ["5:00", "0:05", "0:00"]);
});

test("a payment names the bank", () => {
  useMoney({ decimals: 2, currency: "EUR" });
  assert.equal(paymentWords({ payer: "", payee: "Ann", chips: 1250 }), "the bank pays Ann €12.50");
  assert.equal(kindOf("cash_out"), "Cash-out");
});

test("the text for the group chat has results and payments", () => {
  const desk = { title: "Friday", players: [{ player: "Ann", bought: 10000, cashed: 15000 }, { player: "Bo", bought: 10000, cashed: 5000 }, { player: "Cy" }, { player: "Di", bought: 5000, table: 1 }], payments: [{ payer: "Bo", payee: "Ann", chips: 5000 }] };
  assert.equal(textOf(/** @type {any} */ (desk)), "Friday\n\nAnn +€50\nBo -€50\n\nBo pays Ann €50");
  assert.equal(textOf(/** @type {any} */ ({ ...desk, payments: [] })), "Friday\n\nAnn +€50\nBo -€50", "Di still plays");
  const over = { ...desk, players: desk.players.filter(({ table }) => !table), payments: [] };
  assert.match(textOf(/** @type {any} */ (over)), /Everything is settled/);
});
