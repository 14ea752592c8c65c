/** What the seat in turn may do, one button an act; and the street that the dealer deals. */

import { amountInput, amountWritten } from "../common/amount_input.js";
import { askAmount } from "../common/dialogs.js";
import { el } from "../common/element.js";
import { t, tn, word } from "../common/language.js";
import { wordsIn } from "../common/sentences.js";
import { chips, cited } from "../common/words.js";
import { streetName } from "./board.js";
import { playerOf, seatName } from "./words.js";

/**
 * @import { DealtHand, DealtTurn } from "sidepot/protocol"
 * @import { Doing } from "./queue.js"
 * @typedef {(what: Doing, text: string) => unknown} Do
 * @typedef {(some: Parameters<Do>[]) => unknown} DoAll
 * @typedef {{ key: string, input: HTMLInputElement }} Amount
 */

/** @param {Extract<Doing, { type: "tap" }>["act"]} act @returns {Doing} */
export const tapped = (act) => ({ type: "tap", act });

/**
 * A button for an act.
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {{ key?: string, strong?: boolean, small?: string }} more
 */
const button = (text, onclick, { key = "", strong = false, small = "" } = {}) =>
  el("button", { key: text, type: "button", class: strong ? "strong" : "quiet", "aria-keyshortcuts": key || null, onclick }, text, small && el("small", {}, small));

/**
 * Ask for the chips of an all-in where nobody knows them.
 * @param {string} player
 * @param {number} most
 */
const askChips = (player, most = 0) =>
  askAmount({ title: t("How many chips does {player} have behind?", { player }), least: 1, most, usual: 0, go: t("All-in") });

/** The field for an amount, kept while its turn lasts. @type {Amount} */
let amount = { key: "", input: amountInput({}) };

/**
 * @param {string} key
 * @param {{ least: number, most: number }} bounds
 */
function inputFor(key, bounds) {
  if (amount.key !== key) amount = { key, input: amountInput({ ...bounds, value: bounds.least }, { id: "amount", "aria-label": t("Amount") }) };
  return amount.input;
}

/** What a raise is called. @type {Record<string, (amount: string) => string>} */
const VERBS = {
  bet: (to) => t("Bet {amount}", { amount: to }),
  raise: (to) => t("Raise to {amount}", { amount: to }),
  complete: (to) => t("Complete to {amount}", { amount: to }),
};

/**
 * @param {DealtTurn} turn
 * @param {string} player
 * @param {Do} doing
 */
function raisesOf(turn, player, doing) {
  const { least = 0, most = 0, two = false, verb = "bet" } = turn;
  if (!most) return [];
  /** @param {number} to */
  const raise = (to) => doing(tapped({ type: "raise_to", to }), t("{player} bets or raises to {amount}", { player, amount: chips(to) }));
  const words = VERBS[verb] ?? VERBS.raise;
  const first = button(words(chips(least)), () => raise(least), { key: "r" });
  if (two || least === most) return [first, most > least && button(words(chips(most)), () => raise(most))];
  const input = inputFor(`${turn.seat}/${least}/${most}`, { least, most: Math.max(most, 0) });
  const send = () => {
    if (input.reportValidity()) raise(amountWritten(input));
  };
  return [
    first,
    most > 0 && !turn.all_in && button(words(chips(most)), () => raise(most), { small: t("the most") }),
    el("form", { key: "amount", class: "dealer-amount", onsubmit: (sent) => { sent.preventDefault(); send(); } },
      input, el("button", { class: "quiet" }, verb === "bet" ? t("Bet") : t("Raise to"))),
  ];
}

/**
 * The seat in turn, with everything that it may do.
 * @param {DealtHand} hand
 * @param {DealtTurn} turn
 * @param {Do} doing
 */
export function actingOf(hand, turn, doing) {
  const player = playerOf(hand, turn.seat);
  const { call = 0, bring_in: bring = 0 } = turn;
  const behind = hand.seats.find(({ seat }) => seat === turn.seat)?.chips ?? -1;
  const allIn = async () => {
    const given = turn.asks_chips ? await askChips(player) : 0;
    if (given !== null) doing(tapped({ type: "all_in", chips: given }), t("{player} is all-in", { player }));
  };
  return [
    el("h2", {}, player, " ", el("small", {}, seatName(turn.seat))),
    el("dl", { class: "dealer-facts" },
      el("div", { key: "call" }, el("dt", {}, t("To call")), el("dd", {}, chips(call))),
      el("div", { key: "least" }, el("dt", {}, turn.verb === "bet" ? t("Least bet") : t("Least raise to")), el("dd", {}, turn.most ? chips(turn.least ?? 0) : "–")),
      behind >= 0 && el("div", { key: "behind" }, el("dt", {}, t("Behind")), el("dd", {}, chips(behind))),
      el("div", { key: "raise", class: "dealer-raise" }, el("dt", {}, t("May raise")), el("dd", {}, hand.seats.filter(({ may_raise: may }) => may).map(({ seat }) => String(seat + 1)).join(" ") || "–"))),
    el("div", { class: "dealer-acts" },
      turn.fold && button(t("Fold"), () => doing(tapped({ type: "fold" }), t("{player} folds", { player })), { key: "f" }),
      turn.check && button(t("Check"), () => doing(tapped({ type: "check" }), t("{player} checks", { player })), { key: "k", strong: true }),
      call > 0 && button(t("Call {amount}", { amount: chips(call) }), () => doing(tapped({ type: "call" }), t("{player} calls {amount}", { player, amount: chips(call) })), { key: "c", strong: true }),
      bring > 0 && button(t("Bring in {amount}", { amount: chips(bring) }), () => doing(tapped({ type: "bring_in" }), t("{player} brings in {amount}", { player, amount: chips(bring) })), { key: "c", strong: true }),
      raisesOf(turn, player, doing),
      turn.all_in && button(t("All-in"), allIn, { key: "a" })),
    whyOf(hand, turn),
  ];
}

/**
 * Why the seat may raise or not, why those after it may not, and the other reasons.
 * @param {DealtHand} hand
 * @param {DealtTurn} turn
 */
function whyOf(hand, { why = [] }) {
  /** @param {(typeof why)[number]} reason @param {string} [of] */
  const line = ({ text, sentence, cite, verdict }, of = "") =>
    el("li", { key: of + text, class: `is-${verdict}` }, of && el("b", {}, of, ": "), wordsIn(text, /** @type {import("../room/messages.js").Sentence} */ (sentence ?? [])), " ", el("cite", {}, cited(cite)));
  /** @param {typeof why} some */
  const lines = (some) => some.map((one) => line(one));
  const raise = why.filter(({ about }) => about.includes("raise"));
  const others = why.filter(({ about }) => !about.includes("raise"));
  return [
    el("ul", { key: "raise", class: "dealer-why" }, lines(raise), hand.seats.map(({ player, why_not_raise: reason }) => reason && line(reason, player))),
    others.length > 0 && el("details", { key: "others", class: "dealer-more" }, el("summary", {}, t("Why the others")), el("ul", { class: "dealer-why" }, lines(others))),
  ];
}

/**
 * A draw: how many cards the seat changes.
 * @param {DealtHand} hand
 * @param {DealtTurn} turn
 * @param {Do} doing
 */
export function drawingOf(hand, turn, doing) {
  const player = playerOf(hand, turn.seat);
  const { discard = 0, discard_least: least = 0 } = turn;
  const counts = Array.from({ length: discard - least + 1 }, (_, at) => least + at);
  /** @param {number} count */
  const draw = (count) => {
    const splits = turn.may_split && split.checked && count > 0;
    split.checked = false;
    return doing(tapped({ type: "discard", count, ...(splits && { split: true }) }), count ? tn("{player} draws {count} card", "{player} draws {count} cards", count, { player }) : t("{player} stands pat", { player }));
  };
  return [
    el("h2", {}, player, " ", el("small", {}, seatName(turn.seat))),
    el("p", {}, t("How many cards does {player} change?", { player })),
    el("div", { class: "dealer-acts" }, counts.map((count) =>
      button(count ? String(count) : t("Stands pat"), () => draw(count)))),
    turn.may_split && el("label", { class: "check" }, split, " ", t("{player} announces splitting openers: keep the discards apart", { player })),
  ];
}

/**
 * A declaration for the halves of the pot.
 * @param {DealtHand} hand
 * @param {DealtTurn} turn
 * @param {Do} doing
 */
export function declaringOf(hand, turn, doing) {
  const player = playerOf(hand, turn.seat);
  const ways = [...(turn.halves ?? []), "both"];
  return [
    el("h2", {}, player, " ", el("small", {}, seatName(turn.seat))),
    el("div", { class: "dealer-acts" }, ways.map((way, at) => button(streetName(way), () => doing(tapped({ type: "declare", ways: at + 1 }), t("{player} declares", { player }))))),
  ];
}

/**
 * Openers that must be shown.
 * @param {DealtHand} hand
 * @param {Do} doing
 */
export const provingOf = (hand, doing) => [
  el("h2", {}, t("The opener must show openers")),
  hand.split_openers && el("p", { class: "dealer-ask" }, t("The opener split them: the discards that were kept apart count")),
  el("div", { class: "dealer-acts" },
    button(t("Openers are shown"), () => doing(tapped({ type: "prove", good: true }), t("Openers are shown")), { strong: true }),
    button(t("No openers"), () => doing(tapped({ type: "prove", good: false }), t("No openers")))),
];

/** The board cards of the next street, where they are entered. */
const board = /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), { type: "text", autocomplete: "off", spellcheck: false }));

/** Whether the opener announces that openers are among the discards. */
const split = /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), { type: "checkbox" }));

/** Whether somebody shows a pair on fourth street. */
const pair = /** @type {HTMLInputElement} */ (Object.assign(document.createElement("input"), { type: "checkbox" }));

/**
 * Deal the next street, as it is entered.
 * @param {Do} doing
 * @param {number} [opens] the seat whose open cards open it
 */
export function dealStreet(doing, opens) {
  const cards = board.value.trim();
  const act = { type: /** @type {const} */ ("street"), ...(cards && { board: cards }), ...(opens !== undefined && { opens }), ...(pair.checked && { pair: true }) };
  [board.value, pair.checked] = ["", false];
  return doing(tapped(act), t("The next street is dealt"));
}

/**
 * The street that is due: a button, or a seat to tap in stud.
 * @param {DealtHand} hand
 * @param {Do} doing
 */
export function streetOf(hand, doing) {
  const name = streetName(hand.street ?? "");
  const { board_cards: count = 0 } = hand;
  return [
    el("h2", {}, name),
    hand.asks_opener
      ? el("p", { class: "dealer-ask" }, t("Deal, then tap the seat whose open cards open the betting"))
      : el("div", { class: "dealer-acts" }, button(t("Deal: {street}", { street: word(hand.street ?? "") }), () => dealStreet(doing), { strong: true, key: "d" })),
    hand.asks_pair && el("label", { class: "check" }, pair, " ", t("Somebody shows a pair")),
    count > 0 && el("details", { class: "dealer-more" }, el("summary", {}, t("Enter the cards")),
      el("label", { class: "field" }, el("span", {}, tn("{count} card of the board", "{count} cards of the board", count)), board, el("small", {}, t("such as AsKd2c; several boards with /")))),
  ];
}

/**
 * What can be tapped while the room is not reached: nobody knows yet what the rules say of it.
 * @param {Do} doing
 */
export function blindOf(doing) {
  /** @param {string} text @param {Parameters<typeof tapped>[0]} act */
  const plain = (text, act) => button(text, () => doing(tapped(act), text));
  const raise = async () => {
    const to = await askAmount({ title: t("Bet or raise to"), least: 1, usual: 0 });
    if (to !== null) doing(tapped({ type: "raise_to", to }), t("Raise to {amount}", { amount: chips(to) }));
  };
  const allIn = async () => {
    const given = await askChips(t("the player"));
    if (given !== null) doing(tapped({ type: "all_in", chips: given }), t("All-in"));
  };
  return [
    el("h2", {}, t("Not ruled yet")),
    el("p", { class: "dealer-ask" }, t("The room cannot be reached. Go on tapping: each act is sent, and ruled on, as soon as it can be.")),
    el("div", { class: "dealer-acts" },
      plain(t("Fold"), { type: "fold" }), plain(t("Check"), { type: "check" }), plain(t("Call"), { type: "call" }),
      button(t("Raise to …"), raise), button(t("All-in …"), allIn), plain(t("Next street"), { type: "street" })),
  ];
}
