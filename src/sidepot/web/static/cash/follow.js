/** How a page follows a cash night: the line to the room says that something has changed, and the page fetches what it shows. */

import { ServerTime } from "../common/server_time.js";
import { asRefused } from "../room/api.js";
import { Line } from "../room/socket.js";
import { watchTopic } from "../tournament/calls.js";

const AGAIN = 3000; // milliseconds until the room is asked again while it cannot be reached, or while the line is down

/**
 * What a page shows of a cash night, as the room gave it last.
 * @template {{ seq: number, now: number }} State
 */
export class Follower {
  /** @type {State | null} */
  state = null;
  #time = new ServerTime();
  #line = new Line();
  #topic = "";
  #isAsked = false;
  /** @type {Promise<void> | null} */
  #asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {{ fetch: () => Promise<State>, show: () => void, failed: (caught: unknown) => void }} page
   */
  constructor(page) {
    this.page = page;
    addEventListener("online", () => this.look());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      this.#time.forget();
      void this.look();
    });
  }

  /** The room's time now. */
  now() {
    return this.#time.now();
  }

  /**
   * Show the night, and follow it from now on.
   * @param {string} night
   */
  async begin(night) {
    await this.look();
    const topic = `cash/${night}`;
    if (this.#topic === topic) return;
    this.#topic = topic;
    this.#line.on("cash", ({ topic: of, seq, names }) => of === topic && (names || seq > (this.state?.seq ?? 0)) && this.look());
    this.#line.on("welcome", () => this.look());
    this.#line.on("line", (how) => how === "lost" && this.look());
    watchTopic(this.#line, topic);
    this.#line.begin();
  }

  /** Fetch what has changed: once more if somebody asks while it is under way. */
  look() {
    this.#isAsked = true;
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask() {
    clearTimeout(this.#timer);
    let isReached = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      isReached = await this.#fetch();
    }
    this.#asking = null;
    if (!isReached || this.#line.how === "lost") this.#timer = setTimeout(() => this.look(), AGAIN);
  }

  async #fetch() {
    try {
      const asked = this.#time.asks();
      const found = await this.page.fetch();
      this.#time.heard(asked, found.now);
      this.state = found;
      this.page.show();
    } catch (caught) {
      const { status } = asRefused(caught);
      this.page.failed(caught);
      return status > 0 && status !== 429 && status < 500;
    }
    return true;
  }
}
