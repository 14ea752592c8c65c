/** `<sp-felt>`: the table from above, as large as there is room, redrawn only where something has changed. */

import { waitedFor } from "./clock.js";
import { s, whenChanged } from "../common/dom.js";
import { middleOf, places, sizes } from "./layout.js";
import { drawBet, drawEmpty, drawSeat, setClock } from "../seat/seat.js";

/** In stud nobody has a button: the cards showing say who is first. */
const isStud = (state) => state.stakes.includes("bring-in");

class Felt extends HTMLElement {
  connectedCallback() {
    this.cloth = s("g", { class: "cloth", "aria-hidden": "true" });
    this.bets = s("g", { class: "bets", "aria-hidden": "true" });
    this.seats = s("g", {});
    this.disc = s(
      "g",
      { class: "disc", "aria-hidden": "true", visibility: "hidden" },
      s("circle", { r: 10 }),
      s("text", { y: 4 }, "D"),
      s("title", {}, "the button"),
    );
    this.drawing = s("svg", { class: "felt", role: "group", "aria-label": "The table" });
    this.drawing.append(this.cloth, this.seats, this.bets, this.disc);
    this.prepend(this.drawing);
    this.watcher = new ResizeObserver(() => this.view && this.draw());
    this.watcher.observe(this);
  }

  disconnectedCallback() {
    this.watcher.disconnect();
  }

  /** Show `view`: {state, own, maySit, onSit}. */
  show(view) {
    this.view = view;
    this.draw();
  }

  draw() {
    const { state } = this.view;
    const [width, height] = [Math.max(300, this.clientWidth), Math.max(240, this.clientHeight)];
    const size = sizes(width, height);
    const n = state.seats.length;
    const where = places(n, this.view.own, width, height);
    const middle = middleOf(width, height, where);
    this.style.setProperty("--middle", `${middle}px`);
    this.style.setProperty("--card", `${Math.min(size.small ? 36 : 62, (middle - 22) / 5)}px`);
    this.classList.toggle("small", size.small);
    this.classList.toggle("low", height < 560);
    whenChanged(this.cloth, [width, height], () => {
      this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.#drawCloth(width, height, size);
    });
    this.#grow(this.seats, n, () => s("g", {}));
    this.#grow(this.bets, n, () => s("g", {}));
    for (let at = 0; at < n; at++) this.#drawPlace(at, where[at], size, width, height);
    const disc = isStud(state) ? null : where[state.button];
    this.disc.setAttribute("visibility", disc ? "visible" : "hidden");
    if (disc) this.disc.setAttribute("transform", `translate(${disc.disc.x} ${disc.disc.y})`);
  }

  #grow(parent, n, make) {
    while (parent.children.length < n) parent.append(make());
    while (parent.children.length > n) parent.lastChild.remove();
  }

  #drawPlace(at, place, size, width, height) {
    const { state, own, maySit, onSit } = this.view;
    const seat = state.seats[at];
    const group = this.seats.children[at];
    const lights = [state.button === at, waitedFor(state) === at, state.due, own];
    whenChanged(group, [seat, lights, maySit, width, height], () => {
      group.setAttribute("transform", `translate(${place.x} ${place.y})`);
      group.onclick = null;
      group.onkeydown = null;
      if (seat) {
        group.setAttribute("role", "img");
        group.removeAttribute("tabindex");
        drawSeat(group, seat, at, this.view, { ...size, under: height - place.y - size.plate[1] / 2 });
        return;
      }
      drawEmpty(group, at, maySit, size, Boolean(state.event));
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
    whenChanged(bet, [seat?.bet ?? 0, width, height, place], () => {
      bet.replaceChildren();
      if (!seat?.bet) return;
      drawBet(bet, seat.bet, size);
      bet.setAttribute("transform", `translate(${place.bet.x + bet.shift} ${place.bet.y})`);
    });
  }

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

  /** Light the seats that can win a pot, or none. */
  light(seats) {
    [...this.seats.children].forEach((group, at) => {
      group.classList.toggle("lit", seats?.includes(at) ?? false);
      group.classList.toggle("unlit", seats ? !seats.includes(at) : false);
    });
  }

  /** Set the clock of the seat to act. */
  tick(seat, part, bank) {
    const group = this.seats?.children[seat];
    if (group) setClock(group, part, bank);
  }
}

customElements.define("sp-felt", Felt);
