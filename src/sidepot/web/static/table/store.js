/** What the page of a table knows, in one place: the messages of the room change it here, and the views read it. */

import { wholeState, wholeYours } from "../room/messages.js";
import { note } from "../verify/notes.js";
import { missedWinner } from "./middle.js";
import { Stage, addShares, framesOf, pace } from "./runout.js";

/**
 * @import { Event as TableEvent, Snapshot, TalkLine, Welcome, PlayerView } from "sidepot/protocol"
 * @import { Line } from "../room/socket.js"
 * @import { Room, State } from "../room/messages.js"
 */

/**
 * What the store calls: `begun` when a snapshot has replaced everything, else `changed`; before that `renamed` when another
 * name is known, and `happened` when an event has happened.
 * @typedef {{
 *   changed: () => void, renamed: () => void, begun: (told: Snapshot) => void,
 *   happened: (told: TableEvent, before: State | null) => void,
 * }} Listener
 */

const MOST = 60; // lines of talk

export class Store {
  /** @type {Room} */
  room;
  #stage = new Stage();

  /**
   * @param {string} table
   * @param {Line} line
   * @param {Listener} listener
   */
  constructor(table, line, listener) {
    this.room = { table, state: null, yours: null, me: "", role: "", own: -1, seq: 0, missed: null, talk: [] };
    this.listener = listener;
    line.on("welcome", (told) => this.#greet(told));
    line.on("snapshot", (told) => told.table === table && this.#begin(told));
    line.on("event", (told) => told.table === table && this.#stage.after(() => this.#follow(told)));
    line.on("yours", (told) => told.table === table && this.#stage.after(() => this.#know(told)));
  }

  #findSeat() {
    const { room } = this;
    const me = room.yours?.name || room.me; // the table shows another name where somebody else has this one here
    // a player who has left is shown until the next hand, but has no seat any more
    room.own = me && room.state ? room.state.seats.findIndex((seat) => seat?.player === me && seat.state !== "gone") : -1;
  }

  #changed() {
    this.#findSeat();
    this.listener.changed();
  }

  /** @param {Welcome} told */
  #greet(told) {
    const { room } = this;
    if (told.you !== room.me) {
      room.yours = null; // signed in or out elsewhere: it is not for this name
      this.listener.renamed();
    }
    room.me = told.you;
    room.role = told.role;
    this.#changed();
  }

  /** @param {Snapshot} told */
  #begin(told) {
    this.#stage.stop();
    this.room.yours = null;
    this.room.talk = told.talk ?? [];
    this.#take(told);
    this.#findSeat();
    this.listener.begun(told);
  }

  /** @param {PlayerView} told */
  #know(told) {
    this.room.yours = wholeYours(told);
    this.#changed();
  }

  /**
   * Show what an event tells: at once, but for the streets of an all-in, which come one after the other.
   * @param {TableEvent} told
   */
  #follow(told) {
    const { room } = this;
    const show = (/** @type {State} */ state) => {
      room.state = state;
      this.#changed();
    };
    const before = room.state;
    const frames = framesOf(before, told, pace());
    if (frames.length) void addShares(room.table, told.state.hand ?? 0, frames, () => this.#changed());
    this.#stage.play(frames, show, () => {
      room.missed = missedWinner(before, told) ?? room.missed;
      this.#take(told);
      this.listener.happened(told, before);
      room.talk = withLines(room.talk, told.talk ?? []);
      this.#changed();
    });
  }

  /** @param {Snapshot | TableEvent} told */
  #take(told) {
    const { room } = this;
    const state = wholeState(told.state);
    state.missed = room.missed?.hand === state.hand && state.phase !== "playing" ? room.missed : null;
    room.seq = told.seq;
    room.state = state;
    note(room.table, state.hand, state.root, state.link);
  }
}

/**
 * The lines of talk with those that are new, or were answered.
 * @param {readonly TalkLine[]} lines
 * @param {readonly TalkLine[]} told
 */
function withLines(lines, told) {
  const all = new Map([...lines, ...told].map((line) => [line.seq, line]));
  return [...all.values()].slice(-MOST);
}
