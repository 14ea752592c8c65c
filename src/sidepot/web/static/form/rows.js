/**
 * The fields of the form of a table, as data: what each is called, when it applies, whether it may change while the table is
 * open (`live`), and how its value is read from and written to the form that the room takes.
 */

import { h } from "../common/dom.js";
import { titleIn } from "../common/sentences.js";
import { amountOf } from "../common/words.js";
import { t, tn } from "../common/language.js";
import { selectStrength, selectStyle, styleIn } from "../lobby/bots.js";
import { AmountField, Boxes, Choice, Field, Switch, number } from "./fields.js";
import { amountsTyped, stakesLabel, stakesTyped, stakesWritten } from "./stakes.js";

/**
 * @import { BookListed, Changeable, GameForm, Listed, MoreTerms, TableForm } from "sidepot/protocol"
 * @import { Values } from "./fields.js"
 * @import { StakesKind } from "./stakes.js"
 */

/**
 * What a field depends on: the game, its limit ("" in a mix), how stakes are typed and what they are, the value `of` another
 * field; `before` has the present values where the table is open already.
 * @typedef {{ game: Listed | null, limit: string, kind: StakesKind, bet: number, own: MoreTerms, wrong: string, decimals: number,
 *   isCash: boolean, isChoice: boolean, isFixed: boolean, hasBlinds: boolean, before: Changeable | null, of: (name: string) => any }} Now
 */

/** A form that is being written. @typedef {TableForm & { more: MoreTerms }} Draft */

/**
 * A field as data. `under` is the switch that reveals it; `adjust` runs before it is shown; `last`: it is filled when all
 * others are. A field without `get` begins empty.
 * @typedef {object} Row
 * @property {Field<any> | Switch | Boxes} field
 * @property {string} group
 * @property {string} [under]
 * @property {boolean} [live]
 * @property {boolean} [last]
 * @property {(now: Now) => boolean} [when]
 * @property {(now: Now) => string} [hint]
 * @property {(now: Now) => void} [adjust]
 * @property {(form: TableForm, now: Now) => unknown} [get]
 * @property {(form: Draft, value: any, now: Now) => void} [put]
 */

const MINUTE = 60_000;
const MOST_SEATS = 10; // that the page has room for
export const CHOICE = "dealers-choice";
const AS_IN_RULES = /** @type {[string, string]} */ (["", t("As in the rules")]);
const AS_USUAL = /** @type {[string, string]} */ (["", t("As usual in the game")]);

/** @type {Values} */
const LIMITS = [["nl", t("No limit")], ["pl", t("Pot limit")], ["hp", t("Half-pot limit")], ["fl", t("Fixed limit")], ["sl", t("Spread limit")]];
/** @type {Values} */
const WHO = [["all", t("Everyone in the room")], ["word", t("Who knows the password")], ["asked", t("Whom I give a seat")], ["both", t("Whom I give a seat, with a password")]];
/** @type {Values} */
const ANTES = [AS_USUAL, ["none", t("None")], ["blind", t("One big blind")], ["own", t("Another amount")]];
/** @type {Values} */
const PAYERS = [["all", t("Every player")], ["big blind", t("The big blind, for everyone")], ["button", t("The button, for everyone")]];
/** @type {Values} */
const BRING_INS = [AS_USUAL, ["none", t("None")], ["own", t("Another amount")]];
/** @type {Values} */
const RETURNS = [AS_IN_RULES, ["never", t("With any buy-in")], ["own", t("Within so many minutes")]];
/** @type {Values} */
const RUNS = [AS_IN_RULES, ["1", t("Once")], ["2", t("Up to twice")], ["3", t("Up to three times")], ["4", t("Up to four times")]];
/** @type {Values} */
const RABBITS = [AS_IN_RULES, ["yes", t("Allowed")], ["no", t("Not allowed")]];
/** @type {Values} */
const KILLS = [["full", t("Full kill: twice the stakes")], ["half", t("Half kill: one and a half times")]];
/** @type {Values} */
const TRIGGERS = [["legs", t("Pots won in a row")], ["pot", t("The size of a pot")]];
/** @type {Values} */
const DECLARED = [AS_IN_RULES, ["cards speak", t("Cards speak")],
  ["chips in hand", t("Declared together, with chips in closed hands")], ["in turn", t("Declared in turn")]];
/** @type {Values} */
const READINGS = [AS_IN_RULES, ["cards speak", t("Cards speak")], ["as called", t("The hand that its owner calls")]];
/** @type {Values} */
const RAISES = [AS_IN_RULES, ...["1", "2", "3", "4", "5", "6"].map((one) => /** @type {[string, string]} */ ([one, one])), ["any", t("Any number")]];
/** @type {Values} */
const REOPENINGS = [AS_IN_RULES, ["full bet", t("A full bet")], ["half bet", t("Half a bet, added up")], ["half bet by one player", t("Half a bet by one player")]];
/** @type {Values} */
const FACES = [AS_IN_RULES, ["yes", t("Face up")], ["no", t("Face down")]];
/** @type {Values} */
const BUTTONS = [AS_IN_RULES, ["high card", t("The highest card")], ["first jack", t("The first jack")]];
/** @type {Values} */
const TALK = [AS_IN_RULES, ["in a hand too", t("Also during a hand")], ["not in a hand", t("Not while in a hand")]];
/** @type {Values} */
const STRADDLES = [["under the gun", t("Under the gun")], ["mississippi", t("Mississippi: any seat")], ["sleeper", t("Sleeper")]];
/** @type {Values} */
const MEANS = [[t("in cash"), t("In cash")], [t("by bank transfer"), t("By bank transfer")], ["", t("Otherwise")]];
/** @type {Record<string, string>} */
const FORMS = {
  low: t("Low, ace to five"), "low-a6": t("Low, ace to six"), "low-27": t("Low, deuce to seven"), "high-low": t("High-low"),
  "high-low-8": t("High-low, eight or better"),
};
/** @type {[kind: string, title: string][]} */
const KINDS = [["board", t("Board games")], ["stud", t("Stud")], ["draw", t("Draw")], ["", t("Mixed games")]];

/** Names of groups, in their order; what is first has no heading. @type {Values} */
export const GROUPS = [["first", ""], ["seats", t("Seats and time")], ["money", t("Money")], ["extras", t("Extras")], ["privacy", t("Privacy")], ["rules", t("Rules")]];

/** @param {number} hands */
const delay = (hands) => (hands > 0 ? tn("{count} hand later", "{count} hands later", hands) : hands ? t("Never") : t("Live"));

/** @param {number[]} hands */
const delays = (...hands) => [...new Set(hands)].map((one) => /** @type {[string, string]} */ ([String(one), delay(one)]));

// ---- how a value is read from a form, and written to it

/** A field of the form with this usual value. @param {keyof TableForm} name @param {string | number} usual */
const plain = (name, usual) => ({
  get: (/** @type {TableForm} */ form) => String(form[name] ?? usual),
  put: (/** @type {Draft} */ form, /** @type {string} */ value) => {
    if (value !== "") Object.assign(form, { [name]: typeof usual === "number" ? Number(value) : value });
  },
});

/** One of the further options, left out where it is empty. @param {keyof MoreTerms} name @param {(value: string) => unknown} made */
const option = (name, made = String) => ({
  get: (/** @type {TableForm} */ { more = {} }) => String(more[name] ?? ""),
  put: (/** @type {Draft} */ { more }, /** @type {string} */ value) => {
    if (value !== "") Object.assign(more, { [name]: made(value) });
  },
});

/** The same for one that is yes, no, or as usual. @param {"face_up" | "rabbit"} name */
const yesOrNo = (name) => ({
  get: (/** @type {TableForm} */ { more = {} }) => (more[name] === true ? "yes" : more[name] === false ? "no" : ""),
  put: option(name, (value) => value === "yes").put,
});

/** The same for an amount; 0 is none. @param {keyof MoreTerms} name */
const chipsOf = (name) => ({
  get: (/** @type {TableForm} */ { more = {} }) => more[name] || null,
  put: (/** @type {Draft} */ { more }, /** @type {number | null} */ value) => {
    if (value !== null) Object.assign(more, { [name]: value });
  },
});

/** A choice between the usual amount, none and one of one's own. @param {"ante" | "bring_in"} name */
const usualOrOwn = (name) => ({
  get: (/** @type {TableForm} */ { more = {} }) => (more[name] === null || more[name] === undefined ? "" : more[name] === 0 ? "none" : "own"),
  put: (/** @type {Draft} */ { more }, /** @type {string} */ value, /** @type {Now} */ { bet }) => {
    if (value === "none" || value === "blind") more[name] = value === "none" ? 0 : bet;
  },
});

// ---- the fields

/**
 * @param {readonly Listed[]} games
 * @param {readonly BookListed[]} books
 * @returns {Record<string, Row>}
 */
export const rowsOf = (games, books) => ({
  ...beginning(games), ...seating(), ...money(), ...extras(), ...rules(books, games),
});

/** What every table is asked for: the game, the stakes, and who may come. @param {readonly Listed[]} games @returns {Record<string, Row>} */
function beginning(games) {
  const game = new Field(t("Game"), h("select", { autofocus: true }, KINDS.map(([kind, title]) => {
    const some = games.filter((one) => (one.kind ?? "") === kind);
    return some.length ? h("optgroup", { label: title }, some.map((one) => h("option", { value: one.id }, titleIn(one.title)))) : "";
  })));
  const played = new Choice(t("Played for"), []);
  const limit = new Choice(t("Limit"), LIMITS);
  const stakes = new Field(t("Blinds"), h("input", { type: "text", inputmode: "decimal", autocomplete: "off", required: true }));
  const who = new Choice(t("Who may sit down"), WHO);
  const word = new Field(t("Password"), h("input", { type: "text", autocomplete: "off", maxlength: "100" }));
  /** @type {Listed | null} */
  let offered = null; // the game whose forms and limit are offered
  return {
    game: { group: "first", field: game,
      get: ({ game: id = "holdem" }) => games.find((one) => one.id === id || one.forms?.some((form) => form.id === id))?.id ?? id },
    played: { group: "first", field: played, when: ({ game: now }) => Boolean(now?.forms?.length),
      adjust: ({ game: now }) => {
        if (!now || now === offered) return;
        offered = now;
        played.offer([[now.id, now.halves ? titleIn(now.title) : t("High")], ...(now.forms ?? []).map(formed)]);
        if (now.limit && !now.mix) limit.value = now.limit;
      },
      get: ({ game: id = "holdem" }) => id,
      put: (form, value, now) => (form.game = value || now.game?.id) },
    limit: { group: "first", field: limit, when: ({ game: now }) => !now?.mix,
      get: (form, now) => form.limit || now.game?.limit || "nl", put: plain("limit", "").put },
    stakes: { group: "first", field: stakes, live: true, last: true, when: ({ isCash, before, kind }) => isCash && !(before && kind === "spread"),
      adjust: ({ kind, isCash, wrong }) => {
        stakes.label.textContent = stakesLabel(kind);
        stakes.input.setCustomValidity(isCash ? wrong : "");
      },
      hint: ({ kind, game: now, wrong, before }) => wrong || (before ? "" : stakesHint(kind, Boolean(now?.mix))),
      get: ({ decimals = 0, bet = 10 * 10 ** decimals, more = {} }, { kind }) => stakesWritten(kind, bet, more, decimals),
      put: (form, value, { bet, own }) => {
        if (value === "") return;
        form.bet = bet;
        Object.assign(form.more, own);
      } },
    who: { group: "first", field: who, live: true, adjust: ({ isCash }) => who.without(...(isCash ? [] : ["asked", "both"])),
      get: ({ approve }, { before }) => (before?.lock ? (approve ? "both" : "word") : approve ? "asked" : "all"),
      put: (form, value) => {
        if (value === "asked" || value === "both") form.approve = true;
      } },
    word: { group: "first", field: word, live: true, when: ({ of }) => of("who") === "word" || of("who") === "both",
      adjust: ({ before }) => (word.input.required = !before?.lock),
      hint: ({ before }) => (before?.lock ? t("leave empty to keep the password") : ""), put: plain("password", "").put },
  };
}

/** @param {GameForm} form @returns {[string, string]} */
const formed = ({ id, form }) => [id, FORMS[form] ?? form];

/** @returns {Record<string, Row>} */
function seating() {
  const seats = new Field(t("Seats"), number(2, MOST_SEATS, 6));
  const bots = new Field(t("Bots"), number(0, 6, 0));
  const watch = new Choice(t("Spectators see the hands"), delays(0, 1, 3, -1));
  const call = new Field(t("Link to your call"),
    h("input", { type: "url", maxlength: "300", pattern: "https://.+", placeholder: "https://", autocomplete: "off" }),
    t("only seated players see it"));
  const hasBots = () => Number(bots.input.value) > 0;
  /** @param {Now} now */
  const most = ({ isChoice, game }) => (isChoice ? MOST_SEATS : Math.min(MOST_SEATS, game?.seats[1] ?? MOST_SEATS));
  return {
    title: { group: "seats", field: new Field(t("Name"), h("input", { type: "text", required: true, maxlength: "60" })), ...plain("title", t("Our table")) },
    seats: { group: "seats", field: seats, adjust: (now) => (seats.input.max = String(most(now))),
      hint: (now) => (most(now) < MOST_SEATS ? t("at most {most} in this game", { most: most(now) }) : ""), ...plain("seats", 6) },
    bots: { group: "seats", field: bots, live: true, adjust: () => (bots.input.max = seats.input.value || String(MOST_SEATS)), ...plain("bots", 0) },
    strength: { group: "seats", field: new Field(t("Bot strength"), selectStrength()), live: true, when: hasBots, ...plain("strength", "regular") },
    style: { group: "seats", field: new Field(t("Bot style"), selectStyle()), live: true, when: (now) => hasBots() && now.isCash,
      get: ({ style }) => style ?? "",
      put: (form, value) => {
        if (value) form.style = styleIn(value);
      } },
    seconds: { group: "seats", field: new Field(t("Seconds to act"), number(5, 600, 25)), live: true, ...plain("seconds", 25) },
    event: { group: "seats", field: new Switch("sit-and-go", t("Sit-and-go: a tournament at this table")),
      get: ({ kind }) => kind === "sit-and-go", put: (form, on) => (form.kind = on ? "sit-and-go" : "cash") },
    call: { group: "extras", field: call, live: true, when: ({ isCash }) => isCash, ...plain("call", "") },
    watch: { group: "privacy", field: watch, live: true,
      // hands that spectators may never see are not shown to them later
      when: ({ before }) => (before?.watch_after ?? 0) >= 0,
      get: ({ watch_after: hands = 0 }) => {
        watch.offer(delays(hands, 0, 1, 3, -1).sort(([one], [other]) => order(one) - order(other)));
        return String(hands);
      },
      put: (form, value) => {
        if (value && value !== "0") form.watch_after = Number(value);
      } },
    talk: { group: "privacy", field: new Choice(t("Chat"), TALK), when: cash, ...option("talk") },
  };
}

/** @param {string} hands */
const order = (hands) => (hands === "-1" ? Number.POSITIVE_INFINITY : Number(hands));
/** @param {Now} now */
const cash = ({ isCash }) => isCash;

/** @returns {Record<string, Row>} */
function money() {
  const ante = new Choice(t("Ante"), ANTES);
  const blinds = new Field(t("Blinds"), h("input", { type: "text", inputmode: "decimal", autocomplete: "off" }), t("empty: half a bet and a bet"));
  const charge = new AmountField(t("Charge for a seat"), { least: 1, free: false });
  return {
    cents: { group: "money", field: new Switch("cents", t("Cents: the smallest chip is 0.01")), when: cash,
      get: ({ decimals = 0 }) => decimals > 0,
      put: (form, on) => {
        if (on) form.decimals = 2;
      } },
    least: { group: "money", field: new AmountField(t("Minimum buy-in"), { least: 1 }), live: true, when: cash, hint: ({ before }) => (before ? "" : t("empty: 40 bets")),
      get: ({ more = {} }) => more.buy_in?.[0] ?? null,
      put: ({ more }, value, { bet, of, before, isCash }) => {
        const most = of("most");
        if (!isCash || (value === null && most === null && !before)) return;
        const least = value ?? Math.min(40 * bet, most ?? Number.POSITIVE_INFINITY);
        more.buy_in = [least, most ?? (before ? 0 : Math.max(200 * bet, least))];
      } },
    most: { group: "money", field: new AmountField(t("Maximum buy-in"), { least: 1 }), live: true, when: cash, hint: ({ before }) => (before ? t("empty: no maximum") : t("empty: 200 bets")),
      get: ({ more = {} }) => more.buy_in?.[1] || null },
    blinds: { group: "money", field: blinds, live: true,
      when: ({ hasBlinds, limit, game }) => hasBlinds && (limit === "fl" || limit === "sl") && !game?.mix,
      adjust: ({ decimals }) => blinds.input.setCustomValidity(blinds.value ? stakesTyped("blinds", blinds.value, decimals).wrong : ""),
      get: ({ more = {}, decimals = 0 }, { kind }) => (kind === "blinds" ? [] : (more.blinds ?? [])).map((one) => amountOf(one, decimals)).join("/"),
      put: ({ more }, value, { decimals }) => {
        if (value) more.blinds = amountsTyped(value, decimals);
      } },
    ante: { group: "money", field: ante, live: true, when: cash, adjust: ({ hasBlinds }) => ante.without(...(hasBlinds ? [] : ["blind"])), ...usualOrOwn("ante") },
    anteOwn: { group: "money", field: new AmountField(t("Amount of the ante"), { least: 1, free: false }), live: true,
      when: ({ of }) => of("ante") === "own", ...chipsOf("ante") },
    anteBy: { group: "money", field: new Choice(t("Ante paid by"), PAYERS), live: true,
      when: ({ hasBlinds, of }) => hasBlinds && ["own", "blind"].includes(of("ante")), get: ({ more = {} }) => more.ante_by ?? "all", put: option("ante_by").put },
    bringIn: { group: "money", field: new Choice(t("Bring-in"), BRING_INS), live: true, when: ({ isCash, game }) => isCash && (game?.bring_in ?? false), ...usualOrOwn("bring_in") },
    bringInOwn: { group: "money", field: new AmountField(t("Amount of the bring-in"), { least: 1, free: false }), live: true,
      when: ({ of }) => of("bringIn") === "own", ...chipsOf("bring_in") },
    back: { group: "money", field: new Choice(t("A player who left returns"), RETURNS), when: cash,
      get: ({ more = {} }) => ((more.back_minutes ?? null) === null ? "" : more.back_minutes === 0 ? "never" : "own"),
      put: ({ more }, value) => {
        if (value === "never") more.back_minutes = 0;
      } },
    backMinutes: { group: "money", field: new Field(t("Minutes until a player may return with less"), number(1, 1440, 60)), when: ({ of }) => of("back") === "own",
      get: ({ more = {} }) => String(more.back_minutes || 60), put: option("back_minutes", Number).put },
    rake: { group: "money", field: new Switch("rake", t("Rake")), when: cash, get: ({ more = {} }) => Boolean(more.rake) },
    rakePercent: { group: "money", under: "rake", field: new Field(t("Rake in percent"), number(1, 20, 5)),
      get: ({ more = {} }) => String(more.rake || 5), put: option("rake", Number).put },
    cap: { group: "money", under: "rake", field: new AmountField(t("Rake cap"), { least: 1 }, t("empty: no cap")), ...chipsOf("rake_cap") },
    time: { group: "money", field: new Switch("time", t("Time collection: players pay for the seat")), when: cash, get: ({ more = {} }) => Boolean(more.time_charge) },
    charge: { group: "money", under: "time", field: charge, get: ({ more = {} }) => more.time_charge?.amount ?? null,
      adjust: ({ of, bet }) => {
        if (!of("time")) charge.value = bet; // as long as nobody asks for another one
      },
      put: ({ more }, amount, { of }) => {
        if (amount !== null) more.time_charge = { amount, period_ms: Number(of("chargeMinutes")) * MINUTE };
      } },
    chargeMinutes: { group: "money", under: "time", field: new Field(t("Minutes that it is for"), number(1, 600, 30)),
      get: ({ more = {} }) => String((more.time_charge?.period_ms ?? 30 * MINUTE) / MINUTE) },
  };
}

/** @returns {Record<string, Row>} */
function extras() {
  const runs = new Choice(t("Run it"), RUNS, t("if everyone in the hand agrees"));
  const rabbit = new Choice(t("Rabbit hunt"), RABBITS, t("after a hand, a player may ask for the board cards that would have come"));
  const bombAnte = new AmountField(t("Bomb pot ante"), { least: 1, free: false });
  return {
    straddles: { group: "extras", field: new Boxes("straddles", t("Straddles"), STRADDLES), live: true, when: ({ hasBlinds }) => hasBlinds,
      get: ({ more = {} }) => more.straddles ?? [],
      put: ({ more }, value) => {
        if (value.length) more.straddles = value;
      } },
    bomb: { group: "extras", field: new Switch("bomb", t("Bomb pots")), live: true, when: cash, get: ({ more = {} }) => Boolean(more.bomb_every) },
    bombEvery: { group: "extras", under: "bomb", live: true, field: new Field(t("Hands from one bomb pot to the next"), number(1, 1000, 10)),
      get: ({ more = {} }) => String(more.bomb_every || 10), put: option("bomb_every", Number).put },
    bombAnte: { group: "extras", under: "bomb", live: true, field: bombAnte, ...chipsOf("bomb_ante"),
      adjust: ({ of, bet }) => {
        if (!of("bomb")) bombAnte.value = 2 * bet; // as long as nobody asks for another one
      } },
    runs: { group: "extras", field: runs, live: true, when: cash, adjust: ({ before }) => runs.without(...(before ? [""] : [])), ...option("runs", Number) },
    rabbit: { group: "extras", field: rabbit, live: true, when: ({ isCash, game }) => isCash && (game?.mix || game?.kind === "board" || false),
      adjust: ({ before }) => rabbit.without(...(before ? [""] : [])), ...yesOrNo("rabbit") },
    sevenDeuce: { group: "extras", live: true, when: ({ isCash, game }) => isCash && (game?.sevens || false), ...chipsOf("seven_deuce"),
      field: new AmountField(t("Seven-deuce bounty"), { least: 1 }, t("empty: none; who wins with 7-2 and shows it gets it from each other player")) },
    standUp: { group: "extras", live: true, when: cash, ...chipsOf("stand_up"),
      field: new AmountField(t("Stand-up game"), { least: 1 }, t("empty: none; who wins a pot sits down, the last one standing pays it to each other player")) },
    kill: { group: "extras", field: new Switch("kill", t("Kill pots")), when: ({ isCash, isFixed }) => isCash && isFixed, get: ({ more = {} }) => Boolean(more.kill) },
    killKind: { group: "extras", under: "kill", field: new Choice(t("Kill"), KILLS), get: ({ more = {} }) => more.kill?.kind ?? "full",
      put: ({ more }, kind, { of }) => {
        const byPot = of("killBy") === "pot";
        if (kind) more.kill = { kind, legs: byPot ? 0 : Number(of("legs")), at_least: byPot ? Number(of("killPot")) : 0 };
      } },
    killBy: { group: "extras", under: "kill", field: new Choice(t("What kills"), TRIGGERS), get: ({ more = {} }) => (more.kill?.legs === 0 ? "pot" : "legs") },
    legs: { group: "extras", under: "kill", field: new Field(t("Pots won in a row"), number(1, 10, 2)), when: ({ of }) => of("killBy") !== "pot",
      get: ({ more = {} }) => String(more.kill?.legs || 2) },
    killPot: { group: "extras", under: "kill", field: new Field(t("Pot in big bets"), number(1, 1000, 10)), when: ({ of }) => of("killBy") === "pot",
      get: ({ more = {} }) => String(more.kill?.at_least || 10) },
    open: { group: "extras", field: new Switch("open", t("Open stakes: players may bet more than their chips, with markers")), when: cash,
      get: ({ more = {} }) => more.open_stakes ?? false,
      put: ({ more }, on, { of }) => {
        if (on) Object.assign(more, { open_stakes: true, marker_terms: markerTerms(of("means") || of("otherMeans"), of("by")) });
      } },
    marker: { group: "extras", under: "open", field: new AmountField(t("Markers below this must be accepted"), { least: 1 }, t("empty: any marker may be refused")), ...chipsOf("marker_below") },
    means: { group: "extras", under: "open", field: new Choice(t("Markers are settled"), MEANS), get: () => MEANS[0][0] },
    otherMeans: { group: "extras", under: "open", field: new Field(t("In which way"), h("input", { type: "text", required: true, maxlength: "100" })),
      when: ({ of }) => of("open") && of("means") === "", get: () => "" },
    by: { group: "extras", under: "open", field: new Field(t("By"), h("input", { type: "date" }), t("empty: the end of the session")), get: () => "" },
  };
}

/**
 * @param {readonly BookListed[]} books
 * @param {readonly Listed[]} games
 * @returns {Record<string, Row>}
 */
function rules(books, games) {
  const book = new Choice(t("Rules"), []);
  const menu = new Boxes("menu-game", t("Games"), games.flatMap((one) => (one.mix ? [] : menuKeys(one))), "unseen");
  return {
    book: { group: "rules", field: book,
      adjust: ({ isCash }) => book.offer(books.filter((one) => one.is_tournament !== isCash).map(({ id, title }) => [id, titleIn(title)])),
      get: ({ house = "" }, { isCash }) => house || books.find((one) => one.is_tournament !== isCash)?.id, put: plain("house", "").put },
    choice: { group: "rules", field: new Switch("choice", t("The dealer of each hand chooses the game")),
      when: ({ isCash, game }) => isCash && Boolean(game?.mix) && game?.id !== CHOICE, get: ({ choice = false, game }) => choice && game !== CHOICE,
      put: (form, _on, { isChoice }) => {
        if (isChoice) form.choice = true;
      } },
    raises: { group: "rules", field: new Choice(t("Maximum raises per round"), RAISES), when: cash,
      get: ({ more = {} }) => (more.any_raises ? "any" : String(more.raises ?? "")),
      put: ({ more }, value) => {
        if (value) Object.assign(more, value === "any" ? { any_raises: true } : { raises: Number(value) });
      } },
    reopening: { group: "rules", field: new Choice(t("What reopens the betting after a short all-in"), REOPENINGS),
      when: ({ isCash, isFixed, limit }) => isCash && (isFixed || limit === "sl"), ...option("reopening") },
    face: { group: "rules", field: new Choice(t("All-in hands"), FACES, t("when nobody can bet any more")), when: cash, ...yesOrNo("face_up") },
    reading: { group: "rules", field: new Choice(t("At the showdown"), READINGS), when: cash, ...option("reading") },
    declared: { group: "rules", field: new Choice(t("High and low"), DECLARED), when: ({ isCash, game }) => isCash && (game?.halves ?? false), ...option("declaration") },
    button: { group: "rules", field: new Choice(t("First dealer"), BUTTONS), when: cash, ...option("first_button") },
    menuOf: { group: "rules", field: new Switch("menu", t("Only some games")), when: ({ isChoice }) => isChoice, get: ({ menu: some = [] }) => some.length > 0 },
    menu: { group: "rules", under: "menuOf", field: menu, get: ({ menu: some = [] }) => some,
      adjust: ({ of, isChoice, game }) => {
        if (isChoice && !of("menuOf")) menu.value = game?.menu ?? [];
      },
      put: (form, value) => {
        if (value.length) form.menu = value;
      } },
  };
}

/**
 * How markers are settled, as a sentence of the terms.
 * @param {string} means
 * @param {string} date "" for the end of the session
 */
const markerTerms = (means, date) => (date ? t("settled by {date}, {means}", { date, means }) : t("settled at the end of the session, {means}", { means }));

/**
 * The entries of a game in a dealer's menu: at its usual limit, hold'em at two.
 * @param {Listed} game
 * @returns {Values}
 */
function menuKeys({ id, title, limit }) {
  const limits = id === "holdem" || id === "omaha8" ? [limit || "nl", "fl"] : [limit || "nl"];
  const short = /** @type {Record<string, string>} */ ({ nl: t("No limit"), pl: t("Pot limit"), fl: t("Fixed limit") });
  return limits.map((one) => [`${one} ${id}`, `${titleIn(title)} · ${short[one]}`]);
}

/**
 * @param {StakesKind} kind
 * @param {boolean} isMix
 */
function stakesHint(kind, isMix) {
  if (isMix && kind === "bets") return t("games without a fixed limit have half the blinds");
  return kind === "blinds" ? t("also one, three, or with a dot: 0.25/0.50") : "";
}
