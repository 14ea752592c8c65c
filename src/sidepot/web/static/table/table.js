/** The table page: the line to the room, what it tells put on the page, and what the person does said to the room. */

import "./felt.js";
import "./middle.js";
import "../decision/own.js";
import "../decision/actions.js";
import "./log.js";
import "./side.js";

import { whoAmI } from "../room/api.js";
import { Clock, waitedFor } from "./clock.js";
import { openDialog } from "../common/dialogs.js";
import { dress, h, put } from "../common/dom.js";
import { showHelp } from "../common/help.js";
import { listen } from "./keys.js";
import { missedWinner } from "./middle.js";
import { note } from "../verify/notes.js";
import { standing } from "./side.js";
import { Line } from "../room/socket.js";
import { Chair } from "../seat/chair.js";
import { Dock } from "../seat/dock.js";
import { wholeState, wholeYours } from "../room/told.js";
import { waitingWords, yourTurnWords } from "../decision/turn.js";
import { reasonLine } from "../decision/why.js";
import { DUES, cardNames, cited, grouped, stakesOf } from "../common/words.js";

dress();

const table = named(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const $ = (what) => document.querySelector(what);
const [felt, middle, own, actions, log, info] = ["felt", "middle", "own", "actions", "log", "info"].map((name) =>
  $(`sp-${name}`),
);

/** All that is known here: `state` is everybody's, `yours` is this person's alone. */
const room = { table, state: null, yours: null, me: "", role: "", own: -1, seq: 0 };
const line = new Line();
const chair = new Chair(room, line, { toast, redraw: () => room.state && draw() });
const dock = new Dock(chair);

// ---- what the room tells

line.addEventListener("welcome", ({ detail }) => {
  if (detail.you !== room.me) { // signed out, or in, elsewhere: what was his is not this person's
    room.yours = null;
    chair.before = null;
    line.refresh(table);
  }
  room.me = detail.you;
  room.role = detail.role;
  if (room.state) draw();
});

line.addEventListener("snapshot", ({ detail }) => {
  if (detail.table !== table) return;
  room.yours = null;
  take(detail);
  log.reset(detail.log ?? []);
  draw();
  chair.arrived();
});

line.addEventListener("event", ({ detail }) => {
  if (detail.table !== table) return;
  room.missed = missedWinner(room.state, detail) ?? room.missed;
  take(detail);
  log.add(detail.log ?? []);
  draw();
});

line.addEventListener("yours", ({ detail }) => {
  if (detail.table !== table) return;
  room.yours = wholeYours(detail);
  if (room.state) draw();
});

line.addEventListener("gone", ({ detail }) => {
  if (detail.table === table) void gone(detail.because);
});

line.addEventListener("notice", ({ detail }) => toast(`Table ${detail.table}: ${detail.because}`));
line.addEventListener("fault", ({ detail }) => toast(detail.because));
line.addEventListener("line", ({ detail }) => showLine(detail));
line.addEventListener("held", () => toast("The line is down: what you said is sent again as soon as it is back"));
line.addEventListener("loggedout", () => toast("You were logged out: sign in again to play"));

/** The id in an address; one that is badly written is nobody's. */
function named(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The table cannot be watched: a private one perhaps after its password, another one not at all. */
async function gone(because) {
  if (/password/.test(because) && (await chair.enter("This table", true))) {
    line.watch(table);
    return;
  }
  const words = h("div", { class: "body" }, h("p", {}, because), h("p", {}, h("a", { href: "/" }, "To all tables")));
  await openDialog({ title: "No table here", body: () => words });
}

function take(told) {
  room.seq = told.seq;
  const state = wholeState(told.state);
  room.state = state;
  state.missed = room.missed?.hand === state.hand && state.phase !== "playing" ? room.missed : null;
  note(table, state.hand, state.root, state.link);
}

// ---- the page

const clock = new Clock({
  now: () => line.now(),
  paint: (seat, left, text) => {
    felt.tick(seat, left.part, left.bank);
    const bar = $("#bar");
    bar.hidden = seat !== room.own;
    bar.classList.toggle("bank", left.bank);
    bar.firstElementChild.style.inlineSize = `${left.part * 100}%`;
    put(bar.lastElementChild, text);
    const asks = document.querySelector(".ask-time");
    if (asks) put(asks, `${text} left`);
  },
  idle: (state, now) => {
    info.tick(state.event, now);
    if (waitedFor(state) !== room.own || !state.until) $("#bar").hidden = true;
    if (!decision()) actions.show({ options: null, words: dock.words(waitingWords(room, now)) });
  },
});

/** The options of the decision that is this person's now, or null. */
function decision() {
  const { yours, state, own: seat } = room;
  return yours?.options && seat >= 0 && state.to_act === seat && yours.turn === state.turn ? yours.options : null;
}

function draw() {
  const { state, yours } = room;
  // who has left is still shown with the hand that was over last, but has no seat any more
  room.own = room.me ? state.seats.findIndex((seat) => seat?.player === room.me && seat.state !== "gone") : -1;
  const options = decision();
  const seat = state.seats[room.own];
  document.body.classList.toggle("seated", room.own >= 0);
  put($("#title"), state.title);
  put($("#terms"), grouped([state.game, stakesOf(state)].filter(Boolean).join(" · ")));
  felt.show({ state, own: room.own, maySit: chair.maySit(), onSit: (at) => chair.sit(at) });
  middle.show(state, (seats) => felt.light(seats));
  info.show(state);
  chair.follow();
  chair.draw($("#tools"));
  put($("#ticker"), log.last);
  own.show({
    cards: seat ? (yours?.cards ?? []) : [],
    down: yours?.down ?? 0,
    name: yours?.hand_name ?? "",
    most: options && DUES[options.due] === "draw" ? options.discard : 0,
    turn: state.turn,
    folded: seat?.hand === "folded",
  });
  actions.show({
    options,
    state,
    turn: state.turn,
    own: room.own,
    cards: yours?.cards ?? [],
    picked: () => own.picked,
    send: (what) => line.say(table, what),
    words: dock.words(waitingWords(room, line.now())),
  });
  clock.follow(state, yours?.seat_until);
  announce(options);
  chair.ask();
}

own.addEventListener("choice", () => actions.chose());

let announced = "";

/** Say that it is one's turn: in the page's title, and to who hears the page. */
function announce(options) {
  const { state } = room;
  document.title = `${options ? "Your turn – " : ""}${state.title} – sidepot`;
  document.body.classList.toggle("your-turn", Boolean(options));
  const turn = options ? `${state.hand}/${state.turn}` : "";
  document.body.dataset.turn = turn;
  if (turn && turn !== announced) put($("#announce"), yourTurnWords(room, options));
  announced = turn;
}

function showLine(how) {
  const words = { connecting: "Connecting", live: "Live", lost: "Reconnecting…", closed: "Closed" }[how];
  const place = $("#line");
  place.dataset.how = how;
  put(place, h("span", {}, words));
  document.body.classList.toggle("offline", how !== "live");
}

/** Tell something in passing. */
function toast(because, cite = "") {
  const one = h("p", { class: "toast" }, grouped(because), cite ? " " : "", cite ? h("cite", {}, cited(cite)) : "");
  $("#toasts").append(one);
  setTimeout(() => one.remove(), 7000);
}

// ---- the keyboard

listen((key) => {
  if (!room.state) return false;
  if (key === "?") return void showHelp() ?? true;
  if (decision()) {
    if (/^[1-7]$/.test(key) && own.most) return own.toggle(Number(key) - 1);
    if (actions.press(key)) return true;
    if (key === "w") return void showWhy(decision()) ?? true;
  }
  if (key === "v") {
    put($("#announce"), standing(room, cardNames));
    toast(standing(room, cardNames));
    return true;
  }
  return chair.press(key);
});

function showWhy(options) {
  const rows = options.why.map((reason) => h("li", {}, reasonLine(reason)));
  return openDialog({ title: "What you may do, and why", body: () => h("ul", { class: "body reasons" }, rows) });
}

showLine("connecting");
await whoAmI().then(
  (me) => Object.assign(room, { me: me.name, role: me.role }),
  (refused) => toast(refused.because),
);
line.watch(table);
