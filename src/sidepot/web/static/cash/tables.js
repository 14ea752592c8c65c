/** The tables of a cash night: seats, must-moves, charges; and what is done for a player who sits there. */

import { fieldOf, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney, moneyInput, moneyWritten } from "../common/money.js";
import { refusal } from "../room/trouble.js";
import { askForm, choice, countFields, nameInput, tick } from "./forms.js";
import { nameAgain, pageOf } from "./routes.js";
import { clock, signed } from "./words.js";

/**
 * @import { CashSeat, CashTableView } from "sidepot/protocol"
 * @import { Desk } from "./cash.js"
 */

const HOUR = 3_600_000;

/** @param {Desk} desk */
export function tableParts(desk) {
  const { tables } = desk.state;
  return [
    ...(tables.length ? tables.map((table) => tableOf(desk, table)) : [el("p", { key: "none", class: "hint" }, t("No table is open yet."))]),
    desk.may("open_table") && el("button", { key: "open", type: "button", class: "quiet desk-big", onclick: () => openForm(desk) }, t("Open a table")),
  ];
}

/**
 * @param {Desk} desk
 * @param {CashTableView} table
 */
function tableOf(desk, table) {
  const { number, game, seats, must_move = 0, movers = [], wants = [], time_due = 0, agreed = "" } = table;
  const name = desk.state.games[game - 1].name;
  const isFull = seats.every(({ player }) => player);
  const facts = [name, must_move && t("must move to table {table}", { table: must_move }), agreed && t("markers: {terms}", { terms: agreed }),
    time_due && (time_due < desk.now ? t("time is due") : t("time at {time}", { time: clock(time_due) }))];
  return el("article", { key: number, class: `cash-card${time_due && time_due < desk.now ? " is-due" : ""}`, "data-table": number },
    el("header", {}, el("h3", {}, t("Table {table}", { table: number })), el("p", {}, facts.filter(Boolean).join(" · ")),
      el("button", { type: "button", class: "quiet desk-small", "aria-label": t("Actions for table {table}", { table: number }), onclick: () => tableSheet(desk, table) }, "…")),
    !isFull && movers[0] && el("p", { class: "cash-due" }, t("{player} must move here first", { player: movers[0] }), " ",
      desk.may("move") && el("button", { type: "button", class: "strong desk-small", onclick: () => desk.act({ type: "move", player: movers[0], table: number }) }, t("Move {player}", { player: movers[0] }))),
    !isFull && !movers.length && wants[0] && el("p", { class: "cash-due" }, t("{player} wants to change to this table", { player: wants[0] }), " ",
      desk.may("move") && el("button", { type: "button", class: "strong desk-small", onclick: () => desk.act({ type: "move", player: wants[0], table: number }) }, t("Move {player}", { player: wants[0] }))),
    el("ol", { class: "cash-seats" }, seats.map((seat) => seatOf(desk, table, seat))));
}

/**
 * @param {Desk} desk
 * @param {CashTableView} table
 * @param {CashSeat} one
 */
function seatOf(desk, table, { seat, player = "", bought = false }) {
  const words = player ? (bought ? moneyOf(desk, player) : t("has no chips yet")) : "";
  const open = () => (player ? playerSheet(desk, player) : sitForm(desk, { game: table.game, table: table.number, seat }));
  return el("li", { key: seat },
    el("button", { type: "button", class: `cash-seat${player ? "" : " is-free"}${player && !bought ? " is-new" : ""}`, onclick: open, "data-seat": seat },
      el("small", {}, String(seat)), el("b", {}, player || t("empty seat")), player && el("span", {}, words)));
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
function moneyOf({ state }, player) {
  const found = state.players.find((one) => one.player === player);
  return t("in for {amount}", { amount: inMoney(found?.bought ?? 0) });
}

/**
 * Seat a player: at a table of a game, or in one seat.
 * @param {Desk} desk
 * @param {{ game: number, player?: string, table?: number, seat?: number }} where
 */
export function sitForm(desk, { game, player = "", table = 0, seat = 0 }) {
  const { games, tables } = desk.state;
  const called = games[game - 1].entries.find(({ until = 0 }) => until)?.player ?? games[game - 1].next ?? "";
  const { input, parts, known, person } = nameInput(desk, player || (table ? called : ""));
  /** @type {[string, string][]} */
  const places = tables.filter((one) => one.game === game && one.seats.some((place) => !place.player))
    .map((one) => [String(one.number), t("Table {table}", { table: one.number })]);
  const at = choice(places, String(table || places[0]?.[0] || ""));
  return askForm(desk.give, {
    title: seat ? t("Table {table}, seat {seat}", { table, seat }) : t("Take a seat"), go: t("Take the seat"),
    fields: [fieldOf(t("Name"), parts), known, seat ? null : fieldOf(t("Table"), at)],
    person,
    make: () => ({ type: "sit", player: input.value.trim(), table: seat ? table : Number(at.value), seat: seat - 1 }),
  });
}

/**
 * All that is done for a player: chips, moves, markers, their own page.
 * @param {Desk} desk
 * @param {string} player
 */
export function playerSheet(desk, player) {
  const { state } = desk;
  const money = state.players.find((one) => one.player === player);
  const table = state.tables.find((one) => one.number === money?.table);
  const owed = money?.balance ?? 0;
  const agrees = Boolean(table?.agreed_by?.includes(player));
  const others = state.tables.filter((one) => table && one.game === table.game && one.number !== table.number);
  return openDialog({
    title: player,
    body: (close) => {
      const button = (/** @type {boolean} */ may, /** @type {string} */ text, /** @type {() => unknown} */ act, kind = "quiet") =>
        may && el("button", { type: "button", class: kind, onclick: () => { close(); void act(); } }, text);
      const facts = [money?.table && t("Table {table}, seat {seat}", { table: money.table, seat: money.seat ?? 0 }), t("bought {amount}", { amount: inMoney(money?.bought ?? 0) }),
        money?.cashed && t("cashed out {amount}", { amount: inMoney(money.cashed) }), money?.balance && t("balance {amount}", { amount: signed(money.balance) }),
        money?.away && t("has {amount} of chips", { amount: inMoney(money.away) }), money?.restricted && t("no credit until a full buy-in")];
      return [el("div", { class: "body cash-sheet" },
        el("p", { class: "hint" }, facts.filter(Boolean).join(" · ")),
        button(desk.may("buy") && Boolean(table), t("Buy chips"), () => buyForm(desk, player), "strong"),
        button(desk.may("cash_out") && Boolean(table ?? money?.away), t("Cash out"), () => cashOutForm(desk, player)),
        button(desk.may("leave") && Boolean(table), t("Leave with the chips"), () => leaveForm(desk, player)),
        button(desk.may("pay_in") && owed < 0, t("Pays {amount} to the bank", { amount: inMoney(-owed) }), () => desk.act({ type: "pay_in", player, chips: -owed })),
        button(desk.may("pay_out") && owed > 0, t("Gets {amount} from the bank", { amount: inMoney(owed) }), () => desk.act({ type: "pay_out", player, chips: owed })),
        desk.may("move") && others.map((one) => button(true, t("Move to table {table}", { table: one.number }), () => desk.act({ type: "move", player, table: one.number }))),
        desk.may("want_table") && others.map((one) => {
          const wants = (one.wants ?? []).includes(player);
          return button(true, wants ? t("No longer wants table {table}", { table: one.number }) : t("Wants table {table}", { table: one.number }), () => desk.act({ type: "want_table", player, table: one.number, on: !wants }));
        }),
        button(desk.may("agree_too") && Boolean(table?.agreed) && !agrees, t("Agrees on markers: {terms}", { terms: table?.agreed ?? "" }), () => desk.act({ type: "agree_too", player })),
        button(desk.may("marker") && agrees, t("Marker in a pot"), () => markerForm(desk, player, table)),
        button(desk.may("loan") && agrees, t("Borrows from a player"), () => loanForm(desk, player, table)),
        button(desk.may("restrict") && Boolean(table?.agreed) && !money?.restricted, t("All-in for less than a buy-in: no credit"), () => desk.act({ type: "restrict", player })),
        button(true, t("Change name"), () => nameForm(desk, player)),
        button(true, t("Page on the phone"), () => phonePage(desk, player)))];
    },
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
function buyForm(desk, player) {
  const { state } = desk;
  const money = state.players.find((one) => one.player === player);
  const table = state.tables.find((one) => one.number === money?.table);
  const game = state.games[(table?.game ?? 1) - 1];
  const isFirst = !table?.seats.find((one) => one.player === player)?.bought;
  const chips = moneyInput({ value: isFirst && !money?.away ? game.most || game.least : null, free: Boolean(isFirst && money?.away) });
  const stack = moneyInput({ value: isFirst ? (money?.away ?? 0) : null });
  const later = tick(t("pays later"));
  const bounds = game.most ? t("{least} to {most}", { least: inMoney(game.least), most: inMoney(game.most) }) : t("{least} or more", { least: inMoney(game.least) });
  return askForm(desk.give, {
    title: isFirst ? t("{player} buys in", { player }) : t("{player} tops up", { player }), go: t("Sell chips"),
    fields: [Boolean(!isFirst || money?.away) && fieldOf(t("Chips in front"), stack), fieldOf(t("Buys"), chips, bounds), later.part],
    make: () => ({ type: "buy", player, chips: moneyWritten(chips) || 0, stack: !isFirst || money?.away ? moneyWritten(stack) || 0 : 0, on_account: later.input.checked }),
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
function cashOutForm(desk, player) {
  const { parts, made } = countFields(desk.state.chips ?? []);
  const later = tick(t("is paid later"));
  return askForm(desk.give, {
    title: t("{player} cashes out", { player }), go: t("Cash out"), fields: [parts, later.part],
    make: () => ({ type: "cash_out", player, ...made(), on_account: later.input.checked }),
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
function leaveForm(desk, player) {
  const { parts, made } = countFields(desk.state.chips ?? []);
  return askForm(desk.give, { title: t("{player} leaves with chips", { player }), go: t("Leave"), fields: parts, make: () => ({ type: "leave", player, ...made() }) });
}

/**
 * @param {Desk} desk
 * @param {string} player
 * @param {CashTableView | undefined} table
 */
function markerForm(desk, player, table) {
  const there = (table?.seats ?? []).flatMap((one) => (one.player && one.player !== player ? [one.player] : []));
  const holder = choice(there.map((one) => [one, one]));
  const chips = moneyInput();
  const answers = there.map((one) => ({ one, answer: choice([["out", t("not in the pot")], ["yes", t("agreed")], ["no", t("refused")]], "out") }));
  const raised = tick(t("It was for a bet or raise: no all-in in that hand"));
  const who = (/** @type {string} */ wanted) => answers.filter(({ answer }) => answer.value === wanted).map(({ one }) => one);
  return askForm(desk.give, {
    title: t("Marker of {player}", { player }), go: t("Record the marker"), wide: true,
    fields: [fieldOf(t("Amount"), chips, table?.threshold ? t("below {amount} it must be accepted", { amount: inMoney(table.threshold) }) : ""), fieldOf(t("Won by"), holder),
      h("fieldset", { class: "cash-answers" }, h("legend", {}, t("The others in the pot")), answers.map(({ one, answer }) => h("label", { class: "field" }, h("span", {}, one), answer))), raised.part],
    make: () => ({ type: "marker", player, holder: holder.value, chips: moneyWritten(chips), agreed: who("yes"), refused: who("no"), raised: raised.input.checked }),
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 * @param {CashTableView | undefined} table
 */
function loanForm(desk, player, table) {
  const there = (table?.seats ?? []).flatMap((one) => (one.player && one.player !== player ? [one.player] : []));
  const lender = choice(there.map((one) => [one, one]));
  const chips = moneyInput();
  const pot = there.map((one) => ({ one, box: tick(one) }));
  const raised = tick(t("It was for a bet or raise: no all-in in that hand"));
  return askForm(desk.give, {
    title: t("{player} borrows", { player }), go: t("Record the loan"), wide: true,
    fields: [fieldOf(t("Amount"), chips), fieldOf(t("Lender"), lender, t("a player who is not in the pot")),
      h("fieldset", { class: "cash-answers" }, h("legend", {}, t("In the pot")), pot.map(({ box }) => box.part)), raised.part],
    make: () => ({ type: "loan", player, lender: lender.value, chips: moneyWritten(chips), pot: [player, ...pot.filter(({ box }) => box.input.checked).map(({ one }) => one)], raised: raised.input.checked }),
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
function nameForm(desk, player) {
  const name = h("input", { type: "text", required: true, maxlength: "60", autocomplete: "off", autofocus: true, value: player });
  return openDialog({
    title: t("Change name"),
    body: (close) => sentForm(async () => {
      await nameAgain(desk.night, player, name.value.trim());
      close(true);
      await desk.again();
    }, fieldOf(t("Name"), name), t("Save")),
  });
}

/**
 * @param {Desk} desk
 * @param {string} player
 */
async function phonePage(desk, player) {
  /** @type {string} */
  let words;
  let address = "";
  try {
    const { token } = await pageOf(desk.night, player);
    address = `${location.origin}/c/${token}`;
    words = t("Send this address to {player}. It is on each receipt as a code, too.", { player });
  } catch (caught) {
    words = String(refusal(caught));
  }
  await openDialog({
    title: t("Page on the phone"),
    body: () => [el("div", { class: "body" }, el("p", {}, words), address && el("p", {}, el("a", { class: "cash-address", href: address }, address)))],
  });
}

// ---- tables

/** @param {Desk} desk */
function openForm(desk) {
  const { games, tables } = desk.state;
  const game = choice(games.map((one) => [String(one.number), one.name]));
  const seats = h("input", { type: "number", inputmode: "numeric", min: "2", max: "12", step: "1", value: String(games[0].seats) });
  const mains = tables.filter((one) => !one.must_move);
  const must = choice([["0", t("no")], ...mains.map((one) => /** @type {[string, string]} */ ([String(one.number), t("to table {table}", { table: one.number })]))]);
  game.addEventListener("change", () => { seats.value = String(games[Number(game.value) - 1].seats); });
  return askForm(desk.give, {
    title: t("Open a table"), go: t("Open"),
    fields: [fieldOf(t("Game"), game), fieldOf(t("Seats"), seats), mains.length > 0 && fieldOf(t("Must move"), must, t("its players move to the main table when a seat opens there"))],
    make: () => ({ type: "open_table", game: Number(game.value), seats: Number(seats.value), must_move: Number(must.value) }),
  });
}

/**
 * @param {Desk} desk
 * @param {CashTableView} table
 */
function tableSheet(desk, table) {
  const game = desk.state.games[table.game - 1];
  const there = table.seats.filter(({ player }) => player);
  return openDialog({
    title: t("Table {table}", { table: table.number }),
    body: (close) => {
      const button = (/** @type {boolean} */ may, /** @type {string} */ text, /** @type {() => unknown} */ act) =>
        may && el("button", { type: "button", class: "quiet", onclick: () => { close(); void act(); } }, text);
      return [el("div", { class: "body cash-sheet" },
        el("p", { class: "hint" }, tn("{count} player", "{count} players", there.length)),
        button(game.charge === "time" && desk.may("time"), t("Collect {amount} of each", { amount: inMoney(game.amount ?? 0) }), () => desk.act({ type: "time", table: table.number })),
        button(game.charge === "rake" && desk.may("drop"), t("Count the rake"), () => dropForm(desk, table.number)),
        button(!table.was_played && desk.may("agree"), t("Agree on markers"), () => agreeForm(desk, table)),
        button(!there.length && desk.may("close_table"), t("Close the table"), () => desk.act({ type: "close_table", table: table.number })))];
    },
  });
}

/**
 * @param {Desk} desk
 * @param {number} table
 */
function dropForm(desk, table) {
  const { parts, made } = countFields(desk.state.chips ?? []);
  return askForm(desk.give, { title: t("Rake of table {table}", { table }), go: t("Record"), fields: parts, make: () => ({ type: "drop", table, ...made() }) });
}

/**
 * What the players agree on before play (OS-12).
 * @param {Desk} desk
 * @param {CashTableView} table
 */
function agreeForm(desk, table) {
  const players = table.seats.flatMap(({ player }) => (player ? [player] : []));
  const terms = h("input", { type: "text", required: true, maxlength: "200", value: t("in cash") });
  const days = h("input", { type: "number", inputmode: "numeric", min: "0", max: "365", step: "1", value: "7" });
  const threshold = moneyInput({ value: 0 });
  const boxes = players.map((player) => ({ player, box: tick(player, true) }));
  return askForm(desk.give, {
    title: t("Before play: markers at table {table}", { table: table.number }), go: t("All agree"),
    fields: [fieldOf(t("How they are paid"), terms), fieldOf(t("Within how many days"), days), fieldOf(t("Must be accepted below"), threshold),
      h("fieldset", { class: "cash-answers" }, h("legend", {}, t("Who agrees")), boxes.map(({ box }) => box.part))],
    make: () => ({ type: "agree", table: table.number, terms: terms.value.trim(), due_ms: Number(days.value) * 24 * HOUR, threshold: moneyWritten(threshold) || 0, players: boxes.filter(({ box }) => box.input.checked).map(({ player }) => player) }),
  });
}
