/** The clock of the current decision: a ring around the seat, and a bar with the seconds for the player to act. */

import { time } from "../common/words.js";
import { t } from "../common/language.js";

/** @import { State } from "../room/messages.js" */

/**
 * The time that is left: milliseconds, and which part of the whole; of the player's own time, or of the time bank.
 * @typedef {{ left: number, part: number, bank: boolean }} Left
 */

/**
 * The time that is left at `now`: the player's own time first, then the bank.
 * @param {State} state
 * @param {number} now
 * @returns {Left}
 */
export function remaining(state, now) {
  const own = state.bank_from || state.until;
  if (!state.until || now < own) {
    const whole = Math.max(1, own - state.since);
    return { left: own - now, part: Math.min(1, Math.max(0, (own - now) / whole)), bank: false };
  }
  const whole = Math.max(1, state.until - own);
  return { left: state.until - now, part: Math.min(1, Math.max(0, (state.until - now) / whole)), bank: true };
}

/**
 * The seat that all wait for: to act, or before a hand to name its game or to cut its pack; -1 is none.
 * @param {State} state
 */
export function waitedFor(state) {
  if (state.to_act >= 0) return state.to_act;
  if (state.phase === "choosing") return state.chooser;
  return state.phase === "cutting" ? state.cutter : -1;
}

/** Keeps the clocks of a table going. */
export class Clock {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /**
   * @param {object} page
   * @param {() => number} page.now the room's time
   * @param {() => number} page.stopped since when all clocks are stopped; 0: they run
   * @param {(seat: number, left: Left, text: string) => void} page.paint shows what is left
   * @param {(state: State, now: number) => void} page.idle shows the time to the next hand
   */
  constructor({ now, stopped, paint, idle }) {
    this.now = now;
    this.stopped = stopped;
    this.paint = paint;
    this.idle = idle;
  }

  /**
   * Follow the clock of this state, and one's own: until when a seat, or an offer, is `kept`.
   * @param {State} state
   */
  follow(state, kept = 0) {
    clearTimeout(this.timer);
    this.#tick(state, kept);
  }

  /**
   * @param {State} state
   * @param {number} kept
   */
  #tick(state, kept) {
    const stopped = this.stopped();
    const now = stopped || this.now();
    const seat = waitedFor(state);
    if (seat >= 0 && state.until) {
      const left = remaining(state, now);
      this.paint(seat, left, left.bank ? t("Time bank {time}", { time: time(left.left) }) : time(left.left));
    }
    this.idle(state, now);
    const until = [seat >= 0 && state.until ? Infinity : 0, state.next_at, kept,
      state.seats.some((one) => one?.away_since) ? Infinity : 0];
    if (Math.max(...until) > now && !stopped) this.timer = setTimeout(() => this.#tick(state, kept), 250);
  }
}
