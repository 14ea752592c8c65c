/**
 * The run-out of an all-in. The room decides it at once and tells all of it in one event; the page shows it bit by bit:
 * first the hands, then street by street, then who has won. Nothing here knows a card that was not published.
 */

import { kept } from "../common/dom.js";
import { potName } from "../common/words.js";
import { potOf } from "../decision/raise.js";
import { sharesOf } from "../room/api.js";
import { wholeState } from "../room/messages.js";
import { t } from "../common/language.js";

/**
 * @import { BoardDealt, Called, Dealt, Event as TableEvent, Returned } from "sidepot/protocol"
 * @import { Seat, State } from "../room/messages.js"
 */

/**
 * A picture of the table, and for how many milliseconds it stands; `step` is its place among the deals of the run-out, for
 * the shares (-1: there are none).
 * @typedef {{ state: State, stands: number, step: number }} Frame
 */

const STREETS = ["flop", "turn", "river"];
const OF_STUD = ["third street", "fourth street", "fifth street", "sixth street", "seventh street"];

/**
 * Cards to a board, or (-1) one more street to the `seats` of the hand, each of which gets so many: `each`.
 * @typedef {{ board: number, cards: number[], seats: Set<number>, each: number }} Deal
 */

/**
 * The deals of a run-out, in their order; cards to the seats are part of it in stud, where each street is one deal.
 * @param {{ type: string }[]} what
 * @param {boolean} isStud
 * @returns {Deal[]}
 */
function dealsOf(what, isStud) {
  /** @type {Deal[]} */
  const deals = [];
  for (const one of what) {
    if (one.type === "board_dealt") {
      const { cards, board = 0 } = /** @type {BoardDealt} */ (one);
      deals.push({ board, cards, seats: new Set(), each: 0 });
    } else if (isStud && one.type === "dealt") {
      const { seat, cards } = /** @type {Dealt} */ (one);
      const last = deals.at(-1);
      const street = last?.board === -1 && !last.seats.has(seat) ? last : { board: -1, cards: [], seats: new Set(), each: cards.length };
      if (street !== last) deals.push(street);
      street.seats.add(seat);
    }
  }
  return deals;
}

/**
 * The pictures of the run-out that an event tells; none where it tells none, or the table looks at none. In draw games each
 * change is a decision of its own: there it is the hands, before the pots are paid.
 * @param {State | null} before the table as it was shown last
 * @param {TableEvent} event
 * @param {number} part of the time of the table that a picture stands: 0 is all at once
 * @returns {Frame[]}
 */
export function framesOf(before, event, part = 1) {
  const what = /** @type {{ type: string }[]} */ (event.what ?? []);
  const after = wholeState(event.state);
  const kind = before?.facts?.kind;
  const deals = dealsOf(what, kind === "stud");
  const isOpened = kind === "draw" && Boolean(before?.seats.some((seat) => seat?.hand === "all-in"));
  const open = after.seats.filter((seat) => seat?.shown).length;
  const stands = after.street_ms * part;
  if (!before || !stands || !(deals.length || isOpened) || open < 2 || !what.some(({ type }) => type === "hand_done")) return [];
  const held = stateOfHands(before, after);
  let boards = after.boards.map((_, at) => [...(before.boards[at] ?? before.boards[0] ?? [])]);
  let lie = before.seats.map((seat) => seat?.cards.length ?? 0); // how many cards of each seat lie there
  const seats = () => (kind === "stud" ? held.seats.map((seat, at) => seat && withCards(seat, lie[at] ?? 0)) : held.seats);
  const hands = { ...held, seats: seats(), boards: before.boards.length ? boards : [], street: "all-in" };
  /** @type {Frame[]} */
  const frames = [{ state: hands, stands, step: 0 }];
  for (const [at, deal] of deals.entries()) {
    boards = boards.map((cardsOn, on) => (on === deal.board ? [...cardsOn, ...deal.cards] : cardsOn));
    lie = lie.map((cards) => cards && cards + deal.each); // a seat of the hand is no seat of the table; all get as many
    const street = deal.board < 0 ? OF_STUD[Math.max(...lie) - 3] : STREETS[(boards[deal.board] ?? []).length - 3];
    frames.push({ state: { ...held, seats: seats(), boards, street: street ?? "all-in" }, stands, step: at + 1 });
  }
  const back = /** @type {Returned[]} */ (what.filter(({ type }) => type === "returned"));
  const returned = back.length === 1 && back[0] && withReturned(before, what, back[0].amount);
  if (returned) frames.unshift({ state: returned, stands, step: -1 });
  return [...frames, ...paidFrames({ ...held, boards }, after, stands)];
}

/**
 * A hand that is open, as far as its cards have come.
 * @param {Seat} seat
 * @param {number} cards
 * @returns {Seat}
 */
const withCards = (seat, cards) => (seat.shown ? { ...seat, cards: seat.cards.slice(0, cards) } : seat);

/**
 * The table as a bet that nobody has called goes back: the call lies in front, and the bettor has the rest again. Chips
 * that go back to several, who folded more than those who are all-in have, are not shown on their way.
 * @param {State} before
 * @param {{ type: string }[]} what
 * @param {number} amount
 * @returns {State | null}
 */
function withReturned(before, what, amount) {
  const call = /** @type {Called | undefined} */ (what.find(({ type }) => type === "called"))?.amount ?? 0;
  const most = Math.max(...before.seats.map((seat) => seat?.bet ?? 0));
  const bettors = before.seats.filter((seat) => seat && seat.bet === most);
  if (bettors.length !== 1 || most < amount) return null;
  const seats = before.seats.map((seat, at) => {
    if (!seat) return null;
    if (seat === bettors[0]) {
      return { ...seat, bet: most - amount, stack: seat.stack + amount, last: t("gets {amount} back", { amount }) };
    }
    return at === before.to_act ? { ...seat, bet: seat.bet + call, stack: seat.stack - call, last: t("all-in") } : seat;
  });
  return { ...before, seats, to_act: -1, due: "", next_at: 0, street: "all-in" };
}

/**
 * A picture for each pot that is paid, the last side pot first. The table when all is over is the last of them, but where
 * somebody has bought chips meanwhile: then that comes after it.
 * @param {State} held
 * @param {State} after
 * @param {number} stands
 * @returns {Frame[]}
 */
function paidFrames(held, after, stands) {
  const order = [...new Set(after.paid.map(({ pot }) => pot))];
  const isMore = held.seats.some((seat, at) => seat?.hand && seat.stack + (after.seats[at]?.won ?? 0) !== after.seats[at]?.stack);
  return (isMore ? order : order.slice(0, -1)).map((pot, at) => {
    const gone = order.slice(0, at + 1);
    const paid = after.paid.filter((one) => gone.includes(one.pot));
    const seats = held.seats.map((seat, place) => {
      const won = paid.filter((one) => one.seat === place).reduce((sum, one) => sum + one.chips, 0);
      return seat && { ...seat, won, stack: seat.stack + won, hand_name: after.seats[place]?.hand_name ?? "" };
    });
    const pots = held.pots.filter((_, index) => !gone.includes(index));
    return { state: { ...held, seats, pots, paid, street: potName(pot, held.pots).toLowerCase() }, stands, step: -1 };
  });
}

/**
 * The table after the last bet: hands face up where they are shown in the end, and all chips still in the middle.
 * @param {State} before
 * @param {State} after
 * @returns {State}
 */
function stateOfHands(before, after) {
  const paid = after.seats.reduce((sum, seat) => sum + (seat?.won ?? 0), 0);
  const eligible = after.seats.flatMap((seat, at) => (seat?.shown ? [at] : []));
  const pots = after.contested.length ? after.contested : [{ amount: paid || potOf(before), eligible, waits: false }];
  return {
    ...after,
    seats: after.seats.map((seat, at) => seat && stillIn(seat, before.seats[at] ?? null, after.behind[at] ?? 0)),
    pots,
    phase: "playing",
    root: before.root,
    hand: before.hand,
    won_by: [],
    paid: [],
    next_at: 0,
    to_act: -1,
    due: "",
    missed: null,
    standing: before.standing,
  };
}

/**
 * A seat before it is paid. Chips that it buys after the hand are not in its stack yet.
 * @param {Seat} seat
 * @param {Seat | null} before
 * @param {number} behind
 * @returns {Seat}
 */
function stillIn(seat, before, behind) {
  const same = before?.player === seat.player;
  const stack = seat.hand ? behind : same ? before.stack : seat.stack;
  const hand = seat.shown ? (stack ? "live" : "all-in") : seat.hand;
  return { ...seat, stack, hand, won: 0, hand_name: "", last: "", bet: 0, state: same ? before.state : seat.state };
}

/**
 * Add the shares of the hands to the pictures, as soon as the room has worked them out. They are no part of the game:
 * nothing is shown without them.
 * @param {string} table
 * @param {number} hand
 * @param {Frame[]} frames
 * @param {() => void} draw
 */
export async function addShares(table, hand, frames, draw) {
  const { steps } = await sharesOf(table, hand).catch(() => ({ steps: [] }));
  for (const { state, step } of frames) state.shares = steps[step] ?? null;
  if (steps.length) draw();
}

/** @type {Record<string, number>} */
const PACES = { whole: 1, quick: 0.4, once: 0 };

/** How slowly this person looks at a run-out; at once without motion, and on a page that nobody sees. */
export const pace = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden ? 0 : (PACES[kept.get("runout", "whole")] ?? 1);

/** Shows pictures one after the other; whatever else comes meanwhile waits for its turn. */
export class Stage {
  /** @type {(() => void)[]} */
  waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  get isBusy() {
    return this.timer !== undefined;
  }

  /**
   * Do something now, or after what is being shown.
   * @param {() => void} act
   */
  after(act) {
    if (this.isBusy) this.waiting.push(act);
    else act();
  }

  /**
   * Show these pictures, and then go on.
   * @param {Frame[]} frames
   * @param {(state: State) => void} show
   * @param {() => void} last
   */
  play([first, ...rest], show, last) {
    if (!first) {
      this.timer = undefined;
      last();
      while (!this.isBusy && this.waiting.length) this.waiting.shift()?.();
      return;
    }
    show(first.state);
    this.timer = setTimeout(() => this.play(rest, show, last), first.stands);
  }

  /** Forget all of it: there is a new snapshot. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
