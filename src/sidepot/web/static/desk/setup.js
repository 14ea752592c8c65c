/** Set-up: a preset, or players and hours; the chips one owns; money and house. Then a tournament with its PINs. */

import { amountWritten, setBounds, takeAmounts, writeAmount } from "../common/amount_input.js";
import { $, dress, h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { DATES, t, tn } from "../common/language.js";
import { textIn, titleIn } from "../common/sentences.js";
import { cited } from "../common/words.js";
import { games, post, whoAmI } from "../room/api.js";
import { newId } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { announceIt, presets, tournaments } from "../tournament/calls.js";
import { phaseWords } from "../tournament/figures.js";
import { firstBoundWords } from "./bounds.js";
import { keepFields, keptFields } from "./draft_fields.js";
import { showMade } from "./made.js";
import { flightOf, showFlight } from "./flight_fields.js";
import { keepPins } from "./pins.js";
import { briefOf, planOf } from "./plan.js";
import { pathOf, playAgain } from "./routes.js";
import { askText } from "./asking.js";

/** @import { BuildForm, Planned, PlannedMoney, TournamentLine } from "sidepot/protocol" */

dress();

const WORTHS = [5, 25, 100, 500, 1000, 5000];
const SOON = 400; // after the last key
const MINUTES = 60;
/** What the public page tells. @type {[value: string, text: string][]} */
const PUBLIC = [["", t("nothing")], ["numbers", t("the clock, chips and places, by number")], ["names", t("the clock, chips and places, by name")]];
const DRAFT = new URLSearchParams(location.search).get("draft") ?? ""; // which is changed; "" for a new tournament
const DAY = new Intl.DateTimeFormat(DATES, { weekday: "long", day: "numeric", month: "long" }); // a name, where none is given

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ ($(`#${id}`));
/** @type {{ worth: HTMLInputElement, many: HTMLInputElement, line: HTMLElement }[]} */
let owned = [];
/** @type {Planned | null} */
let plan = null;
let asked = 0;
/** @type {Set<string>} */
const touched = new Set(); // the fields that the host has filled in

/** @param {unknown} caught */
function trouble(caught, place = "#refused") {
  put($(place), caught ? refusal(caught) : "");
  $(place).hidden = !caught;
}

/** The rows of the chips that are owned; what was entered the last time is there again. */
function drawChips() {
  const before = kept.get("desk.chips", /** @type {[number, number][]} */ ([]));
  const rows = before.length ? before : WORTHS.map((worth) => /** @type {[number, number]} */ ([worth, 0]));
  owned = rows.map(([worth, many]) => chipRow(worth, many));
  showChips();
}

/**
 * @param {number} worth
 * @param {number} many
 */
function chipRow(worth, many) {
  const number = (/** @type {number} */ value, /** @type {string} */ label) => h("input", { type: "number", inputmode: "numeric", min: "0", step: "1", value: value ? String(value) : "", "aria-label": label });
  const row = { worth: number(worth, t("Chip value")), many: number(many, worth ? t("Number of {value} chips", { value: worth }) : t("Number of chips")), line: h("div", { class: "setup-chip" }) };
  const away = h("button", { type: "button", class: "quiet desk-small", "aria-label": worth ? t("Remove the chips of {value}", { value: worth }) : t("Remove these chips"), onclick: () => takeAway(row) }, "×");
  put(row.line, row.worth, h("span", { "aria-hidden": "true" }, "×"), row.many, away);
  return row;
}

function showChips() {
  put($("#chips"), owned.map(({ line }) => line));
}

/** @param {(typeof owned)[number]} row */
function takeAway(row) {
  const at = owned.indexOf(row);
  owned = owned.filter((one) => one !== row);
  showChips();
  const next = owned[Math.min(at, owned.length - 1)];
  (next?.worth ?? input("more-chips")).focus(); // never lost
  chipsChange();
}

function moreChips() {
  const row = chipRow(0, 0);
  owned.push(row);
  showChips();
  row.worth.focus();
}

/** @returns {[number, number][]} */
const chipsHere = () => owned.map(({ worth, many }) => [Number(worth.value), Number(many.value)]);

/** @returns {BuildForm} */
function form() {
  const preset = input("preset").value;
  const isOwn = (/** @type {string} */ id) => touched.has(id) || (!preset && input(id).defaultValue); // else the usual one
  const typed = (/** @type {string} */ id) => (isOwn(id) ? Number(input(id).value) : -1);
  const price = (/** @type {string} */ id) => (isOwn(id) ? amountWritten(input(id)) || 0 : -1);
  const ticked = (/** @type {string} */ id) => (touched.has(id) || !preset ? input(id).checked : null);
  const chips = preset ? [] : chipsHere().filter(([worth, many]) => worth > 0 && many > 0);
  return {
    preset, players: Number(input("players").value), minutes: Math.round(Number(input("hours").value) * MINUTES), seats: Number(input("seats").value), final: Number(input("final").value),
    chips: Object.fromEntries(chips), currency: /** @type {BuildForm["currency"]} */ (input("currency").value), decimals: decimals(),
    buy_in: price("buy-in"), fee: price("fee"), bounty: price("bounty"), late_levels: typed("late"), rebuys: ticked("rebuys"),
    rebuy_cost: price("rebuy-cost"), rebuy_fee: price("rebuy-fee"), rebuy_chips: typed("rebuy-chips"), rebuy_levels: typed("rebuy-levels"),
    addon: ticked("addon"), addon_cost: price("addon-cost"), addon_fee: price("addon-fee"), addon_chips: typed("addon-chips"),
    addon_level: touched.has("addon-level") ? Number(input("addon-level").value) : -1, round_to: Math.max(price("round-to"), 0), house: input("house").value, name: input("name").value.trim(),
  };
}

/** Ask what the tournament would be. Only the last answer counts. */
async function build() {
  const mine = ++asked;
  const outOfBounds = firstBoundWords(/** @type {HTMLFormElement} */ ($("#form")));
  if (outOfBounds) return showNoPlan(outOfBounds);
  try {
    /** @type {Planned} */
    const found = await post("/api/tournaments/build", form());
    if (mine !== asked) return;
    plan = found;
    showBreaks(found);
    showMoney(found.money);
    trouble(null);
    put($("#plan"), planOf(found));
    put($("#brief"), briefOf(found));
    const { differs = [] } = found;
    $("#differs").hidden = !differs.length;
    put($("#differs-title"), tn("{count} rule differs from the book", "{count} rules differ from the book", differs.length));
    put($("#differs-list"), differs.map((one) => h("li", { lang: "en" }, one.text, one.rule && h("cite", {}, ` ${cited(one.rule)}`))));
  } catch (caught) {
    if (mine === asked) showNoPlan(refusal(caught));
  }
}

/** @param {import("../common/element.js").Filled} because */
function showNoPlan(because) {
  plan = null;
  put($("#plan"));
  put($("#brief"));
  put($("#refused"), because);
  $("#refused").hidden = false;
}

/** The fields of money, each with its name in a plan. @type {[id: string, name: keyof PlannedMoney][]} */
const MONEY = [
  ["buy-in", "buy_in"], ["fee", "fee"], ["bounty", "bounty"], ["late", "late_levels"], ["round-to", "round_to"], ["rebuys", "rebuys"],
  ["rebuy-cost", "rebuy_cost"], ["rebuy-fee", "rebuy_fee"], ["rebuy-chips", "rebuy_chips"], ["rebuy-levels", "rebuy_levels"], ["addon", "addon"],
  ["addon-cost", "addon_cost"], ["addon-fee", "addon_fee"], ["addon-chips", "addon_chips"], ["addon-level", "addon_level"],
];
/** Those that are amounts of money. */
const PRICES = ["buy-in", "fee", "bounty", "round-to", "rebuy-cost", "rebuy-fee", "addon-cost", "addon-fee"];
/** @type {BuildForm["currency"][]} */
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "JPY", "INR", "BRL"];

const decimals = () => (input("cents").checked ? 2 : 0);

/** Prices have cents or none; what is typed stays. */
function showUnit() {
  for (const id of PRICES) setBounds(input(id), { decimals: decimals() });
  kept.set("desk.money", { currency: input("currency").value, cents: input("cents").checked });
}

/** The currency is the one that was chosen the last time. */
function drawCurrencies() {
  const names = new Intl.DisplayNames(DATES, { type: "currency" });
  const { currency, cents } = kept.get("desk.money", { currency: "", cents: false });
  put($("#currency"), h("option", { value: "" }, t("none")), CURRENCIES.map((one) => h("option", { value: one, translate: "no" }, `${names.of(String(one))} (${one})`)));
  input("currency").value = currency;
  input("cents").checked = cents;
  for (const id of PRICES) takeAmounts(input(id), { free: true, isMoney: true });
  showUnit();
}

/**
 * The breaks in which an add-on may be sold.
 * @param {Planned} plan
 */
function showBreaks({ levels }) {
  const after = levels.flatMap(({ level }, at) => (level ? [] : [levels.slice(0, at).filter((one) => one.level).length]));
  const before = input("addon-level").value;
  put($("#addon-level"), after.map((level) => h("option", { value: String(level) }, t("after level {level}", { level }))));
  if (after.includes(Number(before))) input("addon-level").value = before;
}

/**
 * What is on the form is what is made: fields that the host has not filled in have what the plan has.
 * @param {PlannedMoney} money
 */
function showMoney(money) {
  if (money.decimals !== decimals()) return; // of a form that has changed since
  for (const [id, name] of MONEY) {
    const [one, value] = [input(id), money[name]];
    if (touched.has(id) || document.activeElement === one) continue;
    if (typeof value === "boolean") one.checked = value;
    else if (PRICES.includes(id)) writeAmount(one, Number(value));
    else if (id === "addon-level" && !value) continue; // there is no add-on yet
    else one.value = String(value);
  }
  showFields();
}

/** Another preset brings its own money. */
function forgetMoney() {
  for (const [id] of MONEY) {
    touched.delete(id);
    input(id).value = input(id).defaultValue;
    input(id).checked = false;
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @param {Event} typed */
function later({ target }) {
  if (target instanceof HTMLElement && target.id === "preset") forgetMoney();
  else if (target instanceof HTMLElement) touched.add(target.id);
  showUnit();
  chipsChange();
  showFields();
}

/** A preset has its own length and chips. */
function showFields() {
  const isPreset = Boolean(input("preset").value);
  $("#hours-field").hidden = isPreset;
  $("#chips-part").hidden = isPreset;
  $("#rebuy-fields").hidden = !input("rebuys").checked;
  $("#addon-fields").hidden = !input("addon").checked;
  showFlight();
}

function chipsChange() {
  kept.set("desk.chips", chipsHere());
  clearTimeout(timer);
  timer = setTimeout(build, SOON);
}

/**
 * Announce it, and show the code, the PINs and the way to the desk; a draft that is there is made anew. A clock without
 * players, and players who have numbers instead of names, start at once.
 * @param {"as-draft" | "as-clock" | "as-numbers" | ""} how
 */
async function make(how) {
  const [isDraft, flight] = [how === "as-draft", flightOf()];
  clearTimeout(timer); // its answer would come in the place of this one
  await build();
  if (!plan) return;
  const about = { title: input("name").value.trim() || DAY.format(), structure: plan.structure, live: true, public: /** @type {"" | "names" | "numbers"} */ (input("public").value), ...(flight && { flight }), ...(isDraft && { draft: true }) };
  try {
    if (DRAFT) {
      await post(`${pathOf(DRAFT)}/draft`, about);
      keepFields(DRAFT, touched);
      return location.assign(`/desk/${encodeURIComponent(DRAFT)}`);
    }
    const { id, pins = [] } = /** @type {{ id: string, pins?: { role: string, pin?: string }[] }} */ (await announceIt(about));
    keepPins(id, pins);
    if (isDraft) keepFields(id, touched);
    if (how === "as-numbers") {
      await post(`${pathOf(id)}/names`, { numbers: Number(input("players").value) });
      await post(`${pathOf(id)}/do`, { id: newId(), do: { type: "draw_seats" } });
    }
    if (how === "as-clock" || how === "as-numbers") {
      await post(`${pathOf(id)}/do`, { id: newId(), do: { type: "start" } });
      return location.assign(`/desk/${encodeURIComponent(id)}`);
    }
    await showMade(id, flight ? `${about.title}, ${flight.name}` : about.title, isDraft);
  } catch (caught) {
    trouble(caught);
  }
}

/** Go on with the tournament of another machine, and show its code and PINs here. */
async function goOn() {
  const [file] = input("copy").files ?? [];
  if (!file) return;
  try {
    const { id, pins = [] } = /** @type {{ id: string, pins?: { role: string, pin?: string }[] }} */ (await post("/api/tournaments/copy", {}, await file.text()));
    keepPins(id, pins);
    const { tournaments: found = [] } = await tournaments();
    await showMade(id, found.find((one) => one.id === id)?.title ?? "");
  } catch (caught) {
    trouble(caught, "#copy-refused");
  }
}

/**
 * The same tournament again, for the next time.
 * @param {TournamentLine} before
 */
async function again({ id: earlier, flight = "" }) {
  if (flight) return nextFlight(earlier);
  const title = await askText({ title: t("Play it again"), label: t("Name"), go: t("Create the tournament"), usual: DAY.format(), most: 45, hint: t("Structure, prices, house and public page are the same. Players of the last time can be entered by one tap.") });
  if (title === null) return;
  try {
    const { id, pins = [] } = await playAgain(earlier, title);
    keepPins(id, pins);
    await showMade(id, title);
  } catch (caught) {
    trouble(caught, "#trouble");
  }
}

/**
 * The next flight of the same tournament. Without a name, it gets the next one: 1B after 1A.
 * @param {string} earlier
 */
async function nextFlight(earlier) {
  const name = await askText({ title: t("The next flight"), label: t("Name of the flight"), go: t("Create the flight"), most: 20, required: false, hint: t("Leave it empty for the next name: 1B after 1A. All terms are the same, and the bags of all flights go to one day 2.") });
  if (name === null) return;
  try {
    const { id, pins = [] } = await playAgain(earlier, "", name);
    keepPins(id, pins);
    const { tournaments: found = [] } = await tournaments();
    await showMade(id, found.find((one) => one.id === id)?.title ?? name);
  } catch (caught) {
    trouble(caught, "#trouble");
  }
}

/**
 * The live tournaments of this room.
 * @param {boolean} isHost
 */
async function showTournaments(isHost) {
  const { tournaments: found = [] } = await tournaments();
  const live = found.filter((one) => /** @type {{ live?: boolean }} */ (one).live);
  $("#there").hidden = !live.length;
  put($("#tournaments"), live.map((one) => h("li", {}, h("a", { href: `/desk/${encodeURIComponent(one.id)}` }, h("span", {}, one.title), h("small", {}, phaseWords(one.phase))), isHost && h("button", { type: "button", class: "quiet", "aria-label": t("Play {title} again", { title: one.title }), onclick: () => again(one) }, t("Again")))));
}

/** A draft is changed: what was entered is there again, if it was entered here. */
function changeDraft() {
  for (const part of ["#there", "#go-on", "#as-draft", "#as-clock", "#as-numbers"]) $(part).hidden = true;
  put($("#intro h1"), t("Edit the draft"));
  put($("#form .desk-big"), t("Change"));
  const before = keptFields(DRAFT);
  if (!before) put($("#intro .lead"), t("The draft was made on another device: enter it again here."));
  for (const one of before ?? []) touched.add(one);
  showUnit();
  showFields();
}

try {
  const me = await whoAmI();
  const isHost = me.role === "host" || me.role === "staff";
  $("#host-only").hidden = isHost;
  $("#form").hidden = !isHost;
  $("#go-on").hidden = !isHost;
  await showTournaments(isHost);
  if (isHost) {
    const [{ presets: found = [] }, { books }] = await Promise.all([presets(), games()]);
    put($("#preset"), h("option", { value: "" }, t("for these players and hours")), found.filter(({ flights = [] }) => !flights.length).map((one) => h("option", { value: one.name }, textIn(one.title, [one.title]))));
    put($("#house"), books.map((one) => h("option", { value: one.id }, titleIn(one.title))));
    if (books.some(({ id }) => id === "tda-2024")) input("house").value = "tda-2024";
    put($("#public"), PUBLIC.map(([value, text]) => h("option", { value }, text)));
    input("name").placeholder = DAY.format();
    drawChips();
    drawCurrencies();
    $("#more-chips").addEventListener("click", moreChips);
    input("copy").addEventListener("change", goOn);
    $("#form").addEventListener("input", later);
    $("#form").addEventListener("submit", (sent) => {
      sent.preventDefault();
      const go = /** @type {HTMLButtonElement} */ ($("#form .desk-big"));
      if (go.disabled) return;
      go.disabled = true; // a second tap would make a second tournament
      void make(/** @type {"as-draft" | "as-clock" | "as-numbers" | ""} */ (sent.submitter?.id ?? "")).finally(() => (go.disabled = false));
    });
    if (DRAFT) changeDraft();
    await build();
  }
} catch (caught) {
  trouble(caught, "#trouble");
}
