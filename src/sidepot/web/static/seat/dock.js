/** The words of the dock while nothing is to be decided, with what one may do instead. */

import { h, put } from "../common/dom.js";
import { straddleButton } from "./straddle.js";

export class Dock {
  constructor(chair) {
    this.chair = chair;
    this.room = chair.room;
  }

  /** The elements for `told`: the same ones as before while they say the same. */
  words(told) {
    const { chair, room } = this;
    const { state, yours } = room;
    if (yours?.cut) return this.#cutForm();
    const seat = chair.seat;
    const of = [room.own < 0 ? told : "", seat?.state, seat?.leaving, seat?.put_out, seat?.stack, yours?.straddle, room.own,
      state.phase, state.hand, state.stakes, state.event?.needed, yours?.may, yours?.games];
    const kept = this.#keep(of, () => this.#made(told));
    if (room.own >= 0 && kept[0].textContent !== told) put(kept[0], told); // it counts down: the buttons stay
    return kept;
  }

  #made(told) {
    const { chair, room } = this;
    const { state, yours } = room;
    const button = (text, act, kind = "strong") => h("button", { type: "button", class: kind, onclick: act }, text);
    const asked = () => {
      if (state.phase === "over") return h("a", { class: "strong", href: "/" }, "To all tables");
      if (chair.waits) return button(chair.unwait, () => chair.goOff(), "quiet");
      if (room.own < 0) return chair.maySit() && button(state.event ? "Enter" : "Sit down", () => chair.sit());
      if (yours?.games?.length && state.phase === "choosing") return button("Name the game", () => chair.chooseGame());
      if (chair.back) return button(chair.back, () => chair.say({ type: "come_back", waits: false }));
      const broke = chair.seat?.state === "busted" || (!chair.seat?.stack && !(state.root && chair.seat?.hand));
      return broke && chair.may("buy") && button("Buy chips", () => chair.buy());
    };
    const watches = room.own < 0 && !chair.waits && !chair.maySit() && state.phase !== "over";
    const none = watches && !state.event && h("small", {}, "No seat is free");
    return [h("p", {}, told || (room.own < 0 ? "You are watching" : ""), none || ""), asked(), straddleButton(chair)].filter(Boolean);
  }

  /** The same elements as before while they say the same, so that they keep the focus. */
  #keep(what, make) {
    const key = JSON.stringify(what);
    if (this.keptFor !== key) {
      this.keptFor = key;
      this.kept = make();
    }
    return this.kept;
  }

  #cutForm() {
    return this.#keep(["cut", this.room.state.root], () => {
      const text = h("input", { type: "text", maxlength: "100", required: true, "aria-label": "Your words for the cut",
        placeholder: "Any words of yours", class: "cut-words" });
      const cut = (sent) => {
        sent.preventDefault();
        void this.chair.say({ type: "cut", text: text.value });
      };
      return [
        h("p", {}, "The pack is yours to cut", h("small", {}, "Your words decide where, together with the order that is fixed")),
        h("form", { class: "cut", onsubmit: cut }, text, h("button", { class: "strong" }, "Cut")),
      ];
    });
  }
}
