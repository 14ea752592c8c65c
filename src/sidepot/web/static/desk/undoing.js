/** The ten seconds in which what was just done is taken back by one tap; after them it is corrected in the history. */

export const WINDOW = 10_000;

/** @typedef {{ step: number, text: string, until: number }} Done */

export class Undoing {
  /** @type {Done | null} */
  last = null;

  /**
   * Something was done or said, in the step that takes it back (0: nothing does).
   * @param {number} step
   * @param {string} text
   * @param {number} now
   */
  did(step, text, now) {
    this.last = { step, text, until: now + WINDOW };
  }

  /** @param {number} step */
  undone(step) {
    if (this.last?.step === step) this.last = null;
  }

  /**
   * What is told now, and may be taken back if it has a step; while it `isHeld` (the button has the focus, or a finger on it) it stays.
   * @param {number} now
   * @returns {Done | null}
   */
  offered(now, isHeld = false) {
    if (this.last && !isHeld && now >= this.last.until) this.last = null;
    return this.last;
  }

  /** @param {number} now */
  seconds(now) {
    return this.last ? Math.max(0, Math.ceil((this.last.until - now) / 1000)) : 0;
  }
}
