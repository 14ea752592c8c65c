/** The way to the start: what comes next, as large buttons, and what is handy beside them. */


import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { enterPlayer } from "./enter_form.js";
import { isBefore, isDone, isDraft, mayDo, readsMoney } from "./evening.js";
import { refuseAll, showMoney, showPaper, showPins } from "./more.js";
import { ENOUGH, isSeated } from "./next_words.js";
import { putLines } from "./lines.js";
import { pathOf } from "./routes.js";

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
  const { evening } = desk;
  const isReady = evening.counts.players >= ENOUGH;
  /** @type {[type: string, text: string, doing?: () => unknown][]} */
  const acts = [];
  const isOpen = isBefore(evening) && !isDraft(evening);
  if (isDraft(evening) && mayDo(evening, "open_check_in")) acts.push(["open_check_in", t("Open check-in"), () => desk.act({ type: "open_check_in" })]);
  if (isOpen && mayDo(evening, "register")) acts.push(["enter_players", t("Enter players"), () => enterPlayer(desk)]);
  if (isOpen && mayDo(evening, "draw_seats")) acts.push(["draw_seats", t("Draw seats")]);
  if (isSeated(evening) && mayDo(evening, "start")) acts.push(["start", t("Start")]);
  putLines(place, acts.map(([type, text, doing]) =>
    el("button", { key: type, type: "button", class: `${doing && isReady ? "quiet" : "strong"} desk-big`, disabled: !isReady && !doing, "data-act": type, onclick: doing ?? (() => desk.act({ type })) }, text)));
}

/**
 * What is handy just then: the code for players, their slips, a round of hand for hand, the paper of the end.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawAlso(place, desk) {
  const { evening } = desk;
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => unknown} */ onclick) => el("button", { key, type: "button", class: "quiet", onclick, "data-act": "also" }, text);
  const slips = `${pathOf(desk.id)}/print/slips`;
  /** @type {[is: boolean, element: Description][]} */
  const all = [
    [isDraft(evening) && evening.role === "director", el("a", { key: "change", class: "quiet", href: `/desk?draft=${encodeURIComponent(desk.id)}`, "data-act": "also" }, t("Edit the draft"))],
    [isBefore(evening) && !isDraft(evening) && evening.role === "director", button("code", t("Check-in code"), () => showPins(desk))],
    [evening.counts.checked_in >= MANY && mayDo(evening, "refuse_all"), button("refuse", t("Refuse everyone waiting"), () => refuseAll(desk))],
    [Boolean(evening.terms.hand_for_hand) && !isDone(evening) && mayDo(evening, "round"), button("round", t("All tables have finished the hand"), () => desk.act({ type: "round" }))],
    [isSeated(evening) && readsMoney(evening), el("a", { key: "slips", class: "quiet", href: slips, target: "_blank", "data-act": "also" }, t("Print seat slips"))],
    [isDone(evening) && mayDo(evening, "hand_out"), button("money", t("Money"), () => showMoney(desk))],
    [isDone(evening), button("paper", t("Paper"), () => showPaper(desk))],
  ];
  putLines(place, all.filter(([is]) => is).map(([, element]) => element));
}
