/** The dealer's helper of a table: it follows the hand by taps, and says at every moment what the rules say. */

import { $, dress } from "../common/dom.js";
import { el, put, readOut } from "../common/element.js";
import { english, t } from "../common/language.js";
import { stakesIn, titleIn } from "../common/sentences.js";
import { ask, asRefused } from "../room/api.js";
import { Line } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { watchTopic } from "../tournament/calls.js";
import { drawGate } from "./gate.js";
import { middleOf, ovalOf } from "./oval.js";
import { Queue } from "./queue.js";
import { betweenOf, contested, mucksOf, Order, paidOf, seatDialog, showdownOf } from "./showdown.js";
import { actingOf, blindOf, dealStreet, declaringOf, drawingOf, provingOf, streetOf } from "./turn.js";
import { lineWords, playerOf } from "./words.js";

/**
 * @import { DealerView } from "sidepot/protocol"
 * @import { Doing, Entry, Outcome } from "./queue.js"
 */

const AGAIN = 2_000; // after which what was not sent is tried again
const PATIENCE = 6_000; // a tablet that has left the network would wait for minutes
const AGAIN_LATER = ["busy", "not_written", "closing", "too_much", "pin_needed"]; // these refusals are not about the act
const LATE = 500; // an act that is not answered so long is shown as not ruled yet
const LOOK = 15_000; // between two hands the level may change

dress();

const [tournament, table] = (/\/dealer\/(\d+)-(\d+)/.exec(location.pathname) ?? []).slice(1);
const path = `/api/tournaments/${tournament}/dealer/${table}`;
const queue = new Queue(`${tournament}-${table}`);
const order = new Order();
const line = new Line();

/** @type {DealerView | null} */
let view = null;
let button = -1; // the seat of the button of the next hand, where it was tapped
let breaks = () => {}; // what ends the waiting for an answer when the line breaks
let isLate = false;
let sawGate = false;

// ---- the room

async function load() {
  try {
    const now = await ask(path, { signal: AbortSignal.timeout(PATIENCE) });
    sawGate = false;
    line.begin();
    take(now);
  } catch (caught) {
    const { status, because } = asRefused(caught);
    sawGate = status === 401 || status === 403;
    if (status && status < 500 && !sawGate) put($("#trouble"), english(because));
  }
  draw();
}

/** @param {DealerView} now */
function take(now) {
  if (view && now.dealt.seq < view.dealt.seq) return;
  if (now.dealt.hands !== view?.dealt.hands || now.dealt.phase !== "between") button = -1;
  const isNew = now.dealt.seq !== view?.dealt.seq;
  view = now;
  if (isNew) say(now);
  draw();
}

/**
 * Send an act over the line. Where the line breaks before the answer, it counts as not sent: it is sent again with its id.
 * @param {Entry} entry
 * @returns {Promise<Outcome>}
 */
async function send({ id, do: what, seen = 0 }) {
  if (line.how !== "live") return { kind: "unreached" };
  /** @type {Promise<Outcome>} */
  const lost = new Promise((resolve) => (breaks = () => resolve({ kind: "unreached" })));
  try {
    const answer = line.ask({ type: "dealer_cmd", id, tournament, table: Number(table), do: what, seen });
    return await Promise.race([answer.then(() => /** @type {Outcome} */ ({ kind: "done" })), lost]);
  } catch (caught) {
    const { code } = asRefused(caught);
    if (code === "pin_needed") load();
    return AGAIN_LATER.includes(code) ? { kind: "unreached" } : { kind: "refused", because: caught };
  } finally {
    line.forget(id);
  }
}

/** @param {Outcome} outcome */
function answered(outcome) {
  if (outcome.kind === "refused") {
    put($("#trouble"), refusal(outcome.because));
    load();
  }
}

/** The PIN was right: the line is opened anew, because the room knows the role by the cookies that it was opened with. */
function entered() {
  line.again();
  return load();
}

async function flush() {
  const late = setTimeout(() => {
    isLate = true;
    draw();
  }, LATE);
  await queue.flush(send, answered);
  clearTimeout(late);
  isLate = queue.entries.length > 0;
  if (isLate) setTimeout(flush, AGAIN);
  draw();
}

/**
 * Do some things, one after the other: they are stored, and sent at once. While an act is on its way, the buttons of
 * before it do nothing.
 * @param {[what: Doing, text: string][]} some
 */
function doAll(some) {
  if (queue.isSending && !isLate) return;
  put($("#trouble"));
  for (const [what, text] of some) queue.add(what, text, view?.dealt.seq);
  draw();
  return flush();
}

/**
 * @param {Doing} what
 * @param {string} text
 */
const doing = (what, text) => doAll([[what, text]]);

function takeBack() {
  if (isLate && queue.entries.length) {
    queue.dropLast();
    isLate = queue.entries.length > 0;
    return draw();
  }
  return doing({ type: "take_back" }, t("The last act is taken back"));
}

// ---- the page

/** Read out what was done last, and who is next. @param {DealerView} now */
function say({ dealt: { hand } }) {
  if (!hand) return;
  const last = hand.lines?.at(-1);
  readOut($("#said"), last ? `${lineWords(hand, last)}. ` : "", hand.turn ? t("{player} is next", { player: playerOf(hand, hand.turn.seat) }) : "");
}

/** What a tap on a seat does now; null where it does nothing. @returns {((seat: number) => unknown) | null} */
function tapNow() {
  if (!view || isLate) return null;
  const { phase, hand } = view.dealt;
  if (phase === "between") return (seat) => { button = seat; draw(); };
  if (!hand) return null;
  if (phase === "street" && hand.asks_opener) return (seat) => dealStreet(doing, seat);
  if (phase === "showdown" && hand.asks_openers) return null; // before the hands are ranked
  if (phase === "showdown") return (seat) => { if (contested(hand).includes(seat)) order.tap(seat); draw(); };
  return phase === "paid" ? null : (seat) => seatDialog(hand, seat, doing); // the floor may rule a hand dead during a draw too
}

/** The panel beside the table. @param {DealerView} now */
function panelOf(now) {
  const { dealt: { phase, hand } } = now;
  if (isLate) return blindOf(doing);
  if (!hand) return betweenOf(now, button, doing);
  if (phase === "paid") return paidOf(hand, doing);
  if (hand.asks_openers) return [provingOf(hand, doing), phase === "showdown" && mucksOf(hand, doing)];
  if (phase === "street") return streetOf(hand, doing);
  if (phase === "showdown") return showdownOf(hand, order.of(`${hand.number} ${contested(hand)}`), doing, doAll, draw);
  if (!hand.turn) return [];
  return phase === "draw" ? drawingOf(hand, hand.turn, doing) : phase === "declare" ? declaringOf(hand, hand.turn, doing) : actingOf(hand, hand.turn, doing);
}

/** @param {DealerView} now */
function alsoOf({ dealt: { hand, frozen = "", reopens = false } }) {
  if (frozen) return [el("p", { class: "refusal" }, english(frozen)), el("button", { type: "button", class: "strong", onclick: () => doing({ type: "resume" }, t("Resume")) }, t("Resume"))];
  if (!hand && !queue.entries.length) return [
    reopens && el("button", { key: "reopen", type: "button", class: "quiet", "aria-keyshortcuts": "z", onclick: () => doing({ type: "reopen" }, t("The last hand is open again")) }, t("Reopen the last hand")),
    el("a", { class: "quiet dealer-link", href: `${path}/hands.phhs`, download: true }, t("Export the hands")),
  ];
  return [
    el("button", { key: "back", type: "button", class: "quiet", "aria-keyshortcuts": "z", onclick: takeBack }, t("Take back")),
    hand && el("details", { key: "off", class: "dealer-more" }, el("summary", {}, t("More")),
      el("button", { type: "button", class: "quiet", onclick: () => doing({ type: "call_off" }, t("The hand is called off")) }, t("Call the hand off"))),
  ];
}

/** The page of the floor, which asks how the betting stands, and leads back. @param {DealerView} now */
function floorLink({ dealt: { hand } }) {
  const back = new URLSearchParams({ tournament, table, back: location.pathname, ...(hand && { house: hand.house }) });
  return `/floor?${back}`;
}

function draw() {
  const isUnreached = line.how === "lost" || (line.how === "connecting" && isLate);
  $("#gate").hidden = !sawGate;
  $("#helper").hidden = sawGate || !view;
  $("#offline").hidden = !isUnreached;
  put($("#offline"), isUnreached && t("The room cannot be reached. What you tap is kept, and sent as soon as it can be."));
  if (sawGate) drawGate($("#gate"), tournament, Number(table), entered);
  if (!view) return;
  const { dealt } = view;
  const { hand } = dealt;
  const game = hand ? [titleIn(hand.title), ", ", stakesIn(hand.stakes, hand.stakes_parts)] : [];
  put($("#title"), t("Table {table}", { table: dealt.table }));
  put($("#hand-of"), hand ? [t("Hand {number}", { number: hand.number }), " · ", game] : view.title);
  /** @type {HTMLAnchorElement} */ ($("#floor")).href = floorLink(view);
  const tap = tapNow();
  const marked = dealt.phase === "showdown" && hand ? order.of(`${hand.number} ${contested(hand)}`).places() : new Map();
  if (dealt.phase === "between" && button >= 0) marked.set(button, t("Button"));
  put($("#oval"), ovalOf({ view, marked, tap: tap ?? (() => {}), taps: Boolean(tap) }));
  put($("#middle"), middleOf(view));
  put($("#turn"), panelOf(view));
  put($("#waiting"), isLate ? queue.entries.map(({ id, text }) => el("li", { key: id }, text, " ", el("em", {}, t("not ruled yet")))) : []);
  put($("#also"), alsoOf(view));
  put($("#lines"), (hand?.lines ?? []).toReversed().map((line) => el("li", { key: line.number, value: line.number }, hand ? lineWords(hand, line) : "")));
}

/** The keys: each is named at its button. @param {KeyboardEvent} pressed */
function byKey(pressed) {
  const on = /** @type {HTMLElement} */ (pressed.target);
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || on.closest("input, select, textarea, dialog")) return;
  const found = document.querySelector(`main [aria-keyshortcuts="${CSS.escape(pressed.key.toLowerCase())}"]`);
  if (!(found instanceof HTMLButtonElement) || found.disabled) return;
  pressed.preventDefault();
  found.click();
}

addEventListener("keydown", byKey);
line.on("dealer", ({ view: now }) => take(now));
line.on("line", (how) => {
  if (how === "lost") breaks();
  if (how === "live") flush();
  draw();
});
line.on("gone", load); // the PIN may have been renewed: it asks, and gets a refusal
watchTopic(line, `tournament/${tournament}/dealer/${table}`);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && load());
setInterval(() => (!view || view.dealt.phase === "between") && document.visibilityState === "visible" && load(), LOOK);

await load();
if (queue.entries.length) {
  isLate = true;
  draw();
  await flush();
}
