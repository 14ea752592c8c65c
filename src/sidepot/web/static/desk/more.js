/** What is needed seldom: announcements, hand for hand, deals, money, the history, terms, PINs, paper. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { wordsIn } from "../common/sentences.js";
import { showText } from "../common/chat_text.js";
import { inMoney } from "../common/money.js";
import { refusal } from "../room/trouble.js";
import { prizesOf } from "../tournament/payouts.js";
import { askSure, askText, askWhich, askWhy, tile } from "./asking.js";
import { correct } from "./correct.js";
import { eveningText } from "./evening_text.js";
import { makeDeal } from "./deal_form.js";
import { isDone, mayDo, paidWords, readsMoney, wholeLines } from "./tournament.js";
import { putLines } from "./lines.js";
import { bagsOf, floorOf, logOf, moneyOf, pathOf } from "./routes.js";
import { acceptCount, redrawAs } from "./table_sheet.js";
import { changeTerms } from "./terms_form.js";
import { chooseSounds } from "./sounds.js";
import { stepOf } from "./todo.js";

/**
 * @import { Desk } from "./console.js"
 * @import { LogLine, Money } from "./tournament.js"
 * @import { Act } from "./outbox.js"
 */

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawMore(place, desk) {
  const { tournament } = desk;
  const isOn = !isDone(tournament);
  const hasSeats = isOn && tournament.tables.length > 0;
  const { hand_for_hand: isTogether } = tournament.terms;
  /** @type {[group: string, acts: [is: unknown, type: string, text: string, doing: () => unknown][]][]} */
  const groups = [
    [t("Most used"), [
      [isOn, "announce", t("Announce"), () => announce(desk)],
      [true, "", t("Paper"), () => showPaper(desk)],
      [readsMoney(tournament), "", t("Money"), () => showMoney(desk)],
      [tournament.bags && readsMoney(tournament), "", t("Bags"), () => location.assign(bagsOf(desk.id))],
      [true, "", t("History"), () => showHistory(desk)],
      [hasSeats, "go_hand_for_hand", isTogether ? t("End hand for hand") : t("Hand for hand"), () => handForHand(desk)],
    ]],
    [t("View"), [
      [!isOn && readsMoney(tournament), "", t("Text for the group chat"), () => showEvening(desk)],
      [true, "", t("Sounds"), () => chooseSounds(desk)],
      [true, "", t("Displays"), () => open(`/screens?tournament=${encodeURIComponent(desk.id)}`, "_blank")],
      [tournament.role === "director", "", t("Check-in code"), () => showCode(desk)],
      [tournament.role === "director", "", t("PINs"), () => showPins(desk)],
      [true, "", t("Ask the floor"), () => open(floorOf(tournament, tournament.tables.length === 1 ? tournament.tables[0].number : 0), "_blank")],
    ]],
    [t("For everyone"), [
      [isOn && isTogether, "round", t("All tables have finished the hand"), () => desk.act({ type: "round" })],
      [hasSeats, "make_deal", t("Deal"), () => deal(desk)],
    ]],
    [t("Check-in"), [
      [isOn && tournament.terms.entry_open, "set_check_in", switchWords(tournament), () => switchCheckIn(desk)],
      [isOn && tournament.counts.checked_in > 0, "refuse_all", t("Refuse everyone waiting"), () => refuseAll(desk)],
    ]],
    [t("Seats"), [
      [hasSeats, "balance", t("Balance the tables"), () => desk.act({ type: "balance" })],
      [hasSeats, "break", t("Break a table"), () => desk.act({ type: "break", table: 0 })],
      [hasSeats, "redraw", t("Redraw all seats"), () => redraw(desk)],
    ]],
    [t("Corrections"), [
      [hasSeats, "accept_count", t("Accept all counts"), () => acceptCount(desk, 0)],
      [hasSeats, "reorder", t("Swap two places"), () => reorder(desk)],
      [isOn, "change_terms", t("Change terms"), () => changeTerms(desk)],
    ]],
    [t("Finish"), [
      [isOn && tournament.terms.entry_open, "close_entry", t("Close registration"), () => desk.act({ type: "close_entry" })],
      [hasSeats, "end", t("End now"), () => finish(desk, "end", t("End now"))],
      [isOn, "cancel", t("Cancel the tournament"), () => finish(desk, "cancel", t("Cancel the tournament"))],
    ]],
  ];
  putLines(place, groups.flatMap(([group, acts]) => {
    const shown = acts.filter(([is, type]) => is && (!type || mayDo(tournament, type)));
    const tiles = shown.map(([, , text, doing]) => tile(text, doing, { key: text, "data-act": text }));
    return tiles.length ? [el("section", { key: group, class: "desk-group" }, el("h3", {}, group), el("div", { class: "desk-tiles" }, tiles))] : [];
  }));
}

/** @param {Desk} desk */
async function announce(desk) {
  const text = await askText({ title: t("Announce"), label: t("On all displays"), go: t("Announce"), offers: [t("Please take your seats: play is resuming"), t("Last hand before the break")] });
  if (text) await desk.act({ type: "announce", text });
}

/** @param {import("./tournament.js").Tournament} tournament */
const switchWords = ({ terms }) => (terms.check_in_closed ? t("Open check-in") : t("Close check-in"));

/** @param {Desk} desk */
const switchCheckIn = (desk) => desk.act({ type: "set_check_in", on: desk.tournament.terms.check_in_closed });

/**
 * All who have checked in and wait to be entered are refused; there may be strangers among them, and nobody else.
 * @param {Desk} desk
 */
export async function refuseAll(desk) {
  const waiting = desk.tournament.counts.checked_in;
  const hint = tn("{count} name will be deleted. Players who have not entered yet must check in again.", "{count} names will be deleted. Players who have not entered yet must check in again.", waiting);
  const why = await askText({ title: t("Refuse everyone waiting"), label: t("Why?"), go: t("Refuse all"), hint, offers: [t("Fake names"), t("Please check in again")] });
  if (why) await desk.act({ type: "refuse_all", why });
}

/**
 * Everybody gets another seat, and hears so at once: a slip of the finger does not do it.
 * @param {Desk} desk
 */
async function redraw(desk) {
  if (await askSure(t("Redraw all seats?"), t("Redraw now"), t("{players} players get new seats and are notified.", { players: desk.tournament.counts.left }))) await redrawAs(desk);
}

/**
 * It is for the last elimination before the money: anywhere else it is asked first.
 * @param {Desk} desk
 */
async function handForHand(desk) {
  const { counts, terms } = desk.tournament;
  const on = !terms.hand_for_hand;
  const isUsual = !on || counts.left === terms.prizes.length + 1;
  if (isUsual || (await askSure(t("Start hand for hand?"), t("Start hand for hand"), paidWords(desk.tournament)))) await desk.act({ type: "go_hand_for_hand", on });
}

/**
 * A deal is made in the money: before that it is asked first.
 * @param {Desk} desk
 */
async function deal(desk) {
  const { counts, terms } = desk.tournament;
  const isUsual = !terms.prizes.length || counts.left <= terms.prizes.length; // without prizes, the server refuses it
  if (isUsual || (await askSure(t("Make a deal already?"), t("Make a deal"), paidWords(desk.tournament)))) await makeDeal(desk);
}

/** @param {Desk} desk */
async function reorder(desk) {
  const gone = desk.players.filter(({ status }) => status === "out").sort((one, other) => one.place - other.place).slice(0, 12);
  const higher = await askWhich(t("Who was eliminated later?"), gone.map((one) => [`${one.place}. ${one.player}`, one.player]));
  const lower = higher && (await askWhich(t("And who before {player}?", { player: higher }), gone.filter((one) => one.player !== higher).map((one) => [`${one.place}. ${one.player}`, one.player])));
  const why = lower ? await askWhy(t("Why?"), t("Correct"), [t("Reported in the wrong order")]) : null;
  if (higher && lower && why) await desk.act({ type: "reorder", players: [higher, lower], why }, why);
}

/**
 * @param {Desk} desk
 * @param {string} type
 * @param {string} text
 */
async function finish(desk, type, text) {
  const why = await askWhy(text, text);
  if (why) await desk.act({ type, ...(type === "cancel" && { why }) }, why);
}

// ---- what is looked at

/**
 * A window that is filled when its answer is there; errors are shown in it.
 * @param {string} title
 * @param {(place: HTMLElement, close: () => void) => Promise<unknown>} draw
 */
function fetched(title, draw) {
  return openDialog({
    title,
    wide: true,
    body: (close) => {
      const place = h("div", { class: "body", "aria-busy": "true" }, h("p", { class: "hint" }, t("One moment…")));
      draw(place, close).catch((caught) => put(place, h("p", { class: "refusal", role: "alert" }, refusal(caught))))
        .finally(() => place.setAttribute("aria-busy", "false"));
      return place;
    },
  });
}

/**
 * The history: who, when, what, why; each step can be corrected alone.
 * @param {Desk} desk
 */
export function showHistory(desk) {
  return fetched(t("History"), async (place, close) => {
    const list = h("ol", { class: "desk-log" });
    const older = h("button", { type: "button", class: "quiet" }, t("Older"));
    const correcting = (/** @type {LogLine} */ line) => {
      close();
      return correct(desk, line);
    };
    let from = 0;
    /** @type {LogLine[]} */
    const all = [];
    const read = async () => {
      const { lines, next = 0 } = await logOf(desk.id, from);
      all.push(...wholeLines(lines));
      put(list, all.map((line) => stepOf(line, correcting)));
      from = next;
      older.hidden = !next;
    };
    older.addEventListener("click", async () => {
      older.disabled = true; // a second tap would read the same steps again
      await read().catch(() => {});
      older.disabled = false;
    });
    await read();
    put(place, list, older);
  });
}

/**
 * Who has won something, what is still to be given to them, and the taps that tell of it.
 * @param {Desk} desk
 * @param {Money} money
 * @param {(act: Act) => unknown} doing
 */
function handedOut({ tournament }, { players = [] }, doing) {
  const rows = players.filter(({ won = 0, given = 0 }) => won > 0 || given > 0).map(({ player, won = 0, given = 0 }) => {
    const tap = (/** @type {string} */ text, /** @type {object} */ more) =>
      mayDo(tournament, "hand_out") && h("button", { type: "button", class: "quiet", "aria-label": `${text}: ${player}`, onclick: () => doing({ type: "hand_out", player, ...more }) }, text);
    const words = won > given ? t("{amount} to pay", { amount: inMoney(won - given) }) : t("{amount} paid", { amount: inMoney(given) });
    return h("li", {}, h("span", {}, player, h("small", {}, words)), given > 0 && tap(t("Undo"), { back: true }), won > given && tap(t("Pay out"), {}));
  });
  return rows.length > 0 && [h("h3", {}, t("Payouts")), h("ul", { class: "desk-pins" }, rows)];
}

/** @param {Desk} desk */
const settleList = (desk) => h("a", { class: "desk-tile", href: `${pathOf(desk.id)}/books.csv` }, t("Settlement for a spreadsheet"));

/** @param {Desk} desk */
export const showMoney = (desk) =>
  fetched(t("Money"), async function draw(place, close) {
    const money = await moneyOf(desk.id);
    const { pool = 0, prizes = [], lines = [], players = [], made = [], kept = 0 } = money;
    const hand = async (/** @type {Act} */ act) => {
      await desk.act(act);
      if (desk.acting.outbox.entries.length) return close(); // it waits or no longer fits: the desk says so
      await draw(place, close).catch(() => close());
      /** @type {HTMLElement | null} */ (place.querySelector(".desk-pins button") ?? place.querySelector("a"))?.focus({ preventScroll: true }); // what was tapped is gone
    };
    const line = (/** @type {import("../common/element.js").Filled} */ text, /** @type {number} */ amount) => h("li", {}, h("span", {}, text), h("b", {}, inMoney(amount)));
    put(place, h("ul", { class: "desk-prizes" }, line(t("Prize pool"), pool), lines.map((one) => line(wordsIn(one.text, one.sentence), one.amount))),
      h("h3", {}, t("Prizes")), h("ol", { class: "desk-prizes" }, prizesOf(prizes, players).map(([text, amount]) => line(text, amount))),
      made.length > 0 && [h("h3", {}, t("Deal")), h("ul", { class: "desk-prizes" }, made.map(([player, amount]) => line(player, amount)), kept > 0 && line(t("Left for the winner"), kept))],
      handedOut(desk, money, hand), settleList(desk));
  });

/**
 * Ask when the next one is, and show the text of this one.
 * @param {Desk} desk
 */
export async function showEvening(desk) {
  const next = await askText({ title: t("Text for the group chat"), label: t("When is the next one?"), go: t("Write the text"), most: 100, required: false, hint: t("Leave it empty if you do not know.") });
  if (next === null) return;
  const money = await moneyOf(desk.id);
  await showText(eveningText(desk.tournament, money, desk.players, next));
}

/** @type {[sheet: string, text: string][]} */
const SHEETS = [
  ["slips", t("Seat slips")], ["seats-by-name", t("Seats by name")], ["seats-by-table", t("Seats by table")], ["schedule", t("Schedule")], ["race", t("Race sheet")],
  ["breaks", t("Break slips")], ["deal", t("Deal sheet")], ["receipts", t("Receipts")], ["poster", t("Check-in poster")], ["sign-in", t("Sign-in list")], ["log", t("History")],
];
const PLAIN = ["poster", "seats-by-name", "seats-by-table", "schedule", "race", "sign-in", "log"]; // without codes and money
const ARCHIVE = t("Archive"); // the whole tournament on one page

/** @param {Desk} desk */
export const showPaper = (desk) =>
  openDialog({ title: t("Paper"), body: () => h("div", { class: "body" }, h("div", { class: "desk-tiles" }, SHEETS.filter(([sheet]) => readsMoney(desk.tournament) || PLAIN.includes(sheet)).map(([sheet, text]) => h("a", { class: "desk-tile", href: `${pathOf(desk.id)}/print/${sheet}`, target: "_blank" }, text)),
    readsMoney(desk.tournament) && h("a", { class: "desk-tile", href: `${pathOf(desk.id)}/archive.html`, target: "_blank" }, ARCHIVE),
    h("a", { class: "desk-tile", href: `${pathOf(desk.id)}/players.csv` }, t("Players for a spreadsheet")),
    readsMoney(desk.tournament) && settleList(desk),
    desk.tournament.role === "director" && h("a", { class: "desk-tile", href: `${pathOf(desk.id)}/archive.copy` }, t("Copy for another computer")))) });

/** @param {Desk} desk */
export const showPins = (desk) => fetched(t("PINs"), async (place) => put(place, (await import("./pins.js")).pinsPart(desk.id)));

/**
 * The code alone, without any PIN: players may see it.
 * @param {Desk} desk
 */
export const showCode = (desk) => fetched(t("Check-in code"), async (place) => put(place, await (await import("./pins.js")).checkInCode(`/e/${encodeURIComponent(desk.id)}?enter`), h("a", { class: "quiet", href: `${pathOf(desk.id)}/print/poster`, target: "_blank" }, t("Print a poster"))));
