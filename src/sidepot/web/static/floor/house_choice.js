/** A choice of a house as a part of the form: one of a few values, a number, several items, or items in order. */

import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn, wordsIn } from "../common/sentences.js";
import { wholeIn } from "../common/words.js";

/**
 * @import { HouseChoice, HouseOption } from "sidepot/protocol"
 * @import { Sentence } from "../room/messages.js"
 */

/** @typedef {boolean | number | string | readonly string[]} Value */

/**
 * What a house does, or what an item of a list is.
 * @param {string} words
 * @param {unknown} sentence
 */
export const does = (words, sentence) => textIn(words, /** @type {Sentence} */ (sentence));

/** @param {Value} one @param {Value} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The words of a choice, in which a search looks.
 * @param {HouseChoice} choice
 */
export function wordsOf(choice) {
  const options = choice.options.map((option) => `${option.words} ${does(option.words, option.sentence)}`);
  return [choice.gist, textIn(choice.gist, [choice.gist]), choice.field, choice.template, ...options].join(" ").toLowerCase();
}

/**
 * What a house with this number does.
 * @param {HouseChoice} choice
 * @param {number} number
 */
function numberDoes({ options, template = "" }, number) {
  const own = options.find((option) => option.value === number);
  return own ? does(own.words, own.sentence) : does(template.replaceAll("{}", String(number)), [template, String(number)]);
}

/**
 * A choice with the value that the house has. `take` is given a new value, and `misread` a text that is no number for it.
 * @param {HouseChoice} choice
 * @param {{ now: Value, isOwn: boolean, wrong: string | undefined, take: (value: Value) => unknown, misread: (text: string) => unknown }} state
 */
export function choiceIn(choice, state) {
  const parts = { one: radios, number: numberField, several: checkboxes, order: orderedList }[choice.kind];
  return el("fieldset", { class: `house-choice ${state.isOwn ? "is-own" : ""}`, key: choice.field }, el("legend", {}, wordsIn(choice.gist, [choice.gist])), parts(choice, state));
}

/** @typedef {Parameters<typeof choiceIn>[1]} State */

/** @param {HouseChoice} choice @param {State} state */
const radios = ({ field, options }, { now, take }) =>
  options.map((option) =>
    el(
      "label",
      { key: String(option.value) },
      el("input", { type: "radio", name: field, value: String(option.value), checked: option.value === now, onchange: () => take(option.value) }),
      el("span", {}, does(option.words, option.sentence)),
    ),
  );

/** @param {HouseChoice} choice @param {State} state */
function numberField(choice, { now, wrong, take, misread }) {
  const { field, gist, least = 0, most = 0 } = choice;
  const isWrong = wrong !== undefined;
  /** @param {Event} event */
  const read = (event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    const number = wholeIn(text);
    return number >= least && number <= most ? take(number) : misread(text);
  };
  return [
    el("input", { key: "number", type: "text", inputmode: "numeric", autocomplete: "off", value: isWrong ? wrong : String(now), "aria-label": textIn(gist, [gist]), "aria-describedby": `${field}-means`, "aria-invalid": isWrong ? "true" : null, oninput: read }),
    el("p", { key: "means", id: `${field}-means`, class: isWrong ? "refusal" : "" }, isWrong ? t("A whole number from {least} to {most}", { least, most }) : numberDoes(choice, Number(now))),
  ];
}

/** @param {HouseChoice} choice @param {State} state */
function checkboxes({ options }, { now, take }) {
  const chosen = /** @type {readonly string[]} */ (now);
  /** @param {string} item @param {boolean} isIn */
  const turn = (item, isIn) => take(options.map(({ value }) => String(value)).filter((one) => (one === item ? isIn : chosen.includes(one))));
  return options.map((option) => {
    const item = String(option.value);
    return el(
      "label",
      { key: item },
      el("input", { type: "checkbox", checked: chosen.includes(item), onchange: (event) => turn(item, /** @type {HTMLInputElement} */ (event.target).checked) }),
      el("span", {}, does(option.words, option.sentence)),
    );
  });
}

/** @param {HouseChoice} choice @param {State} state */
function orderedList({ options }, { now, take }) {
  const chosen = /** @type {readonly string[]} */ (now);
  /** @param {HouseOption | undefined} option @param {string} item */
  const titleOf = (option, item) => (option ? does(option.words, option.sentence) : item);
  const named = (/** @type {string} */ item) => titleOf(options.find(({ value }) => value === item), item);
  /** @param {number} at @param {number} by */
  const moved = (at, by) => chosen.with(at, chosen[at + by] ?? "").with(at + by, chosen[at] ?? "");
  const left = options.filter(({ value }) => !chosen.includes(String(value)));
  return [
    el(
      "ol",
      { key: "chosen", class: "house-order" },
      chosen.map((item, at) =>
        el(
          "li",
          { key: item },
          el("span", {}, named(item)),
          el("button", { type: "button", class: "quiet", disabled: at === 0, "aria-label": t("Move up: {text}", { text: named(item) }), onclick: () => take(moved(at, -1)) }, "↑"),
          el("button", { type: "button", class: "quiet", disabled: at === chosen.length - 1, "aria-label": t("Move down: {text}", { text: named(item) }), onclick: () => take(moved(at, 1)) }, "↓"),
          el("button", { type: "button", class: "quiet", "aria-label": t("Leave out: {text}", { text: named(item) }), onclick: () => take(chosen.filter((one) => one !== item)) }, "✕"),
        ),
      ),
    ),
    left.length > 0 &&
      el(
        "select",
        { key: "more", "aria-label": t("Add a text"), onchange: (event) => take([...chosen, /** @type {HTMLSelectElement} */ (event.target).value]) },
        el("option", { key: "", value: "", selected: true }, t("Add a text")),
        left.map((option) => el("option", { key: String(option.value), value: String(option.value) }, titleOf(option, ""))),
      ),
  ];
}
