/** The room's time, as exactly as the way to it allows: from the answer with the shortest way there and back. */

/** @typedef {{ way: number, ahead: number, at: number }} Answer */

const KEPT = 8;
const OLD = 10 * 60_000; // after this long a better answer is nothing worth: clocks drift

/** Milliseconds that only go on, whatever is done to the clock of the device. */
const steady = () => performance.timeOrigin + performance.now();

export class ServerTime {
  /** @type {Answer[]} */
  answers = [];

  /** @param {() => number} local the clock of the device */
  constructor(local = steady) {
    this.local = local;
  }

  /** When a question is sent: to be given to `heard` with the answer. */
  asks() {
    return this.local();
  }

  /**
   * An answer came, which says that it was `now` when the room gave it.
   * @param {number} asked
   * @param {number} now
   */
  heard(asked, now) {
    const at = this.local();
    const fresh = this.answers.filter((one) => at - one.at < OLD && one.at <= at);
    this.answers = [...fresh, { way: at - asked, ahead: now - (asked + at) / 2, at }].slice(-KEPT);
  }

  /** How far the room's clock is ahead of that of the device. */
  get ahead() {
    const [first, ...rest] = this.answers;
    if (!first) return 0;
    return rest.reduce((best, one) => (one.way < best.way ? one : best), first).ahead;
  }

  /** The room's time now, in milliseconds since 1970. */
  now() {
    return this.local() + this.ahead;
  }

  /** The device has slept, or its clock jumped: what was known is nothing worth. */
  forget() {
    this.answers = [];
  }
}
