/** The end of a hand: who beats whom, or cards; the pots, last to first; and between two hands the next one. */

import { el, put } from "../common/element.js";
import { h } from "../common/dom.js";
import { openDialog, sentForm } from "../common/dialogs.js";
import { t, tn, word } from "../common/language.js";
import { stakesIn, titleIn, wordsIn } from "../common/sentences.js";
import { capital, chips, cited } from "../common/words.js";
import { tapped } from "./turn.js";
import { playerOf, potName, seatName } from "./words.js";

/**
 * @import { DealerView, DealtHand, DealtPot } from "sidepot/protocol"
 * @import { Do, DoAll } from "./turn.js"
 */

/**
 * Who beats whom, as far as it was tapped: groups of equal hands for each half, best first; the half that is tapped now,
 * and whether the next seat ties with the last.
 */
export class Order {
  /** @type {number[][][]} */
  halves = [[], []];
  half = 0;
  ties = false;
  key = "";

  /**
   * Forget what was tapped, for another hand or another set of seats.
   * @param {string} key
   */
  of(key) {
    if (this.key !== key) Object.assign(this, { halves: [[], []], half: 0, ties: false, key });
    return this;
  }

  get groups() {
    return this.halves[this.half];
  }

  /** @param {number} seat */
  has(seat) {
    return this.groups.flat().includes(seat);
  }

  /** Put a seat below the others, or take it out again. @param {number} seat */
  tap(seat) {
    if (this.has(seat)) this.halves[this.half] = this.groups.map((group) => group.filter((one) => one !== seat)).filter(({ length }) => length);
    else if (this.ties && this.groups.length) this.groups[this.groups.length - 1].push(seat);
    else this.groups.push([seat]);
    this.ties = false;
  }

  /** The place of each seat, from 1. @returns {Map<number, string>} */
  places() {
    return new Map(this.groups.flatMap((group, at) => group.map((seat) => /** @type {[number, string]} */ ([seat, t("{place}.", { place: at + 1 })]))));
  }
}

/** The seats that are still in for a pot. @param {DealtHand} hand */
export const contested = (hand) => hand.seats.filter(({ folded, mucked }) => !folded && !mucked).map(({ seat }) => seat);

/**
 * @param {DealtHand} hand
 * @param {Order} order
 * @param {Do} doing
 * @param {DoAll} doAll
 * @param {() => unknown} redraw
 */
export function showdownOf(hand, order, doing, doAll, redraw) {
  const seats = contested(hand);
  const halves = hand.halves ?? [];
  const isLast = order.half + 1 >= Math.max(halves.length, 1);
  const left = seats.filter((seat) => !order.has(seat));
  const mayEnd = order.groups.length > 0 || order.half > 0 && !hand.needs_low;
  const send = () => {
    const [high, low] = order.halves.map((groups, half) => (left.length === 1 && (half === 0 || hand.needs_low) ? [...groups, ...seats.filter((seat) => !groups.flat().includes(seat)).map((seat) => [seat])] : groups));
    return doing(tapped({ type: "order", high, ...(halves.length > 1 && low.length > 0 && { low }) }), t("The order of the hands is entered"));
  };
  const next = () => {
    order.half = 1;
    return redraw();
  };
  return [
    el("h2", {}, t("Showdown")),
    el("p", { class: "dealer-ask" }, halves.length > 1 ? t("Tap the best hand for {half} first, then the next", { half: word(halves[order.half]) }) : t("Tap the best hand first, then the next")),
    el("div", { class: "dealer-acts" },
      el("button", { key: "ties", type: "button", class: "quiet", "aria-pressed": String(order.ties), disabled: !order.groups.length || !left.length, onclick: () => { order.ties = !order.ties; return redraw(); } }, t("The next one ties")),
      el("button", { key: "end", type: "button", class: "strong", disabled: !mayEnd, onclick: isLast ? send : next }, isLast ? t("Pay the pots") : t("Now for {half}", { half: word(halves[1] ?? "") })),
      el("button", { key: "cards", type: "button", class: "quiet", onclick: () => cardsDialog(hand, seats, doAll) }, t("Enter cards"))),
    mucksOf(hand, doing),
  ];
}

/**
 * What may become of a hand at the showdown before the hands are ranked: its player mucks, or the floor rules it dead.
 * @param {DealtHand} hand
 * @param {Do} doing
 */
export function mucksOf(hand, doing) {
  const seats = contested(hand);
  /** @param {"muck" | "kill"} type @param {string} title @param {(of: { player: string }) => string} words */
  const part = (type, title, words) =>
    el("details", { key: type, class: "dealer-more" }, el("summary", {}, title),
      el("div", { class: "dealer-acts" }, seats.map((seat) => el("button", { key: seat, type: "button", class: "quiet", onclick: () => doing(tapped({ type, seat }), words({ player: playerOf(hand, seat) })) }, playerOf(hand, seat)))));
  return seats.length > 1 && [
    part("muck", t("Somebody mucks"), (of) => t("{player} mucks", of)),
    part("kill", t("The floor: a hand is dead"), (of) => t("The hand of {player} is dead", of)),
  ];
}

/**
 * The cards of the showdown, as text.
 * @param {DealtHand} hand
 * @param {number[]} seats
 * @param {DoAll} doAll
 */
function cardsDialog(hand, seats, doAll) {
  const { board_cards: ofBoard = 0, hole_cards: ofHand = 0, board: known = "" } = hand;
  /** @param {string} value */
  const input = (value) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", value });
  const runs = Math.max(hand.runs ?? 1, 1);
  const boards = Array.from({ length: runs }, (_, at) => input(at ? "" : known));
  const hands = seats.map((seat) => ({ seat, cards: input(hand.seats.find((one) => one.seat === seat)?.cards ?? "") }));
  return openDialog({
    title: t("Cards of the showdown"),
    body: (close) => sentForm(async () => {
      const cards = boards.map((board) => board.value.trim()).filter(Boolean).join(" / ");
      const shown = hands.filter(({ cards: of }) => of.value.trim());
      close(true);
      doAll([
        ...(ofBoard && cards ? [/** @type {Parameters<Do>} */ ([tapped({ type: "board", cards }), t("The board is entered")])] : []),
        ...shown.map(({ seat, cards: of }) => /** @type {Parameters<Do>} */ ([tapped({ type: "show", seat, cards: of.value.trim() }), t("{player} shows", { player: playerOf(hand, seat) })])),
      ]);
    }, [
      ofBoard > 0 && boards.map((board, at) => h("label", { class: "field" },
        h("span", {}, runs > 1 ? t("Board {number}", { number: at + 1 }) : tn("{count} card of the board", "{count} cards of the board", ofBoard)), board,
        h("small", {}, runs > 1 ? (at ? t("if the board was run that often") : t("such as AsKd2c7h8h")) : t("such as AsKd2c7h8h; several boards with /")))),
      hands.map(({ seat, cards }) => h("label", { class: "field" }, h("span", {}, playerOf(hand, seat)), cards, h("small", {}, tn("{count} card", "{count} cards", ofHand)))),
    ], t("OK")),
  });
}

/**
 * A pot with the seats that it goes to, and why.
 * @param {DealtHand} hand
 * @param {DealtPot} pot
 * @param {number} count
 */
const paidPot = (hand, { pot, amount, shares = [], why = [], carried }, count) =>
  el("li", { key: `${pot}/${amount}`, class: "dealer-paid" },
    el("h3", {}, potName(pot, count), ": ", chips(amount)),
    carried ? el("p", {}, t("Nobody may win it: it stays for the next hand")) : el("ul", {}, shares.map(([seat, share]) => el("li", { key: seat }, playerOf(hand, seat), " ", el("b", {}, chips(share))))),
    why.map(({ text, sentence, cites = [] }, at) => el("p", { key: at, class: "hint" }, wordsIn(text, /** @type {import("../room/messages.js").Sentence} */ (sentence ?? [])), cites.length > 0 && [" ", el("cite", {}, cites.map(cited).join("; "))])));

/**
 * The pots, paid last to first.
 * @param {DealtHand} hand
 * @param {Do} doing
 */
export function paidOf(hand, doing) {
  const pots = hand.pots ?? [];
  const count = new Set(pots.map(({ pot }) => pot)).size;
  return [
    el("h2", {}, t("Push the pots, the last one first")),
    el("div", { class: "dealer-acts" }, el("button", { type: "button", class: "strong", "aria-keyshortcuts": "d", onclick: () => doing({ type: "close" }, t("The hand is closed")) }, t("Close the hand"))),
    el("ol", { class: "dealer-payments" }, pots.toReversed().map((pot) => paidPot(hand, pot, count))),
  ];
}

/** What the last hand came to. @param {DealerView} view */
function resultsOf({ dealt }) {
  const { results = [], step = 0, phase } = dealt;
  if (!results.length) return null;
  const changed = results.filter(({ net }) => net);
  return el("section", { key: "results", class: "dealer-results" },
    el("h3", {}, t("The last hand")),
    el("ul", {}, changed.map(({ seat, player, net, chips: behind = -1 }) =>
      el("li", { key: seat }, player, " ", el("b", { class: net > 0 ? "dealer-won" : "dealer-lost" }, `${net > 0 ? "+" : "−"}${chips(Math.abs(net))}`), behind >= 0 && ` (${behind ? chips(behind) : t("out")})`))),
    phase === "between" && el("p", { class: "hint" }, step ? t("The tournament has it as step {step}", { step }) : t("The tournament does not have it")));
}

/**
 * Between two hands: the game, the button, and the next hand.
 * @param {DealerView} view
 * @param {number} button the seat that was tapped; -1: as it moves
 * @param {Do} doing
 */
export function betweenOf(view, button, doing) {
  const { dealt, games = [], halted = "", seats = [] } = view;
  if (dealt.phase === "report") {
    return [
      el("h2", {}, t("The tournament does not have the last hand yet")),
      el("div", { class: "dealer-acts" },
        el("button", { type: "button", class: "strong", onclick: () => doing({ type: "close" }, t("The hand is closed")) }, t("Report it again")),
        el("button", { type: "button", class: "quiet", onclick: () => doing({ type: "skip" }, t("Not reported")) }, t("Go on without it"))),
      resultsOf(view),
    ];
  }
  const at = button >= 0 ? button : (view.button ?? -1);
  /** @param {number} game */
  const deal = (game) => doing({ type: "begin", game, ...(button >= 0 && { button }) }, t("A hand begins"));
  return [
    el("h2", {}, t("Next hand")),
    el("p", {}, at >= 0 ? t("Button: {seat}. Tap another seat to change it.", { seat: seatName(at) }) : t("Tap the seat of the button")),
    halted && el("p", { class: "refusal" }, t("This table is stopped: {why}", { why: halted })),
    el("div", { class: "dealer-acts" }, games.map(({ title, stakes, stakes_parts: parts }, game) =>
      el("button", { key: game, type: "button", class: game === (view.game ?? 0) ? "strong" : "quiet", "aria-keyshortcuts": game === (view.game ?? 0) ? "d" : null, disabled: at < 0 || seats.length < 2, onclick: () => deal(game) },
        games.length > 1 ? t("Deal {game}", { game: String(titleIn(title)) }) : t("Deal the hand"), el("small", {}, capital(stakesIn(stakes, parts)))))),
    resultsOf(view),
  ];
}

/**
 * What else a seat of the hand may need: its stack, a fold out of turn, a dead hand.
 * @param {DealtHand} hand
 * @param {number} seat
 * @param {Do} doing
 */
export function seatDialog(hand, seat, doing) {
  const player = playerOf(hand, seat);
  return openDialog({
    title: `${player} (${seatName(seat)})`,
    body: (close) => {
      const behind = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric", autocomplete: "off" });
      /** @param {Parameters<typeof tapped>[0]} act @param {string} text */
      const send = (act, text) => {
        close(true);
        return doing(tapped(act), text);
      };
      const part = h("div", { class: "dealer-acts" });
      put(part,
        h("button", { type: "button", class: "quiet", onclick: () => send({ type: "fold", seat }, t("{player} folds", { player })) }, t("Folded out of turn")),
        h("button", { type: "button", class: "quiet", onclick: () => send({ type: "kill", seat }, t("The hand of {player} is dead", { player })) }, t("The floor: this hand is dead")),
        h("button", { type: "button", class: "quiet", onclick: () => send({ type: "kill", seat, refund: true }, t("The hand of {player} is dead", { player })) }, t("The floor: killed by mistake"), h("small", {}, t("the uncalled bet goes back"))));
      return sentForm(async () => send({ type: "stack", seat, chips: Number(behind.value) }, t("The stack of {player} is entered", { player })),
        [part, h("label", { class: "field" }, h("span", {}, t("Chips behind now")), behind)], t("Enter the stack"));
    },
  });
}
