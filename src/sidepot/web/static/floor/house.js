/** The form of a club's own house: a book, its choices, and the file and the agreement that come of them. */

import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { english, t, tn } from "../common/language.js";
import { textIn, titleIn, wordsIn } from "../common/sentences.js";
import { ask, asRefused, post } from "../room/api.js";
import { keepFile } from "../hands/take_home.js";

/** @import { Floor, HouseChoice, HouseChoices, WrittenHouse } from "sidepot/protocol" */
/** @import { Sentence } from "../room/messages.js" */

dress();

const title = /** @type {HTMLInputElement} */ ($("#title"));
const base = /** @type {HTMLSelectElement} */ ($("#base"));
const find = /** @type {HTMLInputElement} */ ($("#find"));

/** @type {HouseChoice[]} */
let choices = [];
/** @type {Record<string, string | boolean>} */
let own = {};
/** @type {WrittenHouse | null} */
let made = null;
let asked = 0;

/** The name of the house in the file: its title in small letters. */
function nameOf() {
  const plain = title.value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 40);
  return plain.length > 1 ? plain : "our-house";
}

/** @param {string} because */
function trouble(because) {
  put($("#trouble"), because && english(because));
  $("#trouble").hidden = !because;
}

/** @param {string} words @param {unknown} sentence */
const does = (words, sentence) => textIn(words, /** @type {Sentence} */ (sentence));

async function write() {
  const mine = ++asked;
  try {
    const found = /** @type {WrittenHouse} */ (await post("/api/houses/file", { name: nameOf(), title: title.value.trim(), based_on: base.value, choices: own }));
    if (mine !== asked) return;
    made = found;
    trouble("");
  } catch (caught) {
    if (mine !== asked) return;
    made = null;
    trouble(asRefused(caught).because);
  }
  agreement();
}

function agreement() {
  const differences = made?.differences ?? [];
  put(
    $("#agreement"),
    el("h2", {}, title.value.trim() || t("Our house")),
    el("p", {}, t("Based on: {book}.", { book: base.selectedOptions[0]?.textContent ?? "" }), " ", differences.length ? tn("{count} choice differs. This house", "{count} choices differ. This house", differences.length) : t("Nothing differs yet.")),
    differences.length > 0 && el("ul", {}, differences.map((one) => el("li", { key: one.field }, does(one.own, one.own_sentence), el("small", {}, t("The book:"), " ", does(one.before, one.before_sentence))))),
  );
}

/** @param {HouseChoice} choice */
function choiceIn(choice) {
  const now = own[choice.field] ?? choice.now;
  return el(
    "fieldset",
    { class: `house-choice ${choice.field in own ? "is-own" : ""}`, key: choice.field },
    el("legend", {}, wordsIn(choice.gist, [choice.gist])),
    choice.options.map((option) =>
      el(
        "label",
        { key: String(option.value) },
        el("input", { type: "radio", name: choice.field, value: String(option.value), checked: option.value === now, onchange: () => take(choice, option.value) }),
        el("span", {}, does(option.words, option.sentence)),
      ),
    ),
  );
}

/** @param {HouseChoice} choice @param {string | boolean} value */
function take(choice, value) {
  if (value === choice.now) delete own[choice.field];
  else own[choice.field] = value;
  draw();
  return write();
}

function draw() {
  const wanted = find.value.trim().toLowerCase();
  const shown = choices.filter((one) => !wanted || [one.gist, one.field, ...one.options.map((option) => `${option.words} ${does(option.words, option.sentence)}`)].join(" ").toLowerCase().includes(wanted));
  const sorted = [...shown].sort((one, other) => other.often - one.often);
  put($("#choices"), sorted.length ? sorted.map(choiceIn) : el("p", {}, t("Nothing found.")));
}

async function begin() {
  try {
    choices = /** @type {HouseChoices} */ (await ask(`/api/houses/choices?house=${encodeURIComponent(base.value)}`)).choices;
    own = {};
    draw();
    $("#choices").removeAttribute("aria-busy");
    await write();
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
}

base.addEventListener("change", begin);
title.addEventListener("input", write);
find.addEventListener("input", draw);
$("#print").addEventListener("click", () => print());
$("#form").addEventListener("submit", (sent) => {
  sent.preventDefault();
  if (made) keepFile({ name: made.file, blob: new Blob([made.text], { type: "application/toml" }) });
});

const floor = /** @type {Floor} */ (await ask("/api/floor"));
put(base, floor.houses.map(({ id, title: of }) => h("option", { value: id }, titleIn(of))));
base.value = floor.house;
await begin();
