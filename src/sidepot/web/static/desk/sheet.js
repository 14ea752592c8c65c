/** The sheet of a player: out with one more tap, and everything else that a director does with one player. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { tr } from "../common/language.js";
import { chips } from "../common/words.js";
import { askNumber, askNumbers, askSeat, askWhich, askWhy, tile } from "./asking.js";
import { isDone, mayDo, playerWords } from "./evening.js";
import { togetherOf } from "./out_more.js";
import { anotherName, eraseFor, newSlip } from "./person_form.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Player, Seat, Table } from "./evening.js"
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
      return h("div", { class: "body desk-sheet" }, h("p", { class: "hint" }, playerWords(player)), group(true, tr`Chips and entry`),
        player.status === "seated" && table && outOf(desk, player, table, close), group(false, tr`More`));
    },
  });
  await next?.();
}

/**
 * Out: who won the last chips. One tap, or several and *Done*.
 * @param {Desk} desk
 * @param {Player} player
 * @param {Table} table
 * @param {(doing: Doing) => void} close
 */
function outOf(desk, player, table, close) {
  const others = table.seats.filter((one) => one.player && one.player !== player.player);
  const isSeveral = h("input", { type: "checkbox" });
  const done = h("button", { type: "button", class: "strong", hidden: true }, tr`Done`);
  /** @param {string[]} by */
  const send = (by) => close(() => desk.act({ type: "out", player: player.player, ...(by.length && { by }), ...same.value() }));
  const same = togetherOf(desk, player, (winner) => send([winner]));
  /** @param {Seat} one */
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
  if (!mayDo(desk.evening, "out")) return null;
  return h("fieldset", { class: "desk-out" }, h("legend", {}, tr`Out: who won?`),
    h("div", { class: "desk-tiles" }, buttons, tile(tr`Not known`, () => send([]), { class: "desk-tile is-quiet" })),
    h("div", { class: "desk-more-of" }, h("label", { class: "check desk-check" }, isSeveral, tr`Several won`), done), same.element);
}

/**
 * Chips that turn up after their kind has left play: how many of each.
 * @param {Desk} desk
 * @param {number[]} removed
 * @param {Act} act
 */
async function late(desk, removed, act) {
  const told = await askNumbers({
    title: tr`Late chips of ${String(act.player)}`, go: tr`Exchange them`,
    hint: tr`They are exchanged at value as far as they make chips in play. The rest is removed without compensation.`,
    each: removed.map((value) => [tr`Chips of ${chips(value)}`, value]),
    sum: (all) => tr`Together ${chips(all.reduce((sum, [value, n]) => sum + value * n, 0))}`,
  });
  const found = (told ?? []).filter(([, n]) => n > 0).map(([value, n]) => `${value}x${n}`);
  if (found.length > 0) await desk.act({ ...act, chips: found.join(" ") });
}

/**
 * All that can be done with a player beside that, in the order in which it is needed.
 * @param {Desk} desk
 * @param {Player} player
 * @param {Table | undefined} table
 * @returns {{ type: string, text: string, doing: Doing }[]}
 */
function actsOf(desk, player, table) {
  const { player: name, status, due } = player;
  const { terms } = desk.evening;
  const isIn = status === "seated";
  /** @type {[is: unknown, type: string, text: string, doing: (act: Act) => unknown][]} */
  const all = [
    [due, "paid", tr`Paid ${chips(due)}`, desk.act],
    [(isIn || status === "busted") && terms.rebuy_open, "rebuy", tr`Rebuy`, desk.act],
    [isIn && terms.addon_open, "add_on", tr`Add-on`, desk.act],
    [["out", "busted"].includes(status) && terms.reentry_open, "reenter", tr`Enter again`, desk.act],
    [isIn, "count", tr`Count the stack`, (act) => countOne(desk, player, act)],
    [isIn && table?.removed.length, "late_chips", tr`Late chips`, (act) => late(desk, table?.removed ?? [], act)],
    [isIn && table, "move_to", tr`Move`, (act) => move(desk, act)],
    [isIn, "call_clock", tr`Call the clock`, desk.act],
    [isIn, "penalise", tr`Penalty`, (act) => penalise(desk, act)],
    [isIn, "absent", tr`Absent`, desk.act],
    [isIn, "present", tr`Present`, desk.act],
    [status === "out" || status === "busted", "unbust", tr`Not out after all`, (act) => reasoned(desk, act, tr`Not out after all`)],
    [["registered", "alternate"].includes(status), "withdraw", tr`Take the entry back`, desk.act],
    [status === "busted", "go_out", tr`Goes home`, desk.act],
    [isIn, "no_show", tr`Never came`, (act) => noShow(desk, act)],
    [isIn || status === "alternate", "refund", tr`Refund`, (act) => reasoned(desk, act, tr`Refund`)],
    [isIn, "disqualify", tr`Disqualify`, (act) => reasoned(desk, act, tr`Disqualify`)],
  ];
  const found = all.filter(([is, type]) => is && mayDo(desk.evening, type)).map(([, type, text, doing]) => ({ type, text, doing: () => doing({ type, player: name }) }));
  const ofPerson = [{ type: "name", text: tr`Another name`, doing: () => anotherName(desk, name) }, { type: "slip", text: tr`New slip`, doing: () => newSlip(desk, name) }];
  if (mayDo(desk.evening, "register")) found.push(...ofPerson);
  if (isDone(desk.evening) && desk.evening.role === "director") found.push({ type: "erase", text: tr`Erase the name`, doing: () => eraseFor(desk, name) });
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
  const n = await askNumber({ title: tr`The stack of ${player.player}`, label: tr`Chips`, go: tr`Keep the count` });
  if (n !== null) await desk.act({ type: act.type, stacks: [[player.player, n]] });
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function move(desk, act) {
  const tables = desk.evening.tables;
  const to = await askWhich(tr`Move ${String(act.player)} to`, tables.map((one) => [tr`Table ${one.number}`, one]));
  const seat = to && (await askSeat(tr`Table ${to.number}: which seat?`, to, desk.evening.terms.seats, true));
  if (!to || seat === null) return;
  const why = await askWhy(tr`Why is ${String(act.player)} moved?`, tr`Move`, [tr`To balance the tables`, tr`Wrong seat`]);
  if (why) await desk.act({ ...act, table: to.number, seat, why }, why);
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function penalise(desk, act) {
  const rounds = tr`One round`;
  const hands = await askWhich(tr`How long is ${String(act.player)} away?`, [[tr`1 hand`, 1], [tr`3 hands`, 3], [rounds, 0], [tr`Another number`, -1]]);
  if (hands === null) return;
  const n = hands < 0 ? await askNumber({ title: tr`Penalty`, label: tr`Hands to miss`, go: tr`Go on`, least: 1, most: 500 }) : hands;
  if (n === null) return;
  const why = await askWhy(tr`Why?`, tr`Penalty`, [tr`Phone at the table`, tr`Acted out of turn`, tr`Rude words`, tr`Late back to the table`]);
  if (why) await desk.act({ ...act, ...(n ? { hands: n } : { rounds: 1 }), why }, why);
}

/**
 * @param {Desk} desk
 * @param {Act} act
 */
async function noShow(desk, act) {
  const refund = await askWhich(tr`${String(act.player)} never came`, [[tr`The money stays in`, false], [tr`The money is returned`, true]]);
  if (refund !== null) await desk.act({ ...act, refund, why: tr`never came` });
}
