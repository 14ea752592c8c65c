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
 * @param {Record<string, string>} answers
 */
export const isAsked = (fact, answers) => (fact.only_with ?? []).every((name) => answers[name]) && !(fact.only_without ?? []).some((name) => answers[name]);

/**
 * The answers that count: those given to questions that are asked.
 * @param {FloorTopic} topic
 * @param {Record<string, string>} answers
 */
export function answersTo(topic, answers) {
  const asked = topic.facts.filter((fact) => answers[fact.name] && isAsked(fact, answers));
  return Object.fromEntries(asked.map(({ name }) => [name, answers[name]]));
}

/**
 * The first fact that must still be given.
 * @param {FloorTopic} topic
 * @param {Record<string, string>} answers
 */
export const missing = (topic, answers) => topic.facts.find((fact) => fact.required && !answers[fact.name]);

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
