/** The form of a table: to open one, and to change one that is open, which has only the fields that may change. */

import { h } from "../common/dom.js";
import { AmountField, group } from "./fields.js";
import { CHOICE, GROUPS, rowsOf } from "./rows.js";
import { hasCents, stakesTyped } from "./stakes.js";

/**
 * @import { BookListed, Changeable, Listed, TableForm } from "sidepot/protocol"
 * @import { Now, Row } from "./rows.js"
 * @import { StakesKind } from "./stakes.js"
 */

/** An open table: its present values, and what does not change. @typedef {{ values: Changeable, form: TableForm }} OpenTable */

export class TableFields {
  /** @type {Set<EventTarget | null>} */
  #typed = new Set(); // what was typed into

  /**
   * @param {readonly Listed[]} games
   * @param {readonly BookListed[]} books
   * @param {OpenTable | null} open
   */
  constructor(games, books, open = null) {
    this.games = games;
    this.open = open;
    this.rows = rowsOf(games, books);
    for (const [name, { field }] of Object.entries(this.rows)) {
      const inside = Object.values(this.rows).filter((row) => row.under === name && this.#has(row));
      if (inside.length && "hold" in field) field.hold(inside.map((row) => row.field.element));
    }
    this.element = h("div", { class: "two-columns whole" }, GROUPS.map(([name, title]) => this.#group(name, title)));
    for (const event of ["input", "change"]) this.element.addEventListener(event, ({ target }) => this.#follow(target));
    this.fill(open ? open.form : {});
  }

  /** A field before all others. @param {HTMLElement} first */
  begin(first) {
    this.element.prepend(first);
  }

  /** @param {Row} row */
  #has = (row) => !this.open || Boolean(row.live);

  /**
   * @param {string} name
   * @param {string} title
   */
  #group(name, title) {
    const rows = Object.values(this.rows).filter((row) => row.group === name && !row.under && this.#has(row));
    const elements = rows.map(({ field }) => field.element);
    return title && elements.length ? group(title, elements, Boolean(this.open)) : elements;
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  #of(name) {
    return this.rows[name].field.value;
  }

  /**
   * @param {string} name
   * @returns {any}
   */
  #written(name) {
    return /** @type {Exclude<Row["field"], import("./fields.js").Boxes>} */ (this.rows[name].field).input;
  }

  /** What the fields depend on. @returns {Now} */
  get #now() {
    const { open } = this;
    const [isCash, written] = [!this.#written("event").checked, this.#written("limit").value];
    const game = this.games.find(({ id }) => id === this.#written("game").value) ?? null;
    const limit = game?.mix ? "" : written;
    const kind = stakesKind(game, written);
    const decimals = isCash && this.#written("cents").checked ? 2 : 0;
    const { bet, more: own, wrong } = stakesTyped(kind, this.#written("stakes").value, decimals);
    return {
      game, limit, kind, bet, own, wrong, decimals, isCash,
      isChoice: isCash && (game?.id === CHOICE || this.#written("choice").checked),
      isFixed: limit === "fl" || Boolean(game?.mix && game.limit === "fl"),
      hasBlinds: isCash && (game?.blinds ?? true),
      before: open?.values ?? null,
      of: (name) => this.#of(name),
    };
  }

  /** Show what applies now, and hide the rest. */
  suit() {
    const { decimals } = this.#now;
    for (const { field } of Object.values(this.rows)) if (field instanceof AmountField) field.setDecimals(decimals);
    for (const row of Object.values(this.rows)) {
      const now = this.#now;
      row.adjust?.(now);
      row.field.show(this.#has(row) && (row.when?.(now) ?? true), row.hint?.(now));
    }
  }

  /**
   * Show another form: what it leaves out is as usual.
   * @param {TableForm} form
   */
  fill(form) {
    const { decimals = 0 } = form;
    for (const { field } of Object.values(this.rows)) if (field instanceof AmountField) field.setDecimals(decimals);
    const rows = Object.values(this.rows);
    for (const row of [...rows.filter(({ last }) => !last), ...rows.filter(({ last }) => last)]) {
      row.adjust?.(this.#now);
      row.field.value = row.get?.(form, this.#now) ?? "";
    }
    this.suit();
  }

  /**
   * A field was typed into. Cents in the stakes make the smallest chip 0.01. At an open table, the buy-in grows with the
   * stakes, and what belongs to a bet is the usual again, as far as nobody typed into it.
   * @param {EventTarget | null} target
   */
  #follow(target) {
    this.#typed.add(target);
    const stakes = this.#written("stakes");
    if (target === stakes && !this.open && hasCents(stakes.value)) this.rows.cents.field.value = true;
    const { bet } = this.#now;
    if (target === stakes && this.open && bet) {
      const { bet: was, buy_in: [least, most] } = this.open.values;
      /** @param {string} name @param {unknown} value */
      const write = (name, value) => {
        if (!this.#typed.has(this.#written(name))) this.rows[name].field.value = value;
      };
      write("least", Math.round((least * bet) / was) || null);
      write("most", Math.round((most * bet) / was) || null);
      if (bet !== was) for (const name of ["blinds", "bringIn"]) write(name, "");
    }
    this.suit();
  }

  /**
   * Whether the form has such a field now: a value without one cannot be chosen.
   * @param {string} name
   */
  has(name) {
    const { kind } = this.#now;
    return !this.rows[name].field.element.hidden || (name === "blinds" && kind === "blinds");
  }

  /** What the host has chosen; what is hidden is not sent. @returns {TableForm} */
  get form() {
    const now = this.#now;
    /** @type {TableForm & { more: import("sidepot/protocol").MoreTerms }} */
    const form = { more: {} };
    for (const row of Object.values(this.rows)) if (this.#has(row)) row.put?.(form, row.field.value, now);
    const { more, ...rest } = form;
    return now.isCash && Object.keys(more).length ? form : rest;
  }
}

/**
 * How stakes are typed.
 * @param {Listed | null} game
 * @param {string} limit
 * @returns {StakesKind}
 */
function stakesKind(game, limit) {
  if (game?.mix) return game.limit === "fl" ? "bets" : "blinds";
  if (limit === "fl") return "bets";
  if (limit === "sl") return "spread";
  return game && !(game.blinds ?? true) ? "bet" : "blinds";
}
