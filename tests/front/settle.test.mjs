/** A hand to settle: the order of hands, and the address that holds the hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { caseOf, caseOfForm, groupsOf, linkOf, outOf, playedOf, settlePath } from "../../src/sidepot/web/static/settle/case.js";

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

test("an address names a hand of the room, which becomes a form", () => {
  assert.deepEqual(playedOf(settlePath("t 1", 12).slice("/settle".length)), { table: "t 1", hand: 12 });
  for (const hash of ["", "#table=7", "#table=7&hand=0", "#table=7&hand=x", "#hand=3"]) assert.equal(playedOf(hash), null);
  const made = caseOfForm({ players: [{ name: "Ann", put: 6 }], chip: 5 });
  assert.deepEqual(made.players, [{ name: "Ann", put: "6", folded: false, cards: "" }]);
  assert.deepEqual([made.chip, made.game, made.house], ["5", "holdem", "cash"]);
});

test("a hand of the room keeps what the form has no field for", () => {
  const players = [{ name: "Ann", put: 6, all_in: true, declared: "both" }, { name: "Bo", killed: true }, { name: "Cy" }, { name: "Di", folded: true }];
  const made = caseOfForm({ players, mucked: ["Cy"], rulebook: { one_odd_chip: true } });
  assert.deepEqual(made.players[0], { name: "Ann", put: "6", folded: false, cards: "", all_in: true, declared: "both" });
  assert.deepEqual([made.mucked, made.rulebook], [["Cy"], { one_odd_chip: true }]);
  assert.deepEqual(made.players.map((one) => outOf(made, one)), ["folded", "killed", "mucked", "folded"]);
  assert.equal(outOf(null, { name: "Cy", put: "", folded: false, cards: "" }), "folded");
});
