/** The clock: start or pause with one tap, a minute more or less, the next level, a break, or set it. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { t } from "../common/language.js";
import { stakesIn } from "../common/sentences.js";
import { time } from "../common/words.js";
import { askWhich, tile } from "./asking.js";
import { beginsOf } from "./counting.js";
import { hourOf, isDone, levelName, mayDo } from "./tournament.js";
import { changeItem, itemWords, levelAtTheEnd } from "./item_form.js";
import { putLines } from "./lines.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Counted, Item } from "./counting.js"
 */

const MINUTE = 60_000;

/**
 * Start the clock, or have it stand.
 * @param {Desk} desk
 */
export const runOrStand = (desk) => desk.act({ type: desk.tournament.clock.running ? "pause" : "start" });

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawClockActs(place, desk) {
  const { tournament } = desk;
  const { running } = tournament.clock;
  const { item } = desk.clock();
  const hasNext = item + 1 < desk.items.length;
  /** @type {[is: boolean, type: string, text: string, doing: () => unknown, isStrong?: boolean][]} */
  const all = [
    [true, running ? "pause" : "start", running ? t("Pause") : t("Start the clock"), () => runOrStand(desk), true],
    [true, "add_time", t("1 minute less"), () => desk.act({ type: "add_time", ms: -MINUTE })],
    [true, "add_time", t("1 minute more"), () => desk.act({ type: "add_time", ms: MINUTE })],
    [item > 0, "jump", t("Previous level"), () => desk.act({ type: "jump", item: before(desk.items, item) })],
    [hasNext, "jump", t("Next level"), () => desk.act({ type: "jump", item: item + 1 })],
    [true, "break_now", t("Break now"), () => breakNow(desk)],
    [true, "jump", t("Set the clock"), () => setClock(desk)],
  ];
  const shown = isDone(tournament) ? [] : all.filter(([is, type]) => is && mayDo(tournament, type));
  putLines(place, shown.map(([, type, text, doing, isStrong]) => tile(text, doing, { key: text, class: `desk-tile ${isStrong ? "is-strong" : ""}`, "data-act": type })));
}

/**
 * The level before an item, past a break between them.
 * @param {readonly Item[]} items
 * @param {number} item
 */
const before = (items, item) => Math.max(0, items.slice(0, item).findLastIndex((one) => !one.is_break));

/** @param {Desk} desk */
async function breakNow(desk) {
  const minutes = await askWhich(t("How long is the break?"), [5, 10, 15, 20, 30, 60].map((one) => [t("{minutes} min", { minutes: one }), one]));
  if (minutes !== null) await desk.act({ type: "break_now", ms: minutes * MINUTE });
}

/** @param {Desk} desk */
async function setClock(desk) {
  const at = desk.clock();
  /** @type {{ item: number, left: number | null } | null} */
  const set = await openDialog({
    title: t("Set the clock"),
    body: (close) => {
      const items = h("select", { autofocus: true }, desk.items.map((one, place) => h("option", { value: String(place) }, itemWords(one))));
      items.value = String(at.item);
      const left = h("input", { type: "text", inputmode: "numeric", pattern: "\\d+(:[0-5]\\d){0,2}", autocomplete: "off" });
      const show = (/** @type {number} */ ms) => {
        left.disabled = Number(items.value) === desk.items.length - 1; // the last one has no end
        left.value = left.disabled ? "" : time(ms);
      };
      show(at.left);
      items.addEventListener("change", () => show(desk.items[Number(items.value)].ms));
      return formOf(() => close({ item: Number(items.value), left: msOf(left.value) }), [field(t("Level"), items), field(t("Time left"), left, t("minutes, or 12:30"))], strong(t("Set")));
    },
  });
  if (set) await desk.act({ type: "jump", item: set.item, ...(set.left !== null && { left: set.left }) });
}

/**
 * A time that was typed: "12" are minutes, "12:30" are minutes and seconds, "1:12:30" has an hour; null where it is none.
 * @param {string} text
 */
export function msOf(text) {
  const found = /^\s*(?:(\d{1,3}):(?=\d\d:))?(\d{1,4})(?::([0-5]\d))?\s*$/.exec(text);
  return found ? (Number(found[1] ?? 0) * 60 + Number(found[2])) * MINUTE + Number(found[3] ?? 0) * 1000 : null;
}

/**
 * The schedule: when each level begins, as the clock stands; those to come can be changed.
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export function drawSchedule(place, desk) {
  const clock = desk.clock();
  const begins = beginsOf(clock, desk.items, desk.now());
  const mayEdit = mayDo(desk.tournament, "edit_item") && !isDone(desk.tournament);
  const rows = desk.items.map((item, at) => rowOf(desk, item, at, clock, begins[at] && clock.running ? hourOf(begins[at]) : "", mayEdit));
  const more = el("li", { key: "end", class: "desk-end" }, el("button", { type: "button", class: "quiet", "data-act": "end", onclick: () => levelAtTheEnd(desk) }, t("Add a level")));
  if (mayEdit && desk.items.length && mayDo(desk.tournament, "insert_item")) rows.push(more);
  putLines(place, rows);
}

/**
 * @param {Desk} desk
 * @param {Item} item
 * @param {number} at
 * @param {Counted} clock
 * @param {string} hour
 * @param {boolean} mayEdit
 */
function rowOf(desk, item, at, clock, hour, mayEdit) {
  const isNow = at === clock.item;
  return el("li", { key: at, class: isNow ? "is-now" : at < clock.item ? "is-over" : "", "aria-current": isNow ? "step" : null },
    el("span", {}, el("b", {}, levelName(item)), " ", el("small", {}, [item.is_break ? "" : stakesIn(item.stakes ?? "", item.parts), t("{minutes} min", { minutes: Math.round(item.ms / MINUTE) })].filter(Boolean).join(" · "))),
    el("small", { class: "desk-hour" }, isNow ? t("now") : hour),
    mayEdit && at > clock.item && el("button", { type: "button", class: "quiet desk-small", "data-act": "edit", "aria-label": t("Edit {item}", { item: itemWords(item) }), onclick: () => changeItem(desk, item, at) }, t("Edit")));
}
