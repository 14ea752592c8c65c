import assert from "node:assert/strict";
import { test } from "node:test";

import { meaning, unusual } from "../../src/sidepot/web/static/integrity/flags.js";

const flag = { kind: "all-ins", players: ["a", "b"], seen: 20, expected: 11.1, of: 20, chance: 0.0000077 };

test("a flag is said in a sentence, by the names of today", () => {
  assert.equal(meaning(flag, { a: "Ann", b: "Bo" }), "Ann loses all-ins to Bo");
  assert.equal(meaning({ ...flag, kind: "even answers", players: ["a"] }, {}), "a always takes nearly the same time to act");
  assert.equal(meaning({ ...flag, kind: "new kind" }, {}), "new kind: a and b");
});

test("how unusual it is comes in round numbers", () => {
  assert.equal(unusual(flag), "20 of 20; 11 would be usual. Honest play gives this once in 130,000 times.");
  assert.match(unusual({ ...flag, chance: 0 }), /once in a billion times or more\.$/);
  assert.equal(unusual({ ...flag, kind: "same browser", of: 12 }), "12 hands together.");
  assert.match(unusual({ ...flag, kind: "even answers", seen: 0.05, chance: null }), /^The times of 20 decisions vary by 0\.05 of their mean/);
});
