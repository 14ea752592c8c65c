/** The page of a tournament: before it starts, while it is on, and after it. It says nothing that the room has not sent. */

import { askTerms } from "../agreement/agreement.js";
import { askName, askPassword } from "../common/dialogs.js";
import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney, useMoney } from "../common/money.js";
import { stakesIn, wordsIn } from "../common/sentences.js";
import { cited } from "../common/words.js";
import { asRefused, beGuest, rename, whoAmI } from "../room/api.js";
import { Line } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { csvOf, handsOf, joinEvent, pageOf, livePageOf, renewed, tell, termsOfEvent, tournamentOf, tournaments, watchTopic } from "./calls.js";
import {
  answers, bannerWords, clockWords, isOn, levelWords, liveFacts, stackWords, startWords, tableWords, tablesToWatch, termFacts,
  wholeOwn, wholeTournament, phaseWords,
} from "./figures.js";
import { bagRows, flightFacts, flightRows, hasFlights, throughWords, waitWords } from "./flights.js";
import { replayPath } from "../hands/short.js";
import { isOver, payoutsOf, wonWords } from "./payouts.js";
import { Titles } from "./titles.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { TournamentLine, TournamentCmd } from "sidepot/protocol"
 * @import { Own, Tournament } from "./figures.js"
 * @import { Sentence } from "../room/messages.js"
 */

dress();

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const line = new Line();
const titles = new Titles();
/** @type {Tournament | null} */
let state = null;
/** @type {Own} */
let own = wholeOwn(null);
let name = "";
let isStaff = false;
let handsAsked = false;
/** @type {TournamentLine[]} of the flights of this final day */
let flights = [];
/** @type {Set<string>} */
let mine = new Set();
/** @type {Promise<typeof import("./staff.js")> | null} */
let staff = null;

/** @param {unknown} caught */
function trouble(caught) {
  const place = $("#trouble");
  const { cite } = caught ? asRefused(caught) : { cite: "" };
  put(place, caught ? refusal(caught) : "", cite ? " " : "", cite ? el("cite", {}, cited(cite)) : "");
  place.hidden = !caught;
}

/**
 * Say something to the tournament, and tell why where it is refused.
 * @param {TournamentCmd["do"]} what
 */
async function say(what) {
  trouble(null);
  try {
    await tell(line, id, what);
    return true;
  } catch (caught) {
    trouble(caught);
    return false;
  }
}

// ---- what one can do

/** Enter this tournament, or a flight of it; somebody who has no name yet says one first. */
async function register(into = id) {
  if (!name) {
    const me = await whoAmI();
    const done = await askName(me.offer, async (given) => {
      const now = await beGuest(given);
      if (now.name !== given) await rename(given);
    });
    if (!done) return;
    await renewed(line);
  }
  trouble(null);
  try {
    const terms = await termsOfEvent(into).catch(() => null); // the tournament itself says what is missing
    const asks = terms?.asked && !terms.accepted ? terms : null;
    if (asks && !(await askTerms(into, asks, t("Register"), "tournament"))) return;
    const what = /** @type {TournamentCmd["do"]} */ ({ type: "register", ...(asks ? { accepts: asks.agreement.version } : {}) });
    await tell(line, into, what).catch(async (caught) => {
      if (asRefused(caught).code !== "password_needed") throw caught;
      if (await askPassword(terms ? t("{title} is private", { title: terms.title }) : t("This tournament is private"), (word) => joinEvent(into, word))) await tell(line, into, what);
    });
  } catch (caught) {
    trouble(caught);
  }
  if (into !== id) void lookAtFlights();
}

/** What each command is called, and what it does, in the order of the buttons. */
const ACTS = /** @type {const} */ ([
  ["register", t("Register"), "strong"],
  ["take_back", t("Unregister"), "quiet"],
  ["reenter", t("Re-enter"), "strong"],
  ["rebuy", t("Rebuy"), "strong"],
  ["add_on", t("Take the add-on"), "strong"],
  ["go_out", t("I am out"), "quiet"],
  ["offer_deal", t("Offer a deal"), "quiet"],
]);

/**
 * The page of the table at which one sits; "" for none.
 * @param {Own} who
 */
const seatOf = ({ status, table }) => (status === "seated" && table ? `/table/${encodeURIComponent(table)}` : "");

/** @param {Tournament} now */
function drawActs(now) {
  const may = new Set(own.may);
  if (!name && now.entry_open && !isOver(now)) may.add("register");
  const buttons = ACTS.filter(([what]) => may.has(what)).map(([what, words, kind]) => {
    const onclick = () => {
      if (what === "register") return register();
      return what === "offer_deal" ? offerDeal() : say({ type: what });
    };
    return el("button", { key: what, type: "button", class: kind, onclick, "data-act": what }, words);
  });
  const at = seatOf(own);
  put($("#acts"), at && el("a", { class: "strong", href: at }, t("Go to my table")), buttons);
}

async function offerDeal() {
  const { askDeal } = await import("./deal.js");
  if (!state) return;
  const offer = await askDeal(state);
  if (offer) await say(offer);
}

/** @param {Tournament} now */
async function drawOffer(now) {
  const place = $("#offer");
  place.hidden = !now.offer;
  if (!now.offer) return void put(place);
  const { offerOf } = await import("./deal.js");
  put(place, state?.offer && offerOf(state.offer, own.may.includes("answer_deal"), (yes) => state?.offer && say({ type: "answer_deal", offer: state.offer.number, yes })));
}

// ---- what there is to see

/**
 * A part of the page that is there while it has something in it.
 * @param {string} part
 * @param {boolean} isThere
 * @param {() => Child} draw
 */
function show(part, isThere, draw) {
  $(`#${part}-part`).hidden = !isThere;
  if (isThere) put($(`#${part}`), draw());
}

/** @param {Tournament} now */
function drawClock(now) {
  const isClock = isOn(now);
  $("#clock").hidden = !isClock;
  const at = line.now();
  if (isClock) {
    const { title, left, stands } = clockWords(now, at);
    put($("#clock-title"), title);
    const next = stakesIn(now.next_stakes, now.next_parts);
    const stakes = now.is_break ? next : stakesIn(now.stakes, now.stakes_parts);
    put($("#clock-stakes"), next && !now.is_break ? t("{stakes}, then {next}", { stakes, next }) : stakes);
    put($("#clock-left"), left || t("no end"));
    $("#clock").classList.toggle("stands", stands);
  }
  const banner = bannerWords(now, at);
  $("#banner").hidden = !banner;
  put($("#banner"), banner);
  const lead = now.phase !== "registering" ? leadOf(now) : now.flights.length ? waitWords(now, at) : startWords(now.about, now.players, at);
  put($("#lead"), lead);
  put($("#answers"), answers(now, own).map(([title, value, more]) => el("div", { class: "answer", key: title }, el("dt", {}, title), el("dd", {}, value), more && el("dd", {}, more))));
  const facts = isOn(now) ? [...liveFacts(now, own, at), ...termFacts(now.about).slice(0, 2)] : [
    ...termFacts(now.about).filter(([title]) => title !== t("Stack") && (title !== t("Buy-in") || now.about.bounty)), ...flightFacts(now.about),
  ];
  put($("#facts"), facts.map(([title, value]) => el("div", { class: "fact-pair" }, el("dt", {}, title), el("dd", {}, value))));
  titles.show(now, own, at);
}

/** @param {Tournament} now */
function leadOf(now) {
  const words = phaseWords(now.phase);
  if (now.phase !== "over" && now.phase !== "called off") return `${words} · ${tn("{count} entered", "{count} entered", now.players)}`;
  if (now.about.flight && now.bags.length) return throughWords(now);
  const winner = now.out.find(({ place }) => place === 1);
  if (now.phase === "over" && winner) return tn("{winner} won ({count} player)", "{winner} won ({count} players)", now.players, { winner: winner.player });
  return `${words}${now.why ? `: ${now.why}` : ""}`;
}

/** @param {Tournament} now */
function draw(now) {
  put($("#title"), now.about.title);
  drawClock(now);
  drawActs(now);
  void drawOffer(now);
  const on = isOn(now);
  $("#final").hidden = !now.about.final;
  if (now.about.final) $("#final").setAttribute("href", pageOf(now.about.final));
  drawFlights(now);
  show("bags", now.bags.length > 0, () => bagRows(now, own));
  show("tables", on && now.tables.length > 0, () =>
    tablesToWatch(now, own).map(({ table, why }) =>
      el("li", { class: own.status === "seated" && table.number === own.number ? "is-marked" : "" },
        el("span", {}, table.table ? el("a", { href: `/table/${encodeURIComponent(table.table)}` }, t("Table {table}", { table: table.number })) : t("Table {table}", { table: table.number }),
          why && el("b", {}, why)),
        el("small", {}, tableWords(table)))));
  show("stacks", on && now.stacks.length > 0, () =>
    now.stacks.map((stack) => el("li", { class: stack.player === own.name ? "is-marked" : "" }, el("span", {}, el("span", { class: "at" }, `${stack.place}. `), stack.player), el("small", {}, stackWords(stack)))));
  show("prizes", now.prizes.length > 0 && now.phase !== "over", () => payoutsOf(now).map(({ place, player, amount }) => el("li", {}, el("small", {}, place || player), place && player && `${player} `, inMoney(amount))));
  put($("#out-title"), now.phase === "over" ? t("Results") : t("Out"));
  show("out", now.out.length > 0, () =>
    now.out.map((one) => el("li", { class: one.player === own.name ? "is-marked" : "" }, el("span", {}, el("span", { class: "at" }, `${one.place}. `), one.player), el("small", {}, wonWords(one)))));
  const people = on ? now.waiting : now.registered;
  put($("#players-title"), on ? t("Waiting for a seat") : t("Entered"));
  show("players", people.length > 0, () => people.map((player) => el("li", {}, player)));
  show("news", now.news.length > 0, () =>
    [...now.news].reverse().map((one) =>
      el("li", { key: `${one.text} ${one.by}`, class: one.player && one.player === own.name ? "is-marked" : "" }, wordsIn(one.text, /** @type {Sentence | undefined} */ (one.sentence)), one.by && ` (${one.by})`, one.cite && " ", one.cite && el("cite", {}, cited(one.cite)))));
  $("#structure-part").hidden = !now.about.levels.length;
  put($("#levels"),
    now.about.description && el("p", {}, now.about.description),
    el("table", { class: "levels" }, el("tbody", {}, now.about.levels.map((one) => {
      const words = levelWords(one);
      return el("tr", {}, el("th", { scope: "row" }, words.name), el("td", {}, words.text), el("td", {}, words.minutes));
    }))));
  const csv = $("#csv");
  csv.hidden = now.phase === "registering";
  csv.setAttribute("href", csvOf(id));
  void drawStaff(now);
  if (now.phase === "over" && !handsAsked) void drawHands();
}

/** @param {Tournament} now */
function drawFlights(now) {
  const at = line.now();
  show("flights", now.flights.length > 0, () => flightRows(now, flights, mine, at, register));
}

/** How the flights stand is in the list of all tournaments. */
async function lookAtFlights() {
  if (!state || !hasFlights(state)) return;
  const lobby = await tournaments().catch(() => null);
  if (!lobby) return; // the next look may succeed
  flights = (lobby.tournaments ?? []).filter(({ final = "" }) => final === id);
  mine = new Set((lobby.mine ?? []).filter((one) => flights.some((flight) => flight.id === one)));
  drawFlights(state);
}

/** When it is over: the tables, each with its hands, to be looked at again. */
async function drawHands() {
  handsAsked = true;
  const { tables = [] } = await handsOf(id).catch(() => ({ tables: [] }));
  show("hands", tables.length > 0, () => tables.map(({ number, table, first, last }) =>
    el("li", {}, el("a", { href: replayPath(table, first) }, t("Table {table}", { table: number })), el("small", {}, tn("{count} hand", "{count} hands", last - first + 1)))));
}

/** @param {Tournament} now */
async function drawStaff(now) {
  const may = own.may.filter((what) => ["begin", "pause", "go_on", "announce", "direct", "call_off", "add_bots"].includes(what));
  $("#staff").hidden = !isStaff || !may.length;
  if ($("#staff").hidden) return;
  staff ??= import("./staff.js");
  (await staff).drawStaff($("#staff"), now, may, say);
}

// ---- the line

/**
 * @param {import("sidepot/protocol").PublicTournament} view
 * @param {import("sidepot/protocol").OwnTournament | null | undefined} yours
 */
function take(view, yours) {
  const hadSeat = state === null || seatOf(own) !== "";
  state = wholeTournament(view);
  useMoney(state.about.money);
  own = wholeOwn(yours);
  if (!hadSeat && seatOf(own)) return location.assign(seatOf(own)); // it begins, perhaps with one's own entry
  if (state.about.live) return location.replace(livePageOf(id, isStaff));
  const isFirst = !flights.length;
  draw(state);
  if (isFirst) void lookAtFlights();
}

line.on("tournament", (message) => message.tournament === id && take(message.state, message.yours));
line.on("welcome", (message) => {
  name = message.you;
  isStaff = message.role === "host" || message.role === "staff";
});
line.on("gone", async (message) => {
  if (message.table !== `tournament/${id}`) return;
  try { // who may not watch it can still read it
    const shown = await tournamentOf(id);
    take(shown.state, shown.yours);
    line.close();
  } catch (caught) {
    trouble(caught);
  }
});
setInterval(() => document.hidden || void lookAtFlights(), 5000);
setInterval(() => state && isOver(state) === false && drawClock(state), 1000);

try {
  const me = await whoAmI();
  name = me.name;
  isStaff = me.role === "host" || me.role === "staff";
} catch (caught) {
  trouble(caught);
}
watchTopic(line, `tournament/${id}`);
line.begin();
