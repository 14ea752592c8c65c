/** The host opens a table: game, stakes and company first, and the rest in groups. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { games, openTable } from "../room/api.js";
import { selectStrength, selectStyle, styleIn } from "./bots.js";
import { Field, Switch, group, number, select } from "./form_fields.js";
import { Options } from "./options.js";
import { hasCents, stakesLabel, stakesTyped, stakesWritten } from "./stakes.js";
import { TEMPLATES, keepForm, lastForm } from "./templates.js";
import { t } from "../common/language.js";

/**
 * @import { BookListed, Listed, TableForm } from "sidepot/protocol"
 * @import { Values } from "./form_fields.js"
 * @import { StakesKind } from "./stakes.js"
 */

/** @type {Values} */
const LIMITS = [["nl", t("No limit")], ["pl", t("Pot limit")], ["hp", t("Half-pot limit")], ["fl", t("Fixed limit")], ["sl", t("Spread limit")]];
/** @type {Values} */
const WHO = [["all", t("Everyone in the room")], ["word", t("Who knows the password")], ["asked", t("Whom I give a seat")], ["both", t("Whom I give a seat, with a password")]];
/** @type {Values} */
const DELAYS = [["0", t("Live")], ["1", t("One hand later")], ["3", t("Three hands later")], ["-1", t("Never")]];
/** @type {[kind: string, title: string][]} */
const KINDS = [["board", t("Board games")], ["stud", t("Stud")], ["draw", t("Draw")], ["", t("Mixed games")]];
const MOST_SEATS = 10; // that the page has room for
const CHOICE = "dealers-choice";

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
  const fields = new TableFields(games, books);
  const send = async () => {
    const { id, tournament = "" } = await openTable(fields.form);
    keepForm(fields.form);
    location.href = tournament ? `/tournament/${encodeURIComponent(tournament)}` : `/table/${encodeURIComponent(id)}`;
  };
  const last = lastForm();
  /** @type {Values} */
  const starts = Object.entries(TEMPLATES).map(([id, { text }]) => [id, text]);
  if (last) starts.unshift(["last", t("Same as last time: {title}", { title: last.title ?? "" })]);
  const begins = select(starts, "usual");
  begins.addEventListener("change", () => fields.fill(begins.value === "last" && last ? last : TEMPLATES[begins.value]?.form ?? {}));
  const beginning = field(t("Template"), begins);
  beginning.classList.add("whole");
  const made = sentForm(send, [beginning, fields.first, fields.groups], t("Open the table"));
  made.classList.add("two-columns", "opening");
  made.addEventListener("input", () => fields.suit());
  made.addEventListener("change", () => fields.suit());
  fields.fill({});
  return made;
}

class TableFields {
  limit = new Field(t("Limit"), select(LIMITS, "nl"));
  style = new Field(t("Played for"), select([], ""));
  stakes = new Field(t("Blinds"), h("input", { type: "text", inputmode: "decimal", autocomplete: "off", required: true }));
  who = new Field(t("Who may sit down"), select(WHO, "all"));
  word = new Field(t("Password"), h("input", { type: "text", autocomplete: "off", maxlength: "100", required: true }));
  title = h("input", { type: "text", required: true, maxlength: "60", value: t("Our table") });
  event = new Switch("sit-and-go", t("Sit-and-go: a tournament at this table"));
  seconds = number(5, 600, 25);
  seats = new Field(t("Seats"), number(2, MOST_SEATS, 6));
  bots = new Field(t("Bots"), number(0, 6, 0));
  strength = new Field(t("Bot strength"), selectStrength());
  botStyle = new Field(t("Bot style"), selectStyle());
  watch = new Field(t("Spectators see the hands"), select(DELAYS, "0"));
  book = new Field(t("Rules"), select([], ""));
  choice = new Switch("choice", t("The dealer of each hand chooses the game"));
  asked = ""; // the game whose forms and limit are offered

  /**
   * @param {Listed[]} games
   * @param {BookListed[]} books
   */
  constructor(games, books) {
    this.games = games;
    this.books = books;
    this.options = new Options(games);
    this.game = new Field(t("Game"), h("select", { autofocus: true }, KINDS.map(([kind, title]) => {
      const some = games.filter((one) => (one.kind ?? "") === kind);
      return some.length ? h("optgroup", { label: title }, some.map((one) => h("option", { value: one.id }, titleIn(one.title)))) : "";
    })));
    this.game.value = "holdem";
  }

  /** What every table is asked for: the game, the stakes, and who may come. */
  get first() {
    const how = h("div", { class: "pair" }, this.style.element, this.limit.element);
    return [this.game.element, how, this.stakes.element, this.who.element, this.word.element];
  }

  /** The rest. */
  get groups() {
    const { options } = this;
    return [
      group(t("Seats and time"), [field(t("Name"), this.title), this.seats.element, this.bots.element, this.strength.element,
        this.botStyle.element,
        field(t("Seconds to act"), this.seconds), this.event.element]),
      group(t("Money"), options.money),
      group(t("Extras"), options.extras),
      group(t("Privacy"), [this.watch.element, options.talk.element]),
      group(t("Rules"), [this.book.element, this.choice.element, options.rules]),
    ];
  }

  get #found() {
    return this.games.find(({ id }) => id === this.game.input.value) ?? null;
  }

  get #isChoice() {
    return this.game.input.value === CHOICE || this.choice.on;
  }

  /** How the stakes are typed. @returns {StakesKind} */
  get #stakesKind() {
    const game = this.#found;
    if (game?.mix) return game.limit === "fl" ? "bets" : "blinds";
    const limit = this.limit.input.value;
    if (limit === "fl") return "bets";
    if (limit === "sl") return "spread";
    return game && !(game.blinds ?? true) ? "bet" : "blinds";
  }

  /** Offer the forms and the usual limit of the game that was chosen. */
  #offerGame() {
    const game = this.#found;
    if (this.asked === this.game.input.value) return;
    this.asked = this.game.input.value;
    const title = game ? titleIn(game.title) : "";
    put(this.style.input, h("option", { value: this.asked }, game?.halves ? title : t("High")), (game?.forms ?? []).map(({ id, form }) => h("option", { value: id }, FORMS[form] ?? form)));
    this.style.value = this.asked;
    if (game?.limit && !game.mix) this.limit.value = game.limit;
  }

  /** The books for this kind of table: the first is the one chosen, until the host chooses another. */
  #offerBooks() {
    const some = this.books.filter(({ is_tournament }) => is_tournament === this.event.on);
    if (some.some(({ id }) => id === this.book.input.value)) return;
    put(this.book.input, some.map(({ id, title: text }) => h("option", { value: id }, titleIn(text))));
    this.book.value = some[0]?.id ?? "";
  }

  /** Show what applies now, and hide the rest. */
  suit() {
    this.#offerGame();
    this.#offerBooks();
    const [game, isEvent, isChoice] = [this.#found, this.event.on, this.#isChoice];
    const stakes = this.stakes.input;
    if (document.activeElement === stakes && hasCents(stakes.value)) this.options.cents.on = true;
    const decimals = this.options.cents.on && !isEvent ? 2 : 0;
    this.options.setDecimals(decimals);
    const kind = this.#stakesKind;
    const { bet, wrong } = stakesTyped(kind, stakes.value, decimals);
    put(/** @type {Element} */ (this.stakes.element.firstElementChild), stakesLabel(kind));
    this.stakes.show(!isEvent, wrong || hintOf(kind, Boolean(game?.mix)));
    stakes.setCustomValidity(isEvent ? "" : wrong);
    this.style.show(Boolean(game?.forms?.length));
    this.limit.show(!game?.mix);
    this.who.show(true);
    const who = this.who.input.value;
    for (const option of this.who.input.options) option.disabled = isEvent && ["asked", "both"].includes(option.value);
    this.word.show(who === "word" || who === "both");
    const most = isChoice ? MOST_SEATS : Math.min(MOST_SEATS, game?.seats[1] ?? MOST_SEATS);
    this.seats.input.max = String(most);
    this.seats.show(true, most < MOST_SEATS ? t("at most {most} in this game", { most }) : "");
    this.bots.input.max = this.seats.input.value || String(most);
    this.strength.show(Number(this.bots.input.value) > 0);
    this.botStyle.show(Number(this.bots.input.value) > 0 && !isEvent);
    this.choice.show(!isEvent && Boolean(game?.mix) && game?.id !== CHOICE);
    this.options.suit({ game, limit: game?.mix ? "" : this.limit.input.value, choice: isChoice && !isEvent, isCash: !isEvent, bet });
  }

  /**
   * Show another form: what it leaves out is as usual.
   * @param {TableForm} form
   */
  fill(form) {
    const { decimals = 0, bet = 10 * 10 ** decimals, more = {}, menu = [] } = form;
    const wanted = form.game ?? "holdem";
    const game = this.games.find(({ id, forms = [] }) => id === wanted || forms.some((one) => one.id === wanted));
    this.title.value = form.title ?? t("Our table");
    this.event.on = form.kind === "sit-and-go";
    this.game.value = game?.id ?? wanted;
    this.#offerGame();
    this.style.value = wanted;
    this.limit.value = form.limit || game?.limit || "nl";
    this.choice.on = (form.choice ?? false) && wanted !== CHOICE;
    this.options.cents.on = decimals > 0;
    this.options.setDecimals(decimals);
    this.stakes.value = stakesWritten(this.#stakesKind, bet, more, decimals);
    this.seconds.value = String(form.seconds ?? 25);
    this.seats.value = String(form.seats ?? 6);
    this.bots.value = String(form.bots ?? 0);
    this.strength.value = form.strength ?? "regular";
    this.botStyle.value = form.style ?? "";
    this.who.value = form.approve ? "asked" : "all";
    this.watch.value = String(form.watch_after ?? 0);
    this.options.fill(this.#stakesKind === "blinds" ? { ...more, blinds: [] } : more, menu);
    this.#offerBooks();
    if (form.house) this.book.value = form.house;
    this.suit();
  }

  /** What the host has chosen; what is hidden is not sent. @returns {TableForm} */
  get form() {
    const { options, event } = this;
    const decimals = options.cents.on && !event.on ? 2 : 0;
    const { bet, more: own } = stakesTyped(this.#stakesKind, this.stakes.input.value, decimals);
    const more = { ...options.value, ...own };
    const isCash = !event.on;
    const menu = options.chosen;
    return {
      title: this.title.value,
      kind: event.on ? "sit-and-go" : "cash",
      choice: isCash && this.#isChoice,
      game: this.style.value || this.game.input.value,
      seats: Number(this.seats.input.value),
      bots: Number(this.bots.input.value),
      seconds: Number(this.seconds.value),
      house: this.book.input.value,
      password: this.word.value,
      ...(this.limit.value && { limit: /** @type {TableForm["limit"]} */ (this.limit.value) }),
      ...(isCash && { bet }),
      ...(decimals && { decimals }),
      ...(menu.length && { menu }),
      ...(this.watch.value !== "0" && { watch_after: Number(this.watch.value) }),
      ...(["asked", "both"].includes(this.who.value) && { approve: true }),
      ...(isCash && Object.keys(more).length && { more }),
      ...(this.strength.value && { strength: /** @type {TableForm["strength"]} */ (this.strength.value) }),
      ...(this.botStyle.value && { style: styleIn(this.botStyle.value) }),
    };
  }
}

/** @type {Record<string, string>} */
const FORMS = {
  low: t("Low, ace to five"), "low-a6": t("Low, ace to six"), "low-27": t("Low, deuce to seven"), "high-low": t("High-low"),
  "high-low-8": t("High-low, eight or better"),
};

/**
 * @param {StakesKind} kind
 * @param {boolean} isMix
 */
function hintOf(kind, isMix) {
  if (isMix && kind === "bets") return t("games without a fixed limit have half the blinds");
  return kind === "blinds" ? t("also one, three, or with a dot: 0.25/0.50") : "";
}
