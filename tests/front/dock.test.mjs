/** The dock: its words follow the clock, and its buttons stay what they are meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement } from "./page.mjs";
import { put } from "../../src/sidepot/web/static/common/element.js";
import { wholeState } from "../../src/sidepot/web/static/room/messages.js";
import { Dock } from "../../src/sidepot/web/static/seat/dock.js";

/** A chair at which one may come back, or whatever else `more` says, and what was sent. */
function seated(more = {}, yours = {}) {
  const sent = [];
  const state = wholeState({ table: "1", title: "T", phase: "playing", hand: 5, root: "r", seats: [{ player: "Ann", stack: 200 }] });
  const chair = {
    state, seat: state.seats[0], room: { own: 0, role: "", yours: { games: [], ...yours } }, line: { now: () => 0 },
    back: "I am back", may: () => false, maySit: () => false, say: (what) => sent.push(what), ...more,
  };
  const place = new FakeElement();
  const dock = new Dock(chair);
  return { chair, sent, place, show: (words) => put(place, dock.words(words)) };
}

test("the words count down, and the button keeps the focus", () => {
  const { place, show, sent } = seated();
  show("Bo has 5 s");
  const button = place.children[1];
  button.focus();
  show("Bo has 4 s");
  assert.equal(place.children[0].textContent, "Bo has 4 s");
  assert.deepEqual([place.children[1] === button, document.activeElement === button], [true, true]);
  button.click();
  assert.deepEqual(sent, [{ type: "come_back", waits: false }]);
});

test("another button is another element: who has come to the first does not press it", () => {
  const { chair, place, show, sent } = seated();
  show("");
  const [, first] = place.children;
  Object.assign(chair, { back: "", seat: { ...chair.seat, stack: 0, state: "busted" }, may: (what) => what === "buy", buy: () => sent.push("buy") });
  show("");
  const [, second] = place.children;
  assert.notEqual(first, second);
  second.click();
  assert.deepEqual(sent, ["buy"]);
});

test("what is typed for the cut stays while the table goes on", () => {
  const { place, show } = seated({}, { cut: true });
  show("");
  const input = place.children[1].children[0];
  input.value = "seven lucky";
  show("Bo has 4 s");
  assert.equal(place.children[1].children[0], input);
  assert.equal(input.value, "seven lucky");
});
