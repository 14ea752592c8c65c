/**
 * What is decided ahead of one's turn, and done at once when the turn comes. *Check* and *Call* are for one price: a new
 * one cancels them. *Check/fold* and *Call any* are for every price of the betting round.
 */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { shown } from "../common/units.js";
import { actionButton, pressIn } from "./why.js";
import { t } from "../common/language.js";

/**
 * @import { Command } from "sidepot/protocol"
 * @import { Choices, State } from "../room/messages.js"
 */

/** What can be decided ahead. @typedef {"check_fold" | "check" | "call" | "call_any"} Kind */

/**
 * A decision ahead: what it is called, its key, and what it costs; `hand`, `street` and `price` are those it is for.
 * @typedef {{ kind: Kind, name: string, key: string, costs: number, hand: number, street: string, price: number }} Plan
 */

/**
 * What seat `own` has to pay to stay in, as far as it has the chips.
 * @param {State} state
 * @param {number} own
 */
function owed({ price, seats }, own) {
  const seat = seats[own];
  return seat ? Math.min(Math.max(0, price - seat.bet), seat.stack) : 0;
}

/**
 * What seat `own` can decide now, ahead of its turn: nothing where it has no act to come in this round.
 * @param {State} state
 * @param {number} own
 * @returns {Plan[]}
 */
export function plansFor(state, own) {
  const seat = state.seats[own];
  if (seat?.hand !== "live" || state.phase !== "playing" || !state.to_come.includes(own)) return [];
  const costs = owed(state, own);
  const { hand, street, price } = state;
  const about = { costs, hand, street, price };
  return [
    { kind: "check_fold", name: costs ? t("Fold") : t("Check/fold"), key: "q", ...about },
    costs
      ? { kind: "call", name: costs === seat.stack ? t("Call all-in") : t("Call"), key: "e", ...about }
      : { kind: "check", name: t("Check"), key: "e", ...about },
    { kind: "call_any", name: t("Call any"), key: "z", ...about },
  ];
}

/**
 * What a plan is called, with what it costs: "Call 20".
 * @param {Plan} plan
 */
const called = ({ kind, name, costs }) => (kind === "call" ? `${name} ${shown(costs)}` : name);

/**
 * The command of a plan, as the turn has come; null where it is not what was planned.
 * @param {Plan} plan
 * @param {Choices} options
 * @returns {Command | null}
 */
function commandOf({ kind, costs }, options) {
  if (kind === "call") return options.call === costs ? { type: "call" } : null;
  if (options.may_check) return { type: "check" };
  if (kind === "call_any") return options.call > 0 ? { type: "call" } : null;
  return kind === "check_fold" && options.may_fold ? { type: "fold" } : null;
}

/** The decisions that a new price does not cancel. @type {Kind[]} */
const AT_ANY_PRICE = ["check_fold", "call_any"];

const STANDS_STILL = ["paused", "frozen"]; // the hand goes on later, as it is

/** @param {State} state */
const roundOf = ({ hand, street, phase }) => `${hand} ${street} ${phase}`;

export class Ahead {
  /** @type {Plan | null} */
  plan = null;
  note = h("p", { class: "ahead-note", role: "status" });
  row = h("div", { class: "ahead", role: "group", "aria-label": t("Choose your action in advance") });
  /** @type {Plan[]} */
  plans = []; // what can be decided now
  about = ""; // the round that the note is about

  /**
   * Follow the table: a plan is off, and a note says so, as soon as it is not the decision any more that it was made for.
   * @param {State} state
   * @param {number} own
   */
  follow(state, own) {
    const { plan } = this;
    const about = roundOf(state);
    if (this.about !== about) put(this.note); // the note was about another round
    this.about = about;
    if (plan && !this.#stands(plan, state, own)) {
      this.plan = null;
      const inRound = state.hand === plan.hand && state.street === plan.street && state.phase === "playing";
      const isIn = inRound && state.seats[own]?.hand === "live";
      this.#say(isIn ? t("{why}: “{plan}” was cancelled", { why: whyOff(plan, state, own), plan: called(plan) }) : "");
    }
    this.plans = plansFor(state, own);
    this.#followPrice();
    this.#draw();
  }

  /** A plan for every price is now one for the new price: the note says what that means. */
  #followPrice() {
    const was = this.plan;
    const now = was && this.plans.find(({ kind }) => kind === was.kind);
    if (!was || !now || now.costs === was.costs) return;
    this.plan = now;
    const price = t("It is now {amount} to call", { amount: shown(now.costs) });
    this.#say(now.costs ? t("{why}: {plan} as soon as it is your turn", { why: price, plan: called(now) }) : t("{plan} as soon as it is your turn", { plan: called(now) }));
  }

  /**
   * Whether a plan is still the decision that it was made for, or will be.
   * @param {Plan} plan
   * @param {State} state
   * @param {number} own
   */
  #stands(plan, state, own) {
    if (state.hand !== plan.hand || state.street !== plan.street) return false;
    if (STANDS_STILL.includes(state.phase)) return true;
    if (state.phase !== "playing") return false;
    if (state.due !== "act" || state.seats[own]?.hand !== "live") return false;
    if (state.to_act !== own && !state.to_come.includes(own)) return false;
    return AT_ANY_PRICE.includes(plan.kind) || (state.price === plan.price && owed(state, own) === plan.costs);
  }

  /**
   * The turn has come: the command that was decided ahead, once; null where there is none.
   * @param {Choices} options
   * @returns {Command | null}
   */
  take(options) {
    const { plan } = this;
    this.plan = null;
    if (!plan) return null;
    const command = commandOf(plan, options);
    if (!command) this.#say(t("The action has changed: “{plan}” was cancelled", { plan: called(plan) }));
    return command;
  }

  /**
   * Decide ahead, or take that back.
   * @param {Plan} plan
   */
  choose(plan) {
    this.plan = this.plan?.kind === plan.kind ? null : plan;
    this.#say(this.plan ? t("{plan} as soon as it is your turn", { plan: called(plan) }) : t("“{plan}” cancelled", { plan: called(plan) }));
    this.#draw();
  }

  /**
   * A key was pressed. Returns whether it meant something here.
   * @param {string} key
   */
  press(key) {
    return pressIn(this.row, key);
  }

  /** The note is over: the turn is done, or the hand is. */
  hush() {
    if (!this.plan) this.#say("");
  }

  /** @param {string} words */
  #say(words) {
    if (this.note.textContent !== words) put(this.note, words);
  }

  #draw() {
    const buttons = this.plans.map((plan) =>
      actionButton({
        key: plan.key,
        what: `${plan.kind} ${plan.costs}`,
        text: plan.name,
        detail: plan.kind === "call" ? shown(plan.costs) : "",
        base: "plan",
        chosen: this.plan?.kind === plan.kind,
        act: () => this.choose(plan),
      }),
    );
    put(this.row, buttons);
  }
}

/**
 * @param {Plan} plan
 * @param {State} state
 * @param {number} own
 */
function whyOff(plan, state, own) {
  if (state.price === plan.price) return t("Something else comes first");
  const costs = owed(state, own);
  return costs ? t("It is now {amount} to call", { amount: shown(costs) }) : t("You can check now");
}
