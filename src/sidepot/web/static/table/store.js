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
 *   changed: () => void, renamed: () => void, begun: (message: Snapshot) => void,
 *   happened: (message: TableEvent, before: State | null) => void,
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
    line.on("welcome", (message) => this.#greet(message));
    line.on("snapshot", (message) => message.table === table && this.#begin(message));
    line.on("event", (message) => message.table === table && this.#stage.after(() => this.#follow(message)));
    line.on("yours", (message) => message.table === table && this.#stage.after(() => this.#know(message)));
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

  /** @param {Welcome} message */
  #greet(message) {
    const { room } = this;
    if (message.you !== room.me) {
      room.yours = null; // signed in or out elsewhere: it is not for this name
      this.listener.renamed();
    }
    room.me = message.you;
    room.role = message.role;
    this.#changed();
  }

  /** @param {Snapshot} message */
  #begin(message) {
    this.#stage.stop();
    this.room.yours = null;
    this.room.talk = message.talk ?? [];
    this.#take(message);
    this.#findSeat();
    this.listener.begun(message);
  }

  /** @param {PlayerView} message */
  #know(message) {
    this.room.yours = wholeYours(message);
    this.#changed();
  }

  /**
   * Show what an event tells: at once, but for the streets of an all-in, which come one after the other.
   * @param {TableEvent} message
   */
  #follow(message) {
    const { room } = this;
    const show = (/** @type {State} */ state) => {
      room.state = state;
      this.#changed();
    };
    const before = room.state;
    const frames = framesOf(before, message, pace());
    if (frames.length) void addShares(room.table, message.state.hand ?? 0, frames, () => this.#changed());
    this.#stage.play(frames, show, () => {
      room.missed = missedWinner(before, message) ?? room.missed;
      this.#take(message);
      this.listener.happened(message, before);
      room.talk = withLines(room.talk, message.talk ?? []);
      this.#changed();
    });
  }

  /** @param {Snapshot | TableEvent} message */
  #take(message) {
    const { room } = this;
    const state = wholeState(message.state);
    state.missed = room.missed?.hand === state.hand && state.phase !== "playing" ? room.missed : null;
    room.seq = message.seq;
    room.state = state;
    note(room.table, state.hand, state.root, state.link);
  }
}

/**
 * The lines of talk with those that are new, or were answered.
 * @param {readonly TalkLine[]} lines
 * @param {readonly TalkLine[]} message
 */
function withLines(lines, message) {
  const all = new Map([...lines, ...message].map((line) => [line.seq, line]));
  return [...all.values()].slice(-MOST);
}
