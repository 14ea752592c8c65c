/** The words of the dock while there is nothing to decide, with what one may do instead. */

import { el } from "../common/element.js";
import { UNKNOWN, cardName, cardSign } from "../common/words.js";
import { sitting, waitForSeat } from "./asking.js";
import { straddleButton } from "./straddle.js";
import { english, t, tn } from "../common/language.js";

/** @import { Chair } from "./chair.js" */

const SHOWN = 5_000;
const HOSTS = ["host", "staff"];

/**
 * Words for a person to read: those of the room, `why` the table stands, are marked as its own.
 * @param {string} text
 * @param {string} why
 */
const marked = (text, why) => (text && text === why ? english(text) : text);

/**
 * @param {string} text
 * @param {() => unknown} act
 */
const button = (text, act, kind = "strong") => el("button", { key: text, type: "button", class: kind, onclick: act }, text);

export class Dock {
  shownHand = -1; // the last hand that could be shown when it was over, and until when that is offered
  showUntil = 0; // by the room's time

  /** @param {Chair} chair */
  constructor(chair) {
    this.chair = chair;
    this.room = chair.room;
  }

  /**
   * What the dock has for `text`, with what one may do.
   * @param {string} text
   */
  words(text) {
    const { chair, room } = this;
    const { state } = chair;
    if (room.yours?.cut) return this.#cutForm();
    const watches = room.own < 0 && !chair.waits && !chair.maySit() && state.phase !== "over";
    const none = watches && !state.of_tournament && el("small", {}, t("No seats are free"));
    const after = room.own < 0 && !HOSTS.includes(room.role) ? state.watch_after : 0;
    const behind = after > 0 ? tn("You watch with a delay of {count} hand", "You watch with a delay of {count} hands", after) : after < 0 ? t("Only players see the hands here") : "";
    const asks = room.own < 0 && room.yours?.asks && t("You asked for a seat: waiting for the host");
    const out = room.yours?.out_at_big && el("small", {}, t("You sit out at the next big blind"));
    // the felt says what the table waits for
    const chooses = room.own < 0 && !chair.waits && chair.maySit() && state.phase === "waiting" && t("Sit down anywhere, or choose a seat");
    const words = el("p", {}, asks || behind || chooses || marked(text, state.why) || (room.own < 0 ? t("You are watching") : ""), none, out);
    return [words, this.#resume(), this.#button(), straddleButton(chair), this.#change()];
  }

  /** What the host changes from the next hand on, where that is not to be answered. */
  #change() {
    const { chair } = this;
    const shows = chair.state.change && !chair.may("accept_terms");
    return shows && el("button", { key: "change", type: "button", class: "quiet", onclick: () => chair.showChange() }, t("What changes"));
  }

  /** Whether one may show the hand that is over, or hunt the rabbit: offered for as long as the eye needs, and no longer. */
  #mayShow() {
    const { hand } = this.chair.state;
    if (!this.chair.may("show_hand") && !this.chair.may("hunt_rabbit")) return false;
    const now = this.chair.line.now();
    if (this.shownHand !== hand) [this.shownHand, this.showUntil] = [hand, now + SHOWN];
    return now < this.showUntil;
  }

  /** The button that ends a pause: of the host, or of a player while no host is there; null while there is no pause. */
  #resume() {
    const { chair } = this;
    const resume = () => chair.say({ type: "resume" });
    if (chair.may("resume")) return button(t("Continue"), resume);
    return chair.state.phase === "paused" && chair.seat ? button(t("Continue without the host"), resume, "quiet") : null;
  }

  /** What one may do now, as a button; null where there is nothing. */
  #button() {
    const { chair, room } = this;
    const { state, seat } = chair;
    if (state.phase === "over") return el("a", { class: "strong", href: "/" }, t("All tables"));
    if (this.#mayShow()) {
      const shows = chair.may("show_hand");
      const held = room.yours?.cards ?? [];
      const seen = seat?.shown ? seat.cards : [];
      const single = held.length === 2 && seen.every((card) => card === UNKNOWN) ? held : []; // more buttons have no room
      return el("div", { class: "shows" },
        chair.may("hunt_rabbit") && button(t("Rabbit hunt"), () => chair.say({ type: "hunt_rabbit" }), "quiet"),
        shows && button(t("Show my hand"), () => chair.showHand(), "quiet"),
        shows && single.map((card) =>
          el("button", { key: card, type: "button", class: "quiet", "aria-label": t("Show {card} alone", { card: cardName(card) }), onclick: () => chair.showHand([card]) },
            t("Show {card}", { card: cardSign(card) }))));
    }
    if (chair.waits) return button(chair.unwait, () => chair.goOff(), "quiet");
    if (room.own < 0 && chair.may("wait_for_seat")) return button(t("Join the waiting list"), () => waitForSeat(chair), "quiet");
    if (room.own < 0) return chair.maySit() ? button(sitting(chair), () => chair.sit()) : null;
    if (room.yours?.games.length && state.phase === "choosing") return button(t("Choose the game"), () => chair.chooseGame());
    if (chair.may("accept_terms")) return button(t("New terms"), () => chair.showChange());
    if (chair.back) return button(chair.back, () => chair.say({ type: "come_back", waits: false }));
    const broke = seat?.state === "busted" || (!seat?.stack && !(state.root && seat?.hand));
    return broke && chair.may("buy") ? button(t("Buy chips"), () => chair.buy()) : null;
  }

  #cutForm() {
    const cut = (/** @type {SubmitEvent} */ sent) => {
      sent.preventDefault();
      const text = new FormData(/** @type {HTMLFormElement} */ (sent.currentTarget)).get("text");
      void this.chair.say({ type: "cut", text: String(text) });
    };
    return [
      el("p", {}, t("You can cut the deck"), el("small", {}, t("Your words and the fixed order decide the cut"))),
      el(
        "form",
        { key: this.chair.state.root, class: "cut", onsubmit: cut },
        el("input", { type: "text", name: "text", maxlength: "100", required: true, "aria-label": t("Your words for the cut"),
          placeholder: t("Any words you like"), class: "cut-words" }),
        el("button", { class: "strong" }, t("Cut")),
      ),
    ];
  }
}
