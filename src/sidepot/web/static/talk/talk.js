/** `<sp-talk>`: what people write to the table, with emoji; one's own mutes; and the line that one writes oneself. */

import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { EMOJI, askLine, muted, sentAt, unmute } from "./lines.js";
import { t } from "../common/language.js";

/**
 * @import { Event as TableEvent, React, Reacted, TalkLine, Threw } from "sidepot/protocol"
 * @import { Chair, Toast } from "../seat/chair.js"
 */

const LOOK = 4_000; // how long an emoji stands at a seat
/** @type {Record<string, string>} */
const NOTES = {
  "in the hand": t("You are in the hand: you can chat when it is over or you have folded"),
  held: t("Hand in progress: your message appears when it is over"),
  silenced: t("The host has muted you at this table"),
};

export class Talk extends HTMLElement {
  list = h("div", { class: "talk-lines", role: "log", "aria-live": "polite", "aria-label": t("Chat"), tabindex: "0" });
  mutes = h("p", { class: "talk-mutes" });
  note = h("p", { class: "talk-note", id: "talk-note" });
  input = h("input", { type: "text", maxlength: "300", autocomplete: "off", enterkeyhint: "send", "aria-label": t("Message"),
    "aria-describedby": "talk-note", placeholder: t("Message") });
  faces = h("div", { class: "talk-faces", role: "group", "aria-label": t("Show an emoji at the table") },
    EMOJI.map((one) => h("button", { type: "button", "aria-label": t("Show {emoji}", { emoji: one }), onclick: () => this.#say({ type: "react", emoji: one }) }, one)));
  follows = true;
  last = ""; // which lines were shown last
  /** @type {HTMLElement[]} emoji that were shown to the table, for a while */
  passing = [];
  /** @type {Chair | null} */
  chair = null;
  /** @type {(words: string) => unknown} */
  toast = () => {};

  /**
   * It belongs to the page of this table.
   * @param {Chair} chair
   * @param {Toast} toast
   */
  begin(chair, toast) {
    this.chair = chair;
    this.toast = toast;
    const send = h("button", { class: "quiet" }, t("Send"));
    const form = h("form", { class: "talk-form", onsubmit: (sent) => {
      sent.preventDefault();
      void this.#send();
    } }, this.input, send);
    put(this, this.mutes, this.list, this.note, this.faces, form);
    this.list.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.list;
      if (clientHeight) this.follows = scrollHeight - scrollTop - clientHeight < 40;
    });
    // a list that is hidden, as on a phone, cannot be scrolled: it goes to its end as soon as it is shown
    new ResizeObserver(() => this.#follow()).observe(this.list);
  }

  #follow() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Go to where one writes. */
  write() {
    document.body.classList.add("side-open");
    document.querySelector(".log-tool")?.setAttribute("aria-expanded", "true");
    this.input.focus();
  }

  /**
   * Hear an event, before its lines are among those of the table.
   * @param {TableEvent} message
   */
  hear({ talk = [], what = [] }) {
    const before = this.chair?.room.talk ?? [];
    const fresh = talk.filter(({ seq }) => before.every((line) => line.seq !== seq));
    for (const one of /** @type {{ type?: string }[]} */ (what)) {
      if (one.type === "reacted") this.#shine(/** @type {Reacted} */ (one));
      if (one.type === "threw") void import("./thrown.js").then(({ showThrown }) => showThrown(/** @type {Threw} */ (one), (player) => this.#seatOf(player)));
    }
    if (!fresh.length) return;
    if (this.offsetParent) return; // it is seen; on a phone it is mostly folded away
    const heard = fresh.filter(({ by }) => !muted().includes(by)).at(-1);
    if (heard && heard.by !== this.#me) this.toast(`${heard.by}: ${heard.text}`);
  }

  /** One's name at this table. */
  get #me() {
    const { room } = this.chair ?? {};
    return room?.yours?.name || room?.me || "";
  }

  /** Draw what there is, and whether one may write. */
  show() {
    const { yours, talk = [] } = this.chair?.room ?? {};
    const quiet = muted();
    const lines = talk.filter(({ by }) => !quiet.includes(by));
    const held = yours?.held ?? [];
    const isQuiet = !lines.length && !held.length && !this.passing.length;
    put(this.list, lines.map((line) => this.#line(line)), held.map(heldLine), this.passing, isQuiet && el("p", { key: "none", class: "talk-none" }, t("No messages yet")));
    const last = lines.at(-1)?.seq ?? 0;
    if (this.last !== `${last} ${lines.length} ${held.length}`) this.#follow();
    this.last = `${last} ${lines.length} ${held.length}`;
    const again = (/** @type {string} */ name) => () => {
      unmute(name);
      this.show();
      this.input.focus(); // the button is gone
    };
    put(this.mutes, quiet.length > 0 && [t("Muted:"), " "], quiet.map((name) =>
      el("button", { type: "button", class: "link", title: t("Unmute {player}", { player: name }), onclick: again(name) }, name)));
    put(this.note, NOTES[yours?.talk ?? ""] ?? "");
    this.faces.hidden = (yours?.talk ?? "at once") !== "at once";
  }

  /** @param {TalkLine} line */
  #line(line) {
    const open = async () => {
      const { chair } = this;
      if (!chair) return;
      await askLine(line, chair, this.#me);
      this.show();
    };
    const answers = Object.entries(line.reactions ?? {}).map(([emoji, names]) => {
      const mine = names.includes(this.#me);
      return el("button", { type: "button", class: "talk-answer", "aria-pressed": String(mine), title: names.join(", "),
        "aria-label": t("{emoji} by {names}", { emoji, names: names.join(", ") }),
        onclick: () => this.#say({ type: "react", emoji: /** @type {React["emoji"]} */ (emoji), line: line.seq }) },
      `${emoji} ${names.length}`);
    });
    return el("div", { class: "talk-line", key: line.seq },
      el("p", {}, el("b", {}, line.by), " ", line.text, " ", el("time", {}, sentAt(line.at))),
      el("button", { type: "button", class: "talk-more", "aria-label": t("React to or report the message of {player}", { player: line.by }), onclick: open }, "⋯"),
      answers.length ? el("div", { class: "talk-answers" }, answers) : "");
  }

  /**
   * Have a name, and say something.
   * @param {import("sidepot/protocol").Talk | import("sidepot/protocol").React} what
   */
  async #say(what) {
    const { chair } = this;
    return chair !== null && (chair.room.me !== "" || (await chair.enter())) && chair.say(what);
  }

  async #send() {
    const text = this.input.value.trim();
    if (text && (await this.#say({ type: "talk", text })) && this.input.value.trim() === text) this.input.value = "";
  }

  /**
   * The seat of a player on the felt.
   * @param {string} player
   */
  #seatOf(player) {
    const seat = this.chair?.room.state?.seats.findIndex((one) => one?.player === player) ?? -1;
    return seat >= 0 ? (document.querySelectorAll("sp-felt .felt > g:nth-of-type(2) > g")[seat] ?? null) : null;
  }

  /**
   * An emoji to the table: it stands at the seat of the person for a while, and in the talk.
   * @param {Reacted} message
   */
  #shine({ player, emoji }) {
    if (muted().includes(player)) return;
    const line = h("p", { class: "talk-passing" }, h("b", {}, player), ` ${emoji}`);
    this.passing.push(line);
    this.show();
    this.#follow();
    const where = this.#seatOf(player);
    /** @type {HTMLElement[]} */
    const parts = [line];
    if (where) {
      const { left, top, width } = where.getBoundingClientRect();
      const shown = h("span", { class: "seat-emoji", "aria-hidden": "true" }, emoji);
      shown.style.insetInlineStart = `${left + width / 2}px`;
      shown.style.insetBlockStart = `${Math.max(top - 14, 4)}px`;
      document.body.append(shown);
      parts.push(shown);
    }
    setTimeout(() => {
      this.passing = this.passing.filter((one) => one !== line);
      for (const one of parts) one.remove();
    }, LOOK);
  }
}

/**
 * A line of one's own that waits.
 * @param {string} text
 */
const heldLine = (text) =>
  el("div", { class: "talk-line is-held" }, el("p", {}, el("b", {}, t("You")), ` ${text} `, el("small", {}, t("when the hand is over"))));

customElements.define("sp-talk", Talk);
