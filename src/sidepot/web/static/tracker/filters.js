/** The filter of the page: its text and conditions, a form that adds one, and saved filters. */

import { fieldOf, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { chips } from "../common/words.js";
import { ask } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { conditionOf, narrowed, widened, without } from "./conditions.js";

/**
 * @import { FieldShown } from "./conditions.js"
 * @typedef {{ where: string, conditions: string[][], hands: number, all_hands: number }} FilterShown
 * @typedef {{ name: string, where: string }} SavedFilter
 */

/** @returns {Record<string, string>} what fields are called on the page */
const names = () => ({
  date: t("Date"), days_ago: t("Days ago"), weekday: t("Weekday"), hour: t("Hour"), site: t("Site"), game: t("Game"), stakes: t("Stakes"),
  blind: t("Big blind"), table: t("Table"), tournament: t("Tournament"), players: t("Players"), position: t("Position"), in_position: t("In position"),
  depth: t("Effective stack"), stack: t("Own stack"), opponent: t("Opponent"), name: t("Own name"), cards: t("Cards"), flop: t("Flop"), turn: t("Turn"),
  river: t("River"), preflop: t("Preflop"), line: t("All actions"), pot: t("Kind of pot"), saw: t("Saw"), all_in: t("All-in"), showdown: t("Showdown"),
  won: t("Won"), lost: t("Lost"), result: t("Result in bb"), pot_size: t("Pot in bb"), tag: t("Tag"), opponent_tag: t("Tag of an opponent"), noted: t("With a note"),
});

/** @returns {Record<string, string>} */
const parts = () => ({
  when: t("When and where"), seat: t("Seat"), cards: t("Cards and board"), actions: t("Actions"), result: t("Result"), notes: t("Notes and tags"), figures: t("Figures"),
});

/**
 * Send a change, and return what is saved now.
 * @param {string} path
 * @param {unknown} data
 * @returns {Promise<SavedFilter[]>}
 */
const send = (path, data) => ask(`/api/tracker/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });

/**
 * The bar over the tabs. `choose` shows the hands of another filter.
 * @param {(where: string) => void} choose
 */
export function filterBar(choose) {
  /** @type {FilterShown} */
  let shown = { where: "", conditions: [], hands: 0, all_hands: 0 };
  const text = /** @type {HTMLInputElement} */ (h("input", {
    id: "where", type: "text", maxlength: 2000, lang: "en", spellcheck: false, autocomplete: "off", autocapitalize: "off", enterkeyhint: "search",
    placeholder: "position = BTN, pot = 3bet, cards = 22-66 A5s",
    onchange: () => choose(text.value.trim()),
  }));
  const list = h("div", { class: "conditions" });
  const bar = h("div", { class: "filter-bar" },
    h("label", { class: "field" }, h("span", {}, t("Filter")), text),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", id: "add-condition", onclick: () => void add().catch(() => {}) }, t("Add a condition")),
      h("button", { type: "button", class: "quiet", id: "saved-filters", onclick: () => void saved().catch(() => {}) }, t("Saved filters"))),
    list);

  // if the tracker has stopped, the page says so already
  async function add() {
    const fields = /** @type {FieldShown[]} */ (await ask("/api/tracker/fields"));
    const added = await askCondition(fields, shown.conditions.length === 0);
    if (added?.condition) choose((added.isOr ? widened : narrowed)(shown.conditions, added.condition));
  }

  async function saved() {
    const where = await askSaved(shown.where, /** @type {SavedFilter[]} */ (await ask("/api/tracker/filters")));
    if (where !== null) choose(where);
  }

  /** Show a filter. @param {FilterShown} found */
  function show(found) {
    shown = found;
    if (document.activeElement !== text) text.value = found.where;
    put(list,
      found.conditions.map((group, number) => [
        number > 0 && el("span", { key: `or ${number}`, class: "or" }, t("or")),
        group.map((condition, at) => el("span", { key: `${number} ${condition}`, class: "condition" }, el("span", { lang: "en" }, condition),
          el("button", { type: "button", class: "cross", "aria-label": t("Remove {condition}", { condition }), onclick: () => choose(without(found.conditions, number, at)) }, "×"))),
      ]),
      found.conditions.length > 0 && el("span", { class: "of" }, t("{hands} of {all}", { hands: chips(found.hands), all: tn("{count} hand", "{count} hands", found.all_hands) })));
  }

  return { bar, show, focus: () => text.focus(), narrowed: (/** @type {string} */ condition) => narrowed(shown.conditions, condition) };
}

// ---- the form

/**
 * Ask for a condition, and how it goes with the others; null if the window was closed.
 * @param {FieldShown[]} fields
 * @param {boolean} isFirst
 * @returns {Promise<{ condition: string, isOr: boolean } | null>}
 */
function askCondition(fields, isFirst) {
  let field = /** @type {FieldShown} */ (fields.find((one) => one.name === "position") ?? fields[0]);
  const place = h("div", { class: "condition-values" });
  const shown = names();
  const which = /** @type {HTMLSelectElement} */ (h("select", { autofocus: true, onchange: () => pick(which.value) },
    Object.entries(parts()).map(([part, label]) => h("optgroup", { label }, fields.filter((one) => one.part === part)
      .map((one) => h("option", { value: one.name, selected: one === field, lang: one.figure ? "en" : null }, one.figure || (shown[one.name.replaceAll(" ", "_")] ?? one.name)))))));
  /** @param {string} name */
  const pick = (name) => {
    field = /** @type {FieldShown} */ (fields.find((one) => one.name === name));
    put(place, controlsOf(field));
  };
  pick(field.name);
  const how = /** @type {HTMLSelectElement} */ (h("select", { name: "how" }, h("option", { value: "and" }, t("and: all must hold")), h("option", { value: "or" }, t("or: one is enough"))));
  return openDialog({
    title: t("Add a condition"),
    body: (close) => formOf(
      () => close({ condition: conditionOf(field, givenIn(place)), isOr: how.value === "or" }),
      [fieldOf(t("About"), which), place, !isFirst && fieldOf(t("With the other conditions"), how)],
      [strong(t("Add"))],
    ),
  });
}

/** The controls for the values of a field. @param {FieldShown} field */
function controlsOf(field) {
  const hint = t("For example: {example}", { example: field.example });
  const isNot = el("label", { class: "check", key: `not ${field.name}` }, el("input", { type: "checkbox", name: "isNot" }), t("all others"));
  const word = el("label", { class: "field", key: `word ${field.name}` }, el("span", {}, field.choices.length ? t("Or") : t("Is")), el("input", { name: "word", type: "text", maxlength: 200, lang: "en", spellcheck: false }), el("small", {}, hint));
  if (field.kind === "number" || field.kind === "date") {
    const input = (/** @type {string} */ name) => el("input", { key: `${name} ${field.name}`, name, type: field.kind, step: "any" });
    return [fieldOf(t("From"), input("least")), fieldOf(t("Up to"), input("most")), el("small", { class: "hint" }, hint)];
  }
  if (field.kind === "yes") return fieldOf(t("Is it so?"), select([["yes", t("yes")], ["no", t("no")]]));
  if (field.kind === "figure") return fieldOf(t("What happened"), select([["yes", t("it happened")], ["no", t("a chance, but it did not happen")], ["chance", t("a chance, whatever happened")]]));
  const choices = el("fieldset", { class: "words", key: `words ${field.name}` }, el("legend", {}, t("One of these")),
    field.choices.map((choice) => el("label", { class: "check", key: choice }, el("input", { type: "checkbox", name: "words", value: choice }), el("span", { lang: "en" }, choice))));
  const isFree = field.kind !== "choice" && !(field.kind === "text" && field.choices.length);
  return [field.choices.length > 0 && choices, isFree && word, isNot];
}

/** @param {string[][]} options */
const select = (options) => el("select", { name: "answer" }, options.map(([value, label]) => el("option", { value, key: value }, label ?? "")));

/** What the controls in a place have. @param {HTMLElement} place */
function givenIn(place) {
  const all = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...place.querySelectorAll("input, select")]);
  const one = (/** @type {string} */ name) => all.find((input) => input.name === name)?.value ?? "";
  const ticked = (/** @type {string} */ name) => all.filter((input) => input.name === name && /** @type {HTMLInputElement} */ (input).checked);
  return { least: one("least"), most: one("most"), answer: one("answer"), isNot: ticked("isNot").length > 0, words: [...ticked("words").map((input) => input.value), one("word")] };
}

// ---- saved filters

/**
 * The saved filters: choose one, delete one, or save the present one. Returns the text of the chosen one.
 * @param {string} where
 * @param {SavedFilter[]} known
 * @returns {Promise<string | null>}
 */
function askSaved(where, known) {
  const wrong = h("p", { class: "refusal", role: "alert", hidden: true });
  const list = h("ul", { class: "saved-list" });
  const name = /** @type {HTMLInputElement} */ (h("input", { type: "text", id: "filter-name", maxlength: 40, required: true, autocomplete: "off" }));
  /** @param {Promise<SavedFilter[]>} sent */
  const change = async (sent) => {
    try {
      draw(await sent);
      name.value = "";
      wrong.hidden = true;
    } catch (caught) {
      put(wrong, refusal(caught));
      wrong.hidden = false;
    }
  };
  /** @type {(where: string) => void} */
  let choose = () => {};
  /** @param {SavedFilter[]} filters */
  const draw = (filters) => put(list,
    filters.length === 0 && el("li", { key: "none" }, t("No filter is saved yet.")),
    filters.map((one) => el("li", { key: one.name },
      el("button", { type: "button", class: "link", onclick: () => choose(one.where) }, one.name), el("small", { lang: "en" }, one.where),
      el("button", { type: "button", class: "cross", "aria-label": t("Delete {name}", { name: one.name }), onclick: () => void change(send("filters/delete", { name: one.name })) }, "×"))));
  draw(known);
  return openDialog({
    title: t("Saved filters"),
    body: (close) => {
      choose = close;
      const form = formOf(() => change(send("filters", { name: name.value, where })), [fieldOf(t("Save this filter as"), name, where)], [strong(t("Save"))]);
      return h("div", { class: "body" }, list, wrong, where !== "" && form);
    },
  });
}
