/** The page of a player: a count as it is typed, and requests that the room cannot take just now. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { wholeIn } = await import("../../src/sidepot/web/static/common/words.js");
const { useMoney } = await import("../../src/sidepot/web/static/common/money.js");
const { countIn, factsOf, saleWords } = await import("../../src/sidepot/web/static/slip/slip_words.js");
const { Requests } = await import("../../src/sidepot/web/static/slip/requests.js");

test("a whole amount may be typed in groups of three, and a part of a chip is none", () => {
  for (const text of ["8200", " 8,200 ", "8.200", "8 200", "8'200"]) assert.equal(wholeIn(text), 8200);
  assert.equal(wholeIn("1,250,000"), 1_250_000);
  for (const text of ["1.5", "12,50", "8,2000", "-5", "8k", "", ",200"]) assert.ok(Number.isNaN(wholeIn(text)), text);
  assert.deepEqual([countIn("12,500"), Number.isNaN(countIn("12.5"))], [12_500, true]);
});

test("a request that the room cannot take just now is kept and sent again, one that is refused is given up", async () => {
  const answers = [503, 429, 200, 409];
  const sent = [];
  globalThis.fetch = async (_, { body }) => {
    if (!body) return new Response(JSON.stringify({ csrf: "x" })); // who asks
    const status = answers.shift();
    sent.push(JSON.parse(body).about);
    return new Response(JSON.stringify(status === 200 ? { tournament: "7", asks: [] } : { because: "not now", cite: "" }), { status, headers: { "content-type": "application/json" } });
  };
  const requests = new Requests("7-1-abc");
  requests.add("floor");
  for (let at = 0; at < 2; at += 1) assert.equal(await requests.send(), null);
  assert.equal((await requests.send()).tournament, "7");
  requests.add("out");
  await assert.rejects(requests.send());
  assert.deepEqual([sent, requests.waiting], [["floor", "floor", "floor", "out"], []]);
});

test("a request for chips says what they cost and bring", () => {
  const seat = { screen: { sales: [{ kind: "addon", price: 2250, chips: 5000 }], money: { decimals: 2, currency: "EUR" } } };
  assert.deepEqual([saleWords(seat, "add_on"), saleWords(seat, "rebuy"), saleWords(seat, "floor")], ["€22.50 for 5,000", "", ""]);
});

test("who has a place reads it instead of a seat, the winner too, who still sits there", () => {
  const seat = { status: "seated", table: 4, seat: 1, chips: 270_000, place: 1, paid: 60_000, screen: {} };
  useMoney({ decimals: 2, currency: "EUR" });
  assert.deepEqual(factsOf(seat), [{ title: "Place", value: "1.", more: "You won €600", wide: true }]);
});
