/** The words of the table: amounts, cards, times, what the table waits for. */

import { DATES, LOCALE, t, word } from "./language.js";
import { PARALLELS, SOURCES } from "./sources.js";

/** @import { Cite } from "sidepot/protocol" */
/** @import { Pot } from "../room/messages.js" */

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const RANK_NAMES = [
  t("deuce"), t("three"), t("four"), t("five"), t("six"), t("seven"), t("eight"), t("nine"), t("ten"), t("jack"), t("queen"), t("king"), t("ace"),
];
const SUIT_NAMES = [t("clubs"), t("diamonds"), t("hearts"), t("spades")];

export const JOKER = 52;
export const UNKNOWN = 53;

/** @param {number} card */
export const rankOf = (card) => RANKS[card >> 2];
/** @param {number} card */
export const suitOf = (card) => ["c", "d", "h", "s"][card & 3];

/**
 * A card as a sign: A♠.
 * @param {number} card
 */
export const cardSign = (card) => `${rankOf(card)}${"♣♦♥♠"[card & 3]}`;

/**
 * A card in words: "ace of spades".
 * @param {number} card
 */
export function cardName(card) {
  if (card === UNKNOWN) return t("a face-down card");
  if (card === JOKER) return t("the joker");
  return t("{rank} of {suit}", { rank: RANK_NAMES[card >> 2], suit: SUIT_NAMES[card & 3] });
}

/** @param {number[]} cards */
export const cardNames = (cards) => joined(cards.map(cardName));

const CHIPS = new Intl.NumberFormat(LOCALE);

/**
 * Chips: 1,250.
 * @param {number} amount
 */
export const chips = (amount) => CHIPS.format(amount);

/**
 * An amount in chips of `10 ** -decimals`: 1,250, or with two decimals 12.50.
 * @param {number} amount
 * @param {number} [decimals]
 */
export function amountOf(amount, decimals = 0) {
  const one = 10 ** decimals;
  const digits = amount % one ? decimals : 0;
  return (amount / one).toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const [GROUP, POINT] = LOCALE === "en" ? [",", "."] : [".", ","];
const TYPED = new RegExp(`^(?:(\\d{1,15})|(\\d{1,3}(?:[\\${GROUP}'’]\\d{3}){1,4}))(?:\\${POINT}(\\d{1,6}))?$`);
const TYPED_OTHERWISE = /^(\d{1,15})[.,](\d{1,2})$/; // a phone may offer one of the two alone

/**
 * The chips of an amount as it was typed, in chips of `10 ** -decimals`: exact, so half a chip is no integer. NaN where it
 * is no amount.
 * @param {string} text
 * @param {number} [decimals]
 */
export function amountTyped(text, decimals = 0) {
  const plain = text.replace(/\s/g, "");
  const [, single = "", grouped = "", part = ""] = TYPED.exec(plain) ?? [];
  const [, other = "", rest = ""] = single || grouped ? [] : (TYPED_OTHERWISE.exec(plain) ?? []);
  const whole = single || grouped.replace(/\D/g, "") || other;
  const digits = part || rest;
  if (!whole) return Number.NaN;
  const chips = Number(whole + digits.slice(0, decimals).padEnd(decimals, "0"));
  const half = digits.slice(decimals);
  return Number(half) ? chips + Number(`0.${half}`) : chips;
}

/**
 * A whole amount as it was typed, also with groups of three: 8200, 8,200, 8 200; NaN where it is none, as 1.5 is.
 * @param {string} text
 */
export function wholeIn(text) {
  const plain = text.trim();
  return /^(?:\d{1,15}|\d{1,3}(?:[\s.,'’]\d{3}){1,4})$/.test(plain) ? Number(plain.replace(/\D/g, "")) : Number.NaN;
}

/**
 * A text of numbers alone as the page writes them: "0.25/0.50" in German as 0,25/0,50.
 * @param {string} text
 */
export const numbersOf = (text) => text.replace(/\d+(?:\.(\d+))?/g, (found, part = "") =>
  part || found.length > 3
    ? Number(found).toLocaleString(LOCALE, { minimumFractionDigits: part.length, maximumFractionDigits: part.length })
    : found);

/**
 * A text of the room with its amounts as the page writes them: "raises to 1317" with 1,317.
 * @param {string} text
 */
export const grouped = (text) => text.replace(/(?<![\w.,:#-])\d{4,}(?![\w-]|:\S|[.,]\d)/g, (digits) => chips(Number(digits)));

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent" });

/**
 * A part of the whole in percent: 62%; where it is `exact`, none is rounded to nothing or to all.
 * @param {number} part
 */
export function percent(part, exact = true, whole = Math.round(part * 100)) {
  if (exact && part > 0 && !whole) return `< ${PERCENT.format(0.01)}`;
  if (exact && part < 1 && whole === 100) return `> ${PERCENT.format(0.99)}`;
  return exact ? PERCENT.format(whole / 100) : `~ ${PERCENT.format(whole / 100)}`;
}

/**
 * The parts of one whole in percent, which add up to 100 together with the rest that is not named: what rounding down leaves
 * over goes to those who lack most, at a tie to the first.
 * @param {readonly number[]} parts
 */
export function percents(parts, exact = true) {
  const rest = 1 - parts.reduce((sum, part) => sum + part, 0);
  const all = [...parts, Math.max(0, rest)].map((part) => part * 100);
  const wholes = all.map((part) => Math.floor(part + 1e-6));
  const lacks = all.map((part, at) => Math.round((part - wholes[at]) * 1e6));
  const order = all.map((_, at) => at).sort((one, other) => lacks[other] - lacks[one] || one - other);
  for (const at of order.slice(0, 100 - wholes.reduce((sum, whole) => sum + whole, 0))) wholes[at] += 1;
  return parts.map((part, at) => percent(part, exact, wholes[at]));
}

const SHORT = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumSignificantDigits: 3 });

/**
 * Many chips where there is little room: 1.23M.
 * @param {number} amount
 */
export const shortChips = (amount) => SHORT.format(amount);

const LISTS = { and: new Intl.ListFormat(DATES), or: new Intl.ListFormat(DATES, { type: "disjunction" }) };

/**
 * Ann, Bo and Cy; or with "or".
 * @param {string[]} words
 * @param {"and" | "or"} [last]
 */
export const joined = (words, last = "and") => LISTS[last].format(words);

/**
 * A text of the room within a sentence: "Two pair" with a small letter; "A-5" stays.
 * @param {string} text
 */
export const small = (text) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text);

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Milliseconds as 0:42 or 1:05:00.
 * @param {number} ms
 */
export function time(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * A rule as it is cited: `TDA-2013:43`, which comes as text or as [edition, number]. A source goes by its name, with the
 * rules of other books that say the same: `Table stakes, 8 = Robert's Rules 3 showdown 8`. The part of a rule of a source,
 * as in `TS:9/limit`, is left out.
 * @param {string | Cite | null} cite
 */
export function cited(cite) {
  const text = !cite ? "" : Array.isArray(cite) ? cite.join(":") : String(cite);
  const [, key = "", number = ""] = /^([A-Z]+)[:-](\d+)(?:\/[\w-]+)?$/.exec(text) ?? [];
  const name = SOURCES[key];
  const same = PARALLELS[`${key}-${number}`];
  return name ? `${name}, ${number}${same ? ` = ${same}` : ""}` : text;
}

/** @type {Record<string, string>} */
const COLOURS = {
  white: t("white"), red: t("red"), green: t("green"), black: t("black"), purple: t("purple"), yellow: t("yellow"), orange: t("orange"), pink: t("pink"),
  grey: t("grey"),
};

/**
 * The colour of a chip, in words.
 * @param {string} colour
 */
export const colourName = (colour) => COLOURS[colour.toLowerCase()] ?? colour;

/**
 * A pot by its place: the main pot comes first.
 * @param {number} at
 * @param {Pot[]} pots
 */
export function potName(at, pots) {
  const now = pots.filter(({ waits }) => !waits).length; // what waits comes last
  if (now && pots[at].waits) return t("Carried to the next hand");
  const of = now || pots.length;
  return at ? (of > 2 ? t("Side pot {number}", { number: at }) : t("Side pot")) : of > 1 ? t("Main pot") : t("Pot");
}

/**
 * What a phase is called where there is nothing else to say.
 * @type {Record<string, string>}
 */
export const PHASES = {
  waiting: t("Waiting for players"),
  choosing: t("The dealer is choosing the game"),
  cutting: t("The deck can be cut"),
  playing: t("Hand in progress"),
  between: t("The next hand starts soon"),
  paused: t("The table is paused"),
  frozen: t("The table is stopped"),
  over: t("It is over"),
};

/**
 * What a seat that plays no hand does, by its state.
 * @type {Record<string, string>}
 */
export const PLACES = {
  waits: t("waiting for the big blind"),
  posts: t("in next hand"),
  out: t("sitting out"),
  busted: t("out of chips"),
};

/** @type {Record<string, string>} */
const KEYS = { badugi: "d" }; // `b` is for both

/**
 * What can be declared for, each with its key: the halves, as the room calls them, and both.
 * @param {string[]} halves
 * @returns {[name: string, key: string][]}
 */
export function waysOf(halves) {
  /**
   * @param {string} name
   * @param {number} at
   */
  const keyOf = (name, at) => (halves.indexOf(name) < at ? String(at + 1) : (KEYS[name] ?? name[0]));
  const ways = halves.map((name, at) => /** @type {[string, string]} */ ([name, keyOf(name, at)]));
  return [...ways, ["both", "b"]];
}

/**
 * What a seat has declared for: 1 the first of the halves, 2 the second, 3 both; 0 is nothing yet.
 * @param {number} ways
 * @param {string[]} halves
 */
export const declaredFor = (ways, halves) => word(ways === 3 ? "both" : (halves[ways - 1] ?? ""));

/**
 * What the seat that all wait for has to do.
 * @type {Record<string, string>}
 */
export const DOING = {
  act: t("to act"),
  draw: t("to draw"),
  bring_in: t("to bring in"),
  show: t("to show"),
  run: t("to choose how many times to run it"),
  declare: t("to declare"),
  consent: t("to answer the marker"),
};

const FIRST = [
  "Quiet", "Lucky", "Patient", "Amber", "Clever", "Gentle", "Bold", "Steady", "Silver", "Merry", "Calm", "Swift",
];
const SECOND = [
  "River", "Jack", "Heron", "Button", "Maple", "Falcon", "Seven", "Harbor", "Willow", "Comet", "Badger", "Lantern",
];

/** A name to offer where the room offers none. */
export function someName() {
  const pick = (/** @type {string[]} */ words) => words[Math.floor(Math.random() * words.length)];
  return `${pick(FIRST)} ${pick(SECOND)}`;
}
