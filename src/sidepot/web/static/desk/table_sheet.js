/** The sheet of a table: its seats, where the button is, counts, races, and whether it stands or is broken. */

import { formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { chips } from "../common/words.js";
import { askNumber, askNumbers, askSeat, askText, askWhich, askWhy, tile } from "./asking.js";
import { mayDo, stackOf, tableFacts } from "./tournament.js";
import { asRefused } from "../room/api.js";
import { newId } from "../room/socket.js";
import { whyNot } from "../room/trouble.js";
import { floorOf, previewOf } from "./routes.js";
import { openPlayer } from "./sheet.js";

/**
 * @import { Filled } from "../common/element.js"
 * @import { Desk } from "./console.js"
 * @import { Seat, Table } from "./tournament.js"
 * @typedef {() => unknown} Doing
 */

const [WHOLE, ONE] = [-1, -2]; // what is locked: the whole table, as the server has it, or a seat that is still to say

/**
 * Open the sheet of a table.
 * @param {Desk} desk
 * @param {number} number
 */
export async function openTable(desk, number) {
  const table = desk.tableOf(number);
  if (!table) return;
  const seated = table.seats.filter(({ player }) => player);
  /** @type {Doing | null} */
  const next = await openDialog({
    title: t("Table {table}", { table: number }),
    wide: true,
    body: (close) => h("div", { class: "body desk-sheet" }, h("p", { class: "hint" }, tableFacts(table)),
      h("div", { class: "desk-tiles", role: "group", "aria-label": t("Players") }, seated.map((one) =>
        tile([h("small", {}, String(one.seat + 1)), ` ${one.player}`, h("small", { class: "desk-stack" }, stackOf(one))], () => close(() => openPlayer(desk, one.player))))),
      h("div", { class: "desk-tiles", role: "group", "aria-label": t("The table") }, actsOf(desk, table).map(([text, doing]) => tile(text, () => close(doing), { class: "desk-tile is-quiet" })))),
  });
  await next?.();
}

/**
 * @param {Desk} desk
 * @param {Table} table
 * @returns {[text: string, doing: Doing][]}
 */
function actsOf(desk, table) {
  const { number } = table;
  const isStopped = Boolean(table.halted);
  /** @type {[is: unknown, type: string, text: string, doing: Doing][]} */
  const all = [
    [true, "button_at", t("Where is the button?"), () => tellButton(desk, number)],
    [true, "count", t("Count the stacks"), () => countTable(desk, number)],
    [true, "heads", t("Count the players"), () => tellHeads(desk, number)],
    [true, "hands", t("Hands played"), () => tellHands(desk, number)],
    [true, "race", t("Race chips off"), () => tellRace(desk, number)],
    [true, "break", t("Break the table"), () => desk.act({ type: "break", table: number })],
    [true, "halt", isStopped ? t("Resume the table") : t("Stop the table"), () => halt(desk, number, !isStopped)],
    [true, "lock", table.locked ? t("Unlock") : t("Lock"), () => lock(desk, table)],
    [true, "accept_count", t("Accept the count"), () => acceptCount(desk, number)],
    [true, "name_table", t("Name the table"), () => nameTable(desk, table)],
    [true, "change_deck", t("New deck"), () => changeDeck(desk, number)],
    [true, "count_hand", t("Dealer's helper"), () => open(`/dealer/${encodeURIComponent(desk.id)}-${number}`, "_blank")],
    [true, "", t("Ask the floor"), () => open(floorOf(desk.tournament, number), "_blank")],
  ];
  return all.filter(([is, type]) => is && (!type || mayDo(desk.tournament, type))).map(([, , text, doing]) => [text, doing]);
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
export async function tellButton(desk, number) {
  const table = desk.tableOf(number);
  const seat = table ? await askSeat(t("Where is the button at table {table}?", { table: number }), table, desk.tournament.terms.seats) : null;
  if (seat === null) return;
  const frozen = desk.tournament.terms.button_waits
    ? await askWhich(t("Does the current game have blinds?"), [[t("Yes: the button moves on"), false], [t("No: the button stays"), true]])
    : false;
  if (frozen !== null) await desk.act({ type: "button_at", table: number, seat, ...(frozen && { frozen }) });
}

/**
 * @param {Desk} desk
 * @param {Table} table
 */
async function nameTable(desk, { number, name }) {
  const found = await askText({ title: t("Name table {number}", { number }), label: t("Name"), go: t("Save"), most: 20, usual: name, required: false, hint: t("Shown after its number on all pages, displays and slips. Leave it empty for none.") });
  if (found !== null && found !== name) await desk.act({ type: "name_table", table: number, name: found });
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
export async function tellHeads(desk, number) {
  const seats = Math.max(desk.tournament.terms.seats, ...(desk.tableOf(number)?.seats ?? []).map(({ seat }) => seat + 1)); // the final table has one more
  const n = await askWhich(t("How many players have chips at table {table}?", { table: number }), Array.from({ length: seats + 1 }, (_, at) => [String(at), at]));
  if (n !== null) await desk.act({ type: "heads", table: number, n });
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
async function tellHands(desk, number) {
  const n = await askNumber({ title: t("Table {table}", { table: number }), label: t("Hands played since the last report"), go: t("Save"), least: 1, most: 200 });
  if (n !== null) await desk.act({ type: "hands", table: number, n });
}

/**
 * The players of a table, each with the label of a field.
 * @param {Desk} desk
 * @param {number} number
 * @returns {[label: string, seat: Seat][]}
 */
const eachOf = (desk, number) => (desk.tableOf(number)?.seats ?? []).filter(({ player }) => player).map((one) => [`${one.seat + 1} ${one.player}`, one]);

/**
 * Count the stacks of a table: those that are filled in. Answers whether any were.
 * @param {Desk} desk
 * @param {number} number
 */
export async function countTable(desk, number) {
  const { chips: before = 0 } = desk.tableOf(number) ?? {};
  const each = eachOf(desk, number);
  const sum = (/** @type {[Seat, number][]} */ counts) => {
    const total = counts.reduce((sum, [, n]) => sum + n, 0);
    if (counts.length < each.length || total === before) return t("Total {total}", { total: chips(total) });
    return total > before ? t("Total {total}: {more} more than recorded", { total: chips(total), more: chips(total - before) }) : t("Total {total}: {less} less than recorded", { total: chips(total), less: chips(before - total) });
  };
  const counts = await askNumbers({ title: t("Count the stacks of table {table}", { table: number }), go: t("Save the count"), hint: t("Leave players you do not count empty."), each, sum });
  if (counts) await desk.act({ type: "count", stacks: counts.map(([one, n]) => [one.player, n]) });
  return counts !== null;
}

/**
 * The race at a table: how many odd chips each seat has, and who got a chip for them.
 * @param {Desk} desk
 * @param {number} number
 */
export async function tellRace(desk, number) {
  const due = desk.tournament.todo.find(({ about, tables }) => about === "race" && tables.includes(number));
  const hint = t("First exchange full sets for larger chips. How many small chips are left at each seat? Empty: none.");
  const counts = await askNumbers({
    title: t("Race at table {table}", { table: number }), go: t("Race"), isNone: true, hint: due ? `${textIn(due.because, due.because_sentence)} ${hint}` : hint,
    each: eachOf(desk, number), sum: (odd) => t("{chips} odd chips", { chips: odd.reduce((sum, [, n]) => sum + n, 0) }),
  });
  if (!counts) return;
  const race = { type: "race", table: number, odd: counts.map(([one, n]) => [one.seat, n]) };
  const undecided = await previewOf(desk.id, { id: newId(), do: race }).then(() => null, asRefused);
  if (undecided?.code !== "race_undecided") return desk.act(race);
  const racing = counts.filter(([, n]) => n > 0).map(([one]) => one);
  const how = await askWinners(whyNot(undecided), racing);
  if (how) await desk.act({ ...race, ...how });
}

/**
 * Who got a chip in a race; or the server draws the cards for it.
 * @param {Filled} hint
 * @param {Seat[]} racing
 * @returns {Promise<{ won: number[] } | { draw: true } | null>}
 */
const askWinners = (hint, racing) =>
  openDialog({
    title: t("Who got a chip?"),
    body: (close) => {
      const ticks = racing.map(() => h("input", { type: "checkbox" }));
      const text = h("p", { class: "hint" });
      put(text, hint);
      const won = () => racing.filter((_, at) => ticks[at].checked).map(({ seat }) => seat);
      return formOf(() => won().length > 0 && close({ won: won() }), [
        text,
        racing.map((one, at) => h("label", { class: "check" }, ticks[at], `${one.seat + 1} ${one.player}`)),
        h("button", { type: "button", class: "quiet", onclick: () => close({ draw: true }) }, t("Let sidepot draw the cards")),
      ], strong(t("Race")));
    },
  });

/**
 * @param {Desk} desk
 * @param {number} number 0: all tables
 */
export async function acceptCount(desk, number) {
  const why = await askWhy(t("Why do you accept the difference?"), t("Accept"), [t("Counted twice"), t("Chips were found")]);
  if (why) await desk.act({ type: "accept_count", table: number, why }, why);
}

/**
 * @param {Desk} desk
 * @param {number} number
 * @param {boolean} on
 */
async function halt(desk, number, on) {
  const why = on ? await askWhy(t("Why are you stopping table {table}?", { table: number }), t("Stop the table"), [t("Far too short-handed")]) : "";
  if (why !== null) await desk.act({ type: "halt", table: number, on, why }, why);
}

/**
 * @param {Desk} desk
 * @param {Table} table
 */
async function lock(desk, table) {
  if (table.locked) return desk.act({ type: "lock", table: table.number, on: false });
  const locked = table.seats.filter((one) => one.locked).map(({ seat }) => /** @type {[string, number]} */ ([t("Unlock seat {seat}", { seat: seat + 1 }), seat]));
  const what = await askWhich(t("What do you want to lock?"), [[t("The whole table"), WHOLE], [t("One seat"), ONE], ...locked]);
  if (what !== null && what >= 0) return desk.act({ type: "lock", table: table.number, seat: what, on: false });
  const free = { ...table, seats: table.seats.filter((one) => !one.locked) };
  const seat = what === ONE ? await askSeat(t("Which seat?"), free, desk.tournament.terms.seats, true) : WHOLE;
  if (what === null || seat === null) return;
  const why = await askWhy(t("Why?"), t("Lock"), [t("Reserved for a player"), t("The chair is broken")]);
  if (why) await desk.act({ type: "lock", table: table.number, seat, on: true, why }, why);
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
async function changeDeck(desk, number) {
  const why = await askWhy(t("Why does table {table} get a new deck?", { table: number }), t("New deck"), [t("A card is marked"), t("A card is missing")]);
  if (why) await desk.act({ type: "change_deck", table: number, why }, why);
}

/** Whether all who are left come to one table. @param {Desk} desk */
export const isForFinal = ({ tournament: { counts, terms, tables } }) => tables.length > 1 && counts.left <= terms.final_seats;

/**
 * All draw for seats. The final table has a new number, or keeps one.
 * @param {Desk} desk
 */
export async function redrawAs(desk) {
  const { tables, terms } = desk.tournament;
  const numbers = /** @type {[string, number][]} */ (tables.map(({ number }) => [t("Table {table}", { table: number }), number]));
  const table = isForFinal(desk) ? await askWhich(t("The final table of {seats} seats: which number?", { seats: terms.final_seats }), [[t("A new number"), 0], ...numbers]) : 0;
  if (table !== null) await desk.act({ type: "redraw", ...(table && { table }) });
}
