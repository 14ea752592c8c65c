/**
 * The line to the room: one socket for all tables, opened again when it breaks.
 *
 * After a break it says `hello` with the last `seq` of each table and gets exactly what it missed. Commands that were
 * not answered are sent again with their ids, by which the room knows them for five minutes: none is carried out twice.
 * After a longer break they are given up.
 */

import { kept } from "../common/dom.js";
import { Refused } from "./api.js";

/**
 * @import {
 *   Ack, CashChanged, Cmd, Event as TableEvent, TournamentUpdate, Fault, FromClient, Gone, Nack, Notice, PlayerUpdate, TableCommand,
 *   ScreenUpdate, Snapshot, TournamentCmd, ToClient, Welcome, PlayerView, DealerCmd, DealerUpdate,
 * } from "sidepot/protocol"
 * @import { Sentence } from "./messages.js"
 */

/**
 * What can be heard of the line, and what comes with it: a message of the room, or how the line is. `held`: something
 * that was sent waits until the line is back.
 * @typedef {"connecting" | "live" | "lost" | "closed"} How
 * @typedef {{
 *   welcome: Welcome, snapshot: Snapshot, event: TableEvent, yours: PlayerView, gone: Gone, notice: Notice, fault: Fault,
 *   screen: ScreenUpdate, player: PlayerUpdate, tournament: TournamentUpdate, cash: CashChanged, dealer: DealerUpdate, line: How, held: null, loggedout: null,
 * }} Heard
 * @typedef {{ at: number, message: Cmd | TournamentCmd | DealerCmd, resolve: (ack: Ack) => void, reject: (refused: Refused) => void }} Waiting
 */

/**
 * Where the line goes. Of a room of several processes one has the `table` at hand: named, a proxy may take the line there;
 * but any of them will do.
 * @param {string} table
 */
export function addressOf(table) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  const at = kept.get("at", /** @type {Record<string, string>} */ ({}))[table];
  return at ? `${address}?at=${encodeURIComponent(at)}` : address;
}

const PROTOCOL = 1;
const BEAT = 10_000; // ping when nothing came for this long
const SOON = 2_000; // the same while a command waits for its answer
const PATIENCE = 5_000; // the line counts as broken when a ping is not answered for this long
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const TOO_OLD = 120_000; // a command that waited longer is not sent again: the room may have forgotten that it was done
const AT_ONCE = 50; // where the room says that it restarts: its tables are at another process by now, if there is one
const RESTARTS = 1012; // its code for that
const LOGGED_OUT = 4001; // the codes that the room closes a socket with
const COME_AGAIN = 4002; // another window has a new token for this browser; that answer may still be on its way

/** An id that no other command has. (`crypto.randomUUID` is missing on a plain-http address of the LAN.) */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line extends EventTarget {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {Map<string, number>} table -> last seq taken in */
  since = new Map();
  /** @type {Map<string, number>} table -> the seq after which a gap was asked for */
  asked = new Map();
  /** @type {Map<string, Waiting>} command id -> the command that is not answered yet */
  waiting = new Map();
  /** @type {How} */
  how = "connecting";
  ahead = 0; // the room's clock less ours
  tries = 0;
  held = false; // whether a notice said that a command waits
  renewed = false; // whether this browser is about to have another token
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  beat;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  constructor(address = addressOf("")) {
    super();
    this.address = address;
    // the browser knows that a network is gone, or back, before any answer is missing
    addEventListener("offline", () => this.socket && this.#lost());
    addEventListener("online", () => this.how === "lost" && this.again());
  }

  /**
   * Hear messages of this name.
   * @template {keyof Heard} Name
   * @param {Name} name
   * @param {(message: Heard[Name]) => void} hear
   */
  on(name, hear) {
    this.addEventListener(name, (event) => hear(/** @type {CustomEvent<Heard[Name]>} */ (event).detail));
  }

  /** The room's time now, in milliseconds since 1970. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Open the line, unless it is. */
  begin() {
    if (!this.socket) this.#open();
  }

  /** @param {string} table */
  watch(table) {
    const since = this.since.get(table) ?? 0;
    this.since.set(table, since);
    if (this.how === "live") this.send({ type: "watch", table, since });
    else this.begin();
  }

  /**
   * Ask for a new snapshot of a table.
   * @param {string} table
   */
  refresh(table) {
    this.since.set(table, 0);
    this.send({ type: "watch", table, since: 0 });
  }

  /**
   * Say something to a table. Returns the ack; throws `Refused`.
   * @param {string} table
   * @param {TableCommand} what
   * @returns {Promise<Ack>}
   */
  say(table, what) {
    return this.ask({ type: "cmd", id: newId(), table, do: what });
  }

  /**
   * Send a command, and again after a break. Returns the ack; throws `Refused`.
   * @param {Cmd | TournamentCmd | DealerCmd} message
   * @returns {Promise<Ack>}
   */
  ask(message) {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { at: Date.now(), message, resolve, reject });
      if (this.how === "live") {
        this.send(message);
        if (this.waiting.size === 1) this.#beat(); // saying more does not delay the ping
      } else if (this.how === "lost") this.#hold();
    });
  }

  /**
   * Give up a command that is not answered yet: it is not sent again.
   * @param {string} id
   */
  forget(id) {
    this.waiting.delete(id);
  }

  /** Open the line anew, perhaps under another name. */
  again() {
    this.tries = 0;
    this.#drop();
    this.#become("connecting");
    this.#open();
  }

  close() {
    this.#become("closed");
    this.#drop();
  }

  /** Let go of the socket: on a dead network its `onclose` would come a minute late. */
  #drop() {
    clearTimeout(this.beat);
    const { socket } = this;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  #open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", protocol: PROTOCOL, since: Object.fromEntries(this.since) });
    };
    socket.onmessage = ({ data }) => {
      for (const line of data.split("\n")) this.#take(JSON.parse(line)); // messages that were sent together
    };
    socket.onclose = ({ code }) => this.#lost(code);
    this.#beat();
  }

  /** @param {FromClient} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {How} how */
  #become(how) {
    if (this.how === how) return;
    this.how = how;
    this.#tell("line", how);
  }

  #lost(code = 0) {
    this.#drop();
    if (this.how === "closed") return;
    this.#become("lost");
    if (this.waiting.size) this.#hold();
    if (code === LOGGED_OUT) this.#tell("loggedout", null);
    this.renewed ||= code === COME_AGAIN;
    const usual = WAITS[Math.min(this.tries, WAITS.length - 1)];
    const wait = code === RESTARTS && !this.tries ? AT_ONCE : usual;
    this.tries += 1;
    this.timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  /** Commands wait: show that once each time the line breaks. */
  #hold() {
    if (!this.held) this.#tell("held", null);
    this.held = true;
  }

  #beat() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      this.send({ type: "ping", n: Date.now() % 1e9 });
      this.beat = setTimeout(() => this.#lost(), PATIENCE);
    }, this.waiting.size ? SOON : BEAT);
  }

  /** @param {ToClient} message */
  #take(message) {
    switch (message.type) {
      case "hello":
        if (this.renewed && !message.you && this.tries < WAITS.length) return this.#lost();
        this.#welcome(message);
        break;
      case "pong":
        this.ahead = message.now - Date.now();
        break;
      case "ack":
        this.#answered(message, (one) => one.resolve(message));
        break;
      case "nack":
        this.#answered(message, (one) => one.reject(new Refused(message.because, message.cite ?? "", 0, message.code ?? "", [], [], /** @type {Sentence | undefined} */ (message.sentence))));
        break;
      case "snapshot":
        this.since.set(message.table, message.seq);
        this.#tell("snapshot", message);
        break;
      case "event":
        if (this.#isNext(message)) this.#tell("event", message);
        break;
      case "gone":
        this.since.delete(message.table);
        this.#tell("gone", message);
        break;
      default:
        this.#tell(message.type, message);
    }
    if (this.socket) this.#beat(); // after the answers were counted: it is slow when none is left to wait for
  }

  /** @param {Welcome} message */
  #welcome(message) {
    this.renewed = false;
    this.ahead = message.now - Date.now();
    this.tries = 0;
    this.held = false;
    this.#become("live");
    for (const [id, { at, message, reject }] of this.waiting) {
      if (Date.now() - at <= TOO_OLD) this.send(message);
      else {
        this.waiting.delete(id);
        reject(new Refused("The line was down for too long: look how the table stands, and say it again"));
      }
    }
    this.#tell("welcome", message);
  }

  /**
   * Whether an event is the next of its table: drop one that was seen, and ask for the missing ones in a gap.
   * @param {TableEvent} event
   */
  #isNext({ table, seq }) {
    const last = this.since.get(table) ?? 0;
    if (seq <= last) return false;
    if (seq > last + 1 && last && this.asked.get(table) !== last) {
      this.asked.set(table, last);
      this.send({ type: "watch", table, since: last });
      return false;
    }
    this.since.set(table, seq);
    return true;
  }

  /**
   * @param {Ack | Nack} message
   * @param {(one: Waiting) => void} how
   */
  #answered(message, how) {
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (one) how(one);
  }

  /**
   * @template {keyof Heard} Name
   * @param {Name} name
   * @param {Heard[Name]} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
