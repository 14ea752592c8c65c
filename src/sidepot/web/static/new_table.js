/** The host opens a table: what is played, for what, and who keeps company. */

import { get, post } from "./api.js";
import { field, openDialog } from "./dialogs.js";
import { h, put } from "./dom.js";

const LIMITS = { "no limit": "No limit", "pot limit": "Pot limit", "fixed limit": "Fixed limit" };

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games = [] } = await get("/api/games").catch(() => ({}));
  return openDialog({
    title: "Open a table",
    body: () => {
      const make = (tag, props, ...inside) => h(tag, { ...props }, ...inside);
      const title = make("input", { type: "text", required: true, maxlength: "60", autofocus: true, value: "Our table" });
      const game = make("select", {}, games.map(({ id, title: name }) => h("option", { value: id }, name)));
      game.value = "holdem";
      const limit = make("select", {}, Object.entries(LIMITS).map(([value, text]) => h("option", { value }, text)));
      const stakes = make("input", { type: "text", value: "1/2", required: true });
      const seats = make("input", { type: "number", min: "2", max: "10", value: "6" });
      const bots = make("input", { type: "number", min: "0", max: "9", value: "0" });
      const word = make("input", { type: "text", autocomplete: "off" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      const send = async (sent) => {
        sent.preventDefault();
        try {
          const { id } = await post("/api/tables", {
            title: title.value, game: game.value, limit: limit.value, stakes: stakes.value,
            seats: Number(seats.value), bots: Number(bots.value), password: word.value,
          });
          location.href = `/table/${encodeURIComponent(id)}`;
        } catch (refused) {
          put(wrong, refused.because ?? String(refused));
        }
      };
      return h(
        "form",
        { class: "body two-columns", onsubmit: send },
        field("Its name", title),
        field("Game", game),
        field("Limit", limit),
        field("Stakes", stakes, "small and big blind, such as 1/2"),
        field("Seats", seats),
        field("Bots", bots),
        field("Password", word, "empty: everybody may come in"),
        wrong,
        h("div", { class: "buttons" }, h("button", { class: "strong" }, "Open it")),
      );
    },
  });
}
