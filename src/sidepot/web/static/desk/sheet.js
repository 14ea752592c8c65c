/** The sheet of a player: out with one more tap, and everything else that a director does with one player. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { chips } from "../common/words.js";
import { askNumber, askNumbers, askSeat, askWhich, askWhy, tile } from "./asking.js";
import { isDone, mayDo, playerWords } from "./tournament.js";
import { togetherOf } from "./out_more.js";
import { anotherName, eraseFor, newSlip } from "./person_form.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Player, Seat, Table, Todo } from "./tournament.js"
 * @import { Act } from "./outbox.js"
 * @typedef {() => unknown} Doing
 */

const FIRST = ["paid", "rebuy", "add_on", "reenter"]; // which must be two taps away

/**
 * Open the sheet of a player.
 * @param {Desk} desk
 * @param {string} name
 */
export async function openPlayer(desk, name) {
  const player = await desk.playerOf(name);
  if (!player) return;
  const table = desk.tableOf(player.table);
  /** @type {Doing | null} */
  const next = await openDialog({
    title: name,
    wide: true,
    body: (close) => {
      const acts = actsOf(desk, player, table);
      const group = (/** @type {boolean} */ isFirst, /** @type {string} */ label) => {
        const tiles = acts.filter(({ type }) => FIRST.includes(type) === isFirst).map(({ text, doing }) => tile(text, () => close(doing)));
        return tiles.length > 0 && h("div", { class: "desk-tiles", role: "group", "aria-label": label }, tiles);
      };
      return h("div", { class: "body desk-sheet" }, h("p", { class: "hint" }, playerWords(desk.tournament, player)), group(true, t("Chips and entry")),
        player.status === "seated" && table && outOf(desk, player, table, close), group(false, t("More")));
    },
  });
  await next?.();
}

/**
 * Ask who won the last chips of a player: of one who reports being out (`asked`), or who is out already.
 * @param {Desk} desk
 * @param {string} name
 * @param {number} number the table
 * @param {Todo | null} asked
 * @param {number} step of the elimination, if the player has bought in again since
 */
export async function tellWinner(desk, name, number, asked = null, step = 0) {
  const player = await desk.playerOf(name);
  if (!player) return;
  /** @type {Doing | null} */
  const next = await openDialog({
    title: name,
    wide: true,
    body: (close) => h("div", { class: "body desk-sheet" }, outOf(desk, player, desk.tableOf(number), close, asked, step)),
  });
  await next?.();
}

/**
 * Out: who won the last chips. One tap, or several and *Done*. `asked`: the report of the player that this grants.
 * @param {Desk} desk
 * @param {Player} player
 * @param {Table | undefined} table
 * @param {(doing: Doing) => void} close
 * @param {Todo | null} asked
 * @param {number} step
 */
function outOf(desk, player, table, close, asked = null, step = 0) {
  const others = (table?.seats ?? desk.seated()).filter((one) => one.player && one.player !== player.player);
  const isIn = player.status === "seated" && !step;
  const at = asked ? { at: asked.at } : {};
  const isSeveral = h("input", { type: "checkbox" });
  const done = h("button", { type: "button", class: "strong", hidden: true }, t("Done"));
  /** @param {string[]} by */
  const send = (by) => close(() => desk.act({ type: "out", player: player.player, ...(by.length && { by }), ...(step && { step }), ...(isIn && { ...at, ...same.value() }) }));
  const same = togetherOf(desk, player, (winner) => send([winner]));
  /** @param {Seat | Player} one */
  const winner = (one) => {
    const onclick = () => {
      if (!isSeveral.checked) return send([one.player]);
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    };
    const button = h("button", { type: "button", class: "desk-tile", "data-player": one.player, onclick }, h("small", {}, String(one.seat + 1)), ` ${one.player}`);
    return button;
  };
  const buttons = others.map(winner);
  isSeveral.addEventListener("change", () => {
    done.hidden = !isSeveral.checked;
    for (const one of buttons) {
      if (isSeveral.checked) one.setAttribute("aria-pressed", "false");
      else one.removeAttribute("aria-pressed");
    }
  });
  done.addEventListener("click", () => send(buttons.filter((one) => one.getAttribute("aria-pressed") === "true").map((one) => one.dataset.player ?? "")));
  if (!mayDo(desk.tournament, "out")) return null;
  return h("fieldset", { class: "desk-out" }, h("legend", {}, t("Out: who won?")),
    h("div", { class: "desk-tiles" }, buttons, isIn && tile(t("Unknown"), () => send([]), { class: "desk-tile is-quiet" })),
    h("div", { class: "desk-more-of" }, h("label", { class: "check desk-check" }, isSeveral, t("Several won")), done), !step && same.element);
}

/**
 * Chips that turn up after their kind has left play: how many of each.
 * @param {Desk} desk
 * @param {number[]} removed
 * @param {Act} act
 */
async function late(desk, removed, act) {
  const numbers = await askNumbers({
    title: t("Late chips of {player}", { player: String(act.player) }), go: t("Exchange"),
    hint: t("Exchanged at equal value into chips in play. The rest is removed without compensation."),
    each: removed.map((value) => [t("Chips of {value}", { value: chips(value) }), value]),
    sum: (all) => t("Total {total}", { total: chips(all.reduce((sum, [value, n]) => sum + value * n, 0)) }),
  });
  const found = (numbers ?? []).filter(([, n]) => n > 0).map(([value, n]) => `${value}x${n}`);
  if (found.length > 0) await desk.act({ ...act, chips: found.join(" ") });
}

/**
 * All other commands about a player, those needed most often first.
 * @param {Desk} desk
 * @param {Player} player
 * @param {Table | undefined} table
 * @returns {{ type: string, text: string, doing: Doing }[]}
 */
function actsOf(desk, player, table) {
  const { player: name, status, due } = player;
  const { terms } = desk.tournament;
  const isIn = status === "seated";
  /** @type {[is: unknown, type: string, text: string, doing: (act: Act) => unknown][]} */
  const all = [
    [due, "paid", t("Paid {amount}", { amount: inMoney(due) }), desk.act],
    [(isIn || status === "busted") && terms.rebuy_open, "rebuy", t("Rebuy"), desk.act],
    [isIn && terms.addon_open, "add_on", t("Add-on"), desk.act],
    [["out", "busted"].includes(status) && terms.reentry_open, "reenter", t("Re-enter"), desk.act],
    [isIn, "count", t("Count the stack"), (act) => countOne(desk, player, act)],
    [isIn && table?.removed.length, "late_chips", t("Late chips"), (act) => late(desk, table?.removed ?? [], act)],
    [isIn && table, "move_to", t("Move"), (act) => move(desk, act)],
    [isIn, "call_clock", t("Call the clock"), desk.act],
    [isIn, "penalise", t("Penalty"), (act) => penalise(desk, act)],
    [isIn, "absent", t("Absent"), desk.act],
    [isIn, "present", t("Present"), desk.act],
    [status === "out" || status === "busted", "unbust", t("Not out after all"), (act) => reasoned(desk, act, t("Not out after all"))],
    [["registered", "alternate"].includes(status), "withdraw", t("Cancel the entry"), desk.act],
    [status === "busted", "go_out", t("Leaves"), desk.act],
    [isIn, "no_show", t("Never came"), (act) => noShow(desk, act)],
    [isIn || status === "alternate", "refund", t("Refund"), (act) => reasoned(desk, act, t("Refund"))],
    [isIn, "disqualify", t("Disqualify"), (act) => reasoned(desk, act, t("Disqualify"))],
  ];
  const found = all.filter(([is, type]) => is && mayDo(desk.tournament, type)).map(([, type, text, doing]) => ({ type, text, doing: () => doing({ type, player: name }) }));
  const ofPerson = [{ type: "name", text: t("Change name"), doing: () => anotherName(desk, name) }, { type: "slip", text: t("New slip"), doing: () => newSlip(desk, name) }];
  if (mayDo(desk.tournament, "register")) found.push(...ofPerson);
  if (isDone(desk.tournament) && desk.tournament.role === "director") found.push({ type: "erase", text: t("Erase the name"), doing: () => eraseFor(desk, name) });
  return found;
}

/**
 * @param {Desk} desk
 * @param {Act} act
 * @param {string} title
 */
async function reasoned(desk, act, title) {
  const why = await askWhy(`${title}: ${act.player}`, title);
  if (why) await desk.act({ ...act, why }, why);
}

/**
 * @param {Desk} desk
 * @param {Player} player
 * @param {Act} act
 */
async function countOne(desk, player, act) {
  const n = await askNumber({ title: t("The stack of {player}", { player: player.player }), label: t("Chips"), go: t("Save the count") });
  if (n !== null) await desk.act({ type: act.type, stacks: [[player.player, n]] });
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function move(desk, act) {
  const tables = desk.tournament.tables;
  const to = await askWhich(t("Move {player} to", { player: String(act.player) }), tables.map((one) => [t("Table {table}", { table: one.number }), one]));
  const seat = to && (await askSeat(t("Table {table}: which seat?", { table: to.number }), to, desk.tournament.terms.seats, true));
  if (!to || seat === null) return;
  const why = await askWhy(t("Why is {player} moving?", { player: String(act.player) }), t("Move"), [t("To balance the tables"), t("Wrong seat")]);
  if (why) await desk.act({ ...act, table: to.number, seat, why }, why);
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function penalise(desk, act) {
  const rounds = t("One round");
  const hands = await askWhich(t("How long is the penalty of {player}?", { player: String(act.player) }), [[t("1 hand"), 1], [t("3 hands"), 3], [rounds, 0], [t("Other"), -1]]);
  if (hands === null) return;
  const n = hands < 0 ? await askNumber({ title: t("Penalty"), label: t("Hands to miss"), go: t("Continue"), least: 1, most: 500 }) : hands;
  if (n === null) return;
  const why = await askWhy(t("Why?"), t("Penalty"), [t("Phone at the table"), t("Acted out of turn"), t("Rude words"), t("Late back to the table")]);
  if (why) await desk.act({ ...act, ...(n ? { hands: n } : { rounds: 1 }), why }, why);
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function noShow(desk, act) {
  const refund = await askWhich(t("{player} never came", { player: String(act.player) }), [[t("Keep the money in the prize pool"), false], [t("Refund the money"), true]]);
  if (refund !== null) await desk.act({ ...act, refund, why: t("never came") });
}
