/** The keys of the table page: which can be changed, what is taken, and what a pressed key means then. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";
import { make } from "../../src/sidepot/web/static/common/element.js";
import { CHANGEABLE, changeKey, keyFor, meaningOf, resetKeys } from "../../src/sidepot/web/static/common/keymap.js";
import { actionButton } from "../../src/sidepot/web/static/decision/why.js";

test("each letter stands for one thing at first", () => {
  assert.equal(new Set(CHANGEABLE.map(([key]) => key)).size, CHANGEABLE.length);
  for (const [key] of CHANGEABLE) assert.deepEqual([keyFor(key), meaningOf(key)], [key, key]);
  for (const key of ["k", "1", "Enter", "?"]) assert.equal(meaningOf(key), key);
});

test("a key that is changed means what it did by its new letter alone", () => {
  assert.equal(changeKey("f", "K"), "");
  assert.deepEqual([keyFor("f"), meaningOf("k"), meaningOf("f")], ["k", "f", ""]);
  const { firstChild: button } = make(actionButton({ key: "f", text: "Fold", act: () => {} }));
  assert.equal(button.getAttribute("aria-keyshortcuts"), "K");
  assert.equal(changeKey("f", "f"), "");
  assert.equal(meaningOf("f"), "f");
});

test("a letter that is taken is refused with what it is for, and nothing changes", () => {
  assert.equal(changeKey("f", "c"), "C is already in use: Check or call");
  assert.equal(keyFor("f"), "f");
  assert.equal(changeKey("f", "k"), "");
  assert.equal(changeKey("c", "k"), "K is already in use: Fold");
  assert.equal(changeKey("c", "f"), ""); // it is free now
  assert.deepEqual([meaningOf("f"), meaningOf("k"), meaningOf("c")], ["c", "f", ""]);
  resetKeys();
  assert.deepEqual([meaningOf("f"), meaningOf("c"), meaningOf("k")], ["f", "c", "k"]);
});

test("a key is one letter, of any alphabet", () => {
  for (const letter of ["", "1", "?", " ", "ab", "."]) assert.equal(changeKey("f", letter), "Type one letter", letter);
  assert.equal(changeKey("f", "Ö"), "");
  assert.equal(meaningOf("ö"), "f");
  resetKeys();
});

test("the second key for checking may be given to something else", () => {
  assert.equal(changeKey("o", "k"), "");
  assert.equal(meaningOf("k"), "o");
  resetKeys();
});
