/**
 * What the room says as data, in the language of the page: lines of the log, the last act of a seat, names of hands. A line
 * is translated only as a whole; else it stays English, and is marked so.
 */

import { handName } from "./hand_names.js";
import { englishLine, language, roomSentence } from "./language.js";
import { inMoney } from "./money.js";
import { hasTableNames, inGap } from "./table_names.js";
import { decimalsNow, shown } from "./units.js";
import { grouped, numbersOf } from "./words.js";

/** A line of the log as the room sends it: a sentence with gaps, then its parts. @import { Sentence } from "../room/messages.js" */

/** @typedef {{ text: string, isEnglish: boolean }} Line */

const LETTERS = /[a-z]/i;

/**
 * A line, with its amounts as they are shown.
 * @param {Sentence} sentence
 * @returns {Line}
 */
export function lineOf(sentence) {
  const own = language === "en" ? null : worded(sentence, true);
  return own === null ? { text: worded(sentence, false) ?? "", isEnglish: true } : { text: own, isEnglish: false };
}

const MONEY = "{money}"; // its parts are the amount, the decimals and the currency; a tournament of the room has neither
const GAP = /\{(\w*)\}/g;

/**
 * A sentence with its parts in the gaps. They come in the order of the English gaps; another language may have another order,
 * by the names of the gaps, or by numbers where they have none.
 * @param {string} own
 * @param {string} sentence
 * @param {unknown[]} parts
 */
function filled(own, sentence, parts) {
  const names = [...sentence.matchAll(GAP)].map(([, name]) => name);
  let at = 0;
  return own.replace(GAP, (_, name) => inGap(name, parts[/^\d$/.test(name) ? Number(name) - 1 : name ? names.indexOf(name) : at++]));
}

/**
 * A sentence with its parts; null where the language of the page has no words for one of them.
 * @param {Sentence} line
 * @param {boolean} translates
 * @returns {string | null}
 */
function worded([sentence, ...parts], translates) {
  if (sentence === MONEY) return inMoney(Number(parts[0]), { decimals: Number(parts[1] ?? 0), currency: String(parts[2] ?? "") });
  const filledParts = parts.map((part) =>
    typeof part === "number" ? shown(part) : typeof part === "string" ? part : worded(part, translates));
  if (filledParts.includes(null)) return null;
  if (!LETTERS.test(sentence) && !parts.length) return numbersOf(sentence); // numbers alone, as "1000/2000"
  const own = !translates || !LETTERS.test(sentence) ? sentence : roomSentence(sentence) || (!parts.length && handName(sentence));
  return own ? filled(own, sentence, filledParts) : null;
}

/**
 * The last act of a seat: its numbers are amounts where it put chips in, else they count cards.
 * @param {string} acted
 * @param {boolean} isOfChips
 * @returns {Line}
 */
export function actOf(acted, isOfChips) {
  /** @type {(number | string)[]} */
  const parts = [];
  const sentence = acted.replace(/\d+/g, (digits) => {
    parts.push(isOfChips ? Number(digits) : digits);
    return "{}";
  });
  return lineOf([sentence, ...parts]);
}

/**
 * What the room says, in the language of the page if that has words for all of it, else "".
 * @param {Sentence | undefined} sentence
 */
function ownWords(sentence) {
  if ((language === "en" && !decimalsNow() && !hasTableNames()) || !sentence?.length) return "";
  const { text, isEnglish } = lineOf(sentence);
  return isEnglish && language !== "en" ? "" : text;
}

/**
 * What the room says as a text, where it also says it as data.
 * @param {string} text
 * @param {Sentence} [sentence]
 */
export const textIn = (text, sentence) => ownWords(sentence) || grouped(text);

/**
 * The stakes or the limit and stakes of a table or level, in the language of the page; as data they are parts of a line.
 * @param {string} text
 * @param {readonly string[][]} [parts]
 */
export function stakesIn(text, parts = []) {
  const lines = language === "en" ? [] : parts.map(([sentence, ...numbers]) => lineOf(/** @type {Sentence} */ ([sentence, ...numbers.map((one) => [one])])));
  return !lines.length || lines.some(({ isEnglish }) => isEnglish) ? grouped(text) : lines.map((one) => one.text).join(", ");
}

/**
 * The title of a game, also with its limit, or the name of a house, as the language of the page has it; one of a club's own
 * stays. Its numbers are years, not amounts.
 * @param {string} title
 */
export function titleIn(title) {
  const comma = title.lastIndexOf(", ");
  const [game, limit] = comma > 0 ? [title.slice(0, comma), title.slice(comma + 2)].map((part) => ownWords([part])) : [];
  return ownWords([title]) || (game && limit ? `${game}, ${limit}` : title);
}

/**
 * The same to be shown: what stays English is marked so.
 * @param {string} text
 * @param {Sentence} [sentence]
 */
export const wordsIn = (text, sentence) => ownWords(sentence) || (text ? englishLine(grouped(text)) : "");

/**
 * What a hand is called; it is English where the language of the page has no words for it.
 * @param {string} name
 * @returns {Line}
 */
export const handOf = (name) => lineOf([name]);
