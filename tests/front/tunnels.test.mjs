/** The commands that give a room an address on the internet, and the addresses that they may have in them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, COMMANDS, serveAgain } from "../../src/sidepot/web/static/invite/tunnels.js";

test("an address is taken as it is copied or typed", () => {
  const right = ["https://cards.example.org", " cards.example.org ", "https://Cards.Example.org/", "https://cards.example.org/table/1?x#y"];
  for (const typed of right) assert.equal(addressOf(typed), "https://cards.example.org");
  assert.equal(addressOf("https://cards.example.org:8443"), "https://cards.example.org:8443");
});

test("nothing else gets into a command", () => {
  const wrong = ["", "cards", "http://cards.example.org", "ftp://cards.example.org", "https://a.b$(reboot)", "https://a.b;c", "https://a.b`c`",
    "https://a.b'c", 'https://a.b"c', "https://a.b&c", "https://[::1]", "https://"];
  for (const typed of wrong) assert.equal(addressOf(typed), "", typed);
});

test("the room is started again at its port, for that address, with cookies for HTTPS", () => {
  assert.deepEqual(serveAgain("https://a.example", 8000), [
    "sidepot serve --https --origin https://a.example", 'make serve ARGS="--https --origin https://a.example"']);
  assert.equal(serveAgain("https://a.example", 8100)[0], "sidepot serve --port 8100 --https --origin https://a.example");
});

test("every program leads to the port of the room", () => {
  for (const made of Object.values(COMMANDS)) assert.match(made("https://a.example", 8123), /8123/);
});
