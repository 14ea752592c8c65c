/** What a host may add to a cash table: ante, straddles, bomb pots, rake, buy-in, runs, open stakes. */

import { Field, number, select } from "./form_fields.js";
import { field } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { tr } from "../common/language.js";

/** @import { MoreTerms, Straddle } from "sidepot/protocol" */
/** @import { Values } from "./form_fields.js" */

/** @type {Values} */
const ANTES = [["all", tr`Everybody`], ["big blind", tr`The big blind, for all`], ["button", tr`The button, for all`]];
/** @type {Values} */
const DECLARED = [["", tr`As the rules have it`], ["cards speak", tr`Cards speak`],
  ["chips in hand", tr`Declared at once, in closed hands`], ["in turn", tr`Declared in turn`]];
/** @type {Values} */
const RUNS = [["0", tr`As the rules have it`], ["1", tr`Once`], ["2", tr`Up to twice`], ["3", tr`Up to three times`], ["4", tr`Up to four times`]];
/** @type {Values} */
const TALK = [["", tr`As the rules have it`], ["in a hand too", tr`In a hand too`], ["not in a hand", tr`Not in a hand: one player to a hand`]];
/** @type {Values} */
const RAISES = [["0", tr`As the rules have it`], ["3", tr`Three`], ["4", tr`Four`], ["-1", tr`Any number`]];
/** @type {[value: Straddle, text: string][]} */
const STRADDLES = [["under the gun", tr`Under the gun`], ["mississippi", tr`Mississippi: any seat`], ["sleeper", tr`Sleeper`]];

/** @param {HTMLInputElement} input */
const amount = (input) => Number(input.value) || 0;

/** The fields, and what they say. */
export class MoreFields {
  ante = new Field(tr`Ante`, number(0, 1e9, 0), tr`0: as the game has it`);
  anteBy = new Field(tr`Ante paid by`, select(ANTES, "all"));
  least = new Field(tr`Least buy-in`, number(0, 1e9, 0), tr`0: 40 bets`);
  most = new Field(tr`Most buy-in`, number(0, 1e9, 0), tr`0: no limit, or 200 bets where the least is 0 too`);
  back = new Field(tr`Coming back within, in minutes`, number(-1, 1440, -1), tr`brings what was taken away; -1: as the rules have it`);
  bombEvery = new Field(tr`Bomb pot every so many hands`, number(0, 1000, 0), tr`0: none`);
  bombAnte = new Field(tr`Ante of a bomb pot`, number(0, 1e9, 0));
  rake = new Field(tr`Rake in percent`, number(0, 20, 0), tr`0: none`);
  cap = new Field(tr`Rake at most`, number(0, 1e9, 0), tr`0: no cap`);
  runs = new Field(tr`Run the board`, select(RUNS, "0"), tr`when all who are in agree`);
  declared = new Field(tr`High and low`, select(DECLARED, ""));
  talk = new Field(tr`Players may write`, select(TALK, ""));
  raises = new Field(tr`Raises in a round at most`, select(RAISES, "0"));
  open = h("input", { type: "checkbox", name: "open_stakes" });
  marker = new Field(tr`Markers to be accepted below`, number(0, 1e9, 0), tr`0: each may be refused`);
  straddles = STRADDLES.map(([value, text]) => ({ value, text, input: h("input", { type: "checkbox", name: "straddle", value }) }));

  /** All of them, for a cash table. */
  get elements() {
    return [
      this.ante.element, this.anteBy.element, this.least.element, this.most.element, this.back.element,
      this.bombEvery.element, this.bombAnte.element, this.rake.element, this.cap.element, this.runs.element,
      this.declared.element, this.talk.element, this.raises.element,
      h("fieldset", {}, h("legend", {}, tr`Straddles`),
        this.straddles.map(({ text, input }) => h("label", { class: "check" }, input, text))),
      h("fieldset", {}, h("legend", {}, tr`Open stakes`),
        h("label", { class: "check" }, this.open, tr`More than one's chips may be bet, with markers`),
        field(tr`Markers to be accepted below`, this.marker.input, tr`0: each may be refused`)),
    ];
  }

  /**
   * Switch off what does not apply now: all of it where `why` says so.
   * @param {string} why
   */
  suit(why) {
    const all = [this.ante, this.least, this.most, this.back, this.bombEvery, this.rake, this.runs, this.declared, this.talk, this.raises];
    for (const one of all) one.off(why);
    this.anteBy.off(why || (amount(this.ante.input) ? "" : tr`there is no ante of your own`));
    this.bombAnte.off(why || (amount(this.bombEvery.input) ? "" : tr`there are no bomb pots`));
    this.bombAnte.input.min = this.bombAnte.input.disabled ? "0" : "1";
    this.cap.off(why || (amount(this.rake.input) ? "" : tr`there is no rake`));
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
      ...(Number(this.raises.input.value) && { raises: Number(this.raises.input.value) }),
      ...(this.open.checked && { open_stakes: true, marker_below: amount(this.marker.input) }),
      ...(straddles.length && { straddles }),
    };
  }

  /**
   * Show these terms.
   * @param {MoreTerms} told
   */
  fill(told) {
    const [least, most] = told.buy_in ?? [0, 0];
    /** @type {[{ input: HTMLInputElement | HTMLSelectElement }, unknown][]} */
    const values = [
      [this.ante, told.ante ?? 0], [this.anteBy, told.ante_by ?? "all"], [this.least, least], [this.most, most],
      [this.back, told.back_minutes ?? -1], [this.bombEvery, told.bomb_every ?? 0], [this.bombAnte, told.bomb_ante ?? 0],
      [this.rake, told.rake ?? 0], [this.cap, told.rake_cap ?? 0], [this.runs, told.runs ?? 0],
      [this.declared, told.declaration ?? ""], [this.talk, told.talk ?? ""], [this.marker, told.marker_below ?? 0],
      [this.raises, told.raises ?? 0],
    ];
    for (const [{ input }, value] of values) input.value = String(value);
    this.open.checked = told.open_stakes ?? false;
    for (const { value, input } of this.straddles) input.checked = told.straddles?.includes(value) ?? false;
  }
}
