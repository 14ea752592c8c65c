// The acts of a dealer's helper that wait: sent in order and once, kept over a reload, dropped after a refusal.

import assert from "node:assert/strict";
import test from "node:test";
import { Queue } from "../../src/sidepot/web/static/dealer/queue.js";

/** A browser that keeps what it is told. */
function browser() {
  const held = new Map();
  return { get: (name, otherwise) => (held.has(name) ? JSON.parse(held.get(name)) : otherwise), set: (name, value) => held.set(name, JSON.stringify(value)) };
}

const act = (type) => ({ type: "tap", act: { type } });

test("acts are sent in order, each with an id of its own, and are kept until they are answered", async () => {
  const keep = browser();
  const queue = new Queue("5-1", keep);
  for (const type of ["call", "fold", "check"]) queue.add(act(type), type);
  assert.equal(new Queue("5-1", keep).entries.length, 3); // after a reload
  const sent = [];
  await queue.flush(async (entry) => { sent.push(entry); return sent.length < 3 ? { kind: "done" } : { kind: "unreached" }; }, () => {});
  assert.deepEqual(sent.map(({ text }) => text), ["call", "fold", "check"]);
  assert.equal(new Set(sent.map(({ id }) => id)).size, 3);
  assert.deepEqual(new Queue("5-1", keep).entries.map(({ text }) => text), ["check"]);
  const again = [];
  await new Queue("5-1", keep).flush(async (entry) => { again.push(entry.id); return { kind: "done" }; }, () => {});
  assert.deepEqual(again, [sent[2].id]); // the same id: done once, if it was done
});

test("after a refusal the later acts are dropped, because they followed from it", async () => {
  const queue = new Queue("5-1", browser());
  for (const type of ["check", "call"]) queue.add(act(type), type);
  const outcomes = [];
  await queue.flush(async () => ({ kind: "refused", because: "must_call" }), ({ kind }) => outcomes.push(kind));
  assert.deepEqual(outcomes, ["refused"]);
  assert.deepEqual(queue.entries, []);
});

test("the last act that was not sent is taken back, never the one on its way", async () => {
  const queue = new Queue("5-1", browser());
  queue.add(act("call"), "call");
  queue.add(act("fold"), "fold");
  queue.dropLast();
  assert.deepEqual(queue.entries.map(({ text }) => text), ["call"]);
  await queue.flush(async () => { queue.dropLast(); return { kind: "unreached" }; }, () => {});
  assert.equal(queue.entries.length, 1);
});

test("the first act says what its dealer saw, those after it follow from it", () => {
  const queue = new Queue("5-1", browser());
  queue.add(act("call"), "call", 17);
  queue.add(act("fold"), "fold", 17);
  assert.deepEqual(queue.entries.map(({ seen }) => seen), [17, 0]);
});
