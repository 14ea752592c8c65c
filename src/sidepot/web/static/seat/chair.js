/** One's place at the table: sitting down and leaving, chips, sitting out, naming games, and the host's tools. */

import { beGuest, isOpenToMe, joinTable, whoAmI } from "../room/api.js";
import { askAmount, askBuyIn, askGame, askPassword, askWhether, closeAsked, isOpen } from "../common/dialogs.js";
import { h, kept, put, whenChanged } from "../common/dom.js";
import { showHelp, showLooks } from "../common/help.js";
import { hostItems } from "../table/host.js";
import { winners } from "../table/middle.js";
import { showHands } from "../table/played.js";
import { chips, someName } from "../common/words.js";

const SEEN = 3_000; // for so long the end of a hand is looked at before anything is asked

export class Chair {
  constructor(room, line, { toast, redraw }) {
    this.room = room;
    this.line = line;
    this.toast = toast;
    this.redraw = redraw;
    this.asked = "";
    this.before = null; // the seat that was one's own when the table was drawn last
    document.addEventListener("pointerdown", ({ target }) => {
      const open = document.querySelector(".menu[open]");
      if (open && !open.contains(target)) open.open = false;
    });
  }

  /** Say something to the table; what is refused is told. Answers whether it was done. */
  async say(what) {
    try {
      await this.line.say(this.room.table, what);
      return true;
    } catch (refused) {
      this.toast(refused.because ?? String(refused), refused.cite);
      return false;
    }
  }

  get seat() {
    return this.room.state?.seats[this.room.own] ?? null;
  }

  /** Whether a saying is among those that can be used now. */
  may(what) {
    return this.room.yours?.may?.includes(what) ?? false;
  }

  /** What coming back is called where it can be said: "" where there is nothing to come back from. */
  get back() {
    if (!this.may("come_back") || !this.seat) return "";
    if (this.seat.leaving) return this.seat.put_out ? "" : "Stay after all";
    return { out: "Come back", waits: "Post the blind now" }[this.seat.state] ?? "";
  }

  maySit() {
    const { state, own, yours } = this.room;
    if (own >= 0 || state.phase === "over") return false;
    if (yours) return this.may("sit");
    return state.event ? state.event.needed > 0 : state.seats.some((seat) => !seat || seat.bot || seat.state === "gone");
  }

  /** Whether one has no seat yet and waits for it: on the list of a cash table, or for an event to begin. */
  get waits() {
    return this.room.own < 0 && this.may("leave") && this.room.state.phase !== "over";
  }

  /** What giving that up is called. */
  get unwait() {
    return this.room.state.event ? "Take the entry back" : "Leave the list";
  }

  // ---- sitting down

  /** The page is there: who came by "Sit down" in the lobby sits at once. */
  arrived() {
    if (location.hash !== "#sit") return;
    history.replaceState(null, "", location.pathname);
    if (this.room.own < 0) void this.sit(-1, true);
  }

  /** Sit down: at once with the usual chips, or after being asked how many. */
  async sit(seat = -1, atOnce = false) {
    const { state } = this.room;
    if (!(await this.enter())) return;
    if (state.event || atOnce) {
      await this.say({ type: "sit", seat, chips: 0, waits: false });
      return;
    }
    const [least, most] = this.room.yours?.buy?.[0] ? this.room.yours.buy : state.buy_in;
    const answer = await askBuyIn({ least, most, seat, around: this.#usual() });
    if (answer?.amount) await this.say({ type: "sit", seat, chips: answer.amount, waits: answer.waits });
  }

  /** What people have here: the stack in the middle of all. */
  #usual() {
    const stacks = this.room.state.seats.flatMap((seat) => (seat?.stack ? [seat.stack] : []));
    return stacks.sort((one, other) => one - other)[stacks.length >> 1] ?? 0;
  }

  /** Be somebody, and be let in. Answers whether one is. */
  async enter(title = this.room.state.title, locked = this.room.state.locked) {
    const { room } = this;
    try {
      if (!room.me) {
        const offered = (await whoAmI()).offer || someName();
        const mine = kept.get("name", ""); // as it was written in the lobby; it may be taken by now
        const me = await (mine ? beGuest(mine).catch(() => beGuest(offered)) : beGuest(offered));
        room.me = me.name;
        this.line.again();
      }
      return !locked || (await this.unlock(title));
    } catch (refused) {
      this.toast(refused.because ?? String(refused), refused.cite);
      return false;
    }
  }

  /** Say the password of a private table, unless it was said before. Answers whether one is let in. */
  async unlock(title) {
    if (await isOpenToMe(this.room.table)) return true;
    return askPassword(title, (word) => joinTable(this.room.table, word));
  }

  // ---- what is asked of one besides playing

  /** Ask what has to be asked: which game. Once for each time, and no longer than it is asked. */
  ask() {
    const { state, yours } = this.room;
    const name = yours?.games?.length && state.phase === "choosing" ? `game ${state.hand}` : "";
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
    const game = await askGame(games);
    if (game) await this.say({ type: "choose_game", game });
  }

  /** Tell what happened to one's seat without one's doing: the host has put one out, or it is gone. */
  follow() {
    const { seat, before } = this;
    if (seat?.put_out && !before?.put_out) this.toast("The host has put you out: you leave when this hand is over");
    if (before && !seat && !before.leaving && !this.left && this.room.state.phase !== "over" && !this.room.state.event) {
      this.toast("Your seat was given up: what happened is in the log");
    }
    if (seat) this.left = false;
    this.before = seat;
  }

  // ---- chips

  async buy() {
    const [least, most] = this.room.yours?.buy ?? [0, 0];
    if (!least) return;
    const more = await askBuyIn({ least, most, sitting: false, around: this.#usual() });
    if (more) await this.say({ type: "buy", chips: more });
  }

  async topUp() {
    const [least, most] = this.room.state.buy_in ?? [0, 0];
    const to = await askAmount({
      title: "Fill my stack up before each hand (0: no longer)",
      least: 0,
      most,
      usual: most || 2 * least,
    });
    if (to !== null) await this.say({ type: "top_up", to });
  }

  async leave() {
    const inHand = this.room.state.root && this.seat?.hand; // with no root no hand is on
    const words = inHand ? "You leave when this hand is over." : `You leave with ${chips(this.seat?.stack ?? 0)}.`;
    if (await askWhether("Leave the table?", words, "Leave")) await this.goOff();
  }

  /** Leave at once: the seat, the list for one, or the event that has not begun. */
  async goOff() {
    this.left = true;
    this.left = await this.say({ type: "leave" });
  }

  // ---- the tools of the page

  draw(place) {
    const { room } = this;
    whenChanged(place, [room.own, room.yours?.may, room.yours?.cuts, room.role, this.seat?.state], () => {
      const items = this.#items();
      const menu = h(
        "details",
        { class: "menu" },
        h("summary", { "aria-label": "Menu" }, h("span", { class: "bars", "aria-hidden": "true" })),
        h(
          "div",
          { class: "menu-items" },
          items.map(([text, act]) =>
            // the focus comes back to the menu from what it opens
            h("button", { type: "button", onclick: () => ((menu.open = false), menu.firstChild.focus(), act()) }, text),
          ),
        ),
      );
      menu.addEventListener("focusout", ({ relatedTarget }) => {
        if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
      });
      menu.addEventListener("keydown", ({ key }) => key === "Escape" && ((menu.open = false), menu.firstChild.focus()));
      const side = h("button", { type: "button", class: "tool log-tool", "aria-label": "Log", "aria-controls": "side",
        "aria-expanded": "false", onclick: () => {
          const on = document.body.classList.toggle("side-open");
          side.setAttribute("aria-expanded", String(on));
        } }, "Log");
      const help = h("button", { type: "button", class: "tool", "aria-label": "Keys and help", onclick: showHelp }, "?");
      put(place, side, help, menu);
    });
  }

  #items() {
    const items = [];
    const add = (text, act) => items.push([text, act]);
    if (this.room.own >= 0) {
      if (this.may("sit_out")) add("Sit out", () => this.say({ type: "sit_out" }));
      if (this.back) add(this.back, () => this.say({ type: "come_back", waits: false }));
      if (this.may("buy")) add("Buy chips", () => this.buy());
      if (this.may("top_up")) add("Fill up each hand", () => this.topUp());
      if (this.may("ask_cut")) {
        const wants = !this.room.yours.cuts;
        add(wants ? "Let me cut the pack" : "No longer cut the pack", () => this.say({ type: "ask_cut", wants }));
      }
      if (this.may("leave")) add("Leave the table", () => this.leave());
    } else if (this.room.state && this.waits) add(this.unwait, () => this.goOff());
    else if (this.room.state && this.maySit()) add(this.room.state.event ? "Enter" : "Sit down", () => this.sit());
    add("Hands played here", () => showHands(this.room.table, this.toast));
    add("How it looks", () => showLooks());
    items.push(...hostItems(this));
    return items;
  }

  /** A key that belongs to one's place. Answers whether it meant something. */
  press(key) {
    const { yours } = this.room;
    if (key === "o" && this.back) void this.say({ type: "come_back", waits: false });
    else if (key === "o" && this.may("sit_out")) void this.say({ type: "sit_out" });
    else if (key === "g" && yours?.games?.length) void this.chooseGame();
    else if (key === "t") return this.#pressStraddle();
    else if (key === "x" && yours?.cut) document.querySelector(".cut-words")?.focus();
    else return false;
    return true;
  }

  #pressStraddle() {
    const found = document.querySelector(".waits [data-key=t]");
    found?.button.click();
    return Boolean(found);
  }
}
