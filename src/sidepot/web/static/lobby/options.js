/** What a host may choose for a cash table besides game, stakes and company: money, extras, rules. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { t } from "../common/language.js";
import { amountOf } from "../common/words.js";
import { amountsTyped, stakesTyped } from "./stakes.js";
import { AmountField, Field, Switch, number, select } from "./form_fields.js";

/** @import { Listed, MoreTerms, Straddle } from "sidepot/protocol" */
/** @import { Values } from "./form_fields.js" */

const MINUTE = 60_000;

/** @type {Values} */
const ANTES = [["", t("As usual in the game")], ["none", t("None")], ["blind", t("One big blind")], ["own", t("Another amount")]];
/** @type {Values} */
const PAYERS = [["all", t("Every player")], ["big blind", t("The big blind, for everyone")], ["button", t("The button, for everyone")]];
/** @type {Values} */
const BRING_INS = [["", t("As usual in the game")], ["none", t("None")], ["own", t("Another amount")]];
/** @type {Values} */
const RETURNS = [["", t("As in the rules")], ["never", t("With any buy-in")], ["own", t("Within so many minutes")]];
/** @type {Values} */
const RUNS = [["", t("As in the rules")], ["1", t("Once")], ["2", t("Up to twice")], ["3", t("Up to three times")], ["4", t("Up to four times")]];
/** @type {Values} */
const RABBITS = [["", t("As in the rules")], ["yes", t("Allowed")], ["no", t("Not allowed")]];
/** @type {Values} */
const KILLS = [["full", t("Full kill: twice the stakes")], ["half", t("Half kill: one and a half times")]];
/** @type {Values} */
const TRIGGERS = [["legs", t("Pots won in a row")], ["pot", t("The size of a pot")]];
/** @type {Values} */
const DECLARED = [["", t("As in the rules")], ["cards speak", t("Cards speak")],
  ["chips in hand", t("Declared together, with chips in closed hands")], ["in turn", t("Declared in turn")]];
/** @type {Values} */
const READINGS = [["", t("As in the rules")], ["cards speak", t("Cards speak")], ["as called", t("The hand that its owner calls")]];
/** @type {Values} */
const RAISES = [["", t("As in the rules")], ...["1", "2", "3", "4", "5", "6"].map((one) => /** @type {[string, string]} */ ([one, one])), ["any", t("Any number")]];
/** @type {Values} */
const REOPENINGS = [["", t("As in the rules")], ["full bet", t("A full bet")], ["half bet", t("Half a bet, added up")], ["half bet by one player", t("Half a bet by one player")]];
/** @type {Values} */
const FACES = [["", t("As in the rules")], ["yes", t("Open")], ["no", t("Closed")]];
/** @type {Values} */
const BUTTONS = [["", t("As in the rules")], ["high card", t("The highest card")], ["first jack", t("The first jack")]];
/** @type {Values} */
const TALK = [["", t("As in the rules")], ["in a hand too", t("Also during a hand")], ["not in a hand", t("Not while in a hand")]];
/** @type {[value: Straddle, text: string][]} */
const STRADDLES = [["under the gun", t("Under the gun")], ["mississippi", t("Mississippi: any seat")], ["sleeper", t("Sleeper")]];
/** @type {Values} */
const MEANS = [[t("in cash"), t("In cash")], [t("by bank transfer"), t("By bank transfer")], ["", t("Otherwise")]];

/**
 * What options depend on: the game, its limit and the big blind; with `whole` chips of a sit-and-go there are none.
 * @typedef {{ game: Listed | null, limit: string, choice: boolean, isCash: boolean, bet: number }} Played
 */

export class Options {
  cents = new Switch("cents", t("Cents: the smallest chip is 0.01"));
  least = new AmountField(t("Minimum buy-in"), { least: 1 }, t("empty: 40 bets"));
  most = new AmountField(t("Maximum buy-in"), { least: 1 }, t("empty: 200 bets"));
  ante = new Field(t("Ante"), select(ANTES, ""));
  anteOwn = new AmountField(t("Amount of the ante"), { least: 1, free: false });
  anteBy = new Field(t("Ante paid by"), select(PAYERS, "all"));
  bringIn = new Field(t("Bring-in"), select(BRING_INS, ""));
  bringInOwn = new AmountField(t("Amount of the bring-in"), { least: 1, free: false });
  blinds = new Field(t("Blinds"), h("input", { type: "text", inputmode: "decimal", autocomplete: "off" }), t("empty: half a bet and a bet"));
  back = new Field(t("A player who left returns"), select(RETURNS, ""));
  backMinutes = new Field(t("Minutes until a player may return with less"), number(1, 1440, 60));
  rakePercent = new Field(t("Rake in percent"), number(1, 20, 5));
  cap = new AmountField(t("Rake cap"), { least: 1 }, t("empty: no cap"));
  rake = new Switch("rake", t("Rake"), [this.rakePercent.element, this.cap.element]);
  charge = new AmountField(t("Charge for a seat"), { least: 1, free: false });
  chargeMinutes = new Field(t("Minutes that it is for"), number(1, 600, 30));
  time = new Switch("time", t("Time collection: players pay for the seat"), [this.charge.element, this.chargeMinutes.element]);

  straddles = STRADDLES.map(([value, text]) => ({ value, one: new Switch(value, text) }));
  straddling = h("fieldset", { class: "whole" }, h("legend", {}, t("Straddles")), this.straddles.map(({ one }) => one.element));
  bombEvery = new Field(t("Hands from one bomb pot to the next"), number(1, 1000, 10));
  bombAnte = new AmountField(t("Bomb pot ante"), { least: 1, free: false });
  bomb = new Switch("bomb", t("Bomb pots"), [this.bombEvery.element, this.bombAnte.element]);
  runs = new Field(t("Run it"), select(RUNS, ""), t("if everyone in the hand agrees"));
  rabbit = new Field(t("Rabbit hunt"), select(RABBITS, ""), t("after a hand, a player may ask for the board cards that would have come"));
  killKind = new Field(t("Kill"), select(KILLS, "full"));
  killBy = new Field(t("What kills"), select(TRIGGERS, "legs"));
  legs = new Field(t("Pots won in a row"), number(1, 10, 2));
  killPot = new Field(t("Pot in big bets"), number(1, 1000, 10));
  kill = new Switch("kill", t("Kill pots"), [this.killKind.element, this.killBy.element, this.legs.element, this.killPot.element]);
  marker = new AmountField(t("Markers below this must be accepted"), { least: 1 }, t("empty: any marker may be refused"));
  means = new Field(t("Markers are settled"), select(MEANS, MEANS[0][0]));
  otherMeans = new Field(t("In which way"), h("input", { type: "text", required: true, maxlength: "100" }));
  by = new Field(t("By"), h("input", { type: "date" }), t("empty: the end of the session"));
  open = new Switch("open", t("Open stakes: players may bet more than their chips, with markers"),
    [this.marker.element, this.means.element, this.otherMeans.element, this.by.element]);

  raises = new Field(t("Maximum raises per round"), select(RAISES, ""));
  reopening = new Field(t("What reopens the betting after a short all-in"), select(REOPENINGS, ""));
  face = new Field(t("All-in hands"), select(FACES, ""), t("when nobody can bet any more"));
  reading = new Field(t("At the showdown"), select(READINGS, ""));
  declared = new Field(t("High and low"), select(DECLARED, ""));
  button = new Field(t("First dealer"), select(BUTTONS, ""));
  menu = h("div", { class: "game-menu" });
  menuOf = new Switch("menu", t("Only some games"), this.menu);
  talk = new Field(t("Chat"), select(TALK, ""));

  /** @type {AmountField[]} */
  amounts = [this.least, this.most, this.anteOwn, this.bringInOwn, this.cap, this.charge, this.bombAnte, this.marker];
  decimals = 0;

  /** @param {Listed[]} games */
  constructor(games) {
    const boxes = games.flatMap((one) => (one.mix ? [] : menuKeys(one).map(([key, text]) => h("label", { class: "check" }, h("input", { type: "checkbox", value: key }), text))));
    put(this.menu, boxes);
  }

  get money() {
    return [this.cents, this.least, this.most, this.blinds, this.ante, this.anteOwn, this.anteBy, this.bringIn, this.bringInOwn, this.back,
      this.backMinutes, this.rake, this.time].map(({ element }) => element);
  }

  get extras() {
    return [this.straddling, ...[this.bomb, this.runs, this.rabbit, this.kill, this.open].map(({ element }) => element)];
  }

  get rules() {
    return [this.raises, this.reopening, this.face, this.reading, this.declared, this.button, this.menuOf].map(({ element }) => element);
  }

  /** @param {number} decimals */
  setDecimals(decimals) {
    this.decimals = decimals;
    for (const one of this.amounts) one.setDecimals(decimals);
  }

  /**
   * Show what applies.
   * @param {Played} played
   */
  suit({ game, limit, choice, isCash, bet }) {
    const blinds = isCash && (game?.blinds ?? true);
    const fixed = limit === "fl" || (game?.mix && game.limit === "fl");
    this.bet = bet;
    if (!this.bomb.on) this.bombAnte.chips = 2 * bet; // as long as nobody asks for another one
    if (!this.time.on) this.charge.chips = bet;
    for (const one of [this.least, this.most, this.back, this.runs, this.face, this.reading, this.button, this.talk, this.raises]) one.show(isCash);
    for (const one of [this.cents, this.rake, this.time, this.bomb, this.open]) one.show(isCash);
    this.blinds.show(blinds && (limit === "fl" || limit === "sl") && !game?.mix);
    const own = this.blinds.value;
    this.blinds.input.setCustomValidity(own ? stakesTyped("blinds", own, this.decimals).wrong : "");
    this.ante.show(isCash);
    for (const option of this.ante.input.options) if (option.value === "blind") option.disabled = !blinds;
    const ante = this.ante.value;
    this.anteOwn.show(isCash && ante === "own");
    this.anteBy.show(blinds && ["own", "blind"].includes(ante));
    this.bringIn.show(isCash && (game?.bring_in ?? false));
    this.bringInOwn.show(this.bringIn.value === "own");
    this.backMinutes.show(this.back.value === "own");
    this.straddling.hidden = !blinds;
    for (const { one } of this.straddles) one.show(blinds);
    this.rabbit.show(isCash && (game?.mix || game?.kind === "board" || false));
    this.kill.show(isCash && Boolean(fixed));
    this.legs.show(this.killBy.input.value === "legs");
    this.killPot.show(this.killBy.input.value === "pot");
    this.otherMeans.show(this.means.input.value === "");
    this.reopening.show(isCash && (Boolean(fixed) || limit === "sl"));
    this.declared.show(isCash && (game?.halves ?? false));
    this.menuOf.show(isCash && choice);
    if (choice && !this.menuOf.on) this.#tick(game?.menu ?? []);
  }

  bet = 0;

  /** @param {readonly string[]} keys */
  #tick(keys) {
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (this.menu.querySelectorAll("input"))) box.checked = keys.includes(box.value);
  }

  /** The games of the dealer's menu; none where it is the usual one. */
  get chosen() {
    return this.menuOf.on ? [.../** @type {NodeListOf<HTMLInputElement>} */ (this.menu.querySelectorAll("input:checked"))].map(({ value }) => value) : [];
  }

  /** What is not as usual. @returns {MoreTerms} */
  get value() {
    const { least, most, bet } = this;
    const straddles = this.straddles.flatMap(({ value, one }) => (one.on ? [value] : []));
    const ante = { "": null, none: 0, blind: bet, own: this.anteOwn.chips }[this.ante.value] ?? null;
    const bringIn = { "": null, none: 0, own: this.bringInOwn.chips }[this.bringIn.value] ?? null;
    const isBound = least.chips !== null || most.chips !== null;
    const back = { "": null, never: 0, own: Number(this.backMinutes.value) }[this.back.value] ?? null;
    const byPot = this.killBy.value === "pot";
    return {
      ...(ante !== null && { ante, ...(this.anteBy.value && { ante_by: /** @type {MoreTerms["ante_by"]} */ (this.anteBy.value) }) }),
      ...(bringIn !== null && { bring_in: bringIn }),
      ...(this.blinds.value && { blinds: amountsTyped(this.blinds.value, this.decimals) }),
      ...(isBound && { buy_in: /** @type {[number, number]} */ ([least.chips ?? Math.min(40 * bet, most.chips ?? Number.POSITIVE_INFINITY), most.chips ?? Math.max(200 * bet, least.chips ?? 0)]) }),
      ...(back !== null && { back_minutes: back }),
      ...(this.rake.on && { rake: Number(this.rakePercent.value), ...(this.cap.chips !== null && { rake_cap: this.cap.chips }) }),
      ...(this.time.on && { time_charge: { amount: this.charge.chips ?? 0, period_ms: Number(this.chargeMinutes.value) * MINUTE } }),
      ...(straddles.length && { straddles }),
      ...(this.bomb.on && { bomb_every: Number(this.bombEvery.value), bomb_ante: this.bombAnte.chips ?? 0 }),
      ...(this.runs.value && { runs: Number(this.runs.value) }),
      ...(this.rabbit.value && { rabbit: this.rabbit.value === "yes" }),
      ...(this.kill.on && { kill: { kind: /** @type {"full" | "half"} */ (this.killKind.value), legs: byPot ? 0 : Number(this.legs.value), at_least: byPot ? Number(this.killPot.value) : 0 } }),
      ...(this.open.on && { open_stakes: true, ...(this.marker.chips !== null && { marker_below: this.marker.chips }), marker_terms: this.#markerTerms }),
      ...(this.raises.value === "any" ? { any_raises: true } : this.raises.value && { raises: Number(this.raises.value) }),
      ...(this.reopening.value && { reopening: /** @type {MoreTerms["reopening"]} */ (this.reopening.value) }),
      ...(this.face.value && { face_up: this.face.value === "yes" }),
      ...(this.reading.value && { reading: /** @type {MoreTerms["reading"]} */ (this.reading.value) }),
      ...(this.declared.value && { declaration: /** @type {MoreTerms["declaration"]} */ (this.declared.value) }),
      ...(this.button.value && { first_button: /** @type {MoreTerms["first_button"]} */ (this.button.value) }),
      ...(this.talk.value && { talk: /** @type {MoreTerms["talk"]} */ (this.talk.value) }),
    };
  }

  get #markerTerms() {
    const means = this.means.value || this.otherMeans.value;
    return this.by.value ? t("settled by {date}, {means}", { date: this.by.value, means }) : t("settled at the end of the session, {means}", { means });
  }

  /**
   * Show these terms.
   * @param {MoreTerms} terms
   * @param {readonly string[]} menu
   */
  fill(terms, menu) {
    const [least, most] = terms.buy_in ?? [null, null];
    [this.least.chips, this.most.chips] = [least, most || null];
    const ante = terms.ante ?? null;
    this.ante.value = ante === null ? "" : ante === 0 ? "none" : "own";
    this.anteOwn.chips = ante || null;
    this.anteBy.value = terms.ante_by ?? "all";
    const bringIn = terms.bring_in ?? null;
    this.bringIn.value = bringIn === null ? "" : bringIn === 0 ? "none" : "own";
    this.bringInOwn.chips = bringIn || null;
    this.blinds.value = (terms.blinds ?? []).map((one) => amountOf(one, this.decimals)).join("/");
    const back = terms.back_minutes ?? null;
    this.back.value = back === null ? "" : back === 0 ? "never" : "own";
    if (back) this.backMinutes.value = String(back);
    this.rake.on = Boolean(terms.rake);
    if (terms.rake) this.rakePercent.value = String(terms.rake);
    this.cap.chips = terms.rake_cap || null;
    this.time.on = Boolean(terms.time_charge);
    if (terms.time_charge) {
      this.charge.chips = terms.time_charge.amount;
      this.chargeMinutes.value = String((terms.time_charge.period_ms ?? 30 * MINUTE) / MINUTE);
    }
    for (const { value, one } of this.straddles) one.on = terms.straddles?.includes(value) ?? false;
    this.bomb.on = Boolean(terms.bomb_every);
    if (terms.bomb_every) this.bombEvery.value = String(terms.bomb_every);
    if (terms.bomb_ante) this.bombAnte.chips = terms.bomb_ante;
    this.runs.value = String(terms.runs ?? "");
    this.rabbit.value = terms.rabbit === undefined || terms.rabbit === null ? "" : terms.rabbit ? "yes" : "no";
    this.kill.on = Boolean(terms.kill);
    if (terms.kill) {
      const { kind = "full", legs = 2, at_least = 0 } = terms.kill;
      this.killKind.value = kind;
      this.killBy.value = legs ? "legs" : "pot";
      if (legs) this.legs.value = String(legs);
      if (at_least) this.killPot.value = String(at_least);
    }
    this.open.on = terms.open_stakes ?? false;
    this.marker.chips = terms.marker_below || null;
    this.raises.value = terms.any_raises ? "any" : String(terms.raises ?? "");
    this.reopening.value = terms.reopening ?? "";
    this.face.value = terms.face_up === true ? "yes" : terms.face_up === false ? "no" : "";
    this.reading.value = terms.reading ?? "";
    this.declared.value = terms.declaration ?? "";
    this.button.value = terms.first_button ?? "";
    this.talk.value = terms.talk ?? "";
    this.menuOf.on = menu.length > 0;
    if (menu.length) this.#tick(menu);
  }
}

/**
 * The entries of a game in a dealer's menu: at its usual limit, hold'em at two.
 * @param {Listed} game
 * @returns {[key: string, text: string][]}
 */
function menuKeys({ id, title, limit }) {
  const limits = id === "holdem" || id === "omaha8" ? [limit || "nl", "fl"] : [limit || "nl"];
  const short = /** @type {Record<string, string>} */ ({ nl: t("No limit"), pl: t("Pot limit"), fl: t("Fixed limit") });
  return limits.map((one) => [`${one} ${id}`, `${titleIn(title)} · ${short[one]}`]);
}
