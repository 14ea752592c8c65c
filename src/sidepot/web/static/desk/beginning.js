/** The way to the start: what comes next, as large buttons, and what is handy beside them. */


import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { askSure } from "./asking.js";
import { enterPlayer } from "./enter_form.js";
import { isBefore, isDone, isDraft, mayDo, readsMoney } from "./tournament.js";
import { refuseAll, showCode, showEvening, showMoney, showPaper } from "./more.js";
import { ENOUGH, isSeated } from "./next_words.js";
import { putLines } from "./lines.js";
import { bagsOf, pathOf } from "./routes.js";

/**
 * @import { Description } from "../common/element.js"
 * @import { Desk } from "./console.js"
 */

const MANY = 10; // who wait to be entered: as many lines of what is to do

/**
 * The large buttons of the way to the start.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawBegin(place, desk) {
  const { tournament } = desk;
  const isReady = tournament.counts.players >= ENOUGH;
  /** @type {[type: string, text: string, doing?: () => unknown][]} */
  const acts = [];
  const isOpen = isBefore(tournament) && !isDraft(tournament);
  if (isDraft(tournament) && mayDo(tournament, "open_check_in")) acts.push(["open_check_in", t("Open check-in"), () => desk.act({ type: "open_check_in" })]);
  if (isOpen && mayDo(tournament, "register")) acts.push(["enter_players", t("Enter players"), () => enterPlayer(desk)]);
  if (isOpen && mayDo(tournament, "draw_seats")) acts.push(["draw_seats", t("Draw seats")]);
  if (isOpen && !tournament.counts.players && !tournament.counts.checked_in && mayDo(tournament, "start")) acts.push(["start", t("Start only the clock"), () => startClock(desk)]);
  if (isSeated(tournament) && mayDo(tournament, "start")) acts.push(["start", t("Start")]);
  putLines(place, acts.map(([type, text, doing]) =>
    el("button", { key: type, type: "button", class: `${doing && (isReady || type === "start") ? "quiet" : "strong"} desk-big`, disabled: !isReady && !doing, "data-act": type, onclick: doing ?? (() => desk.act({ type })) }, text)));
}

/**
 * Without players it stays a clock: it is asked first.
 * @param {Desk} desk
 */
async function startClock(desk) {
  if (await askSure(t("Start the clock without players?"), t("Start only the clock"), t("Nobody can enter afterwards."))) await desk.act({ type: "start" });
}

/**
 * What is handy just then: the code for players, their slips, a round of hand for hand, the paper of the end.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawAlso(place, desk) {
  const { tournament } = desk;
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => unknown} */ onclick) => el("button", { key, type: "button", class: "quiet", onclick, "data-act": "also" }, text);
  const slips = `${pathOf(desk.id)}/print/slips`;
  /** @type {[is: boolean, element: Description][]} */
  const all = [
    [isDraft(tournament) && tournament.role === "director", el("a", { key: "change", class: "quiet", href: `/desk?draft=${encodeURIComponent(desk.id)}`, "data-act": "also" }, t("Edit the draft"))],
    [isBefore(tournament) && !isDraft(tournament) && tournament.role === "director", button("code", t("Check-in code"), () => showCode(desk))],
    [tournament.counts.checked_in >= MANY && mayDo(tournament, "refuse_all"), button("refuse", t("Refuse everyone waiting"), () => refuseAll(desk))],
    [Boolean(tournament.terms.hand_for_hand) && !isDone(tournament) && mayDo(tournament, "round"), button("round", t("All tables have finished the hand"), () => desk.act({ type: "round" }))],
    [isSeated(tournament) && readsMoney(tournament), el("a", { key: "slips", class: "quiet", href: slips, target: "_blank", "data-act": "also" }, t("Print seat slips"))],
    [tournament.bags === "flight" && isDone(tournament) && mayDo(tournament, "put_bag"), el("a", { key: "bags", class: "strong", href: bagsOf(desk.id), "data-act": "also" }, t("Enter the bags"))],
    [isDone(tournament) && mayDo(tournament, "hand_out"), button("money", t("Money"), () => showMoney(desk))],
    [isDone(tournament) && readsMoney(tournament), button("chat", t("Text for the group chat"), () => showEvening(desk))],
    [isDone(tournament), button("paper", t("Paper"), () => showPaper(desk))],
  ];
  putLines(place, all.filter(([is]) => is).map(([, element]) => element));
}
