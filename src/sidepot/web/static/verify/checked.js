/** Checking a hand: hashes here in the browser, the rules by the room; and what came of it, to be shown on any page. */

import { cardElement } from "../common/cards.js";
import { h, s } from "../common/dom.js";
import { capital } from "../common/words.js";
import { asRefused, verifyByRoom } from "../room/api.js";
import { noted, notedRoot } from "./notes.js";
import { checkCards, checkChain, checkCuts, checkNotes, firstRoot, headingOf, readRecord } from "./proof.js";
import { DATES, english, t } from "../common/language.js";

/** @import { HandRecord } from "sidepot/protocol" */

/**
 * One check: its name, what came of it, and what was found.
 * @typedef {"good" | "bad" | "unknown"} How
 * @typedef {{ name: string, how: How, found: string }} Check
 * @typedef {{ table: string, hand: number }} From the table and the hand that a record was asked for by
 * @typedef {{ root: string, link: string }} Typed what a person noted at the table, "" for nothing
 */

const SIGNS = { good: "M5 13l5 5L20 7", bad: "M6 6l12 12M18 6L6 18", unknown: "M6 12h12" };
const MEANINGS = { good: t("passed"), bad: t("failed"), unknown: t("unknown") };
const BY_THE_RULES = t("The rules were followed");

/**
 * @param {string} name
 * @param {() => string | Promise<string>} check
 * @returns {Promise<Check>}
 */
async function tried(name, check) {
  try {
    return { name, how: "good", found: await check() };
  } catch (error) {
    return { name, how: "bad", found: messageOf(error) };
  }
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * All checks of a record.
 * @param {string} text
 * @param {HandRecord} record
 * @param {From | null} from
 * @param {Typed} typed
 */
const checksOf = async (text, record, from, typed) => [
  await tried(t("The chain is complete"), () => checkChain(record)),
  await tried(t("The cards match the commitment"), () => checkCards(record)),
  await tried(t("The cuts are correct"), () => checkCuts(record)),
  await notes(record, from, typed),
  await byTheRoom(text),
];

/**
 * What the room says of the rules.
 * @param {string} text
 * @returns {Promise<Check>}
 */
async function byTheRoom(text) {
  try {
    const { checks } = await verifyByRoom(text);
    const wrong = checks.filter(({ holds }) => !holds);
    const found = (wrong.length ? wrong : checks).map(({ name, found }) => `${name}: ${found}`).join("; ");
    return { name: BY_THE_RULES, how: wrong.length ? "bad" : "good", found };
  } catch (caught) {
    const { because, status } = asRefused(caught);
    if (status === 400) return { name: BY_THE_RULES, how: "bad", found: because };
    return { name: BY_THE_RULES, how: "unknown", found: `not checked: ${because}` };
  }
}

/**
 * Compare with the notes: typed in here, or by this browser while the hand was dealt.
 * @param {HandRecord} record
 * @param {From | null} from
 * @param {Typed} typed
 * @returns {Promise<Check>}
 */
async function notes(record, from, typed) {
  const name = t("This is the hand that was played");
  if (typed.root || typed.link) return tried(name, () => checkNotes(record, typed));
  const mine = from ? noted(from.table, from.hand) : notedRoot(firstRoot(record));
  if (!mine) {
    const found = t("this browser noted nothing; a record that is entirely invented would pass the other checks too");
    return { name, how: "unknown", found };
  }
  const when = new Date(mine.at).toLocaleString(DATES);
  return tried(name, () => t("{note}, by this browser, on {when}", { note: checkNotes(record, mine), when }));
}

/**
 * @param {Check[]} checks
 * @returns {[how: How, words: string]}
 */
function verdict(checks) {
  if (checks.some(({ how }) => how === "bad")) return ["bad", t("Some checks failed")];
  if (checks.some(({ how }) => how === "unknown")) return ["good", t("All checks passed that could be made")];
  return ["good", t("All checks passed")];
}

/**
 * Check a record, and draw what was found. Throws where it is none.
 * @param {string} text
 * @param {From | null} from
 * @param {Typed} typed
 */
export async function checked(text, from = null, typed = { root: "", link: "" }) {
  const record = readRecord(text);
  return drawn(record, await checksOf(text, record, from, typed));
}

/**
 * @param {HandRecord} record
 * @param {Check[]} checks
 */
function drawn(record, checks) {
  const [how, words] = verdict(checks);
  const heading = headingOf(record);
  const whose = record.seat < 0 ? t("a spectator") : (heading?.players[record.seat] ?? t("seat {seat}", { seat: record.seat + 1 }));
  return [
    h(
      "div",
      { class: `verdict ${how}`, "data-verdict": how },
      h("h2", {}, words),
      h("p", {}, heading ? t("Hand {hand} at {table}, as seen by {player}", { hand: heading.hand, table: heading.table, player: whose }) : t("A record without a heading")),
    ),
    h("ul", { class: "checks" }, checks.map(drawCheck)),
    h(
      "div",
      { class: "opened", role: "group", "aria-label": t("Opened cards") },
      record.openings.map(({ card }) => cardElement(card)),
    ),
    h("p", { class: "hash" }, t("root {root}", { root: firstRoot(record) })),
    h("p", { class: "hash" }, t("link {at}", { at: record.links.at(-1) ?? "" })),
  ];
}

/** @param {Check} one */
function drawCheck({ name, how, found }) {
  const sign = s("svg", { viewBox: "0 0 24 24", role: "img", "aria-label": MEANINGS[how] }, s("path", { d: SIGNS[how] }));
  return h("li", { class: how }, sign, h("strong", {}, name), h("p", {}, name === BY_THE_RULES ? english(capital(found)) : capital(found)));
}
