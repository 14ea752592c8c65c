/** The page of one player, which a slip leads to: seat, chips, clock, payouts, moves and why; and what they ask the staff for. */

import { askWhether } from "../common/dialogs.js";
import { $, dress, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { wordsIn } from "../common/sentences.js";
import { ServerTime } from "../common/server_time.js";
import { useTableNames } from "../common/table_names.js";
import { inMoney, useMoney } from "../common/money.js";
import { chips, cited } from "../common/words.js";
import { ask, asRefused } from "../room/api.js";
import { Line } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { standAt } from "../screen/counting.js";
import { clockWords, lostWords } from "../screen/screen_words.js";
import { turnBegins } from "../table/sounds.js";
import { watchTopic } from "../tournament/calls.js";
import { isOver, payoutsOf, wonWords } from "../tournament/payouts.js";
import { ASKS, countIn, factsOf, inOrder, seatKey, stateWords, titleOf, requestWords, saleWords } from "./slip_words.js";
import { showPerson } from "./person.js";
import { Requests } from "./requests.js";

/** @import { SeatView } from "sidepot/protocol" */
/** @import { Payout } from "../tournament/payouts.js" */
/** @import { Sentence } from "../room/messages.js" */
/** @import { SeatPage } from "./slip_words.js" */

dress();

const token = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const KEY = `slip.${token}`;
const SEEN = `slip.seen.${token}`;
const OFTEN = 500;
const ASKED = 15_000; // the room is asked so often, even where nothing is heard of it
const SPREAD = 1500; // when something happens not all pages ask at once
const LOST = 30_000;
const SHAKE = [300, 150, 300, 150, 600];

const clock = new ServerTime();
const requests = new Requests(token);
/** @type {SeatPage | null} */
let page = kept.get(KEY, null);
let heardAt = Date.now();
let isMoved = false;
/** @type {Line | null} */
let line = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {unknown} caught */
function trouble(caught) {
  put($("#trouble"), caught ? refusal(caught) : "");
  $("#trouble").hidden = !caught;
}

async function look() {
  clearTimeout(timer);
  try {
    const asked = clock.asks();
    const answer = /** @type {SeatPage} */ (await ask(`/api/seat/${encodeURIComponent(token)}`));
    clock.heard(asked, answer.now);
    trouble(null);
    take(answer);
    await send();
  } catch (caught) {
    if (asRefused(caught).status) trouble(caught); // else there is no network, which has its own notice
  }
  draw();
  clearTimeout(timer);
  timer = setTimeout(look, ASKED);
}

/** @param {SeatPage} answer */
function take(answer) {
  page = answer;
  heardAt = Date.now();
  kept.set(KEY, answer);
  const now = answer.state ? seatKey(answer.state) : "";
  const seen = kept.get(SEEN, "");
  if (now && seen && now !== seen && !isMoved) alarm();
  if (now && !seen) kept.set(SEEN, now);
  if (now === seen) isMoved = false;
  if (!line) {
    line = new Line();
    line.on("player", ({ page }) => hear(page));
    line.on("screen", ({ state: screen }) => page?.state && hear({ ...page, state: { ...page.state, screen } }));
    line.on("welcome", soon);
    line.on("gone", soon); // the slip may be worth nothing any more: it asks, and gets a refusal
    watchTopic(line, `tournament/${answer.tournament}/seat/${token}`);
    line.begin();
  }
}

/**
 * The page has come by itself, or the part of it that all have in common.
 * @param {SeatPage} page
 */
function hear(page) {
  take(page);
  draw();
}

/** Something happened: ask in a moment. */
function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, Math.random() * SPREAD);
}

/** The player has another seat. */
function alarm() {
  isMoved = true;
  turnBegins();
  navigator.vibrate?.(SHAKE);
}

async function send() {
  try {
    const after = await requests.send();
    if (after) take(after);
  } catch (caught) {
    trouble(caught);
  }
  draw();
}

/**
 * @param {string} about
 * @param {number} n
 */
async function request(about, n = 0) {
  trouble(null);
  if (about === "out" && !(await askWhether(t("Report that you are out?"), "", t("I am out")))) return;
  requests.add(about, n);
  draw();
  await send();
}

// ---- what there is to see

function draw() {
  $(".slip-page").removeAttribute("aria-busy");
  const isLost = Date.now() - heardAt > LOST;
  put($("#line"), isLost ? lostWords(heardAt) : "");
  if (!page) return;
  const { player, state } = page;
  useMoney(page.money);
  put($("#player"), player);
  drawAsked(page);
  $(".slip-clock").hidden = !state;
  $("#sound").hidden = false;
  if (!state) {
    put($("#place"), el("div", { class: "wide" }, el("dt", {}, t("Entry")), el("dd", {}, page.price ? t("Pay {amount} at the desk", { amount: inMoney(page.price) }) : t("Pay at the desk"))));
    return;
  }
  useTableNames(state.screen.table_names ?? []);
  put($("#tournament"), state.screen.title);
  drawPlace(state);
  drawBag(page);
  drawClock(state);
  drawAsks(state);
  drawLists(state);
}

/** @param {SeatView} state */
function drawPlace(state) {
  const facts = factsOf(state);
  put($("#place"), facts.map(({ title, value, more, wide }) =>
    el("div", { class: wide ? "wide" : "" }, el("dt", {}, title), el("dd", {}, value, more && el("small", {}, more)))));
  const place = $("#moved");
  place.hidden = !isMoved;
  const why = state.moves?.[0];
  const seen = () => {
    kept.set(SEEN, seatKey(state));
    isMoved = false;
    draw();
  };
  put(place, isMoved && [
    el("strong", {}, t("You now play at table {table}, seat {seat}", { table: state.table ?? 0, seat: state.seat ?? 0 })),
    why?.because && el("p", {}, wordsIn(why.because, /** @type {Sentence} */ (why.sentence)), " ", el("cite", {}, cited(why.cite ?? ""))),
    el("button", { type: "button", class: "strong", onclick: seen }, t("On my way")),
  ]);
}

/** @param {SeatPage} page */
function drawBag({ bag }) {
  $("#bag").hidden = !bag;
  put($("#bag"), bag && [el("p", {}, t("In your bag: {chips}", { chips: chips(bag.chips) })), el("small", {}, t("Bag {number}, counted by {counted}, checked by {checked}", { number: bag.number, counted: bag.counted, checked: bag.checked }))]);
}

/** @param {SeatView} state */
function drawClock(state) {
  const { screen } = state;
  const now = clock.answers.length ? clock.now() : Date.now();
  const stand = standAt(screen.clock, screen.schedule, now, screen.more ?? 0);
  const words = clockWords(screen, stand);
  for (const [at, id] of ["#level", "#time", "#stakes", "#next"].entries()) put($(id), words[at]);
  const announced = screen.announcement?.text ?? "";
  $("#news").hidden = !announced;
  put($("#news"), announced);
  const title = `${titleOf(state, isMoved, stand.running && !isOver(screen) ? stand.left : null)} – sidepot`;
  if (document.title !== title) document.title = title;
}

/** @param {SeatView} state */
function drawAsks(state) {
  const may = state.may ?? [];
  $("#asks-part").hidden = !may.length && !page?.asks?.length;
  $("#count").hidden = !may.includes("count");
  put($("#asks"), inOrder(may).map((about) =>
    el("button", { type: "button", class: about === "floor" ? "strong" : "quiet", onclick: () => request(about), "data-about": about }, ASKS[about] ?? about, saleWords(state, about) && el("small", {}, ` ${saleWords(state, about)}`))));
}

/** @param {SeatPage} now */
function drawAsked(now) {
  const waiting = requests.waiting.map(({ about, n }) => ({ number: 0, about, at: 0, state: t("not sent yet"), n }));
  const all = [...waiting, ...[...(now.asks ?? [])].reverse()];
  if (all.length) $("#asks-part").hidden = false;
  put($("#asked"), all.map((one) => el("li", {}, el("span", {}, requestWords(one)), el("b", {}, stateWords(one)))));
}

/** @param {SeatView} state */
function drawLists(state) {
  const payouts = payoutsOf(state.screen);
  const isMine = (/** @type {Payout} */ { place, player, isNext }) => (player ? player === state.player : state.place ? place === `${state.place}.` : isNext);
  $("#prizes-part").hidden = !payouts.length;
  put($("#prizes-title"), isOver(state.screen) ? t("Results") : t("Payouts"));
  put($("#prizes"), payouts.map((one) =>
    el("li", { class: isMine(one) ? "is-marked" : "" }, el("span", {}, `${one.place} ${one.player}`.trim()), el("span", {}, wonWords({ paid: one.amount, bounties: one.bounties })))));
  const moves = state.moves ?? [];
  $("#moves-part").hidden = !moves.length;
  put($("#moves"), moves.map((one) =>
    el("li", {}, el("b", {}, t("Table {from_table}, seat {from_seat} → table {table}, seat {seat}", { from_table: one.from_table, from_seat: one.from_seat, table: one.table, seat: one.seat })), el("br", {}), wordsIn(one.because ?? "", /** @type {Sentence} */ (one.sentence)), " ", el("cite", {}, cited(one.cite ?? "")))));
}

// ---- it runs

$("#count").addEventListener("submit", (sent) => {
  sent.preventDefault();
  const field = /** @type {HTMLInputElement} */ ($("#chips"));
  const n = countIn(field.value);
  field.setAttribute("aria-invalid", String(Number.isNaN(n)));
  if (Number.isNaN(n)) return field.focus();
  field.value = "";
  void request("count", n);
});
const sound = $("#sound");
const hasSound = () => kept.get("sound", /** @type {string} */ ("off")) === "on";
sound.setAttribute("aria-pressed", String(hasSound()));
sound.addEventListener("click", () => {
  kept.set("sound", hasSound() ? "off" : "on");
  sound.setAttribute("aria-pressed", String(hasSound()));
  turnBegins(); // it is heard at once, and the browser knows that a sound is wanted
});
addEventListener("online", look);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  clock.forget();
  void look();
  void showPerson(token);
});
setInterval(draw, OFTEN);
draw();
await look();
await showPerson(token);
