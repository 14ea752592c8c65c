/** An act in words, as the page shows it when it is tapped: the history has the words of the server. */

import { t } from "../common/language.js";
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
  return by.length ? t("{player} is out, by {by}", { player: player(act), by: joined(by) }) : t("{player} is out", { player: player(act) });
}

/** @param {Act} act */
function timeWords(act) {
  const minutes = Math.round(Number(act.ms) / MINUTE);
  return minutes < 0 ? t("{minutes} min less", { minutes: -minutes }) : t("{minutes} min more", { minutes });
}

/** @param {Act} act */
function countWords(act) {
  const stacks = /** @type {[string, number][]} */ (act.stacks ?? []);
  const [first] = stacks;
  return stacks.length === 1 ? t("{player} has {stack}", { player: first[0], stack: chips(first[1]) }) : t("{stacks} stacks are counted", { stacks: stacks.length });
}

/** @param {Act} act */
function lockWords(act) {
  const seat = Number(act.seat ?? -1);
  if (act.on !== false) return t("Locked at table {table}", { table: table(act) });
  return seat < 0 ? t("Table {table} is unlocked", { table: table(act) }) : t("Table {table}, seat {seat} is unlocked", { table: table(act), seat: seat + 1 });
}

/** @type {Record<string, (act: Act) => string>} */
const WORDS = {
  out: outWords,
  unbust: (act) => t("{player} is not out", { player: player(act) }),
  reorder: () => t("Places are corrected"),
  round: () => t("All tables have finished the hand"),
  count: countWords,
  accept_count: (act) => (table(act) ? t("The count of table {table} is accepted", { table: table(act) }) : t("The counts are accepted")),
  button_at: (act) => (act.frozen ? t("Table {table}: the button stays in seat {seat}", { table: table(act), seat: Number(act.seat) + 1 }) : t("Table {table}: the button is in seat {seat}", { table: table(act), seat: Number(act.seat) + 1 })),
  hands: (act) => t("Table {table}: {hands} hands played", { table: table(act), hands: Number(act.n) }),
  heads: (act) => t("Table {table}: {players} players", { table: table(act), players: Number(act.n) }),
  register: (act) => t("{player} enters", { player: player(act) }),
  withdraw: (act) => t("The entry of {player} is cancelled", { player: player(act) }),
  reenter: (act) => t("{player} re-enters", { player: player(act) }),
  rebuy: (act) => t("{player}: rebuy", { player: player(act) }),
  add_on: (act) => t("{player}: add-on", { player: player(act) }),
  hand_out: (act) => (act.back ? t("{player} returns the prize", { player: player(act) }) : t("{player} is paid the prize", { player: player(act) })),
  paid: (act) => t("{player} has paid", { player: player(act) }),
  absent: (act) => t("{player} is absent", { player: player(act) }),
  present: (act) => t("{player} is present", { player: player(act) }),
  penalise: (act) => t("Penalty for {player}", { player: player(act) }),
  disqualify: (act) => t("{player} is disqualified", { player: player(act) }),
  refund: (act) => t("{player} gets a refund", { player: player(act) }),
  no_show: (act) => t("{player} never came", { player: player(act) }),
  call_clock: (act) => (act.on === false ? t("{player} has acted", { player: player(act) }) : t("The clock is called on {player}", { player: player(act) })),
  move_to: (act) => t("{player} moves to table {table}, seat {seat}", { player: player(act), table: table(act), seat: Number(act.seat) + 1 }),
  pin: (act) => (table(act) ? t("{player} stays at table {table}", { player: player(act), table: table(act) }) : t("{player} can be moved", { player: player(act) })),
  open_check_in: () => t("Check-in is open"),
  set_check_in: (act) => (act.on === false ? t("Check-in is closed") : t("Check-in is open")),
  refuse_all: () => t("Everyone waiting to be entered is refused"),
  draw_seats: () => t("Seats are drawn"),
  seat_alternates: () => t("Waiting players get seats"),
  open_table: () => t("Another table opens"),
  balance: () => t("A player is moved"),
  break: (act) => (table(act) ? t("Table {table} is broken", { table: table(act) }) : t("A table is broken")),
  redraw: () => t("Redraw all seats"),
  halt: (act) => (act.on === false ? t("Table {table} resumes play", { table: table(act) }) : t("Table {table} stops", { table: table(act) })),
  lock: lockWords,
  name_table: (act) => (act.name ? t("Table {number} is called {name}", { number: table(act), name: String(act.name) }) : t("Table {number} has no name", { number: table(act) })),
  late_chips: (act) => t("Late chips of {player}", { player: String(act.player) }),
  race: (act) => t("Table {table}: chip race", { table: table(act) }),
  bring_back: () => t("Small chips come back into play"),
  start: () => t("The clock is running"),
  pause: () => t("The clock is stopped"),
  add_time: timeWords,
  jump: () => t("The clock is set"),
  break_now: () => t("The break starts"),
  go_hand_for_hand: (act) => (act.on === false ? t("Hand for hand ends") : t("Hand for hand")),
  announce: (act) => t("Announced: {text}", { text: String(act.text) }),
  make_deal: () => t("A deal is made"),
  close_entry: () => t("Registration is closed"),
  insert_item: () => t("The schedule has changed"),
  edit_item: () => t("The schedule has changed"),
  remove_item: () => t("The schedule has changed"),
  change_terms: () => t("The terms have changed"),
  cancel: () => t("The tournament is cancelled"),
  end: () => t("The tournament is over"),
  undo: (act) => t("Step {step} is undone", { step: Number(act.step) }),
  redo: () => t("Redone"),
  not_now: () => t("Not now"),
};

/** @param {Act} act */
export const wordsOf = (act) => WORDS[act.type]?.(act) ?? capital(act.type.replaceAll("_", " "));
