/** Why a button is as it is: found by what a reason is about, whatever its words are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { reasonFor } from "../../src/sidepot/web/static/decision/why.js";
import { cited } from "../../src/sidepot/web/static/common/words.js";
import { wholeOptions } from "./options.mjs";

/** A reason with these words; nothing of ours looks into them. */
const reason = (about, verdict, text) => ({ about, verdict, text, cite: ["PG", "57"] });

const options = (...why) => wholeOptions({ due: 7, seat: 0, why });

test("a reason is found by what it is about, in any words", () => {
  const may = options(
    reason(["raise"], "note", "Openers will be asked for"),
    reason(["fold"], "may", "Folding is always open to you"),
    reason(["check"], "may_not", "40 to call, so no check"),
    reason(["call"], "may", "Calling costs 40"),
    reason(["raise"], "may", "From 80 up"),
    reason(["raise"], "may", "To 500 at most"),
    reason(["pot"], "note", "You play for the main pot"),
  );
  const words = (what, refused) => reasonFor(may, what, refused)?.text ?? null;
  assert.equal(words("fold"), "Folding is always open to you");
  assert.equal(words("check"), "40 to call, so no check");
  assert.equal(words("check", true), "40 to call, so no check");
  assert.equal(words("call"), "Calling costs 40");
  assert.equal(words("call", true), null);
  assert.equal(words("raise"), "From 80 up");
  assert.equal(words("raise", true), null);
  assert.equal(words("muck"), null);
});

test("one duty stands at every button that it closes", () => {
  const may = options(reason(["call", "raise", "fold", "buy"], "must", "The marker first"));
  for (const what of ["call", "raise", "fold", "buy"]) assert.equal(reasonFor(may, what, true)?.text, "The marker first");
  assert.equal(reasonFor(may, "check", true), null);
});

test("a cite has the name of its source, and the rules of other books that say the same", () => {
  assert.equal(cited("TS-8"), "Table stakes, 8 = Robert's Rules 3 showdown 8");
  assert.equal(cited(["PG", "57"]), "How poker is played, 57");
  assert.equal(cited(["TDA-2013", "43"]), "TDA-2013:43");
  assert.equal(cited("HOUSE:clock_seconds"), "HOUSE:clock_seconds");
  assert.equal(cited(null), "");
});
