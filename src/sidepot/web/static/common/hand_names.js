/**
 * What hands, boards and shares of a pot are called in the language of the page. The room has a fixed set of such names,
 * which are made of ranks: `{rank}` is a rank, `{ranks}` are several cards of it, `{cards}` are those of a low hand.
 */

import { m, roomSentence } from "./language.js";

const RANKS = [
  m("deuce", "rank"), m("three", "rank"), m("four", "rank"), m("five", "rank"), m("six", "rank"), m("seven", "rank"), m("eight", "rank"),
  m("nine", "rank"), m("ten", "rank"), m("jack", "rank"), m("queen", "rank"), m("king", "rank"), m("ace", "rank"),
];
const MANY = [
  m("deuces", "rank"), m("threes", "rank"), m("fours", "rank"), m("fives", "rank"), m("sixes", "rank"), m("sevens", "rank"), m("eights", "rank"),
  m("nines", "rank"), m("tens", "rank"), m("jacks", "rank"), m("queens", "rank"), m("kings", "rank"), m("aces", "rank"),
];
const HANDS = [
  m("{rank} high", "hand"), m("pair of {ranks}", "hand"), m("two pair, {ranks} and {lower}", "hand"),
  m("two pair, {ranks} and {lower}, {rank} kicker", "hand"), m("three of a kind, {ranks}", "hand"), m("straight, {rank} high", "hand"),
  m("flush, {rank} high", "hand"), m("full house, {ranks} full of {lower}", "hand"), m("four of a kind, {ranks}", "hand"),
  m("five of a kind, {ranks}", "hand"), m("straight flush, {rank} high", "hand"), m("royal flush", "hand"),
  m("{rank}-{next} low, {cards}", "hand"), m("wheel, {cards}", "hand"), m("no low", "hand"), m("no badugi", "hand"), m("badugi, {cards}", "hand"),
  m("three-card badugi, {cards}", "hand"), m("two-card badugi, {cards}", "hand"), m("one-card badugi, {cards}", "hand"),
];
const PLACES = [
  m("high", "place"), m("low", "place"), m("badugi", "place"), m("in hand", "place"), m("board", "place"), m("run", "place"), m("flop", "place"),
  m("turn", "place"), m("river", "place"), m("community card", "place"), m("both", "place"), m("nothing", "place"),
];
const [KICKER, FIRST, MADE, WITH] = [
  m("{hand}, with {rank} to play", "hand"), m("{place} comes first", "hand"), m("{place}: {hand}", "hand"), m("{place} with {hand}", "hand"),
];

/** What may be in a gap. @type {Record<string, string>} */
const GAPS = { cards: "((?:[2-9AJQK]|10)(?:-(?:[2-9AJQK]|10))*)", ranks: `(${MANY.join("|")})`, lower: `(${MANY.join("|")})` };
const GAP = /\{(\w+)\}/g;
/** @type {[RegExp, string][]} */
const KINDS = HANDS.map((name) => [new RegExp(`^${name.replace(GAP, (_, gap) => GAPS[gap] ?? `(${RANKS.join("|")})`)}$`), name]);
const TO_PLAY = /^(.+), with an? (\w+) to play$/;

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * A name with its gaps filled; "" where the language has no words for it or for one of the parts.
 * @param {string} name
 * @param {Record<string, string>} parts
 */
function filled(name, parts) {
  const own = Object.values(parts).every(Boolean) && roomSentence(name, "hand");
  return own ? own.replace(GAP, (_, gap) => parts[gap]) : "";
}

/** @param {string} text */
const rankName = (text) => roomSentence(text, "rank");

/**
 * What one hand makes: "pair of kings, with a jack to play".
 * @param {string} name
 * @returns {string}
 */
function one(name) {
  const kicker = TO_PLAY.exec(name);
  if (kicker) return filled(KICKER, { hand: one(kicker[1]), rank: rankName(kicker[2]) });
  for (const [kind, english] of KINDS) {
    const found = kind.exec(name);
    if (!found) continue;
    const gaps = [...english.matchAll(GAP)].map(([, gap], at) => [gap, gap === "cards" ? found[at + 1] : rankName(found[at + 1])]);
    return filled(english, Object.fromEntries(gaps));
  }
  return "";
}

/**
 * A place: "low", "board 2", "Flop, run 1".
 * @param {string} text
 */
function place(text) {
  const parts = text.toLowerCase().split(", ").map((part) => {
    const [, name, number = ""] = /^(.*?)( \d)?$/.exec(part) ?? [];
    const own = PLACES.includes(name) && roomSentence(name, "place");
    return own && own + number;
  });
  return parts.every(Boolean) ? capital(parts.join(", ")) : "";
}

/**
 * The name of a hand, of all that it makes, or of a place, in the language of the page; "" where it is none that is known.
 * @param {string} text
 */
export function handName(text) {
  const named = text.split("; ").map((part) => {
    const first = /^(.+) comes first$/.exec(part);
    if (first) return filled(FIRST, { place: place(first[1]) });
    const whole = one(part.slice(0, 1).toLowerCase() + part.slice(1)) || place(part);
    if (whole) return whole;
    const [, where = "", between, hand = ""] = /^((?:[a-z]+ ?\d?(?:, )?){1,4}?|in hand)(: | with )(.+)$/.exec(part) ?? [];
    return filled(between === ": " ? MADE : WITH, { place: where && place(where), hand: hand && one(hand) });
  });
  return named.every(Boolean) ? named.join("; ") : "";
}
