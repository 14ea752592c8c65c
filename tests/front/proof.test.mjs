/** What a browser works out about the record of a hand: whatever is changed in it does not hold any more. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import "./page.mjs";
import { note, noted, notedRoot } from "../../src/sidepot/web/static/verify/notes.js";
import {
  canonical, checkCards, checkChain, checkCuts, checkNotes, firstRoot, headingOf, hex, readRecord, rootOf, unhex,
} from "../../src/sidepot/web/static/verify/proof.js";
import { plainSha256, sha256 } from "../../src/sidepot/web/static/verify/sha256.js";

const ROOT = new URL("../../", import.meta.url);
const EXAMPLE = readFileSync(new URL("examples/hand-record.json", ROOT), "utf8");
const KEPT = new URL("tests/records/", ROOT);
const example = () => readRecord(EXAMPLE);
const checks = [checkChain, checkCards, checkCuts];

test("the hash that is worked out here is SHA-256, at every length about a block", async () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    const should = createHash("sha256").update(bytes).digest("hex");
    assert.equal(hex(plainSha256(bytes)), should, `${length} bytes`);
    assert.equal(hex(await sha256(bytes)), should, `${length} bytes`);
  }
});

test("bytes are read of lower-case hexadecimal text of the right length only", () => {
  assert.deepEqual([...unhex("00ff10", 3)], [0, 255, 16]);
  for (const text of ["00FF10", "00ff1", "00ff1000", "0x0000", "00 ff 1", null, 7]) {
    assert.throws(() => unhex(text, 3), /3 bytes are written as 6 hexadecimal digits/);
  }
});

test("JSON is hashed with sorted keys and no spaces, and no number that a browser rounds", () => {
  assert.equal(canonical({ b: [1, "ü", null], a: { d: true, c: -1 } }), '{"a":{"c":-1,"d":true},"b":[1,"ü",null]}');
  for (const value of [2 ** 53, 0.5, Number.NaN]) assert.throws(() => canonical({ a: [value] }), /cannot hash the number/);
});

test("a text that is no record is refused", () => {
  assert.throws(() => readRecord("{"), /not JSON/);
  for (const text of ["null", "[]", '{"format":"sidepot hand record 2"}', EXAMPLE.replace('"links"', '"link"')]) {
    assert.throws(() => readRecord(text), /not a hand record/);
  }
});

test("the example holds", async () => {
  const record = example();
  assert.match(await checkChain(record), /^27 links/);
  assert.match(await checkCards(record), /^9 cards opened/);
  assert.equal(await checkCuts(record), "Cy cut at 5 with “my lucky socks”");
  assert.equal(headingOf(record).hand, 12);
});

for (const name of readdirSync(KEPT).filter((one) => one.endsWith(".json"))) {
  test(`the record of ${name} holds`, async () => {
    const record = readRecord(readFileSync(new URL(name, KEPT), "utf8"));
    for (const check of checks) assert.ok(await check(record));
  });
}

/** What is changed in the example, which check finds that, and what it says. */
const CHANGES = {
  "an item": [(it) => it.items[0].hand++, checkChain, /the chain breaks at item 0/],
  "an item in the middle": [(it) => (it.items[10].amount = 6), checkChain, /the chain breaks at item 10/],
  "an item left out": [(it) => it.items.pop(), checkChain, /number of links does not match/],
  "two items in each other's place": [(it) => it.items.splice(14, 2, it.items[15], it.items[14]), checkChain, /item 14/],
  "the hand before": [(it) => (it.before = "1".repeat(64)), checkChain, /item 0/],
  "the last link": [(it) => (it.links[26] = it.links[25]), checkChain, /item 26/],
  "an opened card": [(it) => (it.openings[0].card ^= 1), checkCards, /does not match the commitment/],
  "a salt": [(it) => (it.openings[1].salt = "0".repeat(32)), checkCards, /does not match the commitment/],
  "a path": [(it) => it.openings[2].path.reverse(), checkCards, /does not match the commitment/],
  "a path too short": [(it) => it.openings[2].path.pop(), checkCards, /the path of place \d+ is too short/],
  "a path too long": [(it) => it.openings[2].path.push("0".repeat(64)), checkCards, /the path of place \d+ is too long/],
  "a place": [(it) => it.openings[0].index++, checkCards, /does not match the commitment|path/],
  "a place outside of the deck": [(it) => (it.openings[0].index = 52), checkCards, /there is no place 52 among 52/],
  "a shuffle that was not made": [(it) => (it.openings[0].deck = 1), checkCards, /of shuffle 1 is opened, but there are only 1/],
  "the root": [(it) => (it.items[1].root = "0".repeat(64)), checkCards, /does not match the commitment/],
  "an own card not opened": [(it) => it.openings.shift(), checkCards, /was shown but not opened/],
  "a board card not opened": [(it) => it.openings.splice(-1), checkCards, /was shown but not opened/],
  "a second own event": [
    (it) => it.own.push({ item: 6, event: { type: "dealt", seat: 1, cards: [0], up: 0 } }),
    checkCards, /deuce of clubs was shown but not opened/,
  ],
  "where it was cut": [(it) => it.items[2].at++, checkCuts, /cuts at 5, not at 6/],
  "the words of the cut": [(it) => (it.items[2].text += "!"), checkCuts, /cuts at \d+, not at 5/],
  "a cut of no shuffle": [(it) => (it.items[2].deck = 3), checkCuts, /cuts a deck that was not shuffled/],
};

for (const [what, [change, check, says]] of Object.entries(CHANGES)) {
  test(`a record with ${what} changed does not hold`, async () => {
    const record = example();
    change(record);
    await assert.rejects(check(record), says);
  });
}

test("a card leads to the root by its path, also at the odd end of a deck", async () => {
  const leaf = (index, card) => createHash("sha256").update(Buffer.from([0, ...Buffer.alloc(16, 7), index, card])).digest();
  const node = (left, right) => createHash("sha256").update(Buffer.concat([Buffer.from([1]), left, right])).digest();
  const leaves = [leaf(0, 10), leaf(1, 11), leaf(2, 12)];
  const pair = node(leaves[0], leaves[1]);
  const root = node(pair, leaves[2]).toString("hex");
  const opening = (index, path) =>
    ({ deck: 0, index, card: 10 + index, salt: "07".repeat(16), path: path.map((one) => one.toString("hex")) });
  assert.equal(await rootOf(opening(0, [leaves[1], leaves[2]]), 3), root);
  assert.equal(await rootOf(opening(1, [leaves[0], leaves[2]]), 3), root);
  assert.equal(await rootOf(opening(2, [pair]), 3), root);
});

test("a record is compared with what was noted", () => {
  const record = example();
  const root = firstRoot(record);
  const link = record.links.at(-1);
  assert.match(checkNotes(record, { root: ` ${root.toUpperCase()} `, link }), /root matches.*link is in the chain/);
  assert.throws(() => checkNotes(record, { root: "0".repeat(64) }), /dealt from another order/);
  assert.throws(() => checkNotes(record, { link: "0".repeat(64) }), /not in this chain/);
});

test("a browser notes the first root of a hand, then its link, and neither again", () => {
  note("1", 4, "", "");
  assert.equal(noted("1", 4), null);
  note("1", 4, "root", "");
  note("1", 4, "another root", "");
  assert.equal(noted("1", 4).root, "root");
  note("1", 4, "", "link");
  note("1", 4, "", "another link");
  assert.deepEqual([noted("1", 4).root, noted("1", 4).link], ["root", "link"]);
  assert.equal(notedRoot("root").link, "link");
  assert.equal(notedRoot("another root"), null);
  for (let hand = 5; hand < 510; hand++) note("1", hand, `root ${hand}`, "");
  assert.equal(noted("1", 4), null); // the oldest of more than 500 is forgotten
  assert.ok(noted("1", 509));
});
