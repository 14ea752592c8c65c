/** The ten seconds in which what was just done is taken back by one tap; after them it is corrected in the history. */

export const WINDOW = 10_000;

/**
 * What was done last, and the command that takes it `back` (null: none does); `steps` are those of the same list.
 * @import { Act } from "./outbox.js"
 * @typedef {{ back: Act | null, steps: number[], text: string, list: string, until: number }} Done
 */

export class Undoing {
  /** @type {Done | null} */
  last = null;

  /**
   * Something was done or reported, in the step that is to be undone (0: none); the acts of a `list` are undone together.
   * @param {number} step
   * @param {string} text
   * @param {number} now
   * @param {string} list
   * @param {Act | null} back what takes back something that is no step, such as a correction
   */
  did(step, text, now, list = "", back = null) {
    const steps = [...this.stepsOf(list), ...(step ? [step] : [])];
    const [first, ...also] = steps;
    const undo = first ? { type: "undo", step: first, only: true, ...(also.length && { also }) } : back;
    this.last = { back: undo, steps, text, list, until: now + WINDOW };
  }

  /**
   * The steps of a list that are shown now.
   * @param {string} list
   */
  stepsOf(list) {
    return list && this.last?.list === list ? this.last.steps : [];
  }

  /** It is being taken back: nothing is offered meanwhile. */
  taken() {
    this.last = null;
  }

  /**
   * What is shown now, and may be taken back if it has a command for that; while it `isHeld` (the button has the focus, or a
   * finger on it) it stays.
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
