/** `<sp-felt>`: the table from above, as large as there is room, redrawn only where something has changed. */

import { waitedFor } from "./clock.js";
import { s, whenChanged } from "../common/dom.js";
import { unit } from "../common/units.js";
import { fly } from "./motion.js";
import { middleOf, ownCard, places, sizes } from "./layout.js";
import { setClock } from "../seat/avatar.js";
import { drawBet } from "../seat/bets.js";
import { awayWords } from "../seat/seat_words.js";
import { drawEmpty, drawSeat } from "../seat/seat.js";
import { tr } from "../common/language.js";

/**
 * @import { Own } from "../decision/own.js"
 * @import { State } from "../room/told.js"
 * @import { Place, Sizes } from "./layout.js"
 */

/**
 * What the felt shows: the table, one's own seat, and whether and how one may sit down.
 * @typedef {{ state: State, own: number, maySit: boolean, onSit: (seat: number) => unknown }} View
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
    s("title", {}, tr`the button`),
  );
  drawing = s(
    "svg", { class: "felt", role: "group", "aria-label": tr`The table` }, this.cloth, this.seats, this.bets, this.disc, this.moving,
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
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher.disconnect();
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.draw(view);
  }

  /** @param {View} view */
  draw(view) {
    const { state } = view;
    const [width, height] = [Math.max(300, this.clientWidth), Math.max(240, this.clientHeight)];
    const size = sizes(width, height);
    const n = state.seats.length;
    const held = Math.max(2, state.seats[view.own]?.cards.length ?? 0);
    const where = places(n, view.own, width, height, held);
    const middle = middleOf(width, height, where, state.boards.length);
    this.style.setProperty("--middle", `${middle}px`);
    this.style.setProperty("--card", `${Math.min(size.board, (middle - 22) / 5)}px`);
    this.style.setProperty("--scale", String(size.scale));
    this.#placeOwn(where[view.own], held, where, size, height);
    this.classList.toggle("small", size.small);
    this.classList.toggle("low", height < 560);
    whenChanged(this.cloth, [width, height], () => {
      this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.#drawCloth(width, height, size);
    });
    if (this.gathered !== `${state.hand}/${state.turn}`) this.bets.removeAttribute("visibility");
    grow(this.seats, n);
    grow(this.bets, n);
    for (let at = 0; at < n; at++) this.#drawPlace(view, at, where[at], size, [width, height]);
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
   * Draw seat `at` and the chips in front of it.
   * @param {View} view
   * @param {number} at
   * @param {Place} place
   * @param {Sizes} size
   * @param {[width: number, height: number]} room
   */
  #drawPlace(view, at, place, size, room) {
    const { state, own, maySit, onSit } = view;
    const seat = state.seats[at];
    const group = /** @type {SVGGElement} */ (this.seats.children[at]);
    const lights = [state.button === at, waitedFor(state) === at, state.due, own, unit()];
    const won = state.paid.length > 0 && state.paid;
    whenChanged(group, [seat, lights, maySit, room, won, seat && state.shares], () => {
      group.setAttribute("transform", `translate(${place.x} ${place.y})`);
      group.onclick = null;
      group.onkeydown = null;
      if (seat) {
        group.setAttribute("role", "img");
        group.removeAttribute("tabindex");
        drawSeat(group, seat, at, view, { ...size, under: room[1] - place.y - size.plate[1] / 2 });
        return;
      }
      drawEmpty(group, at, maySit, size);
      group.setAttribute("role", maySit ? "button" : "img");
      if (maySit) {
        group.setAttribute("tabindex", "0");
        group.onclick = () => onSit(at);
        group.onkeydown = (pressed) => {
          if (pressed.key !== "Enter" && pressed.key !== " ") return;
          pressed.preventDefault(); // or the same Enter would answer the window that opens
          onSit(at);
        };
      } else group.removeAttribute("tabindex");
    });
    const bet = this.bets.children[at];
    const [middle, had] = [{ x: room[0] / 2, y: room[1] / 2 }, this.had[at] ?? { hand: -1, bet: 0, won: 0 }];
    this.had[at] = { hand: state.hand, bet: seat?.bet ?? 0, won: seat?.won ?? 0 };
    if (had.hand === state.hand && had.bet && !seat?.bet) fly(this.moving, bet, place.bet, middle);
    if (had.hand === state.hand && seat && seat.won > had.won) {
      drawBet(this.pile, seat.won - had.won, size);
      fly(this.moving, this.pile, middle, place);
    }
    whenChanged(bet, [seat?.bet ?? 0, room, place, unit()], () => {
      bet.replaceChildren();
      if (!seat?.bet) return;
      const shift = drawBet(bet, seat.bet, size);
      bet.setAttribute("transform", `translate(${place.bet.x + shift} ${place.bet.y})`);
    });
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {Sizes} size
   */
  #drawCloth(width, height, size) {
    const [x, y] = size.small ? [26, 34] : [62, 62];
    const [w, h] = [width - 2 * x, height - y - (size.small ? 18 : 54)];
    const r = Math.min(w, h) / 2;
    this.cloth.replaceChildren(
      s("rect", { x, y, width: w, height: h, rx: r, class: "rail" }),
      s("rect", { x: x + 9, y: y + 9, width: w - 18, height: h - 18, rx: r - 9, class: "baize" }),
      s("rect", { x: x + 26, y: y + 26, width: w - 52, height: h - 52, rx: r - 26, class: "line" }),
    );
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
 * Make `parent` have `n` groups.
 * @param {Element} parent
 * @param {number} n
 */
function grow(parent, n) {
  while (parent.children.length < n) parent.append(s("g", {}));
  while (parent.children.length > n) parent.lastElementChild?.remove();
}

customElements.define("sp-felt", Felt);
