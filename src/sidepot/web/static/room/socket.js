/**
 * The line to the room: one socket for all tables, mended when it breaks.
 *
 * After a break it says `hello` with the last `seq` of each table and gets exactly what it missed; commands that were
 * not answered are sent again with their ids, by which the room knows them: none is carried out twice.
 */

import { Refused } from "./api.js";

const PROTOCOL = 1;
const BEAT = 10_000; // a ping after so long in which nothing came
const SOON = 2_000; // and after so long while something that was said is not answered
const PATIENCE = 5_000; // without an answer for so long after a ping the line counts as broken
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
const LOGGED_OUT = 4001; // what the room closes a socket with
const COME_AGAIN = 4002; // another window has a new token for this browser, by an answer that is perhaps still on its way

/** An id that no other command has. (`crypto.randomUUID` is missing on a plain-http address of the LAN.) */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Events: `snapshot`, `event`, `yours`, `gone`, `notice`, `fault`, `welcome` (detail: the message), `line` (detail: how it
 * is), and `held`: something that was said waits until the line is back.
 */
export class Line extends EventTarget {
  constructor(address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    super();
    this.address = address;
    this.since = new Map(); // table -> last seq taken in
    this.waiting = new Map(); // command id -> {message, resolve, reject}
    this.ahead = 0; // the room's clock less ours
    this.how = "connecting"; // connecting, live, lost, closed
    this.tries = 0;
    this.renewed = false; // whether this browser is about to have another token
    this.asked = new Map(); // table -> the seq after which a gap was asked for
    // the browser knows of a network that is gone, or back, before any answer is missing
    addEventListener("offline", () => this.socket && this.#lost());
    addEventListener("online", () => this.how === "lost" && this.again());
  }

  /** The room's time now, in milliseconds since 1970. */
  now() {
    return Date.now() + this.ahead;
  }

  watch(table) {
    this.since.set(table, this.since.get(table) ?? 0);
    if (this.how === "live") this.#send({ type: "watch", table, since: this.since.get(table) });
    else if (!this.socket) this.#open();
  }

  /** Be told everything of a table anew. */
  refresh(table) {
    this.since.set(table, 0);
    this.#send({ type: "watch", table, since: 0 });
  }

  /** Say something to a table. Answers with the ack, or throws what was refused. */
  say(table, what) {
    const id = newId();
    const message = { type: "cmd", id, table, do: what };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message, resolve, reject });
      if (this.how === "live") {
        this.#send(message);
        if (this.waiting.size === 1) this.#beat(); // saying more does not put the ping off
      } else if (this.how === "lost") this.#hold();
    });
  }

  /** Open the line anew, as somebody else perhaps. */
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

  /** Have nothing more to do with the socket: on a dead network its `onclose` would come a minute late. */
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
      this.#send({ type: "hello", protocol: PROTOCOL, since: Object.fromEntries(this.since) });
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lost(code);
    this.#beat();
  }

  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #become(how) {
    if (this.how === how) return;
    this.how = how;
    this.dispatchEvent(new CustomEvent("line", { detail: how }));
  }

  #lost(code = 0) {
    this.#drop();
    if (this.how === "closed") return;
    this.#become("lost");
    if (this.waiting.size) this.#hold();
    if (code === LOGGED_OUT) this.dispatchEvent(new CustomEvent("loggedout"));
    this.renewed ||= code === COME_AGAIN;
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  /** What was said waits: that is told once for each time that the line breaks. */
  #hold() {
    if (!this.held) this.#tell("held");
    this.held = true;
  }

  #beat() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      this.#send({ type: "ping", n: Date.now() % 1e9 });
      this.beat = setTimeout(() => this.#lost(), PATIENCE);
    }, this.waiting.size ? SOON : BEAT);
  }

  #take(message) {
    switch (message.type) {
      case "hello":
        if (this.renewed && !message.you && this.tries < WAITS.length) return void this.#lost();
        this.renewed = false;
        this.ahead = message.now - Date.now();
        this.tries = 0;
        this.held = false;
        this.#become("live");
        for (const said of this.waiting.values()) this.#send(said.message);
        this.#tell("welcome", message);
        break;
      case "pong":
        this.ahead = message.now - Date.now();
        break;
      case "ack":
        this.#answered(message, (one) => one.resolve(message));
        break;
      case "nack":
        this.#answered(message, (one) => one.reject(new Refused(message.because, message.cite ?? "")));
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
    if (this.socket) this.#beat(); // after the answers were counted off: with nothing left to wait for it is slow
  }

  /** Whether an event is the next of its table: one that was seen is dropped, and for a gap what is missing is asked. */
  #isNext({ table, seq }) {
    const last = this.since.get(table) ?? 0;
    if (seq <= last) return false;
    if (seq > last + 1 && last && this.asked.get(table) !== last) {
      this.asked.set(table, last);
      this.#send({ type: "watch", table, since: last });
      return false;
    }
    this.since.set(table, seq);
    return true;
  }

  #answered(message, how) {
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (one) how(one);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
