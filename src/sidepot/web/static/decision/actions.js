/** `<sp-actions>`: what may be done now, as buttons with their keys, their amounts, and why or why not. */

import { h, put } from "../common/dom.js";
import { buttonsFor } from "./decisions.js";
import { showTip } from "./why.js";
import { cited, grouped } from "../common/words.js";

class Actions extends HTMLElement {
  connectedCallback() {
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.status = h("div", { class: "waits" });
    this.above = h("div", { class: "above" });
    this.row = h("div", { class: "acts", role: "group", "aria-label": "What you may do" });
    this.more = h("div", { class: "acts", role: "group", "aria-label": "Chips besides" });
    put(this, this.refusal, this.above, this.row, this.more, this.status);
  }

  /** Show the decision of `view`: {state, options, turn, own, cards, picked, send}; or, without options, `words`. */
  show(view) {
    const key = view.options ? JSON.stringify([view.turn, view.options, view.own]) : "";
    if (key !== this.key) {
      this.key = key;
      this.sent = false;
      this.say("");
      this.#draw(view);
    }
    if (!view.options && view.words !== this.words) put(this.status, view.words); // the same ones keep the focus
    this.words = view.options ? null : view.words;
  }

  #draw(view) {
    this.classList.toggle("on", Boolean(view.options));
    this.made = null;
    if (!view.options) {
      put(this.above);
      put(this.row);
      put(this.more);
      return;
    }
    put(this.status);
    this.made = buttonsFor(view, (command) => this.send(view, command));
    put(this.above, this.made.above ?? "");
    put(this.row, this.made.buttons);
    put(this.more, this.made.more ?? []);
  }

  /** The choice of cards has changed. */
  chose() {
    this.made?.chose?.();
  }

  /** Send a command, once: until it is answered, and then until there is something new to decide. */
  async send(view, command) {
    if (this.sent) return;
    this.sent = true;
    const { key } = this;
    this.classList.add("busy");
    try {
      await view.send({ type: "act", turn: view.turn, command });
    } catch (refused) {
      if (key !== this.key) return; // it was decided elsewhere meanwhile
      this.sent = false;
      this.say(refused.because ?? String(refused), refused.cite);
    } finally {
      this.classList.remove("busy");
    }
  }

  /** Say why something was refused; "" is nothing. */
  say(because, cite = "") {
    put(this.refusal, grouped(because), cite ? " " : "", cite ? h("cite", {}, cited(cite)) : "");
    this.refusal.hidden = !because;
  }

  /** A key was pressed. Answers whether it meant something here. */
  press(key) {
    if (!this.made) return false;
    if (this.made.press?.(key)) return true;
    const found = [...this.row.children, ...this.more.children].find((wrap) => wrap.dataset.key === key);
    if (!found) return false;
    const button = found.button;
    if (button.getAttribute("aria-disabled") === "true") {
      showTip(found);
      button.focus();
    } else button.click();
    return true;
  }
}

customElements.define("sp-actions", Actions);
