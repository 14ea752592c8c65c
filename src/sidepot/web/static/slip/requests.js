/** Requests of a player on their way to the staff: kept in the browser until the room has them, and each is sent once. */

import { kept } from "../common/dom.js";
import { asRefused, post } from "../room/api.js";
import { newId } from "../room/socket.js";

/**
 * @import { SeatPage } from "./slip_words.js"
 * @typedef {{ id: string, about: string, n: number }} Waiting
 */

export class Requests {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    this.key = `requests.${token}`;
    /** @type {Waiting[]} */
    this.waiting = kept.get(this.key, []);
    this.isSending = false;
  }

  /**
   * @param {string} about
   * @param {number} n
   */
  add(about, n = 0) {
    this.waiting.push({ id: newId(), about, n });
    kept.set(this.key, this.waiting);
  }

  /**
   * Send what waits. Returns the page as it is then, or null; throws `Refused` for a request that is refused, which is given up; what the room cannot take just now stays.
   * @returns {Promise<SeatPage | null>}
   */
  async send() {
    if (this.isSending) return null;
    this.isSending = true;
    /** @type {SeatPage | null} */
    let page = null;
    try {
      while (this.waiting.length) {
        const [first] = this.waiting;
        try {
          page = /** @type {SeatPage} */ (await post(`/api/seat/${encodeURIComponent(this.token)}/asks`, first));
        } catch (caught) {
          const { status } = asRefused(caught);
          if (!status || status === 429 || status >= 500) return page; // no network, or a room that cannot say just now: it stays
          this.#drop();
          throw caught;
        }
        this.#drop();
      }
      return page;
    } finally {
      this.isSending = false;
    }
  }

  #drop() {
    this.waiting.shift();
    kept.set(this.key, this.waiting);
  }
}
