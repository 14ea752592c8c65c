/** An incident for the floor: which questions are asked, what is missing, and the address that holds it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, incidentOf, isAsked, linkOf, missing } from "../../src/sidepot/web/static/floor/incident.js";

const SPOT = { name: "spot", required: true };
const SAID = { name: "said" };
const CHIPS = { name: "chips" };
const ORDER = { name: "order", only_with: ["said", "chips"] };
const MOTION = { name: "motion", only_without: ["said", "chips"] };
const TOPIC = { topic: "act", facts: [SPOT, SAID, CHIPS, ORDER, MOTION] };

test("a question is asked only where other answers leave it open", () => {
  assert.ok(isAsked(SAID, {}) && isAsked(MOTION, {}) && isAsked(ORDER, { said: "raise", chips: "500" }));
  assert.ok(!isAsked(ORDER, { said: "raise" }) && !isAsked(MOTION, { said: "raise" }));
});

test("answers count where they are asked for, and one that is missing is named", () => {
  assert.deepEqual(answersTo(TOPIC, { spot: "NL 1/2", said: "raise", chips: "", motion: "tap", order: "together" }), { spot: "NL 1/2", said: "raise" });
  assert.equal(missing(TOPIC, { said: "raise" }), SPOT);
  assert.equal(missing(TOPIC, { spot: "NL 1/2" }), undefined);
});

test("an address holds an incident, and one that cannot be read holds none", () => {
  const incident = { topic: "act", facts: { spot: "NL 1/2: A & B" }, house: "tda-2024", choose: "call", overrule: { verdict: "fold", reason: "it's late", by: "" } };
  assert.deepEqual(incidentOf(linkOf(incident)), incident);
  assert.deepEqual(incidentOf(linkOf({ topic: "act", facts: { last: true }, house: "" }))?.facts, {});
  for (const hash of ["", "#incident=nonsense", "#incident=3", "#incident=null", "#other=1"]) assert.equal(incidentOf(hash), null);
});
