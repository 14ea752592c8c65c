/** An act in words, as it is told when it is tapped: the history has the words of the server. */

import { tr } from "../common/language.js";
import { capital, chips, joined } from "../common/words.js";

/** @import { Act } from "./outbox.js" */

const MINUTE = 60_000;

/** @param {Act} act */
const player = (act) => String(act.player ?? "");
/** @param {Act} act */
const table = (act) => Number(act.table ?? 0);

/** @param {Act} act */
function outWords(act) {
  const by = /** @type {string[]} */ (act.by ?? []);
  return by.length ? tr`${player(act)} is out, by ${joined(by)}` : tr`${player(act)} is out`;
}

/** @param {Act} act */
function timeWords(act) {
  const minutes = Math.round(Number(act.ms) / MINUTE);
  return minutes < 0 ? tr`${-minutes} min less` : tr`${minutes} min more`;
}

/** @param {Act} act */
function countWords(act) {
  const stacks = /** @type {[string, number][]} */ (act.stacks ?? []);
  const [first] = stacks;
  return stacks.length === 1 ? tr`${first[0]} has ${chips(first[1])}` : tr`${stacks.length} stacks are counted`;
}

/** @param {Act} act */
function lockWords(act) {
  const seat = Number(act.seat ?? -1);
  if (act.on !== false) return tr`Locked at table ${table(act)}`;
  return seat < 0 ? tr`Table ${table(act)} is not locked any more` : tr`Table ${table(act)}, seat ${seat + 1}: not locked any more`;
}

/** @type {Record<string, (act: Act) => string>} */
const WORDS = {
  out: outWords,
  unbust: (act) => tr`${player(act)} is not out`,
  reorder: () => tr`Places are put right`,
  round: () => tr`All tables have played their hand`,
  count: countWords,
  accept_count: (act) => (table(act) ? tr`The count of table ${table(act)} is accepted` : tr`The counts are accepted`),
  button_at: (act) => (act.frozen ? tr`Table ${table(act)}: the button waits in seat ${Number(act.seat) + 1}` : tr`Table ${table(act)}: the button is in seat ${Number(act.seat) + 1}`),
  hands: (act) => tr`Table ${table(act)}: ${Number(act.n)} hands played`,
  heads: (act) => tr`Table ${table(act)}: ${Number(act.n)} heads`,
  register: (act) => tr`${player(act)} enters`,
  withdraw: (act) => tr`The entry of ${player(act)} is taken back`,
  reenter: (act) => tr`${player(act)} enters again`,
  rebuy: (act) => tr`${player(act)}: rebuy`,
  add_on: (act) => tr`${player(act)}: add-on`,
  hand_out: (act) => (act.back ? tr`${player(act)} gives the prize back` : tr`${player(act)} is given the prize`),
  paid: (act) => tr`${player(act)} has paid`,
  absent: (act) => tr`${player(act)} is absent`,
  present: (act) => tr`${player(act)} is present`,
  penalise: (act) => tr`Penalty for ${player(act)}`,
  disqualify: (act) => tr`${player(act)} is disqualified`,
  refund: (act) => tr`${player(act)} has the money back`,
  no_show: (act) => tr`${player(act)} never came`,
  call_clock: (act) => tr`The clock is called on ${player(act)}`,
  move_to: (act) => tr`${player(act)} moves to table ${table(act)}, seat ${Number(act.seat) + 1}`,
  pin: (act) => (table(act) ? tr`${player(act)} stays at table ${table(act)}` : tr`${player(act)} may be moved`),
  open_check_in: () => tr`The check-in is open`,
  set_check_in: (act) => (act.on === false ? tr`The check-in is closed` : tr`The check-in is open`),
  refuse_all: () => tr`All who wait to be entered are refused`,
  draw_seats: () => tr`Seats are drawn`,
  seat_alternates: () => tr`Waiting players get seats`,
  open_table: () => tr`Another table opens`,
  balance: () => tr`A player is moved`,
  break: (act) => (table(act) ? tr`Table ${table(act)} is broken` : tr`A table is broken`),
  redraw: () => tr`All draw for seats again`,
  halt: (act) => (act.on === false ? tr`Table ${table(act)} plays on` : tr`Table ${table(act)} stops`),
  lock: lockWords,
  late_chips: (act) => tr`Late chips of ${String(act.player)}`,
  race: (act) => tr`Table ${table(act)}: chips are raced off`,
  bring_back: () => tr`Small chips come back into play`,
  start: () => tr`The clock runs`,
  pause: () => tr`The clock stands`,
  add_time: timeWords,
  jump: () => tr`The clock is set`,
  break_now: () => tr`A break begins`,
  go_hand_for_hand: (act) => (act.on === false ? tr`Hand for hand ends` : tr`Hand for hand`),
  announce: (act) => tr`Announced: ${String(act.text)}`,
  make_deal: () => tr`A deal is made`,
  close_entry: () => tr`Entry is closed`,
  insert_item: () => tr`The schedule has changed`,
  edit_item: () => tr`The schedule has changed`,
  remove_item: () => tr`The schedule has changed`,
  change_terms: () => tr`The terms have changed`,
  cancel: () => tr`The tournament is cancelled`,
  end: () => tr`The tournament is over`,
  undo: (act) => tr`Step ${Number(act.step)} is corrected`,
  redo: () => tr`Done again`,
  not_now: () => tr`Not now`,
};

/** @param {Act} act */
export const wordsOf = (act) => WORDS[act.type]?.(act) ?? capital(act.type.replaceAll("_", " "));
