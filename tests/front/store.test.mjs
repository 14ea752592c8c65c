// What the page of a table knows: the messages of the room change it in one place.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { Store } = await import("../../src/sidepot/web/static/table/store.js");

/** A store, what it called, and the line that it listens to. */
function opened() {
  const heard = new Map();
  const calls = [];
  const line = { on: (name, hear) => heard.set(name, hear) };
  const call = (name) => () => calls.push(name);
  const store = new Store("t1", line, { changed: call("changed"), renamed: call("renamed"), begun: call("begun"), happened: call("happened") });
  return { room: store.room, calls, tell: (name, told) => heard.get(name)({ table: "t1", ...told }) };
}

const state = (more = {}) => ({ table: "t1", title: "T", phase: "waiting", seats: [null, { player: "Ann", stack: 100 }], ...more });
const line = (seq, text, reactions) => ({ seq, at: 1, by: "Bo", text, reactions });

test("a snapshot replaces everything, and the seat is that of the name", () => {
  const { room, calls, tell } = opened();
  tell("welcome", { you: "Ann", role: "player" });
  tell("yours", { seq: 1, seat: 1 });
  tell("snapshot", { seq: 5, state: state(), talk: [line(4, "hello")] });
  assert.deepEqual([room.seq, room.own, room.yours, room.talk.length, room.state.chip], [5, 1, null, 1, 1]);
  assert.deepEqual(calls, ["renamed", "changed", "changed", "begun"]);
});

test("an event changes the table, then the views hear of it", () => {
  const { room, calls, tell } = opened();
  tell("snapshot", { seq: 5, state: state(), talk: [line(4, "hello")] });
  tell("event", { seq: 6, state: state({ hand: 2 }), talk: [line(4, "hello", { "👍": ["Ann"] }), line(6, "well played")] });
  assert.deepEqual([room.seq, room.state.hand], [6, 2]);
  assert.deepEqual(room.talk.map(({ seq, reactions }) => [seq, Boolean(reactions)]), [[4, true], [6, false]]);
  assert.deepEqual(calls, ["begun", "happened", "changed"]);
});

test("messages for another table change nothing", () => {
  const { room, calls, tell } = opened();
  for (const name of ["snapshot", "event", "yours"]) tell(name, { table: "t2", seq: 9, state: state() });
  assert.deepEqual([room.seq, room.state, room.yours, calls], [0, null, null, []]);
});

test("a name that the table shows in place of one's own has the seat; a player who has left has none", () => {
  const { room, tell } = opened();
  tell("welcome", { you: "Bo", role: "player" });
  tell("snapshot", { seq: 1, state: state() });
  assert.equal(room.own, -1);
  tell("yours", { seq: 1, name: "Ann" });
  assert.equal(room.own, 1);
  tell("event", { seq: 2, state: state({ seats: [null, { player: "Ann", stack: 0, state: "gone" }] }) });
  assert.equal(room.own, -1);
});

test("private cards of another name are forgotten", () => {
  const { room, tell } = opened();
  tell("welcome", { you: "Ann", role: "player" });
  tell("yours", { seq: 1, cards: [4, 8] });
  tell("welcome", { you: "Bo", role: "player" });
  assert.equal(room.yours, null);
});
