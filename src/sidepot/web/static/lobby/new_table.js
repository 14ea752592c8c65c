/** The host opens a table: the game, the stakes, the bots. A field that does not apply is off, and says why. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h, put } from "../common/dom.js";
import { games, openTable } from "../room/api.js";

/** @import { BookListed, Listed, TableForm } from "sidepot/protocol" */

/** @typedef {[value: string, text: string][]} Values */

/** @type {Values} */
const KINDS = [["cash", "Cash table"], ["choice", "Dealer's choice"], ["sit-and-go", "Sit-and-go"]];
/** @type {Values} */
const LIMITS = [["", "The usual one"], ["nl", "No limit"], ["pl", "Pot limit"], ["fl", "Fixed limit"]];
/** @type {Values} */
const STRENGTHS = [["beginner", "Beginners"], ["regular", "Regulars"], ["expert", "Experts"]];
const MOST_SEATS = 10; // that the page has room for

/**
 * @param {Values} values
 * @param {string} value
 */
const select = (values, value) => {
  const made = h("select", {}, values.map(([id, text]) => h("option", { value: id }, text)));
  made.value = value;
  return made;
};

/**
 * @param {number} least
 * @param {number} most
 * @param {number} value
 */
const number = (least, most, value) =>
  h("input", { type: "number", min: least, max: most, value: String(value), required: true });

/**
 * A field whose hint changes; where it is off, the hint is why.
 * @template {HTMLInputElement | HTMLSelectElement} Input
 */
class Field {
  /**
   * @param {string} label
   * @param {Input} input
   */
  constructor(label, input, hint = "") {
    this.input = input;
    this.usual = hint;
    this.hint = h("small", {}, hint || " ");
    this.element = field(label, input);
    this.element.append(this.hint);
  }

  /**
   * Say `why` it is off, or "" where it is on: then `hint` is shown.
   * @param {string} why
   */
  off(why, hint = this.usual) {
    this.input.disabled = Boolean(why);
    put(this.hint, why || hint);
  }
}

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games: found, books } = await games().catch(() => ({ games: [], books: [] }));
  return openDialog({ title: "Open a table", wide: true, body: () => formOf(found, books) });
}

/**
 * @param {Listed[]} games
 * @param {BookListed[]} books
 */
function formOf(games, books) {
  const title = h("input", { type: "text", required: true, maxlength: "60", autofocus: true, value: "Our table" });
  const kind = select(KINDS, "cash");
  const game = new Field("Game", select(games.map((one) => [one.id, one.title]), "holdem"));
  const limit = new Field("Limit", select(LIMITS, ""));
  const book = new Field("Rules", select([], ""));
  const bet = new Field("Bet", number(2, 1e6, 10), "the big blind, or the small bet at fixed limits");
  const seconds = number(5, 600, 25);
  const seats = new Field("Seats", number(2, MOST_SEATS, 6));
  const bots = new Field("Bots", number(0, 6, 0));
  const strength = new Field("How well they play", select(STRENGTHS, "regular"));
  const word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });

  /** The books for this kind of table: the first is the one chosen, until the host chooses another. */
  const offer = () => {
    const some = books.filter(({ event }) => event === (kind.value === "sit-and-go"));
    if (some.some(({ id }) => id === book.input.value)) return;
    put(book.input, some.map(({ id, title: text }) => h("option", { value: id }, text)));
    book.input.value = some[0]?.id ?? "";
  };

  /** Switch off choices that do not apply now. */
  const suit = () => {
    const [choice, tournament] = [kind.value === "choice", kind.value === "sit-and-go"];
    offer();
    for (const option of game.input.options) option.disabled = choice && !games.find(({ id }) => id === option.value)?.mix;
    if (choice && game.input.selectedOptions[0]?.disabled) game.input.value = "dealers-choice";
    game.off("", choice ? "the games that the dealer may name" : "");
    const found = games.find(({ id }) => id === game.input.value);
    limit.off(found?.mix ? "each of its games has its own" : "");
    bet.off(tournament ? "it starts at 20, and goes up every four minutes" : "");
    // at dealer's choice the dealer names a game that goes with the number of players
    const most = choice ? MOST_SEATS : Math.min(MOST_SEATS, found?.seats[1] ?? MOST_SEATS);
    seats.input.max = String(most);
    seats.off("", most < MOST_SEATS ? `${most} at most in this game` : "");
    bots.input.max = seats.input.value || String(most);
    strength.off(Number(bots.input.value) ? "" : "there are no bots");
  };

  /** @returns {TableForm} */
  const form = () => ({
    title: title.value,
    kind: kind.value === "sit-and-go" ? "sit-and-go" : "cash",
    choice: kind.value === "choice",
    game: game.input.value,
    seats: Number(seats.input.value),
    bots: Number(bots.input.value),
    seconds: Number(seconds.value),
    house: book.input.value,
    password: word.value,
    // a field that is off is not sent
    ...(limit.input.disabled ? {} : { limit: /** @type {TableForm["limit"]} */ (limit.input.value) }),
    ...(bet.input.disabled ? {} : { bet: Number(bet.input.value) }),
    ...(strength.input.disabled ? {} : { strength: /** @type {TableForm["strength"]} */ (strength.input.value) }),
  });

  const send = async () => {
    const { id } = await openTable(form());
    location.href = `/table/${encodeURIComponent(id)}`;
  };
  const fields = [
    field("Its name", title),
    field("Kind", kind),
    game.element,
    book.element,
    limit.element,
    bet.element,
    field("Seconds to decide", seconds),
    seats.element,
    bots.element,
    strength.element,
    field("Password", word, "leave it empty to let everybody in"),
  ];
  const made = sentForm(send, fields, "Open it");
  made.classList.add("two-columns");
  made.addEventListener("input", suit);
  suit();
  return made;
}
