/** The host opens a table: what is played, for what, and who keeps company. */

import { get, post } from "./api.js";
import { field, openDialog } from "./dialogs.js";
import { h, put } from "./dom.js";

const KINDS = [["cash", "Cash table"], ["choice", "Dealer's choice"], ["sit-and-go", "Sit-and-go"]];
const LIMITS = [["", "As it is mostly bet"], ["nl", "No limit"], ["pl", "Pot limit"], ["fl", "Fixed limit"]];
const STRENGTHS = [["beginner", "Beginners"], ["regular", "Regulars"], ["expert", "Experts"]];

const select = (options, value) => {
  const made = h("select", {}, options.map(([id, text]) => h("option", { value: id }, text)));
  made.value = value;
  return made;
};

const number = (least, most, value) =>
  h("input", { type: "number", min: least, max: most, value: String(value), required: true });

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games = [] } = await get("/api/games").catch(() => ({}));
  return openDialog({
    title: "Open a table",
    wide: true,
    body: () => {
      const title = h("input", { type: "text", required: true, maxlength: "60", autofocus: true, value: "Our table" });
      const kind = select(KINDS, "cash");
      const game = select(games.map((one) => [one.id, one.title]), "holdem");
      const limit = select(LIMITS, "");
      const [bet, seats, bots, seconds] = [number(2, 1e6, 10), number(2, 10, 6), number(0, 9, 0), number(5, 600, 25)];
      const strength = select(STRENGTHS, "regular");
      const word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      kind.addEventListener("change", () => kind.value === "choice" && (game.value = "dealers-choice"));
      const form = () => ({
        title: title.value,
        kind: kind.value === "sit-and-go" ? "sit-and-go" : "cash",
        choice: kind.value === "choice",
        game: game.value,
        limit: limit.value,
        bet: Number(bet.value),
        seats: Number(seats.value),
        bots: Number(bots.value),
        strength: strength.value,
        seconds: Number(seconds.value),
        password: word.value,
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
      return h(
        "form",
        { class: "body two-columns", onsubmit: send },
        field("Its name", title),
        field("Kind", kind),
        field("Game", game),
        field("Limit", limit),
        field("Bet", bet, "the big blind, or the small bet at fixed limits"),
        field("Seconds to decide", seconds),
        field("Seats", seats),
        field("Bots", bots),
        field("How well they play", strength),
        field("Password", word, "empty: everybody may come in"),
        wrong,
        h("div", { class: "buttons" }, h("button", { class: "strong" }, "Open it")),
      );
    },
  });
}
