/** Next to do: orders with rule and reason, questions, what players ask, and what was tapped and no longer fits. */


import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { textIn, wordsIn } from "../common/sentences.js";
import { capital, cited, time } from "../common/words.js";
import { sinceWords, waitingWords } from "./acting.js";
import { correct } from "./correct.js";
import { askWhy } from "./asking.js";
import { pathOf } from "./routes.js";
import { hourOf, mayDo, readsMoney } from "./tournament.js";
import { nextWords } from "./next_words.js";
import { LATE } from "./outbox.js";
import { putLines } from "./lines.js";
import { offersOf, takeUp, whyRefused } from "./refused.js";
import { openPlayer, tellWinner } from "./sheet.js";
import { acceptCount, countTable, isForFinal, redrawAs, tellButton, tellHeads, tellRace } from "./table_sheet.js";

/**
 * @import { Description } from "../common/element.js"
 * @import { Desk } from "./console.js"
 * @import { LogLine, Todo } from "./tournament.js"
 * @import { Entry } from "./outbox.js"
 */

/** What kind of line it is, in a word; the colour alone does not say it. @type {Record<string, string>} */
const KINDS = { order: t("To do"), question: t("Question"), asked: t("A player asks"), late: t("Late report") };

const button = (/** @type {string} */ text, /** @type {() => unknown} */ onclick, kind = "quiet", act = text) =>
  el("button", { key: act, type: "button", class: kind, onclick, "data-act": act }, text);

/**
 * The taps that answer a line.
 * @param {Desk} desk
 * @param {Todo} one
 */
function answers(desk, one) {
  const [table = 0] = one.tables;
  /** @type {Description[]} */
  const found = [];
  const { do: act, kind } = one;
  if (kind === "order" && one.about === "race") found.push(button(t("Race"), () => tellRace(desk, table), "strong", "do"));
  else if (kind === "asked" && one.about === "out") found.push(button(t("Yes"), () => tellWinner(desk, one.players[0], table, one), "strong", "do"));
  else if (act && kind !== "question") found.push(button(kind === "asked" ? yesOf(one) : t("Do it"), () => desk.act(act, "", textIn(one.text, one.sentence)), "strong", "do"));
  if (kind === "order" && one.about === "redraw" && isForFinal(desk)) found.push(button(t("Keep a table's number"), () => redrawAs(desk), "quiet", "keep"));
  if (one.about === "overpaid" && act) found.push(button(t("Returned {amount}", { amount: inMoney(one.n) }), () => desk.act(act, "", t("{player} returned {amount}", { player: one.players[0], amount: inMoney(one.n) })), "strong", "do"));
  if (one.kind === "question" && one.about === "winner") found.push(button(t("Report the winner"), () => tellWinner(desk, one.players[0], table, null, one.n), "strong", "answer"));
  if (one.kind === "question" && one.about === "rebuy") {
    const [player] = one.players;
    found.push(...[["rebuy", t("Rebuy")], ["go_out", t("Goes home")]].filter(([type]) => mayDo(desk.tournament, type)).map(([type, text]) => button(text, () => desk.act({ type, player }), "strong", type)));
  }
  if (one.kind === "question" && one.about === "button") found.push(button(t("Report the seat"), () => tellButton(desk, table), "strong", "answer"));
  if (one.kind === "question" && one.about === "heads") found.push(button(t("Report the number"), () => tellHeads(desk, table), "strong", "answer"));
  if (one.kind === "question" && one.about === "count") {
    found.push(button(t("Count again"), () => countTable(desk, table), "strong", "answer"), button(t("Accept"), () => acceptCount(desk, table), "quiet", "accept"));
  }
  const [player] = one.players;
  if (player && !one.do) found.push(button(player, () => openPlayer(desk, player), "quiet", "player"));
  const says = one.kind === "asked" ? t("No") : t("Not now");
  if (!one.aside && one.about !== "overpaid") found.push(button(says, () => notNow(desk, one, says), "quiet", "not-now"));
  return found;
}

/** @param {Todo} one */
const yesOf = ({ about }) => (about === "enter" ? t("Paid") : about === "floor" ? t("Done") : t("Yes"));

/**
 * @param {Desk} desk
 * @param {Todo} one
 * @param {string} says
 */
async function notNow(desk, one, says) {
  const text = textIn(one.text, one.sentence);
  const why = await askWhy(text, says, [t("After this hand"), t("In the break"), t("Decided at the table")]);
  if (why) await desk.act({ type: "not_now", todo: one.id, why }, "", `${says}: ${text}`);
}

/**
 * @param {Desk} desk
 * @param {Todo} one
 */
const cardOf = (desk, one) =>
  el("article", { key: one.id, class: `desk-card is-${one.kind}` }, el("p", { class: "desk-kind" }, one.aside ? t("Not now: {why}", { why: one.aside }) : (KINDS[one.kind] ?? one.kind)),
    el("p", { class: "desk-order" }, wordsIn(one.text, one.sentence)),
    (one.because || one.cite) && el("p", { class: "desk-because" }, wordsIn(one.because, one.because_sentence), one.cite && el("cite", {}, ` ${cited(one.cite)}`)),
    el("div", { class: "desk-acts" }, answers(desk, one)));

/** The step whose moves were read here, and are not shown again. */
let read = 0;

/**
 * Who has just been moved, as after a table was broken: where each goes, and their slips with one tap.
 * @param {Desk} desk
 */
function movedCard(desk) {
  const { moved } = desk.tournament;
  if (!moved || moved.step === read) return null;
  const dismiss = () => {
    read = moved.step;
    desk.draw();
  };
  return el("article", { key: "moved", class: "desk-card is-moved" }, el("p", { class: "desk-kind" }, tn("{count} player moves", "{count} players move", moved.moves.length)),
    el("ul", { class: "desk-moves" }, moved.moves.map(({ player, table, seat }) => el("li", {}, el("span", { class: "desk-name" }, player), el("b", {}, t("table {table}, seat {seat}", { table, seat }))))),
    el("div", { class: "desk-acts" },
      readsMoney(desk.tournament) && el("a", { key: "print", class: "strong", href: `${pathOf(desk.id)}/print/breaks?step=${moved.step}`, target: "_blank", "data-act": "print" }, t("Print move slips")),
      button(t("Done"), dismiss, "quiet", "read")));
}

/**
 * What was tapped and refused.
 * @param {Desk} desk
 * @param {Entry} entry
 */
const refusedCard = (desk, entry) =>
  el("article", { key: entry.id, class: "desk-card is-refused", role: "alert" }, el("p", { class: "desk-kind" }, t("Not done")), el("p", { class: "desk-order" }, waitingWords(entry)),
    entry.refused && whyRefused(entry.refused),
    el("div", { class: "desk-acts" },
      offersOf(entry.refused?.offers ?? [], async (offer) => (await takeUp(desk, offer)) && desk.drop(entry.id)),
      button(t("Dismiss"), () => desk.drop(entry.id), "quiet", "drop")));

/**
 * What waits for the network, or for a server that cannot say just now; one that stops the rest can be put away.
 * @param {Desk} desk
 * @param {readonly Entry[]} waiting
 */
const waitingCard = (desk, waiting) =>
  el("article", { key: "waiting", class: "desk-card is-waiting" }, el("p", { class: "desk-kind" }, t("Waiting to be sent")), el("ul", {}, waiting.map((one) =>
    el("li", {}, el("span", {}, waitingWords(one)), el("button", { type: "button", class: "quiet desk-small", "data-act": one.id, "aria-label": t("Dismiss: {text}", { text: one.text }), onclick: () => desk.drop(one.id) }, t("Dismiss"))))));

/**
 * The clock that was called on a player: one tap says that they have acted.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawCalled(place, desk) {
  const { called } = desk.tournament;
  const left = called ? called.until - desk.now() : 0;
  if (!called || left <= 0) return putLines(place, []);
  const { player, table } = called;
  putLines(place, [el("article", { key: player, class: "desk-card is-called" }, el("p", { class: "desk-kind" }, t("Clock called")),
    el("p", { class: "desk-order" }, t("{player}, table {table}", { player, table }), ": ", time(left)),
    el("div", { class: "desk-acts" }, mayDo(desk.tournament, "call_clock") && button(t("Has acted"), () => desk.act({ type: "call_clock", player, on: false }), "strong", "acted")))]);
}

/**
 * The cards over the orders: refused ones, and those that wait while there is no network.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawCards(place, desk) {
  const { refused, waiting } = desk.acting.outbox;
  const shown = desk.keeper.isReached ? waiting.filter(({ at }) => desk.now() - at > LATE) : waiting;
  const moved = movedCard(desk);
  putLines(place, [...refused.map((entry) => refusedCard(desk, entry)), ...(shown.length ? [waitingCard(desk, shown)] : []), ...(moved ? [moved] : [])]);
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawTodo(place, desk) {
  const { todo, todo_more: more } = desk.tournament;
  const lines = todo.map((one) => cardOf(desk, one));
  const showAll = () => {
    desk.keeper.wantsAll = true;
    void desk.keeper.refresh();
  };
  if (more) lines.push(el("button", { key: "more", type: "button", class: "quiet desk-big", "data-act": "more", onclick: showAll }, tn("Show {count} more task", "Show {count} more tasks", more)));
  putLines(place, lines.length ? lines : [el("p", { key: "nothing", class: "hint" }, nextWords(desk.tournament))]);
}

/**
 * A step of the history.
 * @param {LogLine} line
 * @param {((line: LogLine) => unknown) | null} correct
 */
export const stepOf = (line, correct) =>
  el("li", { key: line.step || `record ${line.seq}`, class: line.undone ? "is-undone" : "" }, el("time", {}, hourOf(line.at)), el("span", {}, wordsIn(line.text, line.sentence), line.undone && el("small", {}, ` ${t("undone")}`), line.why && el("small", {}, ` ${line.why}`), line.by && el("small", {}, ` – ${line.by}`)),
    line.undo && correct && el("button", { type: "button", class: "quiet desk-small", "data-act": "correct", onclick: () => correct(line) }, t("Correct")));

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawLately(place, desk) {
  const last = desk.tournament.history.slice(-6).reverse();
  putLines(place, last.map((line) => stepOf(line, line.out ? () => correct(desk, line) : null)));
}

/**
 * The line over everything while the server is not reached.
 * @param {Desk} desk
 */
export function offlineWords(desk) {
  if (desk.keeper.isReached) return "";
  const waiting = desk.acting.outbox.waiting.length;
  const since = capital(sinceWords(desk.keeper.known?.heard ?? 0));
  return waiting ? t("{trouble}: the clock continues by the schedule; {waiting} waiting to be sent", { trouble: since, waiting }) : t("{trouble}: the clock continues by the schedule", { trouble: since });
}
