/** `<sp-actions>`: what may be done now, as buttons with their keys, their amounts, and why or why not. */

import { h } from "../common/dom.js";
import { el, put, readOut } from "../common/element.js";
import { cited, grouped } from "../common/words.js";
import { unit } from "../common/units.js";
import { asRefused } from "../room/api.js";
import { Ahead } from "./ahead.js";
import { buttonsFor } from "./decisions.js";
import { actionButton, pressIn, showTip } from "./why.js";
import { english, t } from "../common/language.js";

/**
 * @import { Command, TableCommand } from "sidepot/protocol"
 * @import { Child } from "../common/element.js"
 * @import { State } from "../room/messages.js"
 * @import { Buttons, View as Decision } from "./decisions.js"
 */

/** A decision, how it is sent to the table, and its number. @typedef {Decision & { turn: number, send: (what: TableCommand) => Promise<unknown> }} View */

export class Actions extends HTMLElement {
  refusal = h("p", { class: "refusal", role: "alert" });
  status = h("div", { class: "waits" });
  ahead = new Ahead();
  above = h("div", { class: "above" });
  row = h("div", { class: "acts", role: "group", "aria-label": t("Your options") });
  more = h("div", { class: "acts", role: "group", "aria-label": t("Extra chips") });
  /** @type {string | null} the decision that is shown, "" where there is none */
  key = null;
  sent = false; // whether the decision was sent, and is not answered yet
  /** @type {Buttons | null} */
  made = null;
  looks = ""; // what the buttons were drawn with besides

  connectedCallback() {
    put(this, this.refusal, this.ahead.note, this.above, this.row, this.more, this.status, this.ahead.row);
  }

  /**
   * Show a decision. Returns whether it was decided ahead, and is done by that.
   * @param {View} view
   */
  show(view) {
    this.ahead.follow(view.state, view.own);
    const drawn = {
      again: () => this.#drawButtons(),
      press: (/** @type {string} */ key) => pressIn(this.row, key),
      explain: (/** @type {string} */ key) => showTip(this.row.querySelector(`[data-key="${key}"]`)),
    };
    const draw = () => this.#draw(buttonsFor(view, (command) => this.send(view, command), drawn));
    if (!this.#isNew(JSON.stringify([view.turn, view.options, view.own]))) {
      if (this.looks !== looks()) this.#keepAmount(draw);
      return false;
    }
    this.#draw(null); // none of the last decision is pressed for this one
    put(this.status);
    draw();
    const command = this.ahead.take(view.options);
    if (command) void this.send(view, command);
    return command !== null;
  }

  /**
   * Draw the same decision in another way, with the amount that was chosen.
   * @param {() => void} draw
   */
  #keepAmount(draw) {
    const amount = this.made?.raise?.amount;
    draw();
    if (amount) this.made?.raise?.set(amount);
  }

  /** Draw all anew: keys or amounts were set otherwise. */
  refresh() {
    this.looks = "";
  }

  /**
   * Show what one waits for, where there is nothing to decide, and what can be decided ahead.
   * @param {Child} words
   * @param {State | null} state
   */
  wait(words, state = null, own = -1) {
    if (state) this.ahead.follow(state, own);
    if (this.#isNew("")) this.#draw(null);
    put(this.status, words);
  }

  /** @param {string} key */
  #isNew(key) {
    if (key === this.key) return false;
    if (this.key) this.ahead.hush(); // a note on a decision is over with it
    this.key = key;
    this.sent = false;
    this.say("");
    return true;
  }

  /** @param {Buttons | null} made */
  #draw(made) {
    this.made = made;
    this.looks = looks();
    this.classList.toggle("on", made !== null);
    put(this.above, made?.above);
    this.#drawButtons();
  }

  #drawButtons() {
    put(this.row, this.made?.buttons.map(actionButton));
    put(this.more, this.made?.more?.map(actionButton));
  }

  /** The choice of cards has changed. */
  chose() {
    this.made?.chose?.();
  }

  /**
   * Send a command once: not again until it is refused, or there is something new to decide.
   * @param {View} view
   * @param {Command} command
   */
  async send(view, command) {
    if (this.sent) return;
    this.sent = true;
    const { key } = this;
    this.classList.add("busy");
    try {
      await view.send({ type: "act", turn: view.turn, command });
    } catch (caught) {
      if (key !== this.key) return; // it was decided elsewhere meanwhile
      this.sent = false;
      const { because, cite } = asRefused(caught);
      this.say(because, cite);
    } finally {
      this.classList.remove("busy");
    }
  }

  /**
   * Say why something was refused; "" is nothing.
   * @param {string} because
   */
  say(because, cite = "") {
    readOut(this.refusal, english(grouped(because)), cite ? " " : "", cite ? el("cite", {}, cited(cite)) : "");
    this.refusal.hidden = !because;
  }

  /**
   * A key was pressed. Returns whether it meant something here.
   * @param {string} key
   */
  press(key) {
    if (!this.made) return this.ahead.press(key);
    if (this.made.press?.(key)) return true;
    return pressIn(this.row, key) || pressIn(this.more, key);
  }
}

/** What buttons look like besides what they are for. */
const looks = () => String(unit());

customElements.define("sp-actions", Actions);
