/**
 * The acts that are not answered yet. They are stored in the browser, so that they survive a reload and a lost network,
 * and are sent in order. The server knows each by its id: one that is sent twice is done once.
 */

import { kept } from "../common/dom.js";
import { newId } from "../room/socket.js";

/**
 * @import { DealerForm } from "sidepot/protocol"
 * @typedef {DealerForm["do"]} Doing
 * @typedef {{ id: string, do: Doing, text: string, seen: number }} Entry
 * @typedef {{ kind: "done" } | { kind: "refused", because: unknown } | { kind: "unreached" }} Outcome
 */

export class Queue {
  isSending = false;

  /** @param {string} table */
  constructor(table, keep = kept) {
    this.name = `dealer.${table}`;
    this.keep = keep;
    /** @type {Entry[]} */
    this.entries = keep.get(this.name, /** @type {Entry[]} */ ([]));
  }

  /** @param {Entry[]} entries */
  #set(entries) {
    this.entries = entries;
    this.keep.set(this.name, entries);
  }

  /**
   * @param {Doing} what
   * @param {string} text
   * @param {number} seen the last event of the table that the page showed; an act that follows another one needs none
   */
  add(what, text, seen = 0) {
    this.#set([...this.entries, { id: newId(), do: what, text, seen: this.entries.length ? 0 : seen }]);
  }

  /** Take the last act back, which was not sent yet. */
  dropLast() {
    this.#set(this.entries.slice(0, this.isSending ? Math.max(1, this.entries.length - 1) : -1));
  }

  /**
   * Send what waits, one after the other. It stops where the server is not reached; where an act is refused, the later
   * ones are dropped, because they followed from it. Returns the last answer.
   * @param {(entry: Entry) => Promise<Outcome>} send
   * @param {(outcome: Outcome) => void} answered
   */
  async flush(send, answered) {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let entry = this.entries[0]; entry; entry = this.entries[0]) {
        const outcome = await send(entry);
        if (outcome.kind === "done") this.#set(this.entries.slice(1));
        else if (outcome.kind === "refused") this.#set([]);
        answered(outcome);
        if (outcome.kind !== "done") return;
      }
    } finally {
      this.isSending = false;
    }
  }
}
