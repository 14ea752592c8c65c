/**
 * The language of the pages. Texts are messages: English sentences with named gaps, which are the keys of the catalogues of
 * other languages (`web/locales`). A catalogue is loaded only where it is wanted. A text without a translation stays English.
 */

import { kept } from "./dom.js";
import { el } from "./element.js";
import { inGap } from "./table_names.js";

/** @typedef {Record<string, unknown>} Values */
/** The translations of a language: the texts of the pages, and what the server says. @typedef {{ pages: Record<string, string | string[]>, room: Record<string, string> }} Catalogue */

/** The languages that the server has, and English. */
const offered = (globalThis.document?.querySelector?.('meta[name="languages"]')?.getAttribute("content") ?? "").split(" ").filter(Boolean);
const codes = ["en", ...offered];

/** What the pages can be read in, each by its own name. @type {[value: string, name: string][]} */
export const LANGUAGES = codes.map((code) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code]);

const chosen = kept.get("language", ""); // "" is as the browser has it
const wanted = (globalThis.navigator?.languages ?? []).flatMap((one) => [one, one.slice(0, 2)]);

/** The language of the page: the person's choice, else the first of the browser's that there is. */
export const language = [chosen, ...wanted].find((one) => codes.includes(one)) ?? "en";

/** How numbers and times are written. */
export const LOCALE = language;

/** How dates are written: in English with the day first. */
export const DATES = language === "en" ? "en-GB" : language;

const NUMBER = new Intl.NumberFormat(LOCALE);
const PLURAL = new Intl.PluralRules(LOCALE);
/** The plural forms of the language in the order of gettext, which has none for very large or for broken numbers. */
const FORMS = ["zero", "one", "two", "few", "many", "other"].filter((form) => PLURAL.resolvedOptions().pluralCategories.includes(/** @type {Intl.LDMLPluralRule} */ (form)));

/** @param {string} name @returns {Promise<Catalogue>} */
const load = async (name) => (await fetch(`/static/locales/${name}.json`)).json();

/** @type {Catalogue} */
const catalogue = language === "en" ? { pages: {}, room: {} } : await load(language);

/**
 * Load the texts of a catalogue that few pages need.
 * @param {string} name
 */
export async function loadTexts(name) {
  if (language !== "en") Object.assign(catalogue.room, (await load(`${language}.${name}`)).room);
}

const page = /(?:^\/|\/)(floor|deck|house|learn|terms)$/.exec(globalThis.location?.pathname ?? "")?.[1]; // a page with texts that few others have
const own = page === "learn" || page === "deck" ? "floor" : page === "house" ? "terms" : page;
if (own) await loadTexts(own);

/**
 * @param {string} text
 * @param {Values} values
 */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? inGap(name, values[name]) : gap));

/**
 * A text of the pages in the language of the page, with `values` in its gaps.
 * @param {string} text
 * @param {Values} [values]
 */
export function t(text, values = {}) {
  const own = catalogue.pages[text] ?? text;
  return filled(Array.isArray(own) ? own[own.length - 1] : own, values);
}

/**
 * The same with elements in the gaps: what an element may have inside.
 * @param {string} text
 * @param {Record<string, import("./element.js").Child>} values
 * @returns {import("./element.js").Child[]}
 */
export const tNodes = (text, values) => t(text).split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? values[piece] : piece));

/**
 * The same for a text that depends on a number, which stands in the gap `{count}`.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Values} [values]
 */
export function tn(one, many, count, values = {}) {
  const own = catalogue.pages[one];
  const text = Array.isArray(own) ? own[Math.min(FORMS.indexOf(PLURAL.select(count)), own.length - 1)] : (own ?? (count === 1 ? one : many));
  return filled(text, { count: NUMBER.format(count), ...values });
}

/**
 * A sentence of the server in another language than English; "" where there is none.
 * @param {string} sentence
 * @param {string} [context] what the sentence is part of
 */
export const roomSentence = (sentence, context = "") => catalogue.room[context ? `${context}\u0004${sentence}` : sentence] ?? "";

/**
 * Marks a sentence that the server says, so that it comes into the catalogues; a page translates it where it is shown.
 * @param {string} sentence
 * @param {string} [_context]
 */
export const m = (sentence, _context = "") => sentence;

/**
 * A word of the server, such as the name of a street, in the language of the page.
 * @param {string} text
 */
export const word = (text) => roomSentence(text) || text;

/**
 * Why something is refused, by the code of the refusal; "" where there are no words for it.
 * @param {string} code
 */
export const refusalWords = (code) => roomSentence(code, "refusal");

/**
 * A sentence of the room that stayed English: other languages see a mark before it.
 * @param {string} text
 */
export const englishLine = (text) => el("span", { lang: "en", class: language === "en" ? null : "is-english" }, text);

/**
 * What the room says, marked as English.
 * @param {import("./element.js").Child} text
 */
export const english = (text) => el("span", { lang: "en" }, text);

if (language !== "en") (await import("./page.js")).translatePage(language, t);
