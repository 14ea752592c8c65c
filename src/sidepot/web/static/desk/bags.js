/** The bags of a flight: what is in them, what must be in them, and the day 2 that is made from all flights. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { $, dress, h, kept } from "../common/dom.js";
import { amountInput, amountWritten, writeAmount } from "../common/amount_input.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { stakesIn } from "../common/sentences.js";
import { chips } from "../common/words.js";
import { ask, post, whoAmI } from "../room/api.js";
import { Line, newId } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { watchTopic } from "../tournament/calls.js";
import { askText, askWhy } from "./asking.js";
import { keepPins } from "./pins.js";
import { pathOf } from "./routes.js";

/**
 * @import { BagLine, BagTable, BagsView, FlightOfSeries } from "sidepot/protocol"
 * @import { Act } from "./outbox.js"
 */

dress();

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-2) ?? "");
const SOON = 300; // several bags at once are read once
/** @type {BagsView | null} */
let view = null;
let isHost = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {unknown} caught */
function trouble(caught) {
  put($("#trouble"), caught ? refusal(caught) : "");
  $("#trouble").hidden = !caught;
}

async function look() {
  try {
    view = /** @type {BagsView} */ (await ask(`${pathOf(id)}/bags`));
    draw(view);
  } catch (caught) {
    trouble(caught);
  }
}

/**
 * @param {Act} act
 * @param {string} why
 */
async function carryOut(act, why = "") {
  await post(`${pathOf(id)}/do`, { id: newId(), do: act, ...(why && { why }) });
  trouble(null);
  await look();
}

/** @param {() => Promise<unknown>} doing */
const tried = async (doing) => {
  try {
    await doing();
  } catch (caught) {
    trouble(caught);
    $("#trouble").scrollIntoView({ block: "center" });
  }
};

/** @param {string} act */
const may = (act) => Boolean(view?.may?.includes(act)) && !view?.day_2;

// ---- a bag

/**
 * Enter a bag, or correct it. What is refused is said in the window, which stays.
 * @param {BagLine} one
 */
function enterBag(one) {
  const initials = kept.get("desk.initials", { counted: "", checked: "" });
  const text = (/** @type {string} */ value, /** @type {number} */ most) => h("input", { type: "text", required: true, maxlength: String(most), autocomplete: "off", autocapitalize: "characters", value });
  const [amount, number] = [amountInput({ least: 1 }, { required: true, autofocus: true }), text(one.number ?? "", 12)];
  const [counted, checked] = [text(one.counted || initials.counted, 4), text(one.checked || initials.checked, 4)];
  const why = h("input", { type: "text", maxlength: "200", autocomplete: "off" });
  const refused = h("p", { class: "refusal", role: "alert", hidden: true });
  const was = one.chips ?? 0;
  if (was) writeAmount(amount, was);
  return openDialog({
    title: was ? t("Correct the bag of {player}", { player: one.player }) : t("Bag of {player}", { player: one.player }),
    body: (close) => {
      const doing = async (/** @type {Act} */ act) => {
        try {
          await carryOut(act, why.value.trim());
          close(true);
        } catch (caught) {
          put(refused, refusal(caught));
          refused.hidden = false;
        }
      };
      const send = () => {
        kept.set("desk.initials", { counted: counted.value.trim(), checked: checked.value.trim() });
        void doing({ type: "put_bag", player: one.player, chips: amountWritten(amount) || 0, number: number.value.trim(), counted: counted.value.trim(), checked: checked.value.trim(), was });
      };
      const remove = was > 0 && may("take_bag") && h("button", { type: "button", class: "quiet", onclick: () => doing({ type: "take_bag", player: one.player }) }, t("Remove the bag"));
      return formOf(send, [
        field(t("Chips in the bag"), amount, one.how === "unknown" || !one.recorded ? "" : t("on record: {chips}", { chips: chips(one.recorded) })),
        field(t("Number of the bag"), number), field(t("Counted by, initials"), counted), field(t("Checked by, initials"), checked),
        was > 0 && field(t("Why is it corrected?"), why), refused,
      ], [strong(was ? t("Correct") : t("Enter the bag")), remove]);
    },
  });
}

/** @param {BagLine} one */
function rowOf(one) {
  const { player, seat = 0, chips: count = 0, number = "", counted = "", checked = "", other = "" } = one;
  const more = count ? [t("bag {number}", { number }), `${counted} / ${checked}`, other && t("forfeited: flight {flight} goes on", { flight: other })].filter(Boolean).join(" · ") : "";
  return el("li", { key: player }, el("button", { type: "button", class: count ? "" : "is-missing", disabled: !may("put_bag") || !view?.is_over, "data-bag": player, onclick: () => enterBag(one) },
    el("i", {}, seat ? String(seat) : ""), el("b", {}, player), count ? el("span", {}, chips(count)) : el("em", {}, t("Enter")), more && el("small", {}, more)));
}

/**
 * @param {BagTable} table
 * @param {readonly BagLine[]} lines
 */
function tableOf({ table, name = "", missing = 0, bagged = 0, recorded = 0 }, lines) {
  const difference = bagged - recorded;
  const sum = missing ? tn("{count} bag is missing", "{count} bags are missing", missing) : difference ? differenceWords(difference) : t("as recorded");
  return el("section", { key: table, "aria-label": t("Table {table}", { table }) },
    el("h2", {}, table ? t("Table {table}", { table: name ? `${table} (${name})` : table }) : t("Without a seat")),
    el("p", {}, t("{bagged} bagged, {recorded} on record: {what}", { bagged: chips(bagged), recorded: chips(recorded), what: sum })),
    el("ul", { class: "bags-list" }, lines.filter((one) => (one.table ?? 0) === table).map(rowOf)));
}

/** @param {number} difference */
const differenceWords = (difference) => (difference > 0 ? t("{chips} too many", { chips: chips(difference) }) : t("{chips} missing", { chips: chips(-difference) }));

// ---- the sums

/** @param {BagsView} now */
function stateOf(now) {
  const { flight = "", is_over: isOver = false, missing = 0, difference = 0, accepted = "", accepted_by: by = "", day_2: day2 = "" } = now;
  if (!flight) return { is: true, text: t("These bags were brought to day 2.") };
  if (!isOver) return { is: false, text: t("The flight is not over. Bags are entered when it has ended.") };
  if (missing) return { is: false, text: tn("{count} bag is missing.", "{count} bags are missing.", missing) };
  if (difference && !accepted) return { is: false, text: t("All bags are entered: {difference}. Count again where the table differs from the record, or accept it.", { difference: differenceWords(difference) }) };
  const text = difference ? t("All bags are entered. {by} accepted the difference: {why}", { by, why: accepted }) : t("All bags are entered and hold the chips that must be in play.");
  return { is: true, text: day2 ? `${text} ${t("They went to day 2.")}` : text };
}

/** @param {BagsView} now */
function drawSums(now) {
  const { due = 0, bagged = 0, missing = 0, difference = 0, lines = [] } = now;
  const { is, text } = stateOf(now);
  /** @type {[title: string, value: string][]} */
  const figures = [[t("Must be in play"), chips(due)], [t("In the bags"), chips(bagged)], [t("Bags"), `${lines.length - missing} / ${lines.length}`], [t("Difference"), difference && !missing ? differenceWords(difference) : missing ? "–" : chips(0)]];
  put($("#sums"), now.flight ? el("dl", { class: "bags-figures" }, figures.map(([title, value]) => el("div", { key: title }, el("dt", {}, title), el("dd", {}, value)))) : "",
    el("p", { class: is ? "bags-state" : "bags-state is-wrong" }, text));
}

/** @param {BagsView} now */
async function accept({ difference = 0 }) {
  const why = await askWhy(t("Accept the difference: {difference}", { difference: differenceWords(difference) }), t("Accept the difference"), [t("A chip is lost"), t("The count of entries was wrong")]);
  if (why) await tried(() => carryOut({ type: "accept_bags", difference }, why));
}

/** @param {BagsView} now */
function drawActs(now) {
  const { flight = "", is_over: isOver = false, missing = 0, difference = 0, accepted = "" } = now;
  const paper = (/** @type {string} */ href, /** @type {string} */ text) => el("a", { key: href, class: "quiet", href: `${pathOf(id)}/${href}`, target: href.startsWith("print") ? "_blank" : null }, text);
  put($("#acts"),
    flight && isOver && !missing && difference && !accepted && may("accept_bags") ? el("button", { key: "accept", type: "button", class: "strong", onclick: () => accept(now) }, t("Accept the difference")) : "",
    paper("print/bags", t("Print the bag sheet")), paper("print/bag-slips?paper=80mm", t("Print bag slips")), paper("bags.csv", t("Bags for a spreadsheet")));
}

// ---- all flights, and day 2

/** @param {FlightOfSeries} one */
const figuresOf = ({ players = 0, entries = 0, due = 0, bagged = 0, forfeited = 0, carried = 0 }) => [players, entries, due, bagged, forfeited, carried];

/** @param {FlightOfSeries} one */
const flightState = ({ is_over: isOver = false, is_complete: isComplete = false, missing = 0 }) =>
  !isOver ? t("not over") : isComplete ? t("complete") : missing ? tn("{count} bag is missing", "{count} bags are missing", missing) : t("the sum differs");

/** @param {readonly FlightOfSeries[]} flights */
function flightTable(flights) {
  const heads = [t("Flight"), t("Players"), t("Paid entries"), t("In play"), t("Bagged"), t("Forfeited"), t("To day 2"), t("State")];
  const sums = flights.map(figuresOf).reduce((sum, one) => sum.map((value, at) => value + one[at]), [0, 0, 0, 0, 0, 0]);
  return el("table", { class: "bags-flights" }, el("thead", {}, el("tr", {}, heads.map((one) => el("th", { scope: "col" }, one)))),
    el("tbody", {}, flights.map((one) => el("tr", { key: one.id }, el("th", { scope: "row" }, el("a", { href: `/desk/${encodeURIComponent(one.id)}/bags`, "aria-current": one.id === id ? "page" : null }, one.flight)), figuresOf(one).map((value) => el("td", {}, chips(value))), el("td", {}, flightState(one))))),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("All")), sums.map((value) => el("td", {}, chips(value))), el("td", {}))));
}

/** What happens with the bags of a player who has several. @type {Record<string, string>} */
const RULES = { best: t("Of several bags of a player, the largest goes to day 2; the others are forfeited."), first: t("Of several bags of a player, the first goes to day 2; the others are forfeited."), all: t("All bags of a player go to day 2 together.") };

/** @param {BagsView} now */
function drawFlights(now) {
  const { flights = [], rule = "best", flight = "", day_2: day2 = "" } = now;
  $("#flights").hidden = !flights.length;
  put($("#flight-list"), flightTable(flights));
  const isReady = flights.length > 0 && flights.every((one) => one.is_complete || !one.players);
  const link = day2 && day2 !== id && el("a", { key: "link", class: "strong", href: `/desk/${encodeURIComponent(day2)}` }, t("Open the desk of day 2"));
  const make = flight && !day2 && isHost && el("button", { key: "make", type: "button", class: "strong", disabled: !isReady, onclick: () => makeDay2(now) }, t("Make day 2"));
  const back = day2 && isHost && el("button", { key: "back", type: "button", class: "quiet", onclick: () => takeBack(day2) }, t("Take day 2 back"));
  const hint = !flight || day2 ? "" : !isHost ? t("A host of this room makes day 2.") : isReady ? "" : t("Day 2 can be made when all flights are over and their bags complete.");
  put($("#day-2"), el("p", { key: "rule", class: "hint" }, RULES[rule] ?? ""), hint && el("p", { key: "hint", class: "hint" }, hint), link, make, back);
}

/**
 * Ask for the name and the first level of day 2, and make it.
 * @param {BagsView} now
 */
async function makeDay2({ title, flight = "", usual_level: usual = 1, levels = [] }) {
  const behind = `, ${flight}`;
  const name = h("input", { type: "text", required: true, maxlength: "45", autocomplete: "off", value: `${title.endsWith(behind) ? title.slice(0, -behind.length) : title}, ${t("day 2")}`.slice(0, 45) });
  const level = h("select", {}, levels.map((one) => h("option", { value: String(one.level), selected: one.level === usual }, `${one.level}: ${stakesIn(one.text, one.parts)}`)));
  const refused = h("p", { class: "refusal", role: "alert", hidden: true });
  await openDialog({
    title: t("Make day 2"),
    body: (close) => formOf(async () => {
      try {
        const made = /** @type {{ id: string, pins?: { role: string, pin?: string }[] }} */ (await post(`${pathOf(id)}/day2`, { title: name.value.trim(), level: Number(level.value) }));
        keepPins(made.id, made.pins ?? []);
        close(true);
        location.assign(`/desk/${encodeURIComponent(made.id)}/bags`);
      } catch (caught) {
        put(refused, refusal(caught));
        refused.hidden = false;
      }
    }, [h("p", { class: "hint" }, t("Every player with a bag goes on, with the chips of that bag. The prize pool is that of all flights. Then draw the seats at the desk of day 2.")), field(t("Name"), name), field(t("It begins with level"), level), refused], strong(t("Make day 2"))),
  });
}

/** @param {string} day2 */
async function takeBack(day2) {
  const why = await askText({ title: t("Take day 2 back"), label: t("Why?"), go: t("Take day 2 back"), hint: t("Day 2 is cancelled, and the bags of the flights can be corrected again.") });
  if (!why) return;
  await tried(async () => {
    await post(`${pathOf(day2)}/day2/back`, { why });
    if (day2 === id && view?.flights?.length) location.assign(`/desk/${encodeURIComponent(view.flights[0].id)}/bags`);
    else await look();
  });
}

// ---- everything

/** @param {BagsView} now */
function draw(now) {
  const { title, flight = "", lines = [], tables = [], flights = [] } = now;
  put($("#title"), t("Bags: {title}", { title }));
  document.title = `${t("Bags: {title}", { title })} – sidepot`;
  $("#back").setAttribute("href", `/desk/${encodeURIComponent(id)}`);
  if (!flight && !flights.length) {
    put($("#lead"), t("This tournament has no flights."));
    return;
  }
  put($("#lead"), flight ? t("Two people count each bag. Tap a player to enter the count, the number of the bag and both initials.") : "");
  drawSums(now);
  drawActs(now);
  put($("#tables"), flight ? tables.map((one) => tableOf(one, lines)) : bagsBroughtBy(now));
  drawFlights(now);
}

/** @param {BagsView} now */
const bagsBroughtBy = ({ flights = [], lines = [] }) =>
  flights.map((flight) => el("section", { key: flight.id, "aria-label": t("Flight {flight}", { flight: flight.flight }) }, el("h2", {}, t("Flight {flight}", { flight: flight.flight })),
    el("ul", { class: "bags-list" }, lines.filter((one) => one.flight === flight.flight).map(rowOf))));

const line = new Line();
const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(() => !document.querySelector("dialog") && look(), SOON);
};
watchTopic(line, `tournament/${id}`);
line.on("tournament", ({ tournament }) => tournament === id && soon());
try {
  const me = await whoAmI();
  isHost = me.role === "host" || me.role === "staff";
  await look();
  line.begin();
} catch (caught) {
  trouble(caught);
}
