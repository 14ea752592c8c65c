/** A hand to settle: the order of hands, and the address that holds the hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { caseOf, groupsOf, linkOf } from "../../src/sidepot/web/static/settle/case.js";

test("an order of hands is read as groups of equal ones", () => {
  assert.deepEqual(groupsOf("Ann, Bo=Cy,"), [["Ann"], ["Bo", "Cy"]]);
  assert.deepEqual(groupsOf(""), []);
});

test("an address holds a hand, and one that cannot be read holds none", () => {
  const player = { name: "Ann & Bo", put: "100", folded: false, cards: "AsKs" };
  const hand = { players: [player], board: "", best: "Ann & Bo", low: "", game: "holdem", dead: "0", chip: "1" };
  assert.deepEqual(caseOf(linkOf(hand)), hand);
  for (const hash of ["", "#hand=nonsense", "#hand=3", "#other=1"]) assert.equal(caseOf(hash), null);
});
