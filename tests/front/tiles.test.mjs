/** Several tables in one window: the one that waits comes forward. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { frontOf, waitingAfter } from "../../src/sidepot/web/static/tiles/front.js";

const ALL = ["1", "2", "3"];

test("the first table is in front until one waits", () => {
  assert.equal(frontOf("", [], ALL), "1");
  assert.equal(frontOf("1", ["3"], ALL), "3");
  assert.equal(frontOf("", [], []), "");
});

test("a table that waits stays in front until it is done, then the next one comes", () => {
  assert.equal(frontOf("3", ["2", "3"], ALL), "3");
  assert.equal(frontOf("3", ["2"], ALL), "2");
  assert.equal(frontOf("2", [], ALL), "2"); // nobody waits: nothing moves
});

test("tables wait in the order in which they began to", () => {
  assert.deepEqual(waitingAfter(["2"], "1", true), ["2", "1"]);
  assert.deepEqual(waitingAfter(["2", "1"], "2", true), ["2", "1"]);
  assert.deepEqual(waitingAfter(["2", "1"], "2", false), ["1"]);
});
