/** One's place at the table: sitting down and leaving, chips, sitting out, naming games, and the host's tools. */

import { TERMS, inShort, termsPath, termsToAccept } from "../agreement/agreement.js";
import {
  askAmount, askBuy, askBuyIn, askGame, askName, askPassword, askWhether, closeAsked, isOpen,
} from "../common/dialogs.js";
import { kept } from "../common/dom.js";
import { inChips } from "../common/units.js";
import { someName } from "../common/words.js";
import { asRefused, beGuest, isOpenToMe, joinTable, whoAmI } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { titleIn } from "../common/sentences.js";
import { winners } from "../table/middle.js";
import { sitting, tellAsked, waitForSeat } from "./asking.js";
import { AlwaysStraddle } from "./straddle.js";
import { t } from "../common/language.js";

/**
 * @import { TableCommand } from "sidepot/protocol"
 * @import { Line } from "../room/socket.js"
 * @import { Room, Seat } from "../room/messages.js"
 */

/** Tells something in passing, and returns what shows it. @typedef {(because: import("../common/element.js").Child, cite?: string) => Element} Toast */

/**
 * The nearest amount from `least` to `most` (0: no limit).
 * @param {number} amount
 * @param {number} least
 * @param {number} most
 */
const within = (amount, least, most) => Math.max(least, most ? Math.min(amount, most) : amount);

const NOTHING = { name: "", accepts: false };
const SEEN = 3_000; // the end of a hand is shown for this long before anything is asked

export class Chair {
  asked = "";
  announced = NOTHING; // the change of the terms that was shown, and whether it was to be accepted
  left = false; // whether one has left, or asked to
  /** @type {Seat | null} one's own seat when the table was drawn last */
  before = null;
  /** @type {Map<string, Element>} the toasts of those who ask for a seat, by player */
  asking = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asks;

  dealt = [0, 0]; // the last two hands in which one was dealt in

  /**
   * @param {Room} room
   * @param {Line} line
   * @param {Toast} toast
   */
  constructor(room, line, toast) {
    this.room = room;
    this.line = line;
    this.toast = toast;
    this.straddles = new AlwaysStraddle(this);
    document.addEventListener("pointerdown", ({ target }) => {
      const open = document.querySelector(".menu[open]");
      if (open && !open.contains(/** @type {Node | null} */ (target))) open.removeAttribute("open");
    });
  }

  /**
   * Say something to the table, and tell what is refused. Returns whether it was done.
   * @param {TableCommand} what
   */
  async say(what) {
    try {
      await this.line.say(this.room.table, what);
      return true;
    } catch (caught) {
      return this.#tellRefused(caught);
    }
  }

  /** @param {unknown} caught */
  #tellRefused(caught) {
    this.toast(refusal(caught), asRefused(caught).cite);
    return false;
  }

  /** The table. Throws before its snapshot came. */
  get state() {
    const { state } = this.room;
    if (!state) throw new Error("there is no snapshot of this table yet");
    return state;
  }

  get seat() {
    return this.room.state?.seats[this.room.own] ?? null;
  }

  /**
   * Whether a saying is among those that can be used now.
   * @param {TableCommand["type"] | "wait_for_seat"} what
   */
  may(what) {
    return this.room.yours?.may.includes(what) ?? false;
  }

  /** What coming back is called where one can: "" where there is nothing to come back from. */
  get back() {
    if (!this.may("come_back") || !this.seat) return "";
    if (this.seat.leaving) return this.seat.put_out ? "" : t("Stay at the table");
    if (this.seat.state === "out") return t("Come back");
    return this.seat.state === "waits" ? t("Post now") : "";
  }

  maySit() {
    const { state } = this;
    const { own, yours } = this.room;
    if (own >= 0 || state.phase === "over" || state.of_tournament) return false;
    if (yours) return this.may("sit");
    return state.seats.some((seat) => !seat || seat.bot || seat.state === "gone");
  }

  /** Whether one has no seat yet and waits for it, on the list. */
  get waits() {
    return this.room.own < 0 && this.may("leave") && this.state.phase !== "over";
  }

  /** What giving that up is called. */
  get unwait() {
    if (this.room.yours?.asks) return t("Cancel the request");
    return t("Leave the waiting list");
  }

  // ---- sitting down

  /** The page is there: after "Sit down" in the lobby, ask what to bring. */
  arrived() {
    if (location.hash !== "#sit") return;
    history.replaceState(null, "", location.pathname);
    if (this.room.own < 0) void this.sit();
  }

  /** Sit down, after being asked with how many chips, and whether to wait for the big blind. */
  async sit(seat = -1) {
    const { state } = this;
    const { table } = this.room;
    if (!(await this.enter())) return;
    const terms = await termsToAccept(this.room);
    const accepts = terms ? { accepts: terms.agreement.version } : {};
    const [least, most] = this.room.yours?.buy[0] ? this.room.yours.buy : state.buy_in;
    const answer = await askBuyIn({ least, most, seat, usual: within(state.usual_buy, least, most), terms: terms && inShort(table, terms) });
    if (answer?.amount) await this.say({ type: "sit", seat, chips: answer.amount, waits: answer.waits, ...accepts });
  }

  /** Have a name, and be let in. Returns whether one is in. */
  async enter(title = t("{title} is private", { title: this.state.title }), locked = this.state.locked) {
    const { room } = this;
    try {
      if (!room.me) {
        const mine = kept.get("name", ""); // as it was written in the lobby; it may be taken by now
        const isKnown = mine !== "" && (await this.#be(mine).catch(() => false));
        const offered = (await whoAmI()).offer || someName();
        if (!isKnown && !(await askName(offered, (name) => this.#be(name)))) return false;
        this.line.again();
      }
      return !locked || (await this.unlock(title));
    } catch (caught) {
      return this.#tellRefused(caught);
    }
  }

  /**
   * Be known by this name. Throws where it is refused.
   * @param {string} name
   */
  async #be(name) {
    this.room.me = (await beGuest(name)).name;
    kept.set("name", name);
    return true;
  }

  /**
   * Say the password of a private table, unless it was given before. Returns whether one is let in.
   * @param {string} title
   */
  async unlock(title) {
    if (await isOpenToMe(this.room.table)) return true;
    return askPassword(title, (word) => joinTable(this.room.table, word));
  }

  // ---- what is asked besides playing

  /** Show changed terms: once each time, not while one decides, and no longer than they are to be answered. */
  tell() {
    const { own, yours, me } = this.room;
    const { change } = this.state;
    const accepts = this.may("accept_terms");
    const concerns = accepts || (change !== null && own >= 0 && change.by !== me);
    const name = !concerns ? "" : change ? `change ${change.until}` : `terms ${yours?.accept}`;
    if (this.announced.accepts && !accepts) closeAsked(TERMS); // accepted on another page
    if ((name !== this.announced.name || yours?.options) && closeAsked(TERMS)) this.announced = NOTHING;
    if (name && name !== this.announced.name && !yours?.options && !isOpen()) {
      this.announced = { name, accepts };
      void this.showChange();
    }
  }

  /** Whether a window has to wait: the turn has come while it was loaded. It is shown after the decision. */
  asksLater() {
    if (!this.room.yours?.options) return false;
    this.announced = NOTHING;
    return true;
  }

  /** Show what changes, or the terms that one has not accepted. */
  async showChange() {
    const { showChange } = await import("../table/change.js");
    if (this.asksLater()) return;
    await showChange(this);
  }

  /** Ask which game to play, where the room asks: once each time, and no longer than the room asks it. */
  ask() {
    const { state } = this;
    this.straddles.follow();
    this.tell();
    const { yours } = this.room;
    const name = yours?.games.length && state.phase === "choosing" ? `game ${state.hand}` : "";
    if (name === this.asked) return;
    this.asked = name;
    clearTimeout(this.asks);
    if (!name) closeAsked("game");
    else this.asks = setTimeout(() => isOpen() || this.chooseGame(), winners(state).length ? SEEN : 0);
  }

  async chooseGame() {
    clearTimeout(this.asks);
    const games = this.room.yours?.games ?? [];
    if (!games.length) return;
    const game = await askGame(games.map(([id, title]) => [id, titleIn(title)]));
    if (game) await this.say({ type: "choose_game", game });
  }

  /** Tell what others did to one's seat: the host has removed one, or the seat is gone. */
  follow() {
    const { seat, before, state } = this;
    if (seat?.put_out && !before?.put_out) this.toast(t("The host removed you: you leave after this hand"));
    if (before && !seat && !before.leaving && !this.left && state.phase !== "over" && !state.of_tournament) {
      this.toast(t("You lost your seat: the log says why"));
    }
    if (seat) this.left = false;
    this.before = seat;
    if (seat?.hand && state.hand !== this.dealt[1]) this.dealt = [this.dealt[1], state.hand ?? 0];
    tellAsked(this, this.asking);
  }

  // ---- chips

  async buy() {
    const [least, most] = this.room.yours?.buy ?? [0, 0];
    if (!least) return;
    const more = await askBuy({ least, most, usual: within(this.state.usual_buy - (this.seat?.stack ?? 0), least, most) });
    if (more) await this.say({ type: "buy", chips: more });
  }

  async topUp() {
    const [least, most] = this.state.buy_in;
    const to = await askAmount({
      title: t("Top up before each hand (0 = off)"),
      least: 0,
      most,
      usual: most || 2 * least,
    });
    if (to !== null) await this.say({ type: "top_up", to });
  }

  /**
   * Show these cards of the hand that is over; without any, all.
   * @param {number[]} cards
   */
  showHand(cards = []) {
    return this.say({ type: "show_hand", cards });
  }

  async leave() {
    const inHand = this.state.root && this.seat?.hand; // without a root no hand is being played
    const words = inHand ? t("You leave after this hand.") : t("You leave with {stack}.", { stack: inChips(this.seat?.stack ?? 0) });
    if (await askWhether(t("Leave the table?"), words, t("Leave"))) await this.goOff();
  }

  /** Leave at once: the seat, or the list for one. */
  async goOff() {
    this.left = true;
    this.left = await this.say({ type: "leave" });
  }

  /** The last hand that is over and in which one was dealt in, as far as this page has seen; 0 if none. */
  get played() {
    const [before, last] = this.dealt;
    const { state } = this.room;
    return state?.phase === "playing" && state.hand === last ? before : last;
  }

  /** Whether one may throw something to another seat now. */
  get mayThrow() {
    const { own, yours, state } = this.room;
    const keepsSeat = own >= 0 && this.may("leave");
    return keepsSeat && yours?.talk === "at once" && (state?.seats ?? []).some((seat, at) => seat && at !== own && seat.state !== "gone");
  }

  /**
   * A taken seat was pressed: throw something there, unless one has to decide.
   * @param {number} at
   */
  pressSeat(at) {
    const seat = this.room.state?.seats[at];
    if (seat && at !== this.room.own && seat.state !== "gone" && this.mayThrow && !this.room.yours?.options) this.throwTo(seat.player);
  }

  /** @param {string} [player] */
  throwTo(player) {
    void import("../talk/thrown.js").then(({ askThrow }) => askThrow(this, player));
  }

  // ---- the tools of the page

  /** What the menu has: each with its words, and what it does. */
  items() {
    /** @type {[text: string, act: () => unknown][]} */
    const items = [];
    /**
     * @param {string} text
     * @param {() => unknown} act
     */
    const add = (text, act) => items.push([text, act]);
    if (this.room.own >= 0) {
      if (this.may("sit_out")) add(t("Sit out"), () => this.say({ type: "sit_out" }));
      if (this.may("sit_out_at_big")) {
        const wants = !this.room.yours?.out_at_big;
        add(wants ? t("Sit out at the next big blind") : t("Stay in at the next big blind"), () => this.say({ type: "sit_out_at_big", wants }));
      }
      if (this.back) add(this.back, () => this.say({ type: "come_back", waits: false }));
      if (this.may("buy")) add(t("Buy chips"), () => this.buy());
      if (this.may("top_up")) add(t("Top up each hand"), () => this.topUp());
      if (this.may("ask_cut")) {
        const wants = !this.room.yours?.cuts;
        add(wants ? t("Let me cut the deck") : t("Stop cutting the deck"), () => this.say({ type: "ask_cut", wants }));
      }
      items.push(...this.straddles.items());
      if (this.may("ask_show")) {
        const wants = !this.room.yours?.asks_show;
        add(wants ? t("Ask me before mucking") : t("Muck beaten hands"), () => this.say({ type: "ask_show", wants }));
      }
      if (this.may("leave")) add(t("Leave the table"), () => this.leave());
    } else if (this.room.state && this.waits) add(this.unwait, () => this.goOff());
    else if (this.room.state && this.maySit()) add(sitting(this), () => this.sit());
    else if (this.may("wait_for_seat")) add(t("Join the waiting list"), () => waitForSeat(this));
    if (this.mayThrow) add(t("Throw something"), () => this.throwTo());
    add(t("Invite"), () => void import("../invite/invite.js").then(({ showInvite }) => showInvite(this.room.table, this.room.state?.title)));
    add(t("Table terms"), () => window.open(termsPath(this.room.table), "_blank", "noopener"));
    add(t("Hands played here"), () => void import("../table/played.js").then(({ showHands }) => showHands(this.room.table, this.toast)));
    const last = this.played;
    if (last) add(t("Practice the last hand"), () => void import("../hands/practice.js").then(({ showPractice }) => showPractice(this.room.table, last, this.toast)));
    if (this.room.me) add(t("Your picture"), () => void import("./choose_picture.js").then(({ choosePicture }) => choosePicture(this.room.me)));
    add(t("Appearance"), () => void import("../common/help.js").then(({ showLooks }) => showLooks()));
    add(t("Settings"), () => void import("../decision/settings.js").then(({ showSettings }) => showSettings()));
    return items;
  }

  /**
   * A key that belongs to one's place. Returns whether it meant something.
   * @param {string} key
   */
  press(key) {
    const { yours } = this.room;
    if (key === "o" && this.back) void this.say({ type: "come_back", waits: false });
    else if (key === "o" && this.may("sit_out")) void this.say({ type: "sit_out" });
    else if (key === "g" && yours?.games.length) void this.chooseGame();
    else if (key === "t") return this.#pressStraddle();
    else if (key === "x" && yours?.cut) focus(".cut-words");
    else if (key === "s" && this.may("show_hand")) void this.showHand();
    else return false;
    return true;
  }

  #pressStraddle() {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(".waits [data-key=t] button"));
    found?.click();
    return Boolean(found);
  }
}

/** @param {string} what */
const focus = (what) => /** @type {HTMLElement | null} */ (document.querySelector(what))?.focus();
