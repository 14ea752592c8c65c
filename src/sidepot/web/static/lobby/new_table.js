/** The host opens a table: what is played, for what, and who keeps company. What does not apply is off, and says why. */

import { get, post } from "../room/api.js";
import { field, openDialog } from "../common/dialogs.js";
import { h, put } from "../common/dom.js";

const KINDS = [["cash", "Cash table"], ["choice", "Dealer's choice"], ["sit-and-go", "Sit-and-go"]];
const LIMITS = [["", "As it is mostly bet"], ["nl", "No limit"], ["pl", "Pot limit"], ["fl", "Fixed limit"]];
const STRENGTHS = [["beginner", "Beginners"], ["regular", "Regulars"], ["expert", "Experts"]];
const MOST_SEATS = 10; // that the page has room for

const select = (options, value) => {
  const made = h("select", {}, options.map(([id, text]) => h("option", { value: id }, text)));
  made.value = value;
  return made;
};

const number = (least, most, value) =>
  h("input", { type: "number", min: least, max: most, value: String(value), required: true });

/** A field whose hint changes; where it is off, the hint is why. */
class Field {
  constructor(label, input, hint = "") {
    this.input = input;
    this.usual = hint;
    this.element = field(label, input, hint || " ");
    this.hint = this.element.querySelector("small");
  }

  /** Say `why` it is off, or "" where it is on; `hint` is said then. */
  off(why, hint = this.usual) {
    this.input.disabled = Boolean(why);
    put(this.hint, why || hint);
  }
}

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games = [] } = await get("/api/games").catch(() => ({}));
  return openDialog({ title: "Open a table", wide: true, body: () => formOf(games) });
}

function formOf(games) {
  const title = h("input", { type: "text", required: true, maxlength: "60", autofocus: true, value: "Our table" });
  const kind = select(KINDS, "cash");
  const game = new Field("Game", select(games.map((one) => [one.id, one.title]), "holdem"));
  const limit = new Field("Limit", select(LIMITS, ""));
  const bet = new Field("Bet", number(2, 1e6, 10), "the big blind, or the small bet at fixed limits");
  const seconds = number(5, 600, 25);
  const seats = new Field("Seats", number(2, MOST_SEATS, 6));
  const bots = new Field("Bots", number(0, 6, 0));
  const strength = new Field("How well they play", select(STRENGTHS, "regular"));
  const word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });
  const wrong = h("p", { class: "refusal", role: "alert" });

  /** Put off what does not apply to what is chosen now. */
  const suit = () => {
    const [choice, event] = [kind.value === "choice", kind.value === "sit-and-go"];
    for (const option of game.input.options) option.disabled = choice && !games.find(({ id }) => id === option.value)?.mix;
    if (choice && game.input.selectedOptions[0]?.disabled) game.input.value = "dealers-choice";
    game.off("", choice ? "the games that the dealer may name" : "");
    const found = games.find(({ id }) => id === game.input.value);
    limit.off(found?.mix ? "each of its games has its own" : "");
    bet.off(event ? "it begins with 20, and goes up every four minutes" : "");
    // at dealer's choice the dealer names a game that goes with the number of players
    const most = choice ? MOST_SEATS : Math.min(MOST_SEATS, found?.seats[1] ?? MOST_SEATS);
    seats.input.max = String(most);
    seats.off("", most < MOST_SEATS ? `${most} at most in this game` : "");
    bots.input.max = seats.input.value || String(most);
    strength.off(Number(bots.input.value) ? "" : "there are no bots");
  };

  const form = () => ({
    title: title.value,
    kind: kind.value === "sit-and-go" ? "sit-and-go" : "cash",
    choice: kind.value === "choice",
    game: game.input.value,
    seats: Number(seats.input.value),
    bots: Number(bots.input.value),
    seconds: Number(seconds.value),
    password: word.value,
    // what is off is left out
    ...(limit.input.disabled ? {} : { limit: limit.input.value }),
    ...(bet.input.disabled ? {} : { bet: Number(bet.input.value) }),
    ...(strength.input.disabled ? {} : { strength: strength.input.value }),
  });

  const send = async (sent) => {
    sent.preventDefault();
    try {
      const { id } = await post("/api/tables", form());
      location.href = `/table/${encodeURIComponent(id)}`;
    } catch (refused) {
      put(wrong, refused.because ?? String(refused));
    }
  };
  const made = h(
    "form",
    { class: "body two-columns", onsubmit: send, oninput: suit },
    field("Its name", title),
    field("Kind", kind),
    game.element,
    limit.element,
    bet.element,
    field("Seconds to decide", seconds),
    seats.element,
    bots.element,
    strength.element,
    field("Password", word, "empty: everybody may come in"),
    wrong,
    h("div", { class: "buttons" }, h("button", { class: "strong" }, "Open it")),
  );
  suit();
  return made;
}
