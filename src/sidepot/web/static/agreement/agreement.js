/** What a player who sits down agrees to: the terms of the table, and where it is not played by the book. */

import { formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { cited } from "../common/words.js";
import { titleIn, wordsIn } from "../common/sentences.js";
import { termsOf } from "../room/api.js";
import { t, tn } from "../common/language.js";

/**
 * @import { Agreement, Point, TableTerms, Term } from "sidepot/protocol"
 * @import { Room, Sentence } from "../room/messages.js"
 */

/** What a window asks for that shows terms. */
export const TERMS = "terms";

const FIRST = 4; // terms that are shown before a player asks for all of them
/** What a point is met: the weights of the rulebook, in words. @type {Record<number, string>} */
export const OFTEN = { 5: t("In every hand"), 4: t("Often"), 3: t("Now and then"), 2: t("Rarely"), 1: t("Almost never") };

/**
 * The terms to accept before sitting down; null where nobody asks for that, or they were accepted before.
 * @param {Room} room
 * @returns {Promise<TableTerms | null>}
 */
export async function termsToAccept(room) {
  if (room.yours && !room.yours.accept && room.yours.may.includes("sit")) return null;
  try {
    const terms = await termsOf(room.table);
    return terms.asked && !terms.accepted ? terms : null;
  } catch {
    return null; // the table itself says what is missing
  }
}

/**
 * @param {string} id
 * @param {"table" | "tournament"} kind
 */
export const termsPath = (id, kind = "table") => `/${kind}/${encodeURIComponent(id)}/terms`;

/**
 * Terms as a list.
 * @param {readonly Term[]} terms
 */
export const termList = (terms) =>
  h("dl", { class: "terms" }, terms.map(({ topic, text, sentence }) =>
    [h("dt", {}, wordsIn(topic, [topic])), h("dd", {}, wordsIn(text, /** @type {Sentence | undefined} */ (sentence)))]));

/**
 * How the table stands to the book, in one sentence.
 * @param {Agreement} agreement
 */
export function standsTo({ house, changed, book, differs }) {
  const names = { house: titleIn(house), book: titleIn(book) };
  if (!differs.length) {
    return changed.length
      ? tn("{house}, with {count} rule changed by the host.", "{house}, with {count} rules changed by the host.", changed.length, names)
      : `${names.house}.`;
  }
  if (!changed.length) return tn("{house}; {count} rule differs from {book}.", "{house}; {count} rules differ from {book}.", differs.length, names);
  const points = (/** @type {readonly unknown[]} */ some) => tn("{count} rule", "{count} rules", some.length);
  return t("{house}; changed by the host: {changed}; different from {book}: {differs}.", { ...names, changed: points(changed), differs: points(differs) });
}

/**
 * The terms in short, with the way to all of them: for a window that asks to sit down.
 * @param {string} id
 * @param {TableTerms} terms
 * @param {"table" | "tournament"} kind
 */
export function inShort(id, { agreement }, kind = "table") {
  const [first, rest] = [agreement.terms.slice(0, FIRST), agreement.terms.slice(FIRST)];
  const more = h(
    "details", {}, h("summary", {}, tn("{count} more term", "{count} more terms", rest.length)), termList(rest),
  );
  const whole = h("a", { href: termsPath(id, kind), target: "_blank", rel: "noopener" }, t("Read or print all terms"));
  return h(
    "section",
    { class: "agreed", "aria-label": kind === "table" ? t("Terms of this table") : t("Terms of this tournament") },
    termList(first),
    rest.length ? more : "",
    h("p", {}, h("b", {}, t("Rules:")), " ", standsTo(agreement)),
    h("p", {}, whole),
  );
}

/**
 * Ask whether to sit down on these terms, with the usual chips; or to enter a tournament.
 * @param {string} id
 * @param {TableTerms} terms
 * @param {string} go
 * @param {"table" | "tournament"} kind
 * @returns {Promise<boolean | null>}
 */
export const askTerms = (id, terms, go, kind = "table") =>
  openDialog({
    title: terms.title,
    asks: TERMS,
    body: (close) => formOf(
      () => close(true),
      inShort(id, terms, kind),
      [h("button", { type: "button", class: "quiet", onclick: () => close() }, t("Not now")), strong(go, { autofocus: true })],
    ),
  });

/**
 * Where a table is played otherwise, point by point, each with its rule.
 * @param {readonly Point[]} points
 * @param {string} book
 */
export function pointList(points, book) {
  /** @param {string | undefined} rule */
  const cite = (rule) => (rule ? [" ", h("cite", {}, cited(rule))] : "");
  const said = (/** @type {string} */ text, /** @type {unknown[] | undefined} */ sentence) => wordsIn(text, /** @type {Sentence | undefined} */ (sentence));
  return h(
    "ul",
    { class: "points" },
    points.map((one) =>
      h(
        "li",
        {},
        h("p", {}, h("b", {}, t("This table:")), " ", said(one.here, one.here_sentence), cite(one.here_rule), "."),
        h("p", { class: "there" }, `${book} `, said(one.there, one.there_sentence), cite(one.there_rule), "."),
      )),
  );
}
