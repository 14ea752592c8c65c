/** The views of a display as a form: which are shown, in which order, and for how long each. */

import { h } from "../common/dom.js";
import { t } from "../common/language.js";

/**
 * @typedef {{ layout: string, seconds?: number }} View
 */

/** What a layout is called. @type {Record<string, string>} */
export const LAYOUTS = { clock: t("Clock"), seats: t("Seats by name"), tables: t("Plan of the room"), payouts: t("Payouts"), final: t("The final table"), check_in: t("Check-in code") };
const SECONDS = 20;
const LONGEST = 600;

export class ViewsForm {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /**
   * The chosen views come first; the others follow, switched off.
   * @param {readonly View[]} views
   */
  show(views) {
    const others = Object.keys(LAYOUTS).filter((layout) => !views.some((one) => one.layout === layout));
    this.list.replaceChildren(...views.map((one) => this.#row(one, true)), ...others.map((layout) => this.#row({ layout }, false)));
  }

  /** The views that are switched on, in their order. @returns {View[]} */
  get views() {
    return this.#rows().filter((row) => inputOf(row, "checkbox").checked)
      .map((row) => ({ layout: row.dataset.layout ?? "", seconds: Math.min(Math.max(Math.trunc(Number(inputOf(row, "number").value)) || SECONDS, 1), LONGEST) }));
  }

  #rows() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /**
   * @param {View} view
   * @param {boolean} isOn
   */
  #row({ layout, seconds = SECONDS }, isOn) {
    const name = LAYOUTS[layout] ?? layout;
    const handle = h("button", { type: "button", class: "quiet handle", "aria-label": t("Move {view}: drag it, or press an arrow key", { view: name }) }, "⠿");
    const row = h("li", { "data-layout": layout }, handle,
      h("label", {}, h("input", { type: "checkbox", checked: isOn }), " ", name),
      h("label", { class: "seconds" }, h("input", { type: "number", inputmode: "numeric", min: 1, max: LONGEST, value: seconds, "aria-label": t("Seconds for {view}", { view: name }) }), " ", t("s")));
    handle.addEventListener("pointerdown", (down) => this.#drag(row, handle, down));
    handle.addEventListener("keydown", (pressed) => {
      if (pressed.key !== "ArrowUp" && pressed.key !== "ArrowDown") return;
      pressed.preventDefault();
      const other = pressed.key === "ArrowUp" ? row.previousElementSibling : row.nextElementSibling?.nextElementSibling;
      if (pressed.key === "ArrowDown" || other) this.list.insertBefore(row, other ?? null);
      handle.focus();
    });
    return row;
  }

  /**
   * The row follows the finger, and changes places with each row whose middle it passes.
   * @param {HTMLElement} row
   * @param {HTMLElement} handle
   * @param {PointerEvent} down
   */
  #drag(row, handle, down) {
    handle.setPointerCapture(down.pointerId);
    row.classList.add("is-dragged");
    const move = (/** @type {PointerEvent} */ { clientY }) => {
      const [above, below] = [row.previousElementSibling, row.nextElementSibling];
      if (above && clientY < middle(above)) row.after(above); // the others move: a row that moves loses the finger
      else if (below && clientY > middle(below)) row.before(below);
    };
    const end = () => {
      row.classList.remove("is-dragged");
      handle.removeEventListener("pointermove", move);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", end, { once: true });
  }
}

/** @param {Element} one */
const middle = (one) => one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2;

/**
 * @param {Element} row
 * @param {string} type
 */
const inputOf = (row, type) => /** @type {HTMLInputElement} */ (row.querySelector(`input[type=${type}]`));
