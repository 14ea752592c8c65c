/** The ten seconds in which what was just done is taken back by one tap; after them it is corrected in the history. */

export const WINDOW = 10_000;

/**
 * What was done last: its step, and `also` the other steps of the same list.
 * @typedef {{ step: number, also: number[], text: string, list: string, until: number }} Done
 */

export class Undoing {
  /** @type {Done | null} */
  last = null;

  /**
   * Something was done or reported, in the step that takes it back (0: nothing does); the acts of a `list` are taken back together.
   * @param {number} step
   * @param {string} text
   * @param {number} now
   * @param {string} list
   */
  did(step, text, now, list = "") {
    const [first = 0, ...also] = [...this.stepsOf(list), ...(step ? [step] : [])];
    this.last = { step: first, also, text, list, until: now + WINDOW };
  }

  /**
   * The steps of a list that are shown now.
   * @param {string} list
   */
  stepsOf(list) {
    return list && this.last?.list === list && this.last.step ? [this.last.step, ...this.last.also] : [];
  }

  /** @param {number} step */
  undone(step) {
    if (this.last?.step === step) this.last = null;
  }

  /**
   * What is shown now, and may be taken back if it has a step; while it `isHeld` (the button has the focus, or a finger on it) it stays.
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
