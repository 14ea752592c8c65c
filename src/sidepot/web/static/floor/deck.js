/** The thirty commonest rulings of a house, as cards to read and to print. */

import { $, dress, h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { english } from "../common/language.js";
import { titleIn, wordsIn } from "../common/sentences.js";
import { cited } from "../common/words.js";
import { ask, asRefused } from "../room/api.js";
import { headline, wordsOf } from "./ruling.js";

/** @import { Floor, FloorDeck } from "sidepot/protocol" */
/** @import { Sentence } from "../room/messages.js" */

dress();

const house = /** @type {HTMLSelectElement} */ ($("#house"));

/** @param {FloorDeck["cards"][number]} card @param {string} of */
const cardIn = ({ title, line, ruling }, of) =>
  el(
    "li",
    { class: "deck-card", key: title },
    el("h2", {}, wordsIn(title, [title])),
    line && el("p", { class: "deck-line", translate: "no" }, line),
    el("p", { class: "deck-verdict" }, headline(ruling)),
    el("p", {}, wordsIn(ruling.because, /** @type {Sentence} */ (ruling.because_sentence))),
    ruling.is_open && el("ul", {}, ruling.options.map((one) => el("li", {}, wordsIn(one.because, /** @type {Sentence} */ (one.because_sentence))))),
    el("ol", {}, ruling.steps.map((step, at) => el("li", {}, wordsIn(step, /** @type {Sentence} */ (ruling.step_sentences?.[at]))))),
    (ruling.borrowed?.length ?? 0) > 0 && el("p", {}, wordsOf(ruling.borrowed)),
    el("cite", {}, ruling.rules.map(({ cite }) => cited(cite)).join(", "), " · ", titleIn(of)),
  );

async function show() {
  try {
    const found = /** @type {FloorDeck} */ (await ask(`/api/floor/deck?house=${encodeURIComponent(house.value)}`));
    put($("#cards"), found.cards.map((card) => cardIn(card, found.house)));
    $("#cards").removeAttribute("aria-busy");
  } catch (caught) {
    put($("#trouble"), english(asRefused(caught).because));
    $("#trouble").hidden = false;
  }
}

house.addEventListener("change", () => {
  kept.set("floor-house", house.value);
  return show();
});
$("#print").addEventListener("click", () => print());

const floor = /** @type {Floor} */ (await ask("/api/floor"));
put(house, floor.houses.map(({ id, title }) => h("option", { value: id }, titleIn(title))));
const mine = kept.get("floor-house", floor.house);
house.value = floor.houses.some(({ id }) => id === mine) ? mine : floor.house;
await show();
