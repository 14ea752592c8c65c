/** What is called aloud in the hall of a live tournament: a short sound of our own, and a sentence in the browser's voice. */

import { language, t } from "../common/language.js";
import { allowTones, playTones } from "../common/tones.js";

/**
 * @import { Tone } from "../common/tones.js"
 *
 * The clock and the table calls at one moment. `left` is null where a level has no end; `called` is a clock on a player.
 * @typedef {{
 *   begun: boolean, running: boolean, level: number, isBreak: boolean, left: number | null, stakes: string,
 *   handForHand: boolean, called: { player: string, table: number, until: number } | null, now: number,
 * }} Moment
 * @typedef {"minute" | "level" | "break" | "back" | "hands" | "called" | "up"} Call
 * How a device is heard: the volume is 0 to 100.
 * @typedef {{ volume: number, voice: boolean }} Loudness
 */

const MINUTE = 60_000;
const AFTER_TONES = 1200; // milliseconds, after which the voice begins

/** @type {Record<Call, Tone[]>} */
const TONES = {
  minute: [[0, 0.18, 784, 0.3], [0.25, 0.18, 784, 0.3]],
  level: [[0, 0.25, 523, 0.35], [0.22, 0.25, 659, 0.35], [0.44, 0.5, 784, 0.35]],
  break: [[0, 0.3, 784, 0.35], [0.28, 0.3, 659, 0.35], [0.56, 0.6, 523, 0.35]],
  back: [[0, 0.25, 523, 0.35], [0.22, 0.25, 659, 0.35], [0.44, 0.25, 784, 0.35], [0.66, 0.5, 1047, 0.35]],
  hands: [[0, 0.4, 440, 0.35], [0.45, 0.4, 440, 0.35]],
  called: [[0, 0.12, 988, 0.3], [0.16, 0.12, 988, 0.3], [0.32, 0.12, 988, 0.3]],
  up: [[0, 0.5, 330, 0.4]],
};

/**
 * What has to be called between two moments, in the order in which it is heard.
 * @param {Moment} before
 * @param {Moment} now
 * @returns {Call[]}
 */
export function callsBetween(before, now) {
  const { called } = now;
  const isUp = (/** @type {Moment} */ at) => Boolean(called) && at.now >= (called?.until ?? 0);
  const isSame = before.isBreak === now.isBreak && before.level === now.level;
  const left = now.left ?? 0;
  /** @type {[Call, boolean][]} */
  const all = [
    ["level", now.begun && !before.isBreak && !now.isBreak && (now.level !== before.level || !before.begun)],
    ["break", !before.isBreak && now.isBreak],
    ["back", before.isBreak && !now.isBreak],
    ["minute", isSame && before.running && now.running && (before.left ?? 0) > MINUTE && left > 0 && left <= MINUTE],
    ["hands", now.handForHand && !before.handForHand],
    ["called", called !== null && called.until !== before.called?.until && !isUp(now)],
    ["up", called !== null && called.until === before.called?.until && isUp(now) && !isUp(before)],
  ];
  return all.filter(([, is]) => is).map(([call]) => call);
}

/**
 * The sentence of a call.
 * @param {Call} call
 * @param {Moment} now
 */
export function sentenceOf(call, { level, isBreak, stakes, called }) {
  /** @type {Record<Call, () => string>} */
  const sentences = {
    minute: () => (isBreak ? t("The break ends in one minute.") : t("One minute left in level {level}.", { level })),
    level: () => t("Level {level}. The stakes are {stakes}.", { level, stakes }),
    break: () => t("The players are on a break."),
    back: () => t("The break is over. Level {level}. The stakes are {stakes}.", { level, stakes }),
    hands: () => t("Hand for hand: all tables start each hand together"),
    called: () => t("A clock has been called at table {table}.", { table: called?.table ?? 0 }),
    up: () => t("Time is up at table {table}.", { table: called?.table ?? 0 }),
  };
  return sentences[call]();
}

/** Whether this browser has a voice for the language of the page. */
export const hasVoice = () => typeof speechSynthesis !== "undefined" && speechSynthesis.getVoices().some(({ lang }) => lang.toLowerCase().startsWith(language.slice(0, 2)));

/**
 * @param {Call} call
 * @param {Moment} now
 * @param {Loudness} loudness
 */
export function callAloud(call, now, { volume, voice }) {
  if (volume <= 0) return;
  playTones(TONES[call], volume / 100);
  if (!voice || !hasVoice()) return;
  const spoken = new SpeechSynthesisUtterance(sentenceOf(call, now));
  spoken.lang = language;
  spoken.volume = volume / 100;
  setTimeout(() => speechSynthesis.speak(spoken), AFTER_TONES);
}

/** Calls aloud what happens from one moment to the next, on a page that looks at the clock many times a second. */
export class Caller {
  /** @type {Moment | null} */
  #before = null;

  /**
   * @param {Moment} now
   * @param {Loudness} loudness
   */
  hear(now, loudness) {
    const calls = this.#before ? callsBetween(this.#before, now) : [];
    this.#before = now;
    for (const call of calls.slice(0, 1)) callAloud(call, now, loudness); // the first is the one that matters
    return calls;
  }

  /** Start over, for example with another tournament. */
  forget() {
    this.#before = null;
  }
}

/** A browser plays nothing until the page was touched once. */
export function allowCalls() {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, allowTones);
}
