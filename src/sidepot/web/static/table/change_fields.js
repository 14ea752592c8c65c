/** The fields of the terms that a host may change while the table is open; what stays as it is is shown, and why. */

import { amountInput, amountWritten, writeAmount } from "../common/amount_input.js";
import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { amountOf, amountTyped } from "../common/words.js";
import { selectStrength, selectStyle, styleIn } from "../lobby/bots.js";
import { number, select } from "../lobby/form_fields.js";
import { t, tn } from "../common/language.js";

/** @import { Changeable, Straddle, Strength } from "sidepot/protocol" */
/** @import { Values } from "../lobby/form_fields.js" */
/** @import { Bounds } from "../common/amount_input.js" */

/** @type {Values} */
const PAYERS = [["all", t("Every player")], ["big blind", t("The big blind, for everyone")], ["button", t("The button, for everyone")]];
/** @type {Values} */
const RUNS = [["1", t("Once")], ["2", t("Up to twice")], ["3", t("Up to three times")], ["4", t("Up to four times")]];
/** @type {[value: Straddle, text: string][]} */
const STRADDLES = [["under the gun", t("Under the gun")], ["mississippi", t("Mississippi: any seat")], ["sleeper", t("Sleeper")]];

/** @param {number} hands */
const delay = (hands) => (hands > 0 ? tn("{count} hand later", "{count} hands later", hands) : hands ? t("Never") : t("Live"));

export class ChangeFields {
  /**
   * @param {Changeable} values
   * @param {{ decimals: number, seats: number, blinds: boolean }} table
   */
  constructor(values, { decimals, seats, blinds }) {
    /** @param {Bounds} bounds */
    const amount = (bounds) => amountInput({ decimals, ...bounds });
    const { buy_in: [least, most], watch_after: hands } = values;
    this.before = values;
    this.decimals = decimals;
    this.bet = amount({ least: 1, value: values.bet });
    this.blinds = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", disabled: !blinds });
    this.blinds.value = values.blinds.map((one) => amountOf(one, decimals)).join("/");
    this.ante = amount({ free: true, value: values.ante ?? null });
    this.anteBy = select(PAYERS, values.ante_by);
    this.anteBy.disabled = !blinds;
    this.least = amount({ least: 1, value: least });
    this.most = amount({ least: 1, free: true, value: most || null });
    this.seconds = number(5, 600, values.seconds);
    this.bombEvery = number(0, 1000, values.bomb_every);
    this.bombAnte = amount({ least: 1, free: true, value: values.bomb_ante || null });
    this.runs = select(RUNS, String(values.runs));
    this.rabbit = h("input", { type: "checkbox", name: "rabbit" });
    this.rabbit.checked = values.rabbit;
    this.straddles = STRADDLES.map(([value, text]) => {
      const input = h("input", { type: "checkbox", name: "straddle", value, disabled: !blinds });
      input.checked = values.straddles.includes(value);
      return { value, text, input };
    });
    this.approve = h("input", { type: "checkbox", name: "approve" });
    this.approve.checked = values.approve;
    this.watch = select([...new Set([hands, 0, 1, 3, -1])].map((one) => [String(one), delay(one)]), String(hands));
    this.watch.disabled = hands < 0;
    this.bots = number(0, seats, values.bots);
    this.strength = selectStrength(values.strength);
    this.style = selectStyle(values.style);
    this.word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });
    this.everyone = h("input", { type: "checkbox", name: "everyone" });
    this.typed = new Set();
  }

  get elements() {
    const never = t("hands were played that spectators may never see");
    return [
      field(t("Bet size"), this.bet, t("the big blind, or the small bet in fixed limit")),
      field(t("Blinds"), this.blinds, t("empty: half a bet and a bet")),
      field(t("Ante"), this.ante, t("empty: the usual ante of the game")),
      field(t("Ante paid by"), this.anteBy),
      field(t("Minimum buy-in"), this.least),
      field(t("Maximum buy-in"), this.most, t("empty: no maximum")),
      field(t("Seconds to act"), this.seconds),
      field(t("Run it"), this.runs, t("if everyone in the hand agrees")),
      field(t("Hands from one bomb pot to the next"), this.bombEvery, t("0: none")),
      field(t("Bomb pot ante"), this.bombAnte),
      h("fieldset", { class: "wide-field" }, h("legend", {}, t("Straddles")),
        this.straddles.map(({ text, input }) => h("label", { class: "check" }, input, " ", text))),
      field(t("Bots"), this.bots),
      field(t("Bot strength"), this.strength),
      field(t("Bot style"), this.style),
      field(t("Spectators see the hands"), this.watch, this.watch.disabled ? never : ""),
      field(t("Password"), this.word, this.before.lock ? t("leave empty to keep the password") : t("leave empty to let everyone in")),
      this.before.lock ? h("label", { class: "check wide-field" }, this.everyone, " ", t("Let everyone in without a password")) : "",
      h("label", { class: "check wide-field" }, this.rabbit, " ", t("Rabbit hunt: after a hand, a player may ask for the board cards that would have come")),
      h("label", { class: "check wide-field" }, this.approve, " ", t("Players ask the host for a seat")),
    ];
  }

  /**
   * A field was typed into: with another bet its blinds are the usual ones, and the buy-in grows with it.
   * @param {EventTarget | null} target
   */
  follow(target) {
    const { bet, before, typed } = this;
    typed.add(target);
    if (target === bet) {
      const factor = (amountWritten(bet) || before.bet) / before.bet;
      if (!typed.has(this.blinds)) this.blinds.value = "";
      for (const [input, was] of /** @type {[HTMLInputElement, number][]} */ ([[this.least, before.buy_in[0]], [this.most, before.buy_in[1]]])) {
        if (was && !typed.has(input)) writeAmount(input, Math.round(was * factor));
      }
    }
    this.strength.disabled = this.style.disabled = Number(this.bots.value) === 0;
    this.bombAnte.disabled = Number(this.bombEvery.value) === 0;
    this.bombAnte.required = !this.bombAnte.disabled;
    this.word.disabled = this.everyone.checked;
    this.everyone.disabled = this.word.value !== "";
  }

  /**
   * The values, with the lock of the password.
   * @param {string} lock
   * @returns {Changeable}
   */
  values(lock) {
    const { before, blinds, bombEvery } = this;
    const bet = amountWritten(this.bet);
    /** @param {HTMLInputElement} input */
    const chips = (input) => amountWritten(input) || 0;
    return {
      bet,
      blinds: blinds.value.trim() ? blinds.value.split("/").map((one) => amountTyped(one.trim(), this.decimals)) : [],
      ante: this.ante.value.trim() ? chips(this.ante) : null,
      ante_by: /** @type {Changeable["ante_by"]} */ (this.anteBy.value),
      bring_in: bet === before.bet ? before.bring_in : null, // the usual ones of the new bet
      big_bet: bet === before.bet ? before.big_bet : null,
      buy_in: [chips(this.least), chips(this.most)],
      seconds: Number(this.seconds.value),
      straddles: this.straddles.filter(({ input }) => input.checked).map(({ value }) => value),
      bomb_every: Number(bombEvery.value),
      bomb_ante: Number(bombEvery.value) ? chips(this.bombAnte) : 0,
      runs: Number(this.runs.value),
      rabbit: this.rabbit.checked,
      approve: this.approve.checked,
      watch_after: Number(this.watch.value),
      bots: Number(this.bots.value),
      strength: /** @type {Strength} */ (this.strength.value),
      style: styleIn(this.style.value),
      lock,
    };
  }
}

/**
 * What stays as it is, with the reason.
 * @param {[label: string, text: string][]} fixed
 */
export const fixedFields = (fixed) =>
  fixed.map(([label, text]) => field(label, h("input", { type: "text", value: text, disabled: true }), t("fixed while the table is open")));
