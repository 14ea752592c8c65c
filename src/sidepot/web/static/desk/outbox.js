/**
 * The commands that are not answered yet. They are stored in the browser, so that they survive a reload and a lost network,
 * and are sent in order. The server knows each by its id: one that is sent twice is done once.
 */

import { kept } from "../common/dom.js";
import { newId } from "../room/socket.js";

/**
 * @import { Unfit } from "../room/api.js"
 * @import { Sentence } from "../room/messages.js"
 */

/**
 * `Entry`: a command that waits. `at` is when it was tapped (by the clock of the server); `refused` is why it no longer
 * fits; `done` is its text once it is done, if that is not `text`; `list` is the same for all that one tap entered.
 * `CommandBody`: the body of its request (`DoForm` of the server).
 * @typedef {{ type: string, [name: string]: unknown }} Act
 * @typedef {{ text: string, do: Act, why?: boolean, sentence?: Sentence }} Offer
 * @typedef {{ because: string, cite: string, code?: string, offers: Offer[], faults?: Unfit[], sentence?: Sentence }} Refusal
 * @typedef {{ id: string, do: Act, text: string, at: number, why: string, refused: Refusal | null, done?: string, list?: string }} Entry
 * @typedef {{ id: string, do: Act, at?: number, why?: string, person?: number }} CommandBody
 * @typedef {{ kind: "done", answer: unknown } | { kind: "refused", refusal: Refusal } | { kind: "unreached" }} Outcome
 */

export const LATE = 3000; // an act that waited longer is sent with the time at which it was tapped

/** Acts that mean the same when they are tapped twice, before the first is answered: a finger that trembles. */
const ONCE = new Set(["close_entry", "do_todo", "draw_seats", "halt", "hand_out", "out", "paid", "pause", "redo", "refuse_all", "register", "set_check_in", "start", "undo"]);

export class Outbox {
  isSending = false;
  isKept = true; // false while the browser keeps nothing, or is full
  /** @type {Entry[]} */
  memory = [];

  /** @param {string} tournament */
  constructor(tournament, keep = kept) {
    this.name = `desk.${tournament}.outbox`;
    this.keep = keep;
  }

  /** @returns {Entry[]} */
  get entries() {
    return this.isKept ? this.keep.get(this.name, this.memory) : this.memory;
  }

  /** Those that wait to be sent. */
  get waiting() {
    return this.entries.filter(({ refused }) => !refused);
  }

  /** Those that no longer fit. */
  get refused() {
    return this.entries.filter(({ refused }) => refused);
  }

  /** @param {(entries: Entry[]) => Entry[]} change */
  #change(change) {
    const before = this.entries; // read again: another window of this browser may have added to it
    this.memory = change(before);
    this.keep.set(this.name, this.memory);
    const there = marksOf(this.keep.get(this.name, /** @type {Entry[] | null} */ (null)) ?? []);
    const wanted = marksOf(this.memory); // what a window beside this one has just added is no fault
    this.isKept = [...wanted].every((one) => there.has(one)) && [...marksOf(before)].every((one) => wanted.has(one) || !there.has(one));
  }

  /**
   * @param {Act} what
   * @param {string} text
   * @param {number} at
   * @returns {Entry}
   */
  add(what, text, at, why = "", done = "", list = "") {
    const last = this.waiting.at(-1);
    if (last && ONCE.has(what.type) && JSON.stringify(last.do) === JSON.stringify(what)) return last;
    const entry = { id: newId(), do: what, text, at, why, refused: null, ...(done && { done }), ...(list && { list }) };
    this.#change((entries) => [...entries, entry]);
    return entry;
  }

  /** @param {string} id */
  drop(id) {
    this.#change((entries) => entries.filter((one) => one.id !== id));
  }

  /**
   * Send what waits, one after the other; stop where the server is not reached. Returns whether all was answered.
   * @param {(body: CommandBody) => Promise<Outcome>} send
   * @param {() => number} now
   * @param {(entry: Entry, outcome: Outcome) => void} answered
   */
  async flush(send, now, answered = () => {}) {
    if (this.isSending) return false;
    this.isSending = true;
    try {
      for (let entry = this.waiting[0]; entry; entry = this.waiting[0]) {
        const outcome = await send(bodyOf(entry, now()));
        if (outcome.kind === "unreached") return false;
        const { id } = entry;
        if (outcome.kind === "done") this.drop(id);
        else this.#change((entries) => entries.map((one) => (one.id === id ? { ...one, refused: outcome.refusal } : one)));
        answered(entry, outcome);
      }
      return true;
    } finally {
      this.isSending = false;
    }
  }
}

/** @param {readonly Entry[]} entries */
const marksOf = (entries) => new Set(entries.map(({ id, refused }) => `${id} ${Boolean(refused)}`));

/**
 * The body of the request for a command: a late one says when it was tapped. `person` is who of the club enters.
 * @param {Entry} entry
 * @param {number} now
 * @returns {CommandBody}
 */
export const bodyOf = ({ id, do: { person, ...what }, at, why }, now) => ({ id, do: what, ...(now - at > LATE && { at }), ...(why && { why }), ...(typeof person === "number" && person && { person }) });
