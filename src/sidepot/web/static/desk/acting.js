/** What the console does: each command goes through the outbox, is shown in a line, and may be undone for ten seconds. */

import { t, tn } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { hourOf } from "./tournament.js";
import { Outbox } from "./outbox.js";
import { carryOut } from "./routes.js";
import { Undoing } from "./undoing.js";
import { wordsOf } from "./wording.js";

/**
 * @import { Keeper } from "./keeper.js"
 * @import { Act, CommandBody, Entry, Outcome } from "./outbox.js"
 * @import { Sentence } from "../room/messages.js"
 * @typedef {{ seq?: number, step?: number, already?: { by: string, at: number } | null, undo?: number | null, redo?: boolean, notes?: string[], note_sentences?: Sentence[] }} Answer
 */

const AGAIN = 3000;

export class Acting extends EventTarget {
  undoing = new Undoing();
  notice = "";

  /** @param {Keeper} keeper */
  constructor(keeper) {
    super();
    this.keeper = keeper;
    this.outbox = new Outbox(keeper.id);
    setInterval(() => this.outbox.waiting.length && void this.send(), AGAIN);
  }

  /**
   * Do something: now, or as soon as the server is reached.
   * @param {Act} what
   * @param {string} why
   * @param {string} text
   * @param {string} done its text once it is done, if that is not `text`
   * @param {string} list the same for several commands that are undone together
   */
  act(what, why = "", text = wordsOf(what), done = "", list = "") {
    this.outbox.add(what, text, this.keeper.now(), why, done, list);
    this.#tell(text);
    return this.send();
  }

  async send() {
    const say = async (/** @type {CommandBody} */ body) => {
      const outcome = await carryOut(this.keeper.id, body);
      if (outcome.kind === "unreached") this.keeper.wake(); // the network may be gone, or a PIN is asked: the page says so
      return outcome;
    };
    await this.outbox.flush(say, () => this.keeper.now(), (entry, outcome) => this.#answered(entry, outcome));
    this.#tell(this.notice);
  }

  /**
   * @param {Entry} entry
   * @param {Outcome} outcome
   */
  #answered(entry, outcome) {
    if (outcome.kind === "done") {
      const { already = null, step = 0, undo = 0, redo = false, notes = [], note_sentences: sentences = [] } = /** @type {Answer} */ (outcome.answer ?? {});
      const listed = this.undoing.stepsOf(entry.list ?? "").length + 1;
      const one = already ? t("{text}: already reported by {by} at {time}", { text: entry.text, by: already.by, time: hourOf(already.at) }) : [entry.done ?? entry.text, ...notes.map((note, at) => textIn(note, sentences[at]))].join(" · ");
      const text = !already && listed > 1 ? tn("{count} player entered", "{count} players entered", listed) : one;
      this.undoing.did(already ? 0 : (undo ?? 0), text, Date.now(), entry.list, already ? null : redo ? { type: "redo", step } : backOf(entry.do));
      this.#tell(text);
    } else if (outcome.kind === "refused") {
      this.undoing.did(0, t("Not done: {text}", { text: entry.text }), Date.now());
      this.#tell(t("Not done: {text}", { text: entry.text }));
    }
    this.keeper.wake();
  }

  /** Take the last act back. */
  async undo() {
    const last = this.undoing.offered(Date.now(), true);
    if (!last?.back) return;
    this.undoing.taken();
    await this.act(last.back, "", t("Undo: {text}", { text: last.text }), t("Undone: {text}", { text: last.text }));
  }

  /** @param {string} text */
  #tell(text) {
    this.notice = text;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * What takes back a command that is no step: a task put off is due again, the check-in is as it was.
 * @param {Act} act
 * @returns {Act | null}
 */
export function backOf({ type, ...what }) {
  if (type === "not_now" && !String(what.todo).startsWith("ask-")) return { type, todo: what.todo, on: what.on === false };
  if (type === "set_check_in") return { type, on: !what.on };
  return null;
}

/**
 * Since when there has been no answer: "no network since 21:14".
 * @param {number} heard
 */
export const sinceWords = (heard) => (heard ? t("disconnected since {time}", { time: hourOf(heard) }) : t("disconnected"));

/**
 * An act that waits: "Ann is out (21:14)".
 * @param {Entry} entry
 */
export const waitingWords = ({ text, at }) => `${text} (${hourOf(at)})`;

