/** The words of the dock while there is nothing to decide, with what one may do instead. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { keyFor } from "../common/keymap.js";
import { unit } from "../common/units.js";
import { count } from "../common/words.js";
import { sitting, waitForSeat } from "./asking.js";
import { straddleButton } from "./straddle.js";
import { english, tr } from "../common/language.js";

/** @import { Chair } from "./chair.js" */

const SHOWN = 5_000;
const HOSTS = ["host", "staff"];

/**
 * Words for a person to read: those of the room, `why` the table stands, are marked as its own.
 * @param {string} told
 * @param {string} why
 */
const marked = (told, why) => (told && told === why ? english(told) : told);

export class Dock {
  keptFor = "";
  shownHand = -1; // the last hand that could be shown when it was over, and until when that is offered
  showUntil = 0; // by the room's time
  /** @type {Element[]} */
  kept = [];

  /** @param {Chair} chair */
  constructor(chair) {
    this.chair = chair;
    this.room = chair.room;
  }

  /**
   * The elements for `told`: the same ones as before while they say the same.
   * @param {string} told
   */
  words(told) {
    const { chair, room } = this;
    const { yours } = room;
    if (yours?.cut) return this.#cutForm();
    const { seat, state } = chair;
    const of = [room.own < 0 ? told : "", room.role, state.watch_after, seat?.state, seat?.leaving, seat?.put_out, seat?.stack,
      yours?.straddle, room.own, state.phase, state.hand, state.stakes, yours?.may, yours?.asks,
      yours?.games, this.#mayShow(), unit(), keyFor("t")];
    const kept = this.#keep(of, () => this.#made(told));
    if (room.own >= 0 && kept[0].textContent !== told) put(kept[0], marked(told, state.why)); // it counts down: the buttons stay
    return kept;
  }

  /**
   * @param {string} told
   * @returns {Element[]}
   */
  #made(told) {
    const { chair, room } = this;
    const { state } = chair;
    const watches = room.own < 0 && !chair.waits && !chair.maySit() && state.phase !== "over";
    const none = watches && !state.of_tournament && h("small", {}, tr`No seat is free`);
    const after = room.own < 0 && !HOSTS.includes(room.role) ? state.watch_after : 0;
    const behind = after > 0 ? tr`You watch ${count(after, "hand")} behind` : after < 0 ? tr`Only players see the hands here` : "";
    const asks = room.yours?.asks && tr`You have asked for a seat: the host says yes or no`;
    const words = h("p", {}, asks || behind || marked(told, state.why) || (room.own < 0 ? tr`You are watching` : ""), none);
    return [words, this.#button(), straddleButton(chair)?.element ?? null].filter((one) => one !== null);
  }

  /** Whether one may show the hand that is over: offered for as long as the eye needs, and no longer. */
  #mayShow() {
    const { hand } = this.chair.state;
    if (!this.chair.may("show_hand")) return false;
    const now = this.chair.line.now();
    if (this.shownHand !== hand) [this.shownHand, this.showUntil] = [hand, now + SHOWN];
    return now < this.showUntil;
  }

  /** What one may do now, as a button; null where there is nothing. */
  #button() {
    const { chair, room } = this;
    const { state, seat } = chair;
    /**
     * @param {string} text
     * @param {() => unknown} act
     */
    const button = (text, act, kind = "strong") => h("button", { type: "button", class: kind, onclick: act }, text);
    if (state.phase === "over") return h("a", { class: "strong", href: "/" }, tr`To all tables`);
    if (this.#mayShow()) return button(tr`Show my hand`, () => chair.showHand(), "quiet");
    if (chair.waits) return button(chair.unwait, () => chair.goOff(), "quiet");
    if (room.own < 0 && chair.may("wait_for_seat")) return button(tr`Wait for a seat`, () => waitForSeat(chair), "quiet");
    if (room.own < 0) return chair.maySit() ? button(sitting(chair), () => chair.sit()) : null;
    if (room.yours?.games.length && state.phase === "choosing") return button(tr`Name the game`, () => chair.chooseGame());
    if (state.phase === "paused" && !chair.may("resume")) {
      return button(tr`Go on without the host`, () => chair.say({ type: "resume" }), "quiet");
    }
    if (chair.back) return button(chair.back, () => chair.say({ type: "come_back", waits: false }));
    const broke = seat?.state === "busted" || (!seat?.stack && !(state.root && seat?.hand));
    return broke && chair.may("buy") ? button(tr`Buy chips`, () => chair.buy()) : null;
  }

  /**
   * The same elements as before while they say the same, so that they keep the focus.
   * @param {unknown} what
   * @param {() => Element[]} make
   */
  #keep(what, make) {
    const key = JSON.stringify(what);
    if (this.keptFor !== key) {
      this.keptFor = key;
      this.kept = make();
    }
    return this.kept;
  }

  #cutForm() {
    return this.#keep(["cut", this.chair.state.root], () => {
      const text = h("input", { type: "text", maxlength: "100", required: true, "aria-label": tr`Your words for the cut`,
        placeholder: tr`Any words you like`, class: "cut-words" });
      const cut = (/** @type {SubmitEvent} */ sent) => {
        sent.preventDefault();
        void this.chair.say({ type: "cut", text: text.value });
      };
      return [
        h("p", {}, tr`The pack is yours to cut`, h("small", {}, tr`Your words and the fixed order decide where`)),
        h("form", { class: "cut", onsubmit: cut }, text, h("button", { class: "strong" }, tr`Cut`)),
      ];
    });
  }
}
