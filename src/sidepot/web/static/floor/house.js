/** The form of a club's own house: a book, its choices, and the file and the agreement that come of them. */

import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { heldBy, holding } from "../common/in_address.js";
import { english, t, tn } from "../common/language.js";
import { titleIn } from "../common/sentences.js";
import { ask, asRefused, post } from "../room/api.js";
import { keepFile } from "../hands/take_home.js";
import { choiceIn, does, isSame, wordsOf } from "./house_choice.js";

/**
 * @import { HouseChoice, HouseChoices, HouseFile, ListedHouses, WrittenHouse } from "sidepot/protocol"
 * @import { Value } from "./house_choice.js"
 */

dress();

const title = /** @type {HTMLInputElement} */ ($("#title"));
const base = /** @type {HTMLSelectElement} */ ($("#base"));
const find = /** @type {HTMLInputElement} */ ($("#find"));
const picked = /** @type {HTMLInputElement} */ ($("#picked"));
const form = /** @type {HTMLFormElement} */ ($("#form"));

/** @type {HouseChoice[]} */
let choices = [];
/** The choices of the club. @type {Record<string, Value>} */
let own = {};
/** What was typed where a number belongs, by the choice. @type {Map<string, string>} */
const wrong = new Map();
/** The file that was opened last: it keeps its name while the title is the same. @type {{ name: string, title: string }} */
let opened = { name: "", title: "" };
/** @type {WrittenHouse | null} */
let made = null;
let asked = 0;

/** The name of the house in the file: its title in small letters. */
function nameOf() {
  if (opened.name && opened.title === title.value) return opened.name;
  const plain = title.value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 40);
  return plain.length > 1 ? plain : "our-house";
}

/** The house as it is written in a file. */
const file = () => /** @type {HouseFile} */ ({ name: nameOf(), title: title.value.trim(), based_on: base.value, choices: own });

/** @param {string} because */
function trouble(because) {
  put($("#trouble"), because && english(because));
  $("#trouble").hidden = !because;
}

async function write() {
  const mine = ++asked;
  try {
    const found = /** @type {WrittenHouse} */ (await post("/api/houses/file", file()));
    if (mine !== asked) return;
    made = found;
    trouble("");
  } catch (caught) {
    if (mine !== asked) return;
    made = null;
    trouble(asRefused(caught).because);
  }
  history.replaceState(null, "", holding("house", file()));
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

/** @param {HouseChoice} choice @param {Value} value */
function take(choice, value) {
  wrong.delete(choice.field);
  if (isSame(value, choice.now)) delete own[choice.field];
  else own[choice.field] = value;
  draw();
  return write();
}

/** @param {HouseChoice} choice @param {string} text */
function misread(choice, text) {
  wrong.set(choice.field, text);
  draw();
}

/** @param {HouseChoice} choice */
function drawn(choice) {
  const { field, now } = choice;
  const state = { now: own[field] ?? now, isOwn: field in own, wrong: wrong.get(field) };
  return choiceIn(choice, { ...state, take: (value) => take(choice, value), misread: (text) => misread(choice, text) });
}

function draw() {
  const wanted = find.value.trim().toLowerCase();
  const shown = choices.filter((one) => !wanted || wordsOf(one).includes(wanted));
  const sorted = shown.sort((one, other) => other.often - one.often);
  put($("#choices"), sorted.length ? sorted.map(drawn) : el("p", {}, t("Nothing found.")));
}

/** Ask for the choices of the book. Those of the club stay where they differ from it. */
async function begin() {
  try {
    choices = /** @type {HouseChoices} */ (await ask(`/api/houses/choices?house=${encodeURIComponent(base.value)}`)).choices;
  } catch (caught) {
    trouble(asRefused(caught).because);
    return;
  }
  own = Object.fromEntries(choices.filter(({ field, now }) => field in own && !isSame(own[field] ?? now, now)).map(({ field }) => [field, /** @type {Value} */ (own[field])]));
  wrong.clear();
  draw();
  $("#choices").removeAttribute("aria-busy");
  await write();
}

/** Go on with a house that was written before. @param {HouseFile} before */
function open(before) {
  title.value = before.title || before.name;
  opened = { name: before.name, title: title.value };
  base.value = before.based_on;
  own = { .../** @type {Record<string, Value>} */ (before.choices) };
  return begin();
}

/** Save the file, unless a number is wrong or the room refuses the house. */
function save() {
  if (wrong.size) {
    find.value = "";
    draw();
    return /** @type {HTMLElement} */ (form.querySelector("[aria-invalid]")).focus();
  }
  if (!made) return $("#trouble").scrollIntoView({ block: "center" });
  keepFile({ name: made.file, blob: new Blob([made.text], { type: "application/toml" }) });
}

async function openPicked() {
  const [chosen] = picked.files ?? [];
  if (!chosen) return;
  try {
    await open(/** @type {HouseFile} */ (await post("/api/houses/read", { text: await chosen.text() })));
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
  picked.value = "";
}

const { houses, house } = /** @type {ListedHouses} */ (await ask("/api/houses"));
const books = houses.filter(({ own: written }) => !written);
const clubs = houses.filter(({ own: written }) => written);
const optionsOf = (/** @type {typeof houses} */ some) => some.map(({ id, title: of }) => h("option", { value: id }, titleIn(of)));
put(base, optionsOf(books), clubs.length > 0 && h("optgroup", { label: t("Houses of this room, to go on with") }, optionsOf(clubs)));

base.addEventListener("change", () => {
  const before = clubs.find(({ id }) => id === base.value)?.own;
  return before ? open(before) : begin();
});
title.addEventListener("input", write);
find.addEventListener("input", draw);
picked.addEventListener("change", openPicked);
$("#open").addEventListener("click", () => picked.click());
$("#print").addEventListener("click", () => print());
form.addEventListener("submit", (sent) => {
  sent.preventDefault();
  save();
});

const draft = heldBy(location.hash, "house");
base.value = house;
if (draft?.choices && books.some(({ id }) => id === draft.based_on)) await open(draft);
else await begin();
