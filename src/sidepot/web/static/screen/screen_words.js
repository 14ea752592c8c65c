/** What a display says: the clock and the figures of a tournament in words. */

import { t } from "../common/language.js";
import { stakesIn } from "../common/sentences.js";
import { inMoney } from "../common/money.js";
import { chips, shortChips, time } from "../common/words.js";
import { isOver } from "../tournament/payouts.js";

/**
 * @import { ScreenView } from "sidepot/protocol"
 * @import { Item, Stand } from "./counting.js"
 * @typedef {{ title: string, value: string, more?: string, kind?: string }} Figure
 */

const TOO_LONG = 13; // characters of the blinds, above which they are shortened

/**
 * The blinds as they are shown largest; of a mix what the room says of it.
 * @param {Item | null} item
 */
export function bigOf(item) {
  if (!item || item.level === 0) return "";
  if (!item.big.length) return stakesIn(item.text, item.parts);
  const whole = item.big.map(chips).join(" / ");
  return whole.length > TOO_LONG ? item.big.map(shortChips).join(" / ") : whole;
}

/** @param {Item | null} item */
export function anteOf(item) {
  if (!item?.ante) return "";
  return item.by_one ? t("Big blind ante {ante}", { ante: chips(item.ante) }) : t("Ante {ante}", { ante: chips(item.ante) });
}

/** @param {Item | null} item */
export const stakesOf = (item) => [bigOf(item), anteOf(item)].filter(Boolean).join(" · ");

/**
 * The level, or that it is a break.
 * @param {Stand} stand
 * @param {string} phase
 */
export function levelTitle(stand, phase) {
  if (phase === "over") return t("It is over");
  if (phase === "called off" || phase === "cancelled") return t("Cancelled");
  if (stand.isBreak) return t("Break");
  return t("Level {level}", { level: stand.level });
}

/**
 * What stands beside the title: how things are, where the clock does not simply run.
 * @param {ScreenView} state
 * @param {Stand} stand
 */
export function phaseTitle(state, stand) {
  if (state.phase === "registering" || state.phase === "checkin" || state.phase === "draft") return t("Not started yet");
  if (isOver(state)) return "";
  if (state.hand_for_hand) return t("Hand for hand");
  if (!stand.running) return t("The clock is stopped");
  return "";
}

/**
 * How much of the level or break is left, from 0 to 1; all of it where it has no end.
 * @param {Stand} stand
 */
export function shareLeft({ left, item, isExtra }) {
  if (left === null || !item || isExtra) return 1;
  return Math.min(left / (item.ms || 1), 1);
}

/** @param {Stand} stand */
export function timeText(stand) {
  return stand.left === null ? "∞" : time(stand.left);
}

/**
 * What comes next: the stakes, and when the break is.
 * @param {Stand} stand
 */
export function nextWords(stand) {
  if (stand.past) return t("End of the schedule");
  const found = [];
  const isBreakNext = stand.toBreak !== null && stand.toBreak === stand.left;
  if (isBreakNext) return stand.next ? t("Next: a break, then {stakes}", { stakes: stakesOf(stand.next) }) : t("Next: a break");
  if (stand.next && stand.isBreak) found.push(stand.isExtra ? t("Then level {level} continues", { level: stand.next.level }) : t("Then level {level}", { level: stand.next.level }));
  else if (stand.next) found.push(t("Next: {stakes}", { stakes: stakesOf(stand.next) }));
  if (stand.out.length) found.push(t("{chips} leave play", { chips: stand.out.map(chips).join(", ") }));
  if (stand.toBreak !== null) found.push(t("Break in {time}", { time: roughly(stand.toBreak) }));
  return found.join(" · ");
}

/**
 * A time that is far off, to the minute.
 * @param {number} ms
 */
export function roughly(ms) {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 60 ? t("{minutes} min", { minutes }) : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/**
 * The clock in words: the level, its time, the stakes, what is next. When it is over only that is left to say.
 * @param {ScreenView} state
 * @param {Stand} stand
 * @returns {[level: string, time: string, stakes: string, next: string]}
 */
export function clockWords(state, stand) {
  const title = levelTitle(stand, state.phase);
  if (isOver(state)) return [title, "", "", ""];
  return [title, timeText(stand), stakesOf(stand.isBreak ? stand.next : stand.item), nextWords(stand)];
}

/**
 * What is to be seen from afar, in order.
 * @param {ScreenView} state
 * @returns {Figure[]}
 */
export function figuresOf(state) {
  const [goOut, more] = state.jump ?? [0, 0];
  const isOn = Boolean(state.tables) && !isOver(state);
  const hasPlayers = Boolean(state.players) || !state.clock?.begun; // else it is only a clock
  /** @type {(Figure | false)[]} */
  const all = [
    !hasPlayers ? false : isOn ? { title: t("Players left"), value: `${chips(state.left ?? 0)} / ${chips(state.players ?? 0)}` } : { title: t("Entered"), value: chips(state.players ?? 0) },
    isOn && { title: t("Tables"), value: chips(state.tables ?? 0) },
    isOn && { title: t("Average"), value: chips(state.average ?? 0), more: state.average_bets ? t("{blinds} BB", { blinds: chips(state.average_bets) }) : "" },
    Boolean(state.pool) && { title: t("Prize pool"), value: inMoney(state.pool ?? 0, state.money), more: t("{places} paid", { places: chips(state.paid ?? 0) }) },
    more > 0 && { title: t("Next pay jump"), value: `+${inMoney(more, state.money)}`, more: t("{players} to go", { players: chips(goOut) }) },
  ];
  const sales = state.clock.is_break ? (state.sales ?? []).map(({ kind, price, chips: bought }) => ({ title: kind === "addon" ? t("Add-on") : t("Rebuy"), value: inMoney(price, state.money), more: t("for {chips}", { chips: chips(bought) }) })) : [];
  return [...sales, ...all.filter((one) => one !== false)];
}

/**
 * What all have to know now, the most urgent first.
 * @param {ScreenView} state
 * @param {number} now
 * @returns {{ kind: string, text: string }[]}
 */
export function bannersOf(state, now) {
  const found = [];
  if (state.called) {
    const left = state.called.until - now;
    const who = t("{player}, table {table}", { player: state.called.player, table: state.called.table });
    found.push({ kind: "called", text: left > 0 ? t("Clock called on {player}: {time}", { player: who, time: time(left) }) : t("Time is up: {player}", { player: who }) });
  }
  if (state.announcement) found.push({ kind: "announcement", text: state.announcement.text });
  if (state.hand_for_hand) found.push({ kind: "bubble", text: t("Hand for hand: all tables start each hand together") });
  if (state.why) found.push({ kind: "why", text: state.why });
  return found;
}

/** @param {ScreenView} state */
export function movesOf(state) {
  return (state.moves ?? []).map((one) => t("{player}: table {table}, seat {seat}", { player: one.player, table: one.table, seat: one.seat }));
}

/**
 * Changes that are spoken: never the seconds.
 * @param {ScreenView} state
 * @param {Stand} stand
 */
export function spokenOf(state, stand) {
  const what = [levelTitle(stand, state.phase), stand.isBreak ? "" : stakesOf(stand.item), phaseTitle(state, stand)];
  return [...what, state.players ? t("{left} left", { left: state.left ?? 0 }) : ""].filter(Boolean).join(". ");
}

/**
 * Since when the page has not heard of the room.
 * @param {number} since
 */
export function lostWords(since) {
  const at = new Date(since);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return t("No connection since {time}: the clock keeps running", { time: `${two(at.getHours())}:${two(at.getMinutes())}` });
}
