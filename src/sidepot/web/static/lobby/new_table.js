/** The host opens a table: three choices and a button first, and all the rest behind "More". */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { games, openTable } from "../room/api.js";
import { Field, number, select } from "./form_fields.js";
import { MoreFields } from "./more_terms.js";
import { TEMPLATES, keepForm, lastForm } from "./templates.js";
import { t } from "../common/language.js";

/** @import { BookListed, Listed, TableForm } from "sidepot/protocol" */
/** @import { Values } from "./form_fields.js" */

/** @type {Values} */
const KINDS = [["cash", t("Cash game")], ["choice", t("Dealer's choice")], ["sit-and-go", t("Sit-and-go")]];
/** @type {Values} */
const LIMITS = [["", t("Usual for the game")], ["nl", t("No limit")], ["pl", t("Pot limit")], ["fl", t("Fixed limit")]];
/** @type {Values} */
const STRENGTHS = [["beginner", t("Beginners")], ["regular", t("Regulars")], ["expert", t("Experts")]];
const MOST_SEATS = 10; // that the page has room for

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games: found, books } = await games().catch(() => ({ games: [], books: [] }));
  return openDialog({ title: t("Open a table"), wide: true, body: () => formOf(found, books) });
}

/**
 * @param {Listed[]} games
 * @param {BookListed[]} books
 */
function formOf(games, books) {
  const title = h("input", { type: "text", required: true, maxlength: "60", value: t("Our table") });
  const kind = select(KINDS, "cash");
  kind.setAttribute("autofocus", "");
  const game = new Field(t("Game"), select(games.map((one) => [one.id, titleIn(one.title)]), "holdem"));
  const limit = new Field(t("Limit"), select(LIMITS, ""));
  const book = new Field(t("Rules"), select([], ""));
  const bet = new Field(t("Bet size"), number(2, 1e6, 10), t("the big blind, or the small bet in fixed limit"));
  const seconds = number(5, 600, 25);
  const seats = new Field(t("Seats"), number(2, MOST_SEATS, 6));
  const bots = new Field(t("Bots"), number(0, 6, 0));
  const strength = new Field(t("Bot strength"), select(STRENGTHS, "regular"));
  const word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });

  const watch = select([["0", t("Live")], ["1", t("One hand later")], ["3", t("Three hands later")], ["-1", t("Never")]], "0");
  const approve = h("input", { type: "checkbox", name: "approve" });

  const more = new MoreFields();

  /** The books for this kind of table: the first is the one chosen, until the host chooses another. */
  const offer = () => {
    const some = books.filter(({ is_tournament }) => is_tournament === (kind.value === "sit-and-go"));
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
    game.off("", choice ? t("the games the dealer can choose") : "");
    const found = games.find(({ id }) => id === game.input.value);
    limit.off(found?.mix ? t("each of its games has its own") : "");
    bet.off(tournament ? t("starts at 20 and goes up every four minutes") : "");
    // at dealer's choice the dealer names a game that goes with the number of players
    const most = choice ? MOST_SEATS : Math.min(MOST_SEATS, found?.seats[1] ?? MOST_SEATS);
    seats.input.max = String(most);
    seats.off("", most < MOST_SEATS ? t("at most {most} in this game", { most }) : "");
    bots.input.max = seats.input.value || String(most);
    strength.off(Number(bots.input.value) ? "" : t("only with bots"));
    approve.disabled = tournament;
    more.suit(tournament ? t("fixed in a sit-and-go") : "");
  };

  /**
   * Show another form: what it leaves out is as usual.
   * @param {TableForm} form
   */
  const fill = (form) => {
    title.value = form.title ?? t("Our table");
    kind.value = form.kind === "sit-and-go" ? "sit-and-go" : form.choice ? "choice" : "cash";
    game.input.value = form.game ?? "holdem";
    limit.input.value = form.limit ?? "";
    bet.input.value = String(form.bet ?? 10);
    seconds.value = String(form.seconds ?? 25);
    seats.input.value = String(form.seats ?? 6);
    bots.input.value = String(form.bots ?? 0);
    strength.input.value = form.strength ?? "regular";
    approve.checked = form.approve ?? false;
    watch.value = String(form.watch_after ?? 0);
    more.fill(form.more ?? {});
    offer();
    if (form.house) book.input.value = form.house;
    suit();
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
    // a field that is off is not sent
    ...(word.disabled ? {} : { password: word.value }),
    ...(limit.input.disabled ? {} : { limit: /** @type {TableForm["limit"]} */ (limit.input.value) }),
    ...(bet.input.disabled ? {} : { bet: Number(bet.input.value) }),
    ...(watch.value === "0" ? {} : { watch_after: Number(watch.value) }),
    ...(approve.checked && !approve.disabled ? { approve: true } : {}),
    ...(Object.keys(more.value).length ? { more: more.value } : {}),
    ...(strength.input.disabled ? {} : { strength: /** @type {TableForm["strength"]} */ (strength.input.value) }),
  });

  const send = async () => {
    const { id, tournament = "" } = await openTable(form());
    keepForm(form());
    location.href = tournament ? `/tournament/${encodeURIComponent(tournament)}` : `/table/${encodeURIComponent(id)}`;
  };
  const last = lastForm();
  /** @type {Values} */
  const starts = Object.entries(TEMPLATES).map(([id, { text }]) => [id, text]);
  if (last) starts.unshift(["last", t("Same as last time: {title}", { title: last.title ?? "" })]);
  const begins = select(starts, "usual");
  begins.addEventListener("change", () => fill(begins.value === "last" && last ? last : TEMPLATES[begins.value]?.form ?? {}));
  const rest = h(
    "details",
    { class: "more" },
    h("summary", {}, t("More")),
    h("div", { class: "two-columns" },
      field(t("Name"), title), limit.element, book.element, field(t("Seconds to act"), seconds), seats.element,
      bots.element, strength.element, field(t("Password"), word, t("leave empty to let everyone in")),
      field(t("Spectators see the hands"), watch),
      h("label", { class: "check whole" }, approve, " ", t("Players ask the host for a seat")), more.elements),
  );
  // a field that is wrong is seen, also where it is folded away
  rest.addEventListener("invalid", () => (rest.open = true), true);
  const beginning = field(t("Template"), begins);
  beginning.classList.add("whole");
  const fields = [beginning, field(t("Type"), kind), game.element, bet.element, rest];
  const made = sentForm(send, fields, t("Open the table"));
  made.classList.add("two-columns");
  made.addEventListener("input", suit);
  suit();
  return made;
}
