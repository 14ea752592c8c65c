/** What a display says: the clock and the figures of a tournament in words. */

import { tr } from "../common/language.js";
import { stakesIn } from "../common/said.js";
import { chips, shortChips, time } from "../common/words.js";

/**
 * @import { ScreenShown } from "sidepot/protocol"
 * @import { Item, Stand } from "./counting.js"
 * @typedef {{ title: string, value: string, more?: string, kind?: string }} Figure
 */

const TOO_LONG = 15; // characters of the blinds, above which they are shortened

/**
 * The blinds as they are shown largest; of a mix what the room says of it.
 * @param {Item | null} item
 */
export function bigOf(item) {
  if (!item || item.level === 0) return "";
  if (!item.big.length) return stakesIn(item.text, item.said);
  const whole = item.big.map(chips).join(" / ");
  return whole.length > TOO_LONG ? item.big.map(shortChips).join(" / ") : whole;
}

/** @param {Item | null} item */
export function anteOf(item) {
  if (!item?.ante) return "";
  return item.by_one ? tr`Big blind ante ${chips(item.ante)}` : tr`Ante ${chips(item.ante)}`;
}

/** @param {Item | null} item */
export const stakesOf = (item) => [bigOf(item), anteOf(item)].filter(Boolean).join(" · ");

/**
 * The level, or that it is a break.
 * @param {Stand} stand
 * @param {string} phase
 */
export function levelTitle(stand, phase) {
  if (phase === "over") return tr`It is over`;
  if (phase === "called off" || phase === "cancelled") return tr`Cancelled`;
  if (stand.isBreak) return tr`Break`;
  return tr`Level ${stand.level}`;
}

/**
 * What stands beside the title: how things are, where the clock does not simply run.
 * @param {ScreenShown} state
 * @param {Stand} stand
 */
export function phaseTitle(state, stand) {
  if (state.phase === "registering" || state.phase === "checkin" || state.phase === "draft") return tr`Not started yet`;
  if (state.phase === "over" || state.phase === "called off" || state.phase === "cancelled") return "";
  if (state.hand_for_hand) return tr`Hand for hand`;
  if (!stand.running) return tr`The clock is stopped`;
  return "";
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
  if (stand.past) return tr`The schedule ends here`;
  const found = [];
  if (stand.next && stand.isBreak) found.push(stand.isExtra ? tr`Then level ${stand.next.level} goes on` : tr`Then level ${stand.next.level}`);
  else if (stand.next) found.push(tr`Next: ${stakesOf(stand.next)}`);
  if (stand.out.length) found.push(tr`${stand.out.map(chips).join(", ")} leave play`);
  if (stand.toBreak !== null && stand.toBreak !== stand.left) found.push(tr`Break in ${roughly(stand.toBreak)}`);
  else if (stand.toBreak !== null) found.push(tr`then a break`);
  return found.join(" · ");
}

/**
 * A time that is far off, to the minute.
 * @param {number} ms
 */
export function roughly(ms) {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 60 ? tr`${minutes} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/**
 * What is to be seen from afar, in order.
 * @param {ScreenShown} state
 * @returns {Figure[]}
 */
export function figuresOf(state) {
  const [goOut, more] = state.jump ?? [0, 0];
  const isOn = Boolean(state.tables);
  /** @type {(Figure | false)[]} */
  const all = [
    isOn ? { title: tr`Players left`, value: `${chips(state.left ?? 0)} / ${chips(state.players ?? 0)}` } : { title: tr`Entered`, value: chips(state.players ?? 0) },
    isOn && { title: tr`Tables`, value: chips(state.tables ?? 0) },
    isOn && { title: tr`Average`, value: chips(state.average ?? 0), more: state.average_bets ? tr`${chips(state.average_bets)} BB` : "" },
    Boolean(state.pool) && { title: tr`Prize pool`, value: chips(state.pool ?? 0), more: tr`${chips(state.paid ?? 0)} paid` },
    more > 0 && { title: tr`Next jump`, value: `+${chips(more)}`, more: tr`${chips(goOut)} to go` },
  ];
  return all.filter((one) => one !== false);
}

/**
 * What all have to know now, the most urgent first.
 * @param {ScreenShown} state
 * @param {number} now
 * @returns {{ kind: string, text: string }[]}
 */
export function bannersOf(state, now) {
  const found = [];
  if (state.called) {
    const left = state.called.until - now;
    const who = tr`${state.called.player}, table ${state.called.table}`;
    found.push({ kind: "called", text: left > 0 ? tr`The clock is called: ${who} · ${time(left)}` : tr`Time is up: ${who}` });
  }
  if (state.said) found.push({ kind: "said", text: state.said.text });
  if (state.hand_for_hand) found.push({ kind: "bubble", text: tr`Hand for hand: all tables wait for each other` });
  if (state.why) found.push({ kind: "why", text: state.why });
  return found;
}

/** @param {ScreenShown} state */
export function movesOf(state) {
  return (state.moves ?? []).map((one) => tr`${one.player}: table ${one.table}, seat ${one.seat}`);
}

/**
 * Changes that are spoken: never the seconds.
 * @param {ScreenShown} state
 * @param {Stand} stand
 */
export function spokenOf(state, stand) {
  const what = [levelTitle(stand, state.phase), stand.isBreak ? "" : stakesOf(stand.item), phaseTitle(state, stand)];
  return [...what, tr`${state.left ?? 0} left`].filter(Boolean).join(". ");
}

/**
 * Since when the page has not heard of the room.
 * @param {number} since
 */
export function lostWords(since) {
  const at = new Date(since);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return tr`No connection since ${`${two(at.getHours())}:${two(at.getMinutes())}`}: the clock counts on by itself`;
}
