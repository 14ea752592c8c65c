/** `<sp-felt>`: the table from above, as large as there is room, redrawn only where something has changed. */

import { s } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { fly } from "./motion.js";
import { boardCard, middleOf, ownCard, places, reachBeside, roomBeside, sizes, shownAt } from "./layout.js";
import { setClock } from "../seat/avatar.js";
import { betOf } from "../seat/bets.js";
import { awayWords } from "../seat/seat_words.js";
import { learnPictures } from "../seat/pictures.js";
import { emptySeat, seatOf } from "../seat/seat.js";
import { t } from "../common/language.js";

/**
 * @import { Own } from "../decision/own.js"
 * @import { Seat, State } from "../room/messages.js"
 * @import { Place, Point, Sizes } from "./layout.js"
 */

/**
 * What the felt shows: the table, one's own seat, whether clocks are stopped, and whether and how one may sit down.
 * @typedef {{ state: State, own: number, isStopped?: boolean, maySit: boolean, onSit: (seat: number) => unknown, onSeat?: (seat: number) => unknown }} View
 */

/**
 * In stud nobody has a button: the cards showing say who is first.
 * @param {State} state
 */
const isStud = (state) => state.facts?.kind === "stud";

export class Felt extends HTMLElement {
  cloth = s("g", { class: "cloth", "aria-hidden": "true" });
  bets = s("g", { class: "bets", "aria-hidden": "true" });
  seats = s("g", {});
  moving = s("g", { "aria-hidden": "true" });
  pile = s("g", {}); // chips that a pot pays, before they move
  disc = s(
    "g",
    { class: "disc", "aria-hidden": "true", visibility: "hidden" },
    s("circle", { r: 10 }),
    s("text", { y: 4 }, "D"),
    s("title", {}, t("the button")),
  );
  drawing = s(
    "svg", { class: "felt", role: "group", "aria-label": t("The table") }, this.cloth, this.seats, this.bets, this.disc, this.moving,
  );
  watcher = new ResizeObserver(() => this.view && this.draw(this.view));
  /** @type {View | null} */
  view = null;
  gathered = ""; // the decision at which the bets were brought in
  /** @type {{ hand: number, bet: number, won: number }[]} of each seat, as it was shown last */
  had = [];
  /** @type {Own | null} one's own cards, to lie on the felt */
  hand = null;

  connectedCallback() {
    this.prepend(this.drawing);
    this.seats.addEventListener("click", ({ target }) => {
      const at = [...this.seats.children].findIndex((seat) => target instanceof Node && seat.contains(target));
      if (this.view?.state.seats[at]) this.view.onSeat?.(at);
    });
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher.disconnect();
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.draw(view);
    const people = view.state.seats.flatMap((seat) => (seat && !/ \(bot\)$/.test(seat.player) ? [seat.player] : []));
    void learnPictures(people, () => this.view && this.draw(this.view));
  }

  /** @param {View} view */
  draw(view) {
    const { state } = view;
    const [width, height] = [Math.max(300, this.clientWidth), Math.max(240, this.clientHeight)];
    const n = state.seats.length;
    const boards = Math.max(1, state.boards.length);
    const size = sizes(width, height, n, boards);
    const held = Math.max(2, state.seats[view.own]?.cards.length ?? 0);
    const where = places(n, view.own, width, height, size, held);
    const middle = middleOf(width, height, size, where, boards);
    this.style.setProperty("--middle", `${middle.width}px`);
    this.style.setProperty("--middle-top", `${middle.top}px`);
    this.style.setProperty("--middle-bottom", `${middle.bottom}px`);
    this.style.setProperty("--card", `${boardCard(middle, size, height, boards)}px`);
    this.style.setProperty("--scale", String(size.scale));
    this.#placeOwn(where[view.own], held, where, size, height);
    this.classList.toggle("small", size.small);
    this.classList.toggle("dense", size.dense);
    this.classList.toggle("low", height < 560);
    this.classList.toggle("lowest", height < 300);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    put(this.cloth, clothOf(width, height, size));
    if (this.gathered !== `${state.hand}/${state.turn}`) this.bets.removeAttribute("visibility");
    for (const [at, seat] of state.seats.entries()) this.#move(seat, at, where[at], size, { x: width / 2, y: height / 2 });
    const mine = where[view.own];
    const beside = mine ? roomBeside(size, held, mine, where) : /** @type {[number, number]} */ ([0, 0]);
    put(this.seats, state.seats.map((seat, at) => {
      const { x, y, side, under } = where[at];
      const moved = `translate(${x} ${y})`;
      const hasDisc = at === state.button && !size.small; // the button lies at the right below the plate
      const words = size.plate[0] + (size.small ? -8 : hasDisc ? -20 * size.scale - 30 : 20);
      return seat ? seatOf(seat, at, view, { ...size, side, under, words, beside, reach: reachBeside(where[at], where, size, width, height), shown: shownAt(where[at], where, size) }, moved) : emptySeat(at, view, size, moved);
    }));
    put(this.bets, state.seats.map((seat, at) => {
      const { parts, shift } = seat?.bet ? betOf(seat.bet, size) : { parts: [], shift: 0 };
      return el("g", { key: `${at}/${seat?.bet ?? 0}`, transform: `translate(${where[at].bet.x + shift} ${where[at].bet.y})` }, parts);
    }));
    const disc = isStud(state) ? null : where[state.button];
    this.disc.setAttribute("visibility", disc ? "visible" : "hidden");
    if (disc) this.disc.setAttribute("transform", `translate(${disc.disc.x} ${disc.disc.y}) scale(${size.scale})`);
  }

  /**
   * One's own cards lie whole above one's plate; on a small table, and where one has no seat, in the dock.
   * @param {Place | undefined} mine
   * @param {number} held
   * @param {Place[]} where
   * @param {Sizes} size
   * @param {number} height
   */
  #placeOwn(mine, held, where, size, height) {
    const lies = Boolean(mine && size.own);
    this.classList.toggle("has-own", lies);
    this.hand?.lieIn(lies ? this : null);
    if (!mine || !lies) return;
    this.style.setProperty("--own-x", `${mine.x}px`);
    this.style.setProperty("--own-y", `${height - mine.y + size.plate[1] / 2 + 4}px`);
    this.style.setProperty("--own", `${ownCard(size, held, mine, where)}px`);
  }

  /**
   * Move the chips of a seat: a bet that was brought in, a pot that it has won.
   * @param {Seat | null} seat
   * @param {number} at
   * @param {Place} place
   * @param {Sizes} size
   * @param {Point} middle
   */
  #move(seat, at, place, size, middle) {
    const { hand } = /** @type {View} */ (this.view).state;
    const had = this.had[at] ?? { hand: -1, bet: 0, won: 0 };
    this.had[at] = { hand, bet: seat?.bet ?? 0, won: seat?.won ?? 0 };
    if (had.hand !== hand) return;
    if (had.bet && !seat?.bet) fly(this.moving, this.bets.children[at], place.bet, middle);
    if (seat && seat.won > had.won) fly(this.moving, put(this.pile, betOf(seat.won - had.won, size).parts), middle, place);
  }

  /**
   * Light the seats that can win a pot, or none.
   * @param {number[] | null} seats
   */
  light(seats) {
    [...this.seats.children].forEach((group, at) => {
      group.classList.toggle("lit", seats?.includes(at) ?? false);
      group.classList.toggle("unlit", seats ? !seats.includes(at) : false);
    });
  }

  /** The player to act has the bets brought in: on this page they lie in the middle, until there is another decision. */
  bringIn() {
    const { state } = /** @type {View} */ (this.view);
    this.gathered = `${state.hand}/${state.turn}`;
    for (const [at, seat] of state.seats.entries()) {
      const [bet, group] = [this.bets.children[at], this.seats.children[at]];
      const from = bet?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number);
      if (seat?.bet && from && group) fly(this.moving, bet, { x: from[0], y: from[1] }, { x: this.clientWidth / 2, y: this.clientHeight / 2 });
    }
    this.bets.setAttribute("visibility", "hidden");
  }

  /**
   * Tell how long those have been away who have lost the connection.
   * @param {number} now
   */
  tickAway(now) {
    for (const place of this.seats.querySelectorAll("[data-away]")) {
      place.textContent = awayWords(Number(place.getAttribute("data-away")), now);
    }
  }

  /**
   * Set the clock of the seat to act.
   * @param {number} seat
   * @param {number} part
   * @param {boolean} bank
   */
  tick(seat, part, bank) {
    const group = this.seats.children[seat];
    if (group) setClock(group, part, bank);
  }
}

/**
 * @param {number} width
 * @param {number} height
 * @param {Sizes} size
 */
function clothOf(width, height, size) {
  const [x, y] = size.small ? [26, 34] : [62, 62];
  const [w, h] = [width - 2 * x, height - y - (size.small ? 18 : 54)];
  const r = Math.min(w, h) / 2;
  return [
    el("rect", { x, y, width: w, height: h, rx: r, class: "rail" }),
    el("rect", { x: x + 9, y: y + 9, width: w - 18, height: h - 18, rx: r - 9, class: "baize" }),
    el("rect", { x: x + 26, y: y + 26, width: w - 52, height: h - 52, rx: r - 26, class: "line" }),
  ];
}

customElements.define("sp-felt", Felt);
