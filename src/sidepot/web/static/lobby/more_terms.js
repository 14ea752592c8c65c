/** What a host may add to a cash table: ante, straddles, bomb pots, rake, buy-in, runs, open stakes. */

import { Field, number, select } from "./form_fields.js";
import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";

/** @import { MoreTerms, Straddle } from "sidepot/protocol" */
/** @import { Values } from "./form_fields.js" */

/** @type {Values} */
const ANTES = [["all", t("Every player")], ["big blind", t("The big blind, for everyone")], ["button", t("The button, for everyone")]];
/** @type {Values} */
const DECLARED = [["", t("As in the rules")], ["cards speak", t("Cards speak")],
  ["chips in hand", t("Declared together, with chips in closed hands")], ["in turn", t("Declared in turn")]];
/** @type {Values} */
const RUNS = [["0", t("As in the rules")], ["1", t("Once")], ["2", t("Up to twice")], ["3", t("Up to three times")], ["4", t("Up to four times")]];
/** @type {Values} */
const TALK = [["", t("As in the rules")], ["in a hand too", t("Also during a hand")], ["not in a hand", t("Not while in a hand")]];
/** @type {Values} */
const RAISES = [["0", t("As in the rules")], ["3", t("Three")], ["4", t("Four")], ["any", t("Any number")]];
/** @type {[value: Straddle, text: string][]} */
const STRADDLES = [["under the gun", t("Under the gun")], ["mississippi", t("Mississippi: any seat")], ["sleeper", t("Sleeper")]];

/** @param {HTMLInputElement} input */
const amount = (input) => Number(input.value) || 0;

/** The fields, and what they say. */
export class MoreFields {
  ante = new Field(t("Ante"), number(0, 1e9, 0), t("0: the usual ante of the game"));
  anteBy = new Field(t("Ante paid by"), select(ANTES, "all"));
  least = new Field(t("Minimum buy-in"), number(0, 1e9, 0), t("0: 40 bets"));
  most = new Field(t("Maximum buy-in"), number(0, 1e9, 0), t("0: no maximum, or 200 bets if the minimum is 0 too"));
  back = new Field(t("Minutes until a player may return with less"), number(-1, 1440, -1), t("sooner, the player brings back the old stack; -1: as in the rules"));
  bombEvery = new Field(t("Hands from one bomb pot to the next"), number(0, 1000, 0), t("0: none"));
  bombAnte = new Field(t("Bomb pot ante"), number(0, 1e9, 0));
  rake = new Field(t("Rake in percent"), number(0, 20, 0), t("0: none"));
  cap = new Field(t("Rake cap"), number(0, 1e9, 0), t("0: no cap"));
  runs = new Field(t("Run it"), select(RUNS, "0"), t("if everyone in the hand agrees"));
  declared = new Field(t("High and low"), select(DECLARED, ""));
  talk = new Field(t("Chat"), select(TALK, ""));
  raises = new Field(t("Maximum raises per round"), select(RAISES, "0"));
  open = h("input", { type: "checkbox", name: "open_stakes" });
  marker = new Field(t("Markers below this must be accepted"), number(0, 1e9, 0), t("0: any marker may be refused"));
  straddles = STRADDLES.map(([value, text]) => ({ value, text, input: h("input", { type: "checkbox", name: "straddle", value }) }));

  /** All of them, for a cash table. */
  get elements() {
    return [
      this.ante.element, this.anteBy.element, this.least.element, this.most.element, this.back.element,
      this.bombEvery.element, this.bombAnte.element, this.rake.element, this.cap.element, this.runs.element,
      this.declared.element, this.talk.element, this.raises.element,
      h("fieldset", {}, h("legend", {}, t("Straddles")),
        this.straddles.map(({ text, input }) => h("label", { class: "check" }, input, text))),
      h("fieldset", {}, h("legend", {}, t("Open stakes")),
        h("label", { class: "check" }, this.open, t("Players may bet more than their chips, with markers")),
        field(t("Markers below this must be accepted"), this.marker.input, t("0: any marker may be refused"))),
    ];
  }

  /**
   * Switch off what does not apply now: all of it where `why` says so.
   * @param {string} why
   */
  suit(why) {
    const all = [this.ante, this.least, this.most, this.back, this.bombEvery, this.rake, this.runs, this.declared, this.talk, this.raises];
    for (const one of all) one.off(why);
    this.anteBy.off(why || (amount(this.ante.input) ? "" : t("only with an ante of your own")));
    this.bombAnte.off(why || (amount(this.bombEvery.input) ? "" : t("only with bomb pots")));
    this.bombAnte.input.min = this.bombAnte.input.disabled ? "0" : "1";
    this.cap.off(why || (amount(this.rake.input) ? "" : t("only with rake")));
    this.open.disabled = Boolean(why);
    this.marker.input.disabled = Boolean(why) || !this.open.checked;
    for (const { input } of this.straddles) input.disabled = Boolean(why);
  }

  /** What they say; only what is not as usual. @returns {MoreTerms} */
  get value() {
    /** @param {Field<HTMLInputElement>} one */
    const of = ({ input }) => (input.disabled ? 0 : amount(input));
    const straddles = this.straddles.filter(({ input }) => input.checked && !input.disabled).map(({ value }) => value);
    const [least, most] = [of(this.least), of(this.most)];
    return {
      ...(of(this.ante) && { ante: of(this.ante), ante_by: /** @type {MoreTerms["ante_by"]} */ (this.anteBy.input.value) }),
      ...((least || most) && { buy_in: [least, most] }),
      ...(!this.back.input.disabled && Number(this.back.input.value) >= 0 && { back_minutes: of(this.back) }),
      ...(of(this.bombEvery) && { bomb_every: of(this.bombEvery), bomb_ante: of(this.bombAnte) }),
      ...(of(this.rake) && { rake: of(this.rake), rake_cap: of(this.cap) }),
      ...(Number(this.runs.input.value) && { runs: Number(this.runs.input.value) }),
      ...(this.declared.input.value && { declaration: /** @type {MoreTerms["declaration"]} */ (this.declared.input.value) }),
      ...(this.talk.input.value && { talk: /** @type {MoreTerms["talk"]} */ (this.talk.input.value) }),
      ...(this.raises.input.value === "any" && { any_raises: true }),
      ...(Number(this.raises.input.value) > 0 && { raises: Number(this.raises.input.value) }),
      ...(this.open.checked && { open_stakes: true, marker_below: amount(this.marker.input) }),
      ...(straddles.length && { straddles }),
    };
  }

  /**
   * Show these terms.
   * @param {MoreTerms} terms
   */
  fill(terms) {
    const [least, most] = terms.buy_in ?? [0, 0];
    /** @type {[{ input: HTMLInputElement | HTMLSelectElement }, unknown][]} */
    const values = [
      [this.ante, terms.ante ?? 0], [this.anteBy, terms.ante_by ?? "all"], [this.least, least], [this.most, most],
      [this.back, terms.back_minutes ?? -1], [this.bombEvery, terms.bomb_every ?? 0], [this.bombAnte, terms.bomb_ante ?? 0],
      [this.rake, terms.rake ?? 0], [this.cap, terms.rake_cap ?? 0], [this.runs, terms.runs ?? 0],
      [this.declared, terms.declaration ?? ""], [this.talk, terms.talk ?? ""], [this.marker, terms.marker_below ?? 0],
      [this.raises, terms.any_raises ? "any" : (terms.raises ?? 0)],
    ];
    for (const [{ input }, value] of values) input.value = String(value);
    this.open.checked = terms.open_stakes ?? false;
    for (const { value, input } of this.straddles) input.checked = terms.straddles?.includes(value) ?? false;
  }
}
