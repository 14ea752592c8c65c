/** The clock of the decision that is on: a ring around the seat, and a bar with the seconds for who is to act. */

import { time } from "../common/words.js";

/** How much is left at `now`: {left, part, bank}: of one's own time first, then of the bank. */
export function remaining(state, now) {
  const own = state.bank_from || state.until;
  if (!state.until || now < own) {
    const whole = Math.max(1, own - state.since);
    return { left: own - now, part: Math.min(1, Math.max(0, (own - now) / whole)), bank: false };
  }
  const whole = Math.max(1, state.until - own);
  return { left: state.until - now, part: Math.min(1, Math.max(0, (state.until - now) / whole)), bank: true };
}

/** The seat that is waited for: to act, or before a hand to name its game or to cut its pack; -1 is none. */
export function waitedFor(state) {
  if (state.to_act >= 0) return state.to_act;
  return { choosing: state.chooser, cutting: state.cutter }[state.phase] ?? -1;
}

/** Keeps clocks going. `now` is the room's time, `paint` is called with what is left, `idle` with time to the next hand. */
export class Clock {
  constructor({ now, paint, idle }) {
    this.now = now;
    this.paint = paint;
    this.idle = idle;
    this.timer = 0;
  }

  /** Follow the clock of this state, and one's own: until when a seat is kept. */
  follow(state, kept = 0) {
    this.state = state;
    this.kept = kept;
    clearTimeout(this.timer);
    this.#tick();
  }

  #tick() {
    const { state } = this;
    const now = this.now();
    const stands = state.phase === "paused" || state.phase === "frozen";
    const seat = waitedFor(state);
    if (seat >= 0 && state.until) {
      const left = remaining(state, now);
      this.paint(seat, left, `${left.bank ? "Time bank " : ""}${time(left.left)}`);
    }
    this.idle(state, now);
    const counts = (seat >= 0 && state.until) || state.next_at > now || this.kept > now || state.event?.level_until > now;
    if (counts && !stands) this.timer = setTimeout(() => this.#tick(), 250);
  }
}
