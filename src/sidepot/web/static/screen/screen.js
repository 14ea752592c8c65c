/** A display: it shows its code until somebody has chosen what it shows, and then that, for as long as it has power. */

import { $, dress, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { ServerTime } from "../common/server_time.js";
import { useTableNames } from "../common/table_names.js";
import { ask, asRefused, post } from "../room/api.js";
import { Line } from "../room/socket.js";
import { watchTopic } from "../tournament/calls.js";
import { allowCalls, Caller } from "../tournament/calls_aloud.js";
import { isSilenced } from "../common/tones.js";
import { keepAwake } from "./awake.js";
import { standAt } from "./counting.js";
import { layoutAt } from "./layout.js";
import { checkIn, figures, finalTable, footLine, payouts, roomPlan, seatList, winnerPicture } from "./pictures.js";
import { isOver } from "../tournament/payouts.js";
import { anteOf, bannersOf, bigOf, levelTitle, shareLeft, stakesOf, lostWords, movesOf, nextWords, phaseTitle, spokenOf, timeText } from "./screen_words.js";

/**
 * @import { Child } from "../common/element.js"
 * @import { ClubLook, Display, DisplayView, ScreenView, SeatLine, SeatLines, DisplayShow } from "sidepot/protocol"
 * @import { Stand } from "./counting.js"
 * @import { Layout } from "./layout.js"
 * @import { Shape } from "./pictures.js"
 */

dress();

const OFTEN = 250; // so often everything is drawn, and the clock besides when its second is over: on all displays at once
const SECOND = 1000;
const ASKED = 5000; // the room is asked so often, even where nothing is heard of it
const WAITING = 1500; // and while nobody has chosen yet
const AGAIN = 700; // and while it cannot be reached: it is right again at once when the room is back
const LOST = 4000; // after that long without an answer the display says so
const KEY = "display";

const clock = new ServerTime();
/** @type {{ code: string, token: string } | null} */
let mine = kept.get(KEY, null);
/** @type {DisplayView | null} */
let latest = kept.get("display.latest", null); // what was shown last: a display that starts without the room counts on
/** @type {SeatLine[]} */
let seats = kept.get("display.seats", []);
let seating = -1;
let heardAt = Date.now();
/** @type {number | null} */
let leftNow = null; // of a clock that runs
let isAsking = false;
let asksAgain = false;
const caller = new Caller();
/** @type {Line | null} */
let line = null;
let followed = "";
let heard = 0; // so many messages came over the line
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Ask the room what there is to show; once more where something happened meanwhile. */
async function look() {
  if (isAsking) {
    asksAgain = true;
    return;
  }
  isAsking = true;
  let isThere = true;
  clearTimeout(timer);
  try {
    if (!mine) {
      mine = /** @type {Display} */ (await post("/api/screens"));
      kept.set(KEY, mine);
    }
    const [asked, before] = [clock.asks(), heard];
    const answer = /** @type {DisplayView} */ (await ask(`/api/screens/${encodeURIComponent(mine.token)}`));
    clock.heard(asked, answer.now);
    heardAt = Date.now();
    const isNewer = heard !== before && latest?.show?.tournament === answer.show?.tournament;
    latest = isNewer ? { ...answer, state: latest?.state } : answer; // what the line sent meanwhile is later
    kept.set("display.latest", latest);
    await lookAtSeats(latest);
    listen(answer.show?.tournament ?? "");
  } catch (caught) {
    isThere = Boolean(asRefused(caught).status);
    if (asRefused(caught).status === 404) { // another room lives at this address now: be a new display there
      mine = null;
      kept.set(KEY, null);
    }
  }
  isAsking = false;
  draw();
  timer = setTimeout(look, asksAgain ? 0 : !isThere ? AGAIN : latest?.show ? ASKED : WAITING);
  asksAgain = false;
}

/** @param {DisplayView} answer */
async function lookAtSeats({ state }) {
  if (!state || !mine || (state.seating ?? 0) === seating) return;
  const answer = /** @type {SeatLines} */ (await ask(`/api/screens/${encodeURIComponent(mine.token)}/seats`));
  seats = answer.seats;
  seating = state.seating ?? 0;
  kept.set("display.seats", seats);
}

/**
 * Hear when something happens in a tournament.
 * @param {string} tournament
 */
function listen(tournament) {
  if (!tournament || followed === tournament || !mine) return;
  line?.close();
  caller.forget();
  followed = tournament;
  line = new Line();
  line.on("screen", ({ state }) => hear(state));
  line.on("welcome", look);
  line.on("gone", look); // it may not watch that: it asks
  watchTopic(line, `tournament/${tournament}/screen/${mine.token}`);
  line.begin();
}

/**
 * What there is to show has come by itself; what does not come with it is asked for.
 * @param {ScreenView} state
 */
function hear(state) {
  if (!latest?.show) return;
  heard += 1;
  heardAt = Date.now();
  const before = latest.state;
  const isPlanned = JSON.stringify(before?.schedule) === JSON.stringify(state.schedule);
  latest = { ...latest, state, schedule: isPlanned ? latest.schedule : [] };
  kept.set("display.latest", latest);
  if (!isPlanned || (state.seating ?? 0) !== seating) void look();
  draw();
}

// ---- what there is to see

function draw() {
  $("#screen").removeAttribute("aria-busy");
  const { show, state } = latest ?? {};
  $("#pairing").hidden = Boolean(show && state);
  $("#shown").hidden = !(show && state);
  drawLine();
  if (show && state) drawShown(show, state);
  else drawPairing();
}

function drawPairing() {
  const code = mine?.code ?? "";
  const address = `${(latest?.ways?.[0] ?? location.origin).replace(/^https?:\/\//, "")}/screens`;
  put($("#code"), code);
  put($("#address"), address);
  const qr = $("#qr");
  qr.hidden = !code;
  const src = `/api/screens/${code}/qr`;
  if (code && qr.getAttribute("src") !== src) qr.setAttribute("src", src); // or it would be fetched again
  qr.setAttribute("alt", t("QR code of {address}", { address }));
}

function drawLine() {
  const isLost = Date.now() - heardAt > LOST + (latest?.show ? ASKED : WAITING);
  const place = $("#line");
  const isSilent = Boolean(latest?.show && latest.state) && volume() > 0 && isSilenced();
  put(place, isLost ? lostWords(heardAt) : isSilent ? t("Touch this display once to switch its sounds on") : "");
  document.body.classList.toggle("lost", isLost);
}

/**
 * @param {DisplayShow} show
 * @param {ScreenView} state
 */
function drawShown(show, state) {
  const now = clock.answers.length ? clock.now() : Date.now();
  const schedule = latest?.schedule?.length ? latest.schedule : state.schedule;
  const stand = standAt(state.clock, schedule, now, latest?.schedule?.length ? 0 : (state.more ?? 0));
  leftNow = stand.running ? stand.left : null;
  const layout = layoutAt(show, state, now);
  const root = document.documentElement;
  useTableNames(state.table_names ?? []);
  root.dataset.theme = show.look ?? "dark";
  root.dataset.shape = shapeOf(show);
  root.dataset.layout = layout;
  drawClub(latest?.club ?? {});
  text("#title", state.title);
  text("#phase", phaseTitle(state, stand));
  drawClock(state, stand);
  drawPicture(layout, state, now, shapeOf(show));
  drawFoot(state, now);
  hearAloud(state, stand, now);
  const spoken = spokenOf(state, stand);
  if (put($("#spoken"), spoken)) document.title = `${state.title} – sidepot`;
}

const volume = () => latest?.show?.volume ?? 70;

/** @param {DisplayShow} show */
const shapeOf = (show) => /** @type {Shape} */ (show.shape ?? "16:9");

/** @param {ClubLook} club */
function drawClub({ name = "", colour = "", logo: address = "" }) {
  document.documentElement.dataset.colour = colour;
  put($("#club"), name);
  const logo = $("#logo");
  logo.hidden = !address;
  if (address && logo.getAttribute("src") !== address) logo.setAttribute("src", address); // or it would be fetched again
}

/**
 * @param {ScreenView} state
 * @param {Stand} stand
 * @param {number} now
 */
function hearAloud(state, stand, now) {
  const { level, isBreak, running, left } = stand;
  const begun = Boolean(state.clock.begun) && !isOver(state) && !state.why;
  const moment = { begun, running, level, isBreak, left, now, stakes: stakesOf(stand.item), handForHand: Boolean(state.hand_for_hand), called: state.called ?? null };
  caller.hear(moment, { volume: volume(), voice: latest?.show?.voice ?? true });
}

/**
 * @param {string} what
 * @param {string} words
 */
function text(what, words) {
  const place = $(what);
  if (put(place, words)) place.style.setProperty("--n", String(Math.max(words.length, 1)));
  place.hidden = !words;
}

/**
 * @param {ScreenView} state
 * @param {Stand} stand
 */
function drawClock(state, stand) {
  const isDone = isOver(state) || Boolean(state.why);
  text("#level", levelTitle(stand, state.phase));
  text("#time", isDone ? "" : timeText(stand));
  text("#big", isDone ? winner(state) : bigOf(stand.isBreak ? stand.next : stand.item));
  text("#small", isDone ? "" : anteOf(stand.isBreak ? stand.next : stand.item));
  text("#next", isDone ? "" : nextWords(stand));
  $("#clock").style.setProperty("--gone", (1 - shareLeft(stand)).toFixed(4));
  $("#clock").classList.toggle("is-break", stand.isBreak);
  $("#clock").classList.toggle("stands", !stand.running);
  $("#clock").classList.toggle("hurries", stand.left !== null && stand.left <= 60_000 && stand.running);
}

/** @param {ScreenView} state */
const winner = (state) => state.out?.find(({ place }) => place === 1)?.player ?? "";

/**
 * @param {Layout} layout
 * @param {ScreenView} state
 * @param {number} now
 * @param {Shape} shape
 */
function drawPicture(layout, state, now, shape) {
  /** @type {Record<Layout, () => Child>} */
  const pictures = {
    clock: () => figures(state),
    seats: () => seatList(seats, now, shape),
    payouts: () => payouts(state, shape),
    tables: () => roomPlan(state, seats, now, shape),
    check_in: () => checkIn(state, mine?.code ?? ""),
    final: () => finalTable(state, shape),
    winner: () => winnerPicture(state, shape),
  };
  put($("#body"), pictures[layout]());
}

/**
 * @param {ScreenView} state
 * @param {number} now
 */
function drawFoot(state, now) {
  const banners = bannersOf(state, now);
  const moves = movesOf(state);
  const foot = $("#foot");
  const [urgent] = banners;
  const shown = urgent?.kind === "called" ? urgent : banners[Math.floor(now / 6000) % Math.max(banners.length, 1)];
  if (shown && (!moves.length || urgent.kind === "called" || Math.floor(now / 12_000) % 2 === 0)) {
    put(foot, el("p", { class: `banner ${shown.kind}` }, shown.text));
    foot.style.setProperty("--n", String(shown.text.length));
    return;
  }
  const words = footLine(moves, now);
  put(foot, words && el("p", { class: "moves" }, el("b", {}, t("Moves")), " ", words));
  foot.style.setProperty("--n", String(words ? String(words).length + 8 : 1));
}

// ---- it runs

addEventListener("online", look);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  clock.forget(); // the device may have slept
  void look();
});
function tick() {
  if (latest?.show) draw();
  else drawLine();
  setTimeout(tick, leftNow ? Math.min(OFTEN, leftNow % SECOND || SECOND) : OFTEN);
}
allowCalls();
tick();
draw();
void keepAwake(/** @type {HTMLVideoElement} */ ($("#awake")), () => getComputedStyle(document.body).backgroundColor);
void look();
