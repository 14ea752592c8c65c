/**
 * What a browser can work out about HAND.json by itself: the chain, the commitments, the cuts (docs/explanation/fairness.md).
 *
 * Each check returns what it found, or throws why it does not hold.
 */

import { sha256 } from "./sha256.js";
import { cardName } from "../common/words.js";
import { t, tn } from "../common/language.js";

/** @import { BoardDealt, Cut, Dealt, Discarded, HandRecord, Heading, Opening, Proved, Shown, Shuffled } from "sidepot/protocol" */

/**
 * The items of a record that are looked at here; there are others.
 * @typedef {Heading | Shuffled | Cut | Dealt | BoardDealt | Shown | Proved | Discarded} Item
 */

export const FORMAT = "sidepot hand record 1";
const TEXT = new TextEncoder();

/**
 * The `size` bytes of a hexadecimal text in lower case.
 * @param {unknown} text
 * @param {number} size
 */
export function unhex(text, size) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text) || text.length !== 2 * size) {
    throw new Error(t("{bytes} bytes are written as {digits} hexadecimal digits in lower case", { bytes: size, digits: 2 * size }));
  }
  return Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {...Uint8Array} parts */
function joinBytes(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * JSON with sorted keys and no spaces, as it is hashed.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    const held = /** @type {Record<string, unknown>} */ (value);
    const keys = Object.keys(held).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(held[key])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    throw new Error(t("a browser cannot hash the number {value}: use “sidepot verify”", { value }));
  }
  return JSON.stringify(value);
}

/**
 * Read a record. Throws where the text is none.
 * @param {string} text
 * @returns {HandRecord}
 */
export function readRecord(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error(t("This is not JSON"));
  }
  const lists = ["items", "links", "own", "openings"];
  if (record?.format !== FORMAT || lists.some((name) => !Array.isArray(record[name]))) {
    throw new Error(t("This is not a hand record"));
  }
  return record;
}

/** @param {HandRecord} record */
const itemsOf = (record) => /** @type {Item[]} */ (record.items);

/** @param {HandRecord} record */
const shufflesOf = (record) => itemsOf(record).filter((item) => item.type === "shuffled");

/** @param {HandRecord} record */
export const headingOf = (record) => itemsOf(record).find((item) => item.type === "heading") ?? null;

/** @param {HandRecord} record */
export const firstRoot = (record) => shufflesOf(record)[0]?.root ?? "";

/**
 * The chain: each item is hashed with all that went before it.
 * @param {HandRecord} record
 */
export async function checkChain(record) {
  let link = unhex(record.before, 32);
  if (record.links.length !== record.items.length) throw new Error(t("the number of links does not match the number of items"));
  for (const [at, item] of record.items.entries()) {
    link = await sha256(joinBytes(Uint8Array.of(2), link, TEXT.encode(canonical(item))));
    if (hex(link) !== record.links[at]) {
      throw new Error(t("the chain breaks at item {at}: this item or an earlier one was changed", { at }));
    }
  }
  return tn("{count} link, recomputed", "{count} links, all recomputed", record.links.length);
}

/**
 * The root that an opened card leads to in an order of `cards` cards.
 * @param {Opening} opening
 * @param {number} cards
 */
export async function rootOf(opening, cards) {
  const { index, card } = opening;
  if (!Number.isInteger(index) || index < 0 || index >= cards || cards > 255) {
    throw new Error(t("there is no place {place} among {cards}", { place: index, cards }));
  }
  let found = await sha256(joinBytes(Uint8Array.of(0), unhex(opening.salt, 16), Uint8Array.of(index, card)));
  const path = opening.path.map((beside) => unhex(beside, 32));
  let [at, width] = [index, cards];
  while (width > 1) {
    if ((at ^ 1) < width) {
      const beside = path.shift();
      if (!beside) throw new Error(t("the path of place {place} is too short", { place: index }));
      const [left, right] = at & 1 ? [beside, found] : [found, beside];
      found = await sha256(joinBytes(Uint8Array.of(1), left, right));
    }
    at >>= 1;
    width = (width + 1) >> 1;
  }
  if (path.length) throw new Error(t("the path of place {place} is too long", { place: index }));
  return hex(found);
}

/**
 * The commitments: each opened card is the one that was committed to, and each card that is seen was opened.
 * @param {HandRecord} record
 */
export async function checkCards(record) {
  const shuffles = shufflesOf(record);
  for (const opening of record.openings) {
    const shuffle = shuffles[opening.deck];
    if (!shuffle) throw new Error(t("a card of shuffle {shuffle} is opened, but there are only {shuffles} shuffles", { shuffle: opening.deck, shuffles: shuffles.length }));
    if ((await rootOf(opening, shuffle.cards)) !== shuffle.root) {
      throw new Error(t("{card}, opened at place {place}, does not match the commitment", { card: cardName(opening.card), place: opening.index }));
    }
  }
  const opened = new Set(record.openings.map(({ card }) => card));
  for (const card of cardsSeen(record)) {
    if (!opened.has(card)) throw new Error(t("{card} was shown but not opened", { card: cardName(card) }));
  }
  return tn("{count} card opened; it leads to the root published before the deal", "{count} cards opened; all lead to the root published before the deal", record.openings.length);
}

const SHOWS = new Set(["dealt", "board_dealt", "shown", "proved", "discarded"]);

/**
 * All cards that the seat of this record has seen.
 * @param {HandRecord} record
 */
function cardsSeen(record) {
  const own = record.own.map(({ event }) => /** @type {Item} */ (event));
  const cards = [...itemsOf(record), ...own].flatMap((item) => (SHOWS.has(item.type) && "cards" in item ? (item.cards ?? []) : []));
  return new Set([...cards, ...(record.rabbit ?? [])].filter((card) => card <= 52));
}

/**
 * The cuts: the words of each player who cut say where.
 * @param {HandRecord} record
 */
export async function checkCuts(record) {
  const shuffles = shufflesOf(record);
  const cuts = itemsOf(record).filter((item) => item.type === "cut");
  for (const { deck, by, text, at } of cuts) {
    const shuffle = shuffles[deck];
    if (!shuffle?.root) throw new Error(t("{player} cuts a deck that was not shuffled", { player: by }));
    const { root, cards } = shuffle;
    const hash = await sha256(joinBytes(Uint8Array.of(3), unhex(root, 32), TEXT.encode(text)));
    const number = BigInt(`0x${hex(hash)}`);
    const should = 5 + Number(number % BigInt(cards - 9));
    if (should !== at) throw new Error(t("“{text}” by {player} cuts at {should}, not at {at}", { text, player: by, should, at }));
  }
  return cuts.length ? cuts.map(({ by, text, at }) => t("{player} cut at {at} with “{text}”", { player: by, at, text })).join("; ") : t("nobody cut the deck");
}

/**
 * Compare with the notes taken at the table: the root, and a link.
 * @param {HandRecord} record
 * @param {{ root?: string, link?: string }} noted
 */
export function checkNotes(record, { root = "", link = "" }) {
  const results = [];
  if (root) {
    if (firstRoot(record) !== root.trim().toLowerCase()) {
      throw new Error(t("the hand was dealt from another order: its first root differs from the noted one"));
    }
    results.push(t("the root matches the noted one"));
  }
  if (link) {
    if (!record.links.includes(link.trim().toLowerCase())) throw new Error(t("the noted link is not in this chain"));
    results.push(t("the noted link is in the chain"));
  }
  return results.join(", ");
}
