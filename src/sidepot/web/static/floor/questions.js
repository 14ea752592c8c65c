/** The questions of a topic as large buttons and fields, and the answers that stand in them. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, roomSentence, t } from "../common/language.js";

/** @import { FloorFact, FloorTopic } from "sidepot/protocol" */
/** @typedef {FloorFact & { of: string }} Fact a fact, and the topic that it is of */
/** @typedef {{ fact: FloorFact, part: HTMLElement, read: () => string }} Question */

const EXAMPLE = "NL 200/400: A 1200; B to act";

/** How an answer is typed. @type {Record<string, string>} */
const HINTS = {
  number: t("A number"),
  numbers: t("Numbers separated by commas: {example}, or {short} for five of 100", { example: "1000, 500", short: "5x100" }),
  texts: t("In order, separated by commas"),
  chips: t("Each chip, with a slash between motions: {one}, {two}, {many}", { one: "1000,1000", two: "500/1000", many: "5x100" }),
  betting: t("As a line: {example}", { example: EXAMPLE }),
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

/**
 * What was done, in order: buttons that write it into a field.
 * @param {Fact} fact
 * @param {string} now
 * @returns {Question}
 */
function inOrder(fact, now) {
  const field = h("input", { type: "text", value: now, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  /** @param {string} text */
  const write = (text) => {
    field.value = text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const done = () => field.value.split(/\s*[,;]\s*/).filter(Boolean);
  const part = h(
    "div",
    { class: "floor-question", role: "group", "aria-label": roomSentence(fact.asks, `${fact.of}: ${fact.name}`) || fact.asks },
    h("label", { class: "field" }, h("span", {}, asked(fact.of, fact)), field),
    h(
      "div",
      { class: "floor-picks" },
      (fact.choices ?? []).map((choice) => h("button", { type: "button", class: "floor-pick", onclick: () => write([...done(), choice].join(", ")) }, english(choice))),
      h("button", { type: "button", class: "floor-pick is-back", onclick: () => write(done().slice(0, -1).join(", ")) }, t("Undo the last one")),
    ),
  );
  return { fact, part, read: () => field.value.trim() };
}

/**
 * A text, a number, or a line.
 * @param {Fact} fact
 * @param {string} now
 * @returns {Question}
 */
function typed(fact, now) {
  const isLine = fact.kind === "betting";
  const usual = { autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: isLine ? EXAMPLE : fact.default };
  const field = isLine ? h("textarea", { ...usual, rows: 2 }) : h("input", { ...usual, type: "text", inputmode: fact.kind === "number" ? "numeric" : undefined });
  field.value = now;
  const hint = HINTS[fact.kind];
  const part = h(
    "div",
    { class: "floor-question" },
    h("label", { class: "field" }, h("span", {}, asked(fact.of, fact)), field, hint ? h("small", {}, hint) : null),
    isLine && h("details", { class: "floor-line" }, h("summary", {}, t("How to write the line")), h("dl", {}, LINE.map(([written, means]) => [h("dt", {}, h("code", {}, written)), h("dd", {}, means)]))),
  );
  return { fact, part, read: () => field.value.trim() };
}

/**
 * @param {Fact} fact
 * @param {string | undefined} answer
 * @returns {Question}
 */
function question(fact, answer) {
  if (fact.kind === "yes or no") return picks(fact, [["yes", t("Yes")], ["no", t("No")]], answer ?? fact.default ?? "");
  if (fact.kind === "choice") {
    const choices = fact.choices ?? [];
    const label = (/** @type {string} */ one) => (one ? roomSentence(one, `${fact.of}: ${fact.name}`) || english(one) : t("None of these"));
    return picks(fact, choices.map((one) => [one, label(one)]), answer ?? fact.default ?? "");
  }
  return fact.kind === "choices" ? inOrder(fact, answer ?? "") : typed(fact, answer ?? "");
}

/**
 * Put the questions of a topic onto the page, with the answers so far; returns them to be read.
 * @param {HTMLElement} parent
 * @param {FloorTopic} topic
 * @param {Record<string, string>} answers
 */
export function ask(parent, topic, answers) {
  const questions = topic.facts.map((fact) => question({ ...fact, of: topic.topic }, answers[fact.name]));
  put(parent, questions.map(({ part }) => part));
  return questions;
}

/**
 * The answers as they stand.
 * @param {Question[]} questions
 */
export const answers = (questions) => Object.fromEntries(questions.map(({ fact, read }) => [fact.name, read()]));
