/** The nights on a German page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

Object.defineProperty(globalThis, "navigator", { value: { languages: ["de"] }, configurable: true });
const { partyName } = await import("../../src/sidepot/web/static/nights/periods.js");

test("the house pays and is paid in German, and a player by name", () => {
  assert.equal(partyName("the house"), "das Haus");
  assert.equal(partyName("Ann"), "Ann");
});
