/** Correcting one step of the history: an elimination by another winner, time or place; any step by taking it back alone. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn, wordsIn } from "../common/sentences.js";
import { asRefused } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { newId } from "../room/socket.js";
import { tile } from "./asking.js";
import { offersOf, takeUp, whyRefused } from "./refused.js";
import { previewOf } from "./routes.js";

/**
 * @import { Desk } from "./console.js"
 * @import { LogLine, Player } from "./tournament.js"
 * @import { Offer } from "./outbox.js"
 * @import { Refused } from "../room/api.js"
 */

const EARLIER = [1, 2, 5, 10, 20, 30]; // minutes
const MINUTE = 60_000;

/**
 * Correct a step: an elimination is reported again, with one tap more.
 * @param {Desk} desk
 * @param {LogLine} line
 */
export async function correct(desk, line) {
  const out = line.out ?? null;
  const isAlone = !out || (await correctOut(desk, line, out));
  if (isAlone) await takeBack(desk, line);
}

/**
 * Choose what is wrong with an elimination. Answers whether all of it is to be taken back.
 * @param {Desk} desk
 * @param {LogLine} line
 * @param {import("./tournament.js").OutReport} out
 */
async function correctOut(desk, line, out) {
  const { player, by = [] } = out;
  /** @type {(() => unknown) | "back" | null} */
  const chosen = await openDialog({
    title: t("Correct: {text}", { text: textIn(line.text, line.sentence) }),
    wide: true,
    body: (close) => {
      const again = (/** @type {object} */ change) => () =>
        close(() => desk.act({ type: "undo", step: line.step, only: true, instead: { ...out, ...change } }, "", t("Correct: {text}", { text: textIn(line.text, line.sentence) })));
      const table = desk.seated().find((one) => one.player === by[0])?.table ?? 0; // its players come first
      const winners = desk.seated().filter((one) => one.player !== player && !(by.length === 1 && by[0] === one.player))
        .sort((one, other) => Number(other.table === table) - Number(one.table === table));
      const place = desk.players.find((one) => one.player === player)?.place ?? 0;
      const [above, below] = [desk.players.find((one) => isPlaced(one) && one.place === place - 1), desk.players.find((one) => isPlaced(one) && one.place === place + 1)];
      const order = (/** @type {string[]} */ players, /** @type {string} */ text) => tile(text, () => close(() => desk.act({ type: "reorder", players })));
      return h("div", { class: "body desk-sheet" },
        h("fieldset", {}, h("legend", {}, t("Won by")), h("div", { class: "desk-tiles" }, winners.map((one) => tile(one.player, again({ by: [one.player] }))), by.length > 0 && tile(t("Unknown"), again({ by: [] }), { class: "desk-tile is-quiet" }))),
        (above || below) && h("fieldset", {}, h("legend", {}, t("Place")), h("div", { class: "desk-tiles" },
          above && order([player, above.player], t("Place {place}, ahead of {player}", { place: place - 1, player: above.player })),
          below && order([below.player, player], t("Place {place}, behind {player}", { place: place + 1, player: below.player })))),
        h("fieldset", {}, h("legend", {}, t("When")), h("div", { class: "desk-tiles" }, EARLIER.map((minutes) =>
          tile(t("{minutes} min earlier", { minutes }), again({ at: (out.at ?? line.at) - minutes * MINUTE }))))),
        h("div", { class: "desk-tiles" }, tile(t("{player} is not out", { player }), () => close("back"), { class: "desk-tile is-quiet" })));
    },
  });
  if (typeof chosen === "function") await chosen();
  return chosen === "back";
}

/** @param {Player} one */
const isPlaced = ({ status, place }) => place > 0 && status === "out";

/**
 * Take one step back alone: what it would change is shown first; where later steps need it, the taps that help stand there.
 * @param {Desk} desk
 * @param {LogLine} line
 */
async function takeBack(desk, line) {
  const undo = { type: "undo", step: line.step, only: true };
  const text = textIn(line.text, line.sentence);
  /** @type {string | Offer | null} */
  const chosen = await openDialog({
    title: t("Correct only this step?"),
    body: (close) => {
      const changes = h("ul", { class: "desk-changes", "aria-live": "polite" });
      const reason = h("input", { type: "text", required: true, maxlength: "200", autocomplete: "off", autofocus: true });
      const asked = field(t("Why?"), reason, t("All later steps stay as they are."));
      const form = formOf(() => reason.value.trim() && close(reason.value.trim()), [h("p", {}, wordsIn(line.text, line.sentence)), changes, asked], strong(t("Correct")));
      const instead = (/** @type {Refused} */ refused) =>
        put(form, h("p", {}, wordsIn(line.text, line.sentence)), whyRefused(refused), h("div", { class: "desk-acts" }, offersOf(refused.offers, close)));
      previewOf(desk.id, { id: newId(), do: undo })
        .then((seen) => put(changes, [...(seen.by_chance ?? []), ...(seen.changes ?? []).slice(0, 12)].map((one) => h("li", {}, wordsIn(one.text, one.sentence)))))
        .catch((caught) => (asRefused(caught).offers.length ? instead(asRefused(caught)) : put(changes, h("li", { class: "refusal" }, refusal(caught)))));
      return form;
    },
  });
  if (typeof chosen === "string") await desk.act({ ...undo, why: chosen }, chosen, t("Correct: {text}", { text }), t("Corrected: {text}", { text }));
  else if (chosen) await takeUp(desk, chosen);
}
