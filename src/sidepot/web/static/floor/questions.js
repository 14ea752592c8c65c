/** The questions of a topic as large buttons and fields, and the answers that stand in them. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, roomSentence, t } from "../common/language.js";
import { chips as inChips } from "../common/words.js";
import { bettingField, lastGame } from "./betting.js";
import { begun, chipsFor, unitOf } from "./line.js";

/** @import { FloorFact, FloorTopic } from "sidepot/protocol" */
/** @typedef {FloorFact & { of: string }} Fact a fact, and the topic that it is of */
/** @typedef {{ fact: FloorFact, part: HTMLElement, read: () => string }} Question */


/** How an answer is typed. @type {Record<string, string>} */
const HINTS = {
  number: t("A number"),
  numbers: t("Numbers separated by commas: {example}, or {short} for five of 100", { example: "1000, 500", short: "5x100" }),
  texts: t("In order, separated by commas"),
  chips: t("Each chip, with a slash between motions: {one}, {two}, {many}", { one: "1000,1000", two: "500/1000", many: "5x100" }),
};

/** What may stand in a line of the betting. @type {[written: string, means: string][]} */
const LINE = [
  ["NL 200/400", t("no limit, with the blinds; PL is pot limit, FL 4/8 fixed limit")],
  ["turn pot 3000", t("the street, and its pot, before the colon")],
  ["A 1200", t("A bets or raises to a total of 1200")],
  ["A calls; B folds", t("the other actions, in order")],
  ["A all-in 1150", t("all-in for this total")],
  ["A (5000) 1200", t("A has 5000 behind, then raises")],
  ["B to act", t("B is to act: the question is about B")],
];

/**
 * The question for a fact of a topic, in the language of the page where it has words for it.
 * @param {string} topic
 * @param {FloorFact} fact
 */
export const asked = (topic, { name, asks }) => roomSentence(asks, `${topic}: ${name}`) || english(asks);

/**
 * A choice among a few, as large buttons.
 * @param {Fact} fact
 * @param {[value: string, label: import("../common/element.js").Filled][]} choices
 * @param {string} now
 * @returns {Question}
 */
function picks(fact, choices, now) {
  const part = h(
    "fieldset",
    { class: "floor-question" },
    h("legend", {}, asked(fact.of, fact)),
    h(
      "div",
      { class: "floor-picks" },
      choices.map(([value, label]) => h("label", { class: "floor-pick" }, h("input", { type: "radio", name: fact.name, value, checked: value === now }), h("span", {}, label))),
    ),
  );
  const read = () => /** @type {HTMLInputElement | null} */ (part.querySelector("input:checked"))?.value ?? "";
  return { fact, part, read };
}

/** The acts that are offered for a fact. @type {Record<string, (unit: number) => string[]>} */
const OFFERED = {
  "act: said": () => ["call", "raise", "all-in", "bet", "check", "fold", "pot"],
  "showdown words: said": () => ["fold", "you win", "I missed", "nice hand"],
  "out of turn: did": (unit) => ["check", "call", "fold", `raise to ${6 * unit}`, `bet ${2 * unit}`, "all-in"],
  "out of turn: since": (unit) => ["check", "call", "fold", `raise to ${8 * unit}`, `bet ${2 * unit}`],
  "skipped: behind": (unit) => ["check", "call", "fold", `raise to ${8 * unit}`, `bet ${2 * unit}`],
  "undercall: total": (unit) => [unit, 1.5 * unit, 2 * unit].map((one) => String(Math.floor(one))),
  "wrong bet: made": (unit) => [unit / 2, unit, 2 * unit].map((one) => String(Math.floor(one))),
  "wrong bet: right": (unit) => [unit, 2 * unit, 4 * unit].map((one) => String(one)),
};

/** Topics that may be asked about without a line of the betting, and are shown one to begin with. */
const EARLY = "out of turn";
const WITH_LINE = [EARLY, "skipped"];

/**
 * The line with which a topic begins; "" if it begins without one.
 * @param {string} topic
 * @param {FloorFact} fact
 */
export function firstLine(topic, fact) {
  if (fact.kind !== "betting" || (!fact.required && !WITH_LINE.includes(topic))) return "";
  return begun(lastGame(), topic === EARLY);
}

/**
 * A button that writes into a field.
 * @param {HTMLInputElement} field
 * @param {string} words
 * @param {() => string} text
 * @param {string} [looks]
 */
const writer = (field, words, text, looks = "") =>
  h(
    "button",
    {
      type: "button", class: `floor-pick ${looks}`, translate: "no",
      onclick: () => {
        field.value = text();
        field.dispatchEvent(new Event("change", { bubbles: true }));
      },
    },
    words,
  );

/** @param {HTMLInputElement} field */
const undone = (field) => writer(field, t("Undo"), () => field.value.replace(/(?:^|[,;/])[^,;/]*[,;/]?$/, ""), "is-back");

/**
 * Chips by taps: each tap puts one more into the last motion.
 * @param {HTMLInputElement} field
 * @param {number} unit
 * @param {boolean} hasMotions
 */
function chipRow(field, unit, hasMotions) {
  /** @param {number} chip */
  const added = (chip) => () => field.value.trim() + (!field.value.trim() || /[,/]\s*$/.test(field.value) ? "" : ",") + chip;
  return h(
    "div",
    { class: "floor-picks floor-chips" },
    chipsFor(unit).map((chip) => writer(field, inChips(chip), added(chip), "is-chip")),
    hasMotions && writer(field, t("New motion"), () => `${field.value.trim().replace(/[,/]$/, "")}/`),
    undone(field),
  );
}

/**
 * What was done, in order: buttons that write it into a field.
 * @param {Fact} fact
 * @param {string} now
 * @param {string[]} choices
 * @returns {Question}
 */
function inOrder(fact, now, choices) {
  const field = h("input", { type: "text", value: now, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const done = () => field.value.split(/\s*[,;]\s*/).filter(Boolean);
  const part = h(
    "div",
    { class: "floor-question", role: "group", "aria-label": roomSentence(fact.asks, `${fact.of}: ${fact.name}`) || fact.asks },
    h("label", { class: "field" }, h("span", {}, asked(fact.of, fact)), field),
    h(
      "div",
      { class: "floor-picks" },
      choices.map((choice) => writer(field, roomSentence(choice, `${fact.of}: ${fact.name}`) || choice, () => [...done(), choice].join(", "))),
      writer(field, t("Undo the last one"), () => done().slice(0, -1).join(", "), "is-back"),
    ),
  );
  return { fact, part, read: () => field.value.trim() };
}

/**
 * A line of the betting, with the felt.
 * @param {Fact} fact
 * @param {string} now
 * @param {() => string} house
 * @returns {Question}
 */
function betting(fact, now, house) {
  const hint = h("details", { class: "floor-line" }, h("summary", {}, t("How to write the line")), h("dl", {}, LINE.map(([written, means]) => [h("dt", {}, h("code", {}, written)), h("dd", {}, means)])));
  const part = bettingField({ label: asked(fact.of, fact), now, house, hint, early: fact.of === EARLY });
  return { fact, part, read: () => /** @type {HTMLTextAreaElement} */ (part.querySelector("textarea")).value.trim() };
}

/**
 * A text, a number, or chips.
 * @param {Fact} fact
 * @param {string} now
 * @param {number} unit the big blind
 * @returns {Question}
 */
function typed(fact, now, unit) {
  const field = h("input", { type: "text", inputmode: fact.kind === "number" ? "numeric" : undefined, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: fact.default });
  field.value = now;
  const hint = HINTS[fact.kind];
  const offered = OFFERED[`${fact.of}: ${fact.name}`]?.(unit) ?? [];
  const part = h(
    "div",
    { class: "floor-question" },
    h("label", { class: "field" }, h("span", {}, asked(fact.of, fact)), field, hint ? h("small", {}, hint) : null),
    offered.length > 0 && h("div", { class: "floor-picks" }, offered.map((one) => writer(field, /^\d+$/.test(one) ? inChips(Number(one)) : one, () => one))),
    (fact.kind === "chips" || (fact.kind === "numbers" && ["prior", "new"].includes(fact.name))) && chipRow(field, unit, fact.kind === "chips"),
  );
  return { fact, part, read: () => field.value.trim().replace(/[,/]$/, "") };
}

/**
 * @param {Fact} fact
 * @param {string | undefined} answer
 * @param {() => string} house
 * @param {number} unit
 * @returns {Question}
 */
function question(fact, answer, house, unit) {
  if (fact.kind === "yes or no") return picks(fact, [["yes", t("Yes")], ["no", t("No")]], answer ?? fact.default ?? "");
  if (fact.kind === "choice") {
    const choices = fact.choices ?? [];
    const label = (/** @type {string} */ one) => (one ? roomSentence(one, `${fact.of}: ${fact.name}`) || english(one) : t("None of these"));
    return picks(fact, choices.map((one) => [one, label(one)]), answer ?? fact.default ?? "");
  }
  if (fact.kind === "betting") return betting(fact, answer ?? "", house);
  const inTurn = fact.kind === "choices" ? (fact.choices ?? []) : fact.kind === "texts" ? (OFFERED[`${fact.of}: ${fact.name}`]?.(unit) ?? []) : [];
  return inTurn.length ? inOrder(fact, answer ?? "", inTurn) : typed(fact, answer ?? "", unit);
}

/**
 * Put the questions of a topic onto the page, with the answers so far; returns them to be read.
 * @param {HTMLElement} parent
 * @param {FloorTopic} topic
 * @param {Record<string, string>} answers
 * @param {() => string} house the house whose rules are asked
 */
export function ask(parent, topic, answers, house) {
  const line = topic.facts.find(({ kind }) => kind === "betting");
  const unit = unitOf((line && answers[line.name]) || "NL 100/200");
  const questions = topic.facts.map((fact) => question({ ...fact, of: topic.topic }, answers[fact.name], house, unit));
  put(parent, questions.map(({ part }) => part));
  return questions;
}

/**
 * The words for an answer to a fact.
 * @param {string} topic
 * @param {FloorFact} fact
 * @param {string} answer
 */
export const answerIn = (topic, { name }, answer) => ({ yes: t("Yes"), no: t("No") })[answer] ?? (roomSentence(answer, `${topic}: ${name}`) || english(answer));

/**
 * Give a fact another answer.
 * @param {Question[]} questions
 * @param {string} name
 * @param {string} answer
 */
export function setAnswer(questions, name, answer) {
  const part = questions.find(({ fact }) => fact.name === name)?.part;
  const radios = /** @type {HTMLInputElement[]} */ ([...(part?.querySelectorAll("input[type=radio]") ?? [])]);
  for (const radio of radios) radio.checked = radio.value === answer;
  const field = /** @type {HTMLInputElement | null} */ (part?.querySelector("input[type=text], textarea") ?? null);
  if (field) field.value = answer;
  (field ?? radios[0])?.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * The answers as they stand.
 * @param {Question[]} questions
 */
export const answers = (questions) => Object.fromEntries(questions.map(({ fact, read }) => [fact.name, read()]));
