/** Short sounds of our own, made as they are heard, off until they are switched on; and a phone that shakes. */

import { kept } from "../common/dom.js";
import { playTones } from "../common/tones.js";

/**
 * @import { Event as TableEvent } from "sidepot/protocol"
 * @import { Room, State } from "../room/messages.js"
 * @import { Tone } from "../common/tones.js"
 */

/**
 * @typedef {"turn" | "hurry" | "bet" | "win" | "knock"} Sound
 * @type {Record<Sound, Tone[]>}
 */
const SOUNDS = {
  turn: [[0, 0.12, 660, 0.2], [0.13, 0.16, 880, 0.2]],
  hurry: [[0, 0.08, 990, 0.16], [0.16, 0.08, 990, 0.16]],
  bet: [[0, 0.03, 1900, 0.1], [0.05, 0.03, 2300, 0.08]],
  win: [[0, 0.1, 523, 0.16], [0.1, 0.1, 659, 0.16], [0.2, 0.2, 784, 0.16]],
  knock: [[0, 0.05, 150, 0.3], [0.12, 0.05, 140, 0.3]],
};

/** @param {Sound} name */
export function sound(name) {
  if (kept.get("sound", /** @type {string} */ ("off")) === "on") playTones(SOUNDS[name]);
}

let hurried = "";

const SHAKE = 120; // milliseconds

/**
 * Shake a phone, where that is wanted. A browser lets a page do so only once it was touched.
 * @param {Pick<Navigator, "vibrate" | "userActivation">} phone
 */
export function shake(phone, isTouched = matchMedia("(pointer: coarse)").matches) {
  if (!isTouched || kept.get("shake", /** @type {string} */ ("on")) !== "on") return false;
  return Boolean(phone.userActivation?.hasBeenActive && phone.vibrate?.(SHAKE));
}

/** That it is one's turn; and, once for each turn, that its time runs out. */
export function turnBegins() {
  sound("turn");
  shake(navigator);
}
/** @param {string} turn */
export function timeRunsOut(turn) {
  if (hurried !== turn) sound("hurry");
  hurried = turn;
}

/**
 * Hear what an event tells.
 * @param {State | null} before
 * @param {TableEvent} event
 * @param {Room} room after it
 */
export function hear(before, event, { state, own }) {
  const won = (/** @type {State | null} */ of) => of?.seats[own]?.won ?? 0;
  const heard = soundOf(/** @type {{ type: string }[]} */ (event.what ?? []), won(state) > won(before));
  if (heard) sound(heard);
}

/**
 * The sound of what an event tells: the last thing that is heard; "" where it is silent.
 * @param {readonly { type: string }[]} what
 * @param {boolean} mine whether this person has won chips by it
 * @returns {Sound | ""}
 */
export function soundOf(what, mine) {
  if (mine) return "win";
  const heard = what.findLast(({ type }) => ["called", "raised_to", "brought_in", "checked"].includes(type));
  if (!heard) return "";
  return heard.type === "checked" ? "knock" : "bet";
}
