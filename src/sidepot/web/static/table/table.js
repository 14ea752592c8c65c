/** The table page: it shows what the room tells over the line, and says to the room what the person does. */

import { openDialog } from "../common/dialogs.js";
import { $, dress, h, part } from "../common/dom.js";
import { el, put, readOut } from "../common/element.js";
import { tellIn } from "../common/units.js";
import { titleIn, stakesIn } from "../common/sentences.js";
import { capital, cited, grouped } from "../common/words.js";
import { Actions } from "../decision/actions.js";
import { Own } from "../decision/own.js";
import { bombWords, waitingWords, yourTurnWords } from "../decision/turn.js";
import { reasonLine } from "../decision/why.js";
import { whoAmI } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { Line, addressOf } from "../room/socket.js";
import { DUES } from "../room/messages.js";
import { SETTINGS_CHANGED } from "../common/keymap.js";
import { Chair } from "../seat/chair.js";
import { ownWords } from "../seat/seat_words.js";
import { Dock } from "../seat/dock.js";
import { drawTools, likesBlinds, switchUnit } from "../seat/tools.js";
import { Talk } from "../talk/talk.js";
import { Clock, waitedFor } from "./clock.js";
import { Felt } from "./felt.js";
import { listen } from "./keys.js";
import { lies } from "./lifted.js";
import { Log } from "./log.js";
import { Middle } from "./middle.js";
import { hear, timeRunsOut, turnBegins } from "./sounds.js";
import { Info, standing } from "./side.js";
import { Store } from "./store.js";
import { english, t } from "../common/language.js";

/**
 * @import { Gone, Snapshot, Event as TableEvent } from "sidepot/protocol"
 * @import { How } from "../room/socket.js"
 * @import { Choices, Seat, State } from "../room/messages.js"
 */

dress();

const felt = part("sp-felt", Felt);
const middle = part("sp-middle", Middle);
const own = part("sp-own", Own);
const actions = part("sp-actions", Actions);
const log = part("sp-log", Log);
const info = part("sp-info", Info);
const talk = part("sp-talk", Talk);
felt.hand = own;
const bar = $("#bar");
const barPart = $("#bar span");
const barText = $("#bar em");

const table = named(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const line = new Line(addressOf(table));
const { room } = new Store(table, line, { changed: draw, renamed, begun, happened });
const chair = new Chair(room, line, toast);
const dock = new Dock(chair);
talk.begin(chair, toast);

// ---- what the room tells

/** What was for another name is not for this one. */
function renamed() {
  chair.before = null;
  line.refresh(table);
}

/** @param {Snapshot} message */
function begun(message) {
  log.reset(message);
  draw();
  chair.arrived();
}

/**
 * @param {TableEvent} message
 * @param {State | null} before
 */
function happened(message, before) {
  hear(before, message, room);
  log.add(message);
  talk.hear(message);
}

line.on("gone", (message) => {
  if (message.table === table) void gone(message);
});

line.on("notice", (message) => toast(english(`Table ${message.table}: ${message.because}`)));
line.on("fault", (message) => toast(english(message.because)));
line.on("line", showLine);
line.on("held", () => toast(t("Connection lost: your action will be sent again when it is back")));
line.on("loggedout", () => toast(t("You were logged out: sign in again to play")));

/**
 * The id in an address, also where it is badly written.
 * @param {string} text
 */
function named(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const PASSING = new Set(["busy", "not_written"]);
const AGAIN = 1000; // milliseconds until the table is asked for again

/**
 * The table cannot be watched: a private one perhaps after its password, another one in a moment, or not at all.
 * @param {Gone} message
 */
async function gone({ because, code }) {
  if (PASSING.has(code ?? "")) {
    setTimeout(() => line.watch(table), AGAIN);
    return;
  }
  if (code === "password_needed" && (await chair.enter(t("This table is private"), true))) {
    line.watch(table);
    return;
  }
  const words = h("div", { class: "body" }, h("p", {}, english(capital(because))), h("p", {}, h("a", { href: "/" }, t("All tables"))));
  await openDialog({ title: code === "banned" ? t("You cannot enter this table") : t("There is no such table"), body: () => words });
}

let hasStrip = false; // what a table of a tournament shows besides is loaded only there

/** @param {State} state */
function loadStrip({ of_tournament: id }) {
  if (id && !hasStrip) void import("../tournament/strip.js").then(({ showStrip }) => showStrip({ line, table, id, toast }));
  hasStrip ||= Boolean(id);
}

// ---- the page

let lostAt = 0; // when the connection was lost, by the room's time; 0: it is there

/** Since when all clocks are stopped: by the room, or as far as this page can know; 0: they run. */
const stopped = () => room.state?.stopped_at || lostAt;

const clock = new Clock({
  now: () => line.now(),
  stopped,
  paint: (seat, left, text) => {
    felt.tick(seat, left.part, left.bank);
    bar.hidden = seat !== room.own;
    bar.classList.toggle("bank", left.bank);
    bar.classList.toggle("stopped", stopped() > 0);
    barPart.style.inlineSize = `${left.part * 100}%`;
    put(barText, text);
    if (seat === room.own && left.part < 0.25 && !stopped()) timeRunsOut(document.body.dataset.turn ?? "");
    const asks = document.querySelector(".ask-time");
    if (asks) put(asks, t("{left} left", { left: text }));
  },
  idle: (state, now) => {
    felt.tickAway(now);
    if (waitedFor(state) !== room.own || !state.until) bar.hidden = true;
    if (!decision()) wait(state, now);
  },
});

/**
 * Show what is waited for, and what can be decided ahead.
 * @param {State} state
 * @param {number} now
 */
const wait = (state, now) => actions.wait(dock.words(waitingWords({ ...room, state }, now)), state, room.own);

/** The options of the decision that is this person's now, or null. */
function decision() {
  const { yours, state, own: seat } = room;
  return yours?.options && seat >= 0 && state?.to_act === seat && yours.turn === state.turn ? yours.options : null;
}

/** Whether one may have the bets collected: on one's own turn. Rule: TDA-2013 RP-2; TDA-2024 RP-2. */
const mayCollect = () => decision() !== null && (room.state?.seats.some((seat) => seat?.bet) ?? false);

const CROWD = 6; // a phone has no room for the open hands of more players beside the dock

/**
 * What is played, below the title; a phone has room for the stakes alone, unless games change.
 * @param {State} state
 */
function drawTerms(state) {
  const [bomb, game, stakes] = [bombWords(state), titleIn(state.game), stakesIn(state.terms, state.terms_parts)];
  const between = " · ";
  put($("#terms"), bomb && bomb + between, el("span", { class: stakes && !state.mix.length ? "of-game" : null }, game, stakes && between), stakes);
}

/**
 * What a phone's dock is for: it `turns` while decisions may come, and `rests` for one who is not in the hand, or while
 * none begins: then the felt has its room. For all others it `stays` as it is, but in a crowd: the board stands still when the hand is over, the seats when one begins.
 * @param {State} state
 * @param {Seat | null | undefined} seat
 */
function dockOf({ phase, seats }, seat) {
  if (["waiting", "paused"].includes(phase) && !seat?.hand) return "rests";
  if (!seat || seat.hand === "folded" || (!seat.hand && ["out", "busted", "gone"].includes(seat.state))) return "rests";
  if (phase === "playing" && seat.hand === "live") return "turns";
  return seats.filter(Boolean).length > CROWD ? "rests" : "stays";
}

/** Draw all that is known, once something is. */
function draw() {
  const { state, yours } = room;
  if (!state) return;
  loadStrip(state);
  const options = decision();
  const seat = state.seats[room.own];
  tellIn(state, likesBlinds());
  log.followUnit();
  document.body.classList.toggle("seated", room.own >= 0);
  document.body.dataset.dock = dockOf(state, seat);
  document.body.dataset.limit = state.facts?.limit ?? "";
  put($("#title"), state.title);
  drawTerms(state);
  felt.show({ state, own: room.own, isStopped: stopped() > 0, maySit: chair.maySit(), onSit: (at) => chair.sit(at), onSeat: (at) => chair.pressSeat(at) });
  middle.show(state, (seats) => felt.light(seats));
  info.show(state);
  talk.show();
  chair.follow();
  drawTools($("#tools"), chair, mayCollect() ? [[t("Collect the bets"), () => felt.bringIn()]] : []);
  log.tell($("#ticker"));
  own.show({
    cards: seat && yours ? yours.cards : [],
    down: yours?.down ?? 0,
    name: ownWords(seat, state, yours?.hand_name ?? ""),
    most: options && DUES[options.due] === "draw" ? options.discard : 0,
    turn: state.turn,
    hand: state.hand,
    folded: seat?.hand === "folded",
    open: !!seat?.shown,
    named: !!seat?.shown && !!seat.hand_name && state.boards.length < 2,
    lie: (card) => (seat?.shown ? lies(state).ofSeat(room.own, card) : ""),
  });
  let isDone = false; // it was decided ahead
  if (options) {
    isDone = actions.show({
      options,
      state,
      turn: state.turn,
      own: room.own,
      cards: yours?.cards ?? [],
      picked: () => own.picked,
      send: (what) => line.say(table, what),
    });
  } else wait(state, stopped() || line.now());
  clock.follow(state, Math.max(yours?.seat_until ?? 0, dock.showUntil));
  announce(state, options, isDone);
  chair.ask();
}

own.addEventListener("choice", () => actions.chose());

document.addEventListener(SETTINGS_CHANGED, () => {
  actions.refresh();
  draw();
});

let announced = "";

/**
 * Say that it is one's turn: in the page's title, and to screen readers.
 * @param {State} state
 * @param {Choices | null} options
 * @param {boolean} isDone whether it is done already
 */
function announce(state, options, isDone) {
  const { reminder } = document.body.dataset;
  document.title = [options ? t("Your turn") : reminder, state.title, "sidepot"].filter(Boolean).join(" – ");
  document.body.classList.toggle("your-turn", Boolean(options));
  const turn = options ? `${state.hand}/${state.turn}` : "";
  document.body.dataset.turn = turn;
  if (options && !isDone && turn !== announced) turnBegins();
  if (options && !isDone && turn !== announced) readOut($("#announce"), yourTurnWords({ ...room, state }, options));
  announced = turn;
}

/** @param {How} how */
function showLine(how) {
  const words = { connecting: t("Connecting"), live: t("Connected"), lost: t("Reconnecting…"), closed: t("Closed") }[how];
  const place = $("#line");
  place.dataset.how = how;
  put(place, h("span", {}, words));
  document.body.classList.toggle("offline", how !== "live");
  lostAt = how === "live" ? 0 : lostAt || line.now();
  draw();
}

/**
 * Tell something in passing.
 * @param {import("../common/element.js").Child} shown
 */
function toast(shown, cite = "") {
  const one = h("p", { class: "toast" }, typeof shown === "string" ? grouped(shown) : shown, cite ? " " : "", cite ? h("cite", {}, cited(cite)) : "");
  $("#toasts").append(one);
  setTimeout(() => one.remove(), 7000);
  return one;
}

// ---- the keyboard

/**
 * What a key does. Returns whether it meant something.
 * @param {string} key
 * @param {State} state
 */
function press(key, state) {
  const options = decision();
  if (options && /^[1-7]$/.test(key) && own.most) return own.toggle(Number(key) - 1);
  if (actions.press(key)) return true;
  if (key === "?") void import("../common/help.js").then(({ showHelp }) => showHelp());
  else if (key === "/") talk.write();
  else if (key === "a") switchUnit();
  else if (key === "w" && options) void showWhy(options);
  else if (key === "b" && mayCollect()) felt.bringIn();
  else if (key === "v") {
    const words = standing({ ...room, state });
    readOut($("#announce"), words);
    toast(words);
  } else return chair.press(key);
  return true;
}

listen((key) => room.state !== null && press(key, room.state));

/** @param {Choices} options */
function showWhy(options) {
  const rows = options.why.map((reason) => h("li", {}, reasonLine(reason)));
  return openDialog({ title: t("Your options, with reasons"), body: () => h("ul", { class: "body reasons" }, rows) });
}

showLine("connecting");
await whoAmI().then(
  (me) => Object.assign(room, { me: me.name, role: me.role }),
  (caught) => toast(refusal(caught)),
);
line.watch(table);
