/**
 * The run-out of an all-in. The room decides it at once and tells all of it in one event; the page shows it bit by bit:
 * first the hands, then street by street, then who has won. Nothing here knows a card that was not told to everybody.
 */

import { potOf } from "../decision/raise.js";
import { wholeState } from "../room/told.js";

/**
 * @import { Event as TableEvent, BoardDealt } from "sidepot/protocol"
 * @import { Seat, State } from "../room/told.js"
 */

/** A picture of the table, and for how many milliseconds it stands. @typedef {{ state: State, stands: number }} Frame */

const STREETS = ["flop", "turn", "river"];

/**
 * The pictures of the run-out that an event tells; none where it tells none, or the table looks at none.
 * @param {State | null} before the table as it was shown last
 * @param {TableEvent} told
 * @param {number} part of the time of the table that a picture stands: 0 is all at once
 * @returns {Frame[]}
 */
export function framesOf(before, told, part = 1) {
  const what = /** @type {{ type: string }[]} */ (told.what ?? []);
  const dealt = /** @type {BoardDealt[]} */ (what.filter(({ type }) => type === "board_dealt"));
  const after = wholeState(told.state);
  const open = after.seats.filter((seat) => seat?.shown).length;
  const stands = after.street_ms * part;
  if (!before || !stands || !dealt.length || open < 2 || !what.some(({ type }) => type === "hand_done")) return [];
  const held = stateOfHands(before, after);
  let boards = after.boards.map((_, at) => [...(before.boards[at] ?? before.boards[0] ?? [])]);
  const frames = [{ state: { ...held, boards: before.boards.length ? boards : [], street: "all-in" }, stands }];
  for (const { cards, board = 0 } of dealt) {
    boards = boards.map((cardsOn, at) => (at === board ? [...cardsOn, ...cards] : cardsOn));
    const lies = boards[board].length;
    frames.push({ state: { ...held, boards, street: STREETS[lies - 3] ?? "all-in" }, stands });
  }
  return frames;
}

/**
 * The table after the last bet: hands face up where they are shown in the end, and all chips still in the middle.
 * @param {State} before
 * @param {State} after
 * @returns {State}
 */
function stateOfHands(before, after) {
  const returned = potOf(before);
  const paid = after.seats.reduce((sum, seat) => sum + (seat?.won ?? 0), 0);
  const eligible = after.seats.flatMap((seat, at) => (seat?.shown ? [at] : []));
  const [main] = before.pots;
  const pots = before.pots.length > 1 && potOf({ ...before, seats: [] }) === paid
    ? before.pots
    : [{ amount: paid || returned, eligible: main && before.pots.length > 1 ? main.eligible : eligible, waits: false }];
  return {
    ...after,
    seats: after.seats.map((seat, at) => seat && stillIn(seat, before.seats[at] ?? null)),
    pots,
    phase: "playing",
    root: before.root,
    hand: before.hand,
    won_by: [],
    next_at: 0,
    to_act: -1,
    due: "",
    missed: null,
  };
}

/**
 * A seat before it is paid.
 * @param {Seat} seat
 * @param {Seat | null} before
 * @returns {Seat}
 */
function stillIn(seat, before) {
  const same = before?.player === seat.player;
  const stack = same ? Math.max(0, seat.stack - seat.won) : seat.stack;
  const hand = seat.shown ? (stack ? "live" : "all-in") : seat.hand;
  return { ...seat, stack, hand, won: 0, hand_name: "", last: "", bet: 0, state: same ? before.state : seat.state };
}

/** Shows pictures one after the other; whatever else is told meanwhile waits for its turn. */
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

  /** Forget all of it: the table is told anew. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
