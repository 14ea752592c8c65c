/** An incident as the page has it, and as an address holds it: the topic, the answers to its questions, and the house. */

import { heldBy, holding } from "../common/in_address.js";

/**
 * @import { FloorFact, FloorTopic } from "sidepot/protocol"
 * @typedef {{ verdict: string, reason: string, by: string }} Aside
 * @typedef {{ topic: string, facts: Record<string, string>, house: string, choose?: string, overrule?: Aside }} Incident
 */

/**
 * Whether the question for a fact is asked: other answers may make it pointless.
 * @param {FloorFact} fact
 * @param {Record<string, string>} told
 */
export const isAsked = (fact, told) => (fact.only_with ?? []).every((name) => told[name]) && !(fact.only_without ?? []).some((name) => told[name]);

/**
 * The answers that count: those given to questions that are asked.
 * @param {FloorTopic} topic
 * @param {Record<string, string>} told
 */
export function answersTo(topic, told) {
  const asked = topic.facts.filter((fact) => told[fact.name] && isAsked(fact, told));
  return Object.fromEntries(asked.map(({ name }) => [name, told[name]]));
}

/**
 * The first fact that must be told still.
 * @param {FloorTopic} topic
 * @param {Record<string, string>} told
 */
export const missing = (topic, told) => topic.facts.find((fact) => fact.required && !told[fact.name]);

/**
 * The address that holds an incident.
 * @param {Incident} incident
 */
export const linkOf = (incident) => holding("incident", incident);

/**
 * The incident of an address; null where it holds none that can be read.
 * @param {string} hash
 * @returns {Incident | null}
 */
export function incidentOf(hash) {
  const found = heldBy(hash, "incident");
  if (typeof found?.topic !== "string") return null;
  const facts = Object.entries(found.facts ?? {}).filter(([, value]) => typeof value === "string");
  return { ...found, house: String(found.house ?? ""), facts: Object.fromEntries(facts) };
}
