/** The line to the room: what is said again after a break, what is asked for, and when the line counts as broken. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import "./page.mjs";
import { Refused } from "../../src/sidepot/web/static/room/api.js";
import { Line } from "../../src/sidepot/web/static/room/socket.js";

/** A socket that is led by the test: `said` is what the page sent. */
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  said = [];
  closed = false;

  constructor(address) {
    this.address = address;
    sockets.push(this);
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  break(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

let sockets = [];
globalThis.WebSocket = FakeSocket;
const last = () => sockets.at(-1);
const welcome = (you = "Ann", now = Date.now()) => ({ type: "hello", protocol: 1, you, role: "player", now });
const event = (seq) => ({ type: "event", table: "1", seq, at: 0, state: { table: "1", title: "T", phase: "playing" } });
const snapshot = (seq) => ({ ...event(seq), type: "snapshot" });
const names = ["welcome", "snapshot", "event", "yours", "gone", "notice", "fault", "line", "held", "loggedout"];

/** A line that watches table 1, and what it told. */
function watching() {
  const line = new Line();
  const heard = [];
  for (const name of names) line.on(name, (told) => heard.push(name === "line" ? told : name));
  line.watch("1");
  return { line, heard };
}

/** The same, with the room's greeting. */
function live() {
  const found = watching();
  last().open();
  last().tell(welcome());
  return found;
}

beforeEach(() => {
  sockets = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  mock.method(Math, "random", () => 0.5); // waits are neither shortened nor lengthened
});

test("it says hello with what it has of each table, and is live once it is greeted", () => {
  const { heard } = watching();
  assert.equal(last().address, "ws://room.test/ws");
  last().open();
  assert.deepEqual(last().said, [{ type: "hello", protocol: 1, since: { 1: 0 } }]);
  assert.deepEqual(heard, []);
  last().tell(welcome());
  assert.deepEqual(heard, ["live", "welcome"]);
});

test("after a break it asks for what it missed", () => {
  const { heard } = live();
  last().tell(snapshot(7));
  last().tell(event(8));
  last().break();
  assert.equal(heard.at(-1), "lost");
  mock.timers.tick(249);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  last().open();
  assert.deepEqual(last().said[0].since, { 1: 8 });
});

test("it waits longer from try to try, and starts anew once it was live", () => {
  live();
  for (const wait of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
    const before = sockets.length;
    last().break();
    mock.timers.tick(wait - 1);
    assert.equal(sockets.length, before, `before ${wait}`);
    mock.timers.tick(1);
    assert.equal(sockets.length, before + 1, `after ${wait}`);
  }
  last().open();
  last().tell(welcome());
  last().break();
  mock.timers.tick(250);
  last().open();
});

test("where the room restarts it opens at once, as another process may have the table by now; and only the first time", () => {
  live();
  last().break(1012);
  mock.timers.tick(49);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  last().break(1012);
  mock.timers.tick(499);
  assert.equal(sockets.length, 2);
  mock.timers.tick(1);
  assert.equal(sockets.length, 3);
});

test("what was not answered is said again with the same id, and no answer counts twice", async () => {
  const { line, heard } = live();
  const answer = line.say("1", { type: "sit_out" });
  const [said] = last().said.slice(-1);
  assert.deepEqual([said.type, said.table, said.do], ["cmd", "1", { type: "sit_out" }]);
  last().break();
  assert.deepEqual(heard.slice(-2), ["lost", "held"]);
  mock.timers.tick(250);
  last().open();
  assert.equal(last().said.length, 1); // the room has not greeted yet
  last().tell(welcome());
  assert.deepEqual(last().said[1], said);
  last().tell({ type: "ack", id: said.id, table: "1", seq: 9 });
  last().tell({ type: "ack", id: said.id, table: "1", seq: 10 });
  assert.equal((await answer).seq, 9);
  last().break();
  mock.timers.tick(250);
  last().open();
  last().tell(welcome());
  assert.ok(!last().said.some(({ type }) => type === "cmd"));
});

test("what was said more than two minutes ago is given up, and is not said again", async () => {
  const { line } = live();
  const old = line.say("1", { type: "sit_out" });
  last().break();
  mock.timers.tick(80_000);
  const late = line.say("1", { type: "leave" });
  mock.timers.tick(40_001);
  last().open();
  last().tell(welcome());
  const again = last().said.filter(({ type }) => type === "cmd");
  assert.deepEqual(again.map((said) => said.do.type), ["leave"]);
  await assert.rejects(old, (error) => error instanceof Refused && error.because.includes("too long"));
  last().tell({ type: "ack", id: again[0].id, table: "1", seq: 9 });
  assert.equal((await late).seq, 9);
});

test("commands have ids of their own, and a refusal says why", async () => {
  const { line } = live();
  const first = line.say("1", { type: "sit_out" });
  const second = line.say("1", { type: "leave" });
  const ids = last().said.slice(-2).map(({ id }) => id);
  assert.notEqual(ids[0], ids[1]);
  last().tell({ type: "nack", id: ids[1], table: "1", because: "not now", cite: "PG-1" });
  last().tell({ type: "ack", id: ids[0], table: "1", seq: 3 });
  await assert.rejects(second, (error) => error instanceof Refused && error.because === "not now" && error.cite === "PG-1");
  assert.equal((await first).seq, 3);
});

test("it tells once in each break that something waits", () => {
  const { line, heard } = live();
  const count = () => heard.filter((one) => one === "held").length;
  last().break();
  assert.equal(count(), 0);
  void line.say("1", { type: "sit_out" });
  void line.say("1", { type: "leave" });
  assert.equal(count(), 1);
  mock.timers.tick(250);
  last().break();
  assert.equal(count(), 1);
});

test("an event that was seen is dropped; a gap is asked for once", () => {
  const { heard } = live();
  last().tell(snapshot(5));
  last().tell(event(5));
  last().tell(event(6));
  assert.deepEqual(heard.slice(2), ["snapshot", "event"]);
  last().tell(event(9));
  last().tell(event(10));
  const asked = last().said.filter(({ type }) => type === "watch");
  assert.deepEqual(asked, [{ type: "watch", table: "1", since: 6 }]);
  assert.equal(heard.length, 5); // the second is taken: the room sent it after it was asked
});

test("it pings a silent line, and gives up one that does not answer", () => {
  const { heard } = live();
  mock.timers.tick(9_999);
  assert.equal(last().said.length, 1);
  mock.timers.tick(1);
  assert.equal(last().said.at(-1).type, "ping");
  last().tell({ type: "pong", n: 1, now: Date.now() });
  mock.timers.tick(10_000);
  assert.equal(last().said.filter(({ type }) => type === "ping").length, 2);
  mock.timers.tick(4_999);
  assert.equal(heard.at(-1), "welcome");
  mock.timers.tick(1);
  assert.equal(heard.at(-1), "lost");
  assert.ok(last().closed);
});

test("it pings sooner while a command waits for its answer, and more commands do not delay that", () => {
  const { line } = live();
  void line.say("1", { type: "sit_out" });
  mock.timers.tick(1_500);
  void line.say("1", { type: "leave" });
  mock.timers.tick(500);
  assert.equal(last().said.at(-1).type, "ping");
});

test("it follows the clock of the room", () => {
  const { line } = live();
  last().tell(welcome("Ann", Date.now() + 5_000));
  assert.equal(line.now(), Date.now() + 5_000);
  last().tell({ type: "pong", n: 1, now: Date.now() - 2_000 });
  assert.equal(line.now(), Date.now() - 2_000);
});

test("a log-out is told; a new session of another window is waited for", () => {
  const { heard } = live();
  last().break(4001);
  assert.deepEqual(heard.slice(-2), ["lost", "loggedout"]);
  mock.timers.tick(250);
  last().open();
  last().tell(welcome(""));
  assert.equal(heard.at(-1), "welcome");
  last().break(4002);
  mock.timers.tick(250);
  last().open();
  last().tell(welcome("")); // the new cookie has not arrived
  assert.equal(heard.at(-1), "lost");
  mock.timers.tick(500);
  last().open();
  last().tell(welcome("Ann"));
  assert.equal(heard.at(-1), "welcome");
});

test("a closed line stays closed", () => {
  const { line, heard } = live();
  line.close();
  assert.equal(heard.at(-1), "closed");
  assert.ok(last().closed);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});

test("a table that is gone is not asked for again", () => {
  const { heard } = live();
  last().tell({ type: "gone", table: "1", because: "it is closed" });
  assert.equal(heard.at(-1), "gone");
  last().break();
  mock.timers.tick(250);
  last().open();
  assert.deepEqual(last().said[0].since, {});
});

test("under another name everything of a table is told anew", () => {
  const { line } = live();
  last().tell(snapshot(7));
  line.refresh("1");
  assert.deepEqual(last().said.at(-1), { type: "watch", table: "1", since: 0 });
  const old = last();
  line.again();
  assert.ok(old.closed && old.onmessage === null);
  last().open();
  assert.deepEqual(last().said[0].since, { 1: 0 });
});
