/** The director's console: on a phone one part at a time, on a desk to do, tables and players side by side. */

import { $, dress, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { useMoney } from "../common/money.js";
import { stakesIn } from "../common/sentences.js";
import { useTableNames } from "../common/table_names.js";
import { chips } from "../common/words.js";
import { Line } from "../room/socket.js";
import { watchTopic } from "../tournament/calls.js";
import { Acting } from "./acting.js";
import { drawClockActs, drawSchedule, runOrStand } from "./clock_tab.js";
import { drawAlso, drawBegin } from "./beginning.js";
import { clockAt, wholeClock } from "./counting.js";
import { comingWords, isBefore, isDone, leftWords, levelName, mayDo, phaseOf, seatedAt, wholeTournament, wholePlayers } from "./tournament.js";
import { enterPlayer } from "./enter_form.js";
import { drawGate, drawNoDesk } from "./gate.js";
import { drawMap } from "./hall.js";
import { Keeper } from "./keeper.js";
import { drawMore } from "./more.js";
import { keepFocusBehindWindows } from "./lines.js";
import { drawPeople, findMore } from "./people.js";
import { PAGE, playersOf } from "./routes.js";
import { hearDesk } from "./sounds.js";
import { drawCalled, drawCards, drawLately, drawTodo, offlineWords } from "./todo.js";

/**
 * @import { Player } from "./tournament.js"
 * @import { Act } from "./outbox.js"
 */

dress();

const POLL = 10_000; // without a line it is asked again
const NOBODY = wholeTournament({});

/** What all parts of the console share: the tournament as it is known, and how something is done. */
export class Desk {
  id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
  keeper = new Keeper(this.id);
  acting = new Acting(this.keeper);

  get tournament() {
    return this.keeper.known?.tournament ?? NOBODY;
  }

  get players() {
    return this.keeper.known?.players ?? [];
  }

  get items() {
    return this.keeper.known?.items ?? [];
  }

  now() {
    return this.keeper.now();
  }

  clock() {
    return this.keeper.known ? clockAt(this.tournament.clock, this.items, this.now()) : { ...wholeClock(null), counted: false };
  }

  /**
   * A player by name; of a large tournament the page does not hold all of them, and asks.
   * @param {string} name
   * @returns {Promise<Player | undefined>}
   */
  async playerOf(name) {
    const known = this.players.find(({ player }) => player === name);
    if (known || this.players.length < PAGE) return known;
    const found = await playersOf(this.id, name).catch(() => []);
    return wholePlayers(found).find(({ player }) => player === name) ?? this.seated().find(({ player }) => player === name);
  }

  /** Those who sit at the tables, all of them. */
  seated() {
    return seatedAt(this.tournament.tables);
  }

  /** @param {number} number */
  tableOf(number) {
    return this.tournament.tables.find((one) => one.number === number);
  }

  /**
   * @param {Act} what
   * @param {string} why
   * @param {string} [text]
   * @param {string} [done]
   */
  act = (what, why = "", text = undefined, done = "", list = "") => this.acting.act(what, why, text, done, list);

  /** @param {string} id */
  drop(id) {
    this.acting.outbox.drop(id);
    this.draw();
  }

  draw = () => draw();
}

const desk = new Desk();
const line = new Line();
const find = /** @type {HTMLInputElement} */ ($("#find"));
const undo = /** @type {HTMLButtonElement} */ ($("#undo"));
const look = /** @type {HTMLButtonElement} */ ($("#look"));
const run = /** @type {HTMLButtonElement} */ ($("#run"));
const tabs = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-tab]"));

/**
 * @param {string} part
 * @param {string} text
 */
const say = (part, text) => put($(part), text);

/** The strip: what changes with each second. */
function drawStrip() {
  const { tournament, keeper } = desk;
  if (!keeper.known) return; // nothing is known of a clock
  const clock = desk.clock();
  const isOn = clock.begun && !isDone(tournament);
  say("#level", isOn ? levelName(clock) : phaseOf(tournament));
  say("#stakes", isDone(tournament) ? "" : clock.is_break ? t("then {stakes}", { stakes: stakesIn(clock.next, clock.next_parts) }) : stakesIn(clock.stakes, clock.stakes_parts));
  say("#left", isDone(tournament) ? "" : leftWords(clock));
  say("#tournament", tournament.title);
  say("#next", isDone(tournament) ? "" : tournament.terms.hand_for_hand ? t("Hand for hand: {left} left, {paid} paid", { left: chips(tournament.counts.left), paid: chips(tournament.terms.prizes.length) }) : comingWords(clock));
  $("#strip").classList.toggle("stands", !clock.running);
  const { left, players, entries } = tournament.counts;
  say("#people", !players && !isBefore(tournament) ? "" : isBefore(tournament) ? t("{players} entered", { players: chips(players) }) : t("{left} of {players} left", { left: chips(left), players: chips(entries || players) }));
  say("#line", keeper.isReached ? t("connected") : t("disconnected"));
  $("#line").classList.toggle("is-lost", !keeper.isReached);
  run.hidden = isBefore(tournament) || isDone(tournament) || !mayDo(tournament, "pause");
  run.classList.toggle("runs", clock.running);
  run.setAttribute("aria-label", clock.running ? t("Pause the clock") : t("Start the clock"));
  put(run, clock.running ? "❚❚" : "▶");
  drawCalled($("#called"), desk);
  const words = offlineWords(desk);
  $("#offline").hidden = !words;
  say("#offline", words);
  drawUndo();
  hearDesk(desk);
}

/** Where the focus was before it came to *Undo*. @type {HTMLElement | null} */
let before = null;
undo.addEventListener("focus", ({ relatedTarget }) => (before = /** @type {HTMLElement | null} */ (relatedTarget)));

/** The last act, and the ten seconds in which it can be taken back. */
function drawUndo() {
  const { acting } = desk;
  const offered = acting.undoing.offered(Date.now(), document.activeElement === undo);
  const bar = $("#undo-bar");
  const hadFocus = document.activeElement === undo;
  bar.hidden = !offered;
  undo.hidden = !offered?.back;
  look.hidden = !offered || Boolean(offered.back) || !acting.outbox.refused.length || document.body.dataset.open === "now";
  if (hadFocus && undo.hidden) (before?.isConnected ? before : run).focus({ preventScroll: true }); // never lost
  if (!offered) return;
  say("#offered", offered.text);
  put(undo, t("Undo ({seconds})", { seconds: acting.undoing.seconds(Date.now()) }));
}

function draw() {
  const { keeper } = desk;
  const isShut = keeper.isShut;
  const hasNoDesk = !keeper.known && Boolean(keeper.missing);
  $("#gate").hidden = !isShut && !hasNoDesk;
  $("#desk").hidden = isShut || !keeper.known;
  $("#tabs").hidden = isShut || !keeper.known;
  if (isShut) return drawGate($("#gate"), desk.id, () => keeper.refresh().then(() => line.again()));
  if (hasNoDesk) drawNoDesk($("#gate"), desk.id, keeper);
  useMoney(desk.tournament.terms.money);
  useTableNames(desk.tournament.tables.map(({ number, name }) => [number, name]));
  if (!keeper.known) return say("#level", hasNoDesk ? t("Director's desk") : keeper.trouble || t("One moment…"));
  say("#title", desk.tournament.title || t("Director's desk"));
  document.title = `${desk.tournament.title || t("Director's desk")} – sidepot`;
  drawCards($("#cards"), desk);
  drawTodo($("#todo"), desk);
  drawBegin($("#begin"), desk);
  drawAlso($("#also"), desk);
  drawLately($("#lately"), desk);
  drawMap($("#map"), desk);
  drawPeople(desk, find.value);
  drawClockActs($("#clock-acts"), desk);
  drawSchedule($("#schedule"), desk);
  drawMore($("#more-acts"), desk);
  const open = desk.tournament.todo.length + desk.tournament.todo_more + desk.acting.outbox.refused.length;
  put($('[data-tab="now"]'), open ? t("Now ({count})", { count: open }) : t("Now"));
  drawStrip();
}

/** @param {string} tab */
function open(tab) {
  document.body.dataset.open = tab;
  for (const one of tabs) {
    if (one.dataset.tab === tab) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  kept.set(`desk.${desk.id}.tab`, tab);
  scrollTo(0, 0);
}

for (const one of tabs) one.addEventListener("click", () => open(one.dataset.tab ?? "now"));
open(kept.get(`desk.${desk.id}.tab`, "now"));
find.addEventListener("input", () => {
  drawPeople(desk, find.value);
  void findMore(desk, find.value);
});
$("#enter").addEventListener("click", () => enterPlayer(desk));
run.addEventListener("click", () => runOrStand(desk));
look.addEventListener("click", () => {
  open("now"); // where the card is that says why, with the taps that put it right
  /** @type {HTMLElement} */ (document.querySelector('[data-tab="now"]')).focus({ preventScroll: true });
});
undo.addEventListener("click", () => desk.acting.undo());
document.addEventListener("keydown", (pressed) => {
  if (pressed.key !== "/" || document.querySelector("dialog") || /** @type {Element} */ (pressed.target).matches("input, textarea, select")) return;
  pressed.preventDefault();
  open("players");
  find.focus();
});

keepFocusBehindWindows();
desk.keeper.addEventListener("change", draw);
desk.acting.addEventListener("change", draw);
setInterval(drawStrip, 250);
setInterval(() => line.how !== "live" && desk.keeper.refresh(), POLL);
addEventListener("online", () => desk.keeper.refresh());
line.on("welcome", () => {
  desk.keeper.wake();
  void desk.acting.send();
});
watchTopic(line, `tournament/${desk.id}`); // which tells that something has changed; what it is, is fetched
line.on("tournament", ({ tournament }) => tournament === desk.id && desk.keeper.wake());
line.on("line", (how) => how === "lost" && desk.keeper.wake());
draw();
await desk.keeper.refresh();
line.begin();
