/**
 * The language of the pages. The English words stand where they are used, and are the keys of the other languages; the
 * words of another language are loaded only where it is wanted. What the room itself says stays English, and is marked so.
 */

import { kept } from "./dom.js";
import { el } from "./element.js";

/** What the pages can be read in. @type {[value: string, name: string][]} */
export const LANGUAGES = [["en", "English"], ["de", "Deutsch"]];

/** @param {string} one */
const known = (one) => LANGUAGES.some(([value]) => value === one);
const chosen = kept.get("language", ""); // "" is as the browser has it
const offered = (globalThis.navigator?.languages ?? []).map((one) => one.slice(0, 2));

/** The language of the page: as the person has chosen it, else the first of the browser's that there is. */
export const language = [chosen, ...offered].find(known) ?? "en";

/** How numbers and times are written. */
export const LOCALE = language === "de" ? "de-DE" : "en";

const other = language === "de" ? await import("../german/german.js") : null;
/** @type {Record<string, string>} */
const words = other?.GERMAN ?? {};

/**
 * A sentence of the room in another language than English; "" where there is none.
 * @param {string} sentence
 */
export const roomSentence = (sentence) => /** @type {Record<string, string>} */ (other?.SENTENCES)?.[sentence] ?? "";

/**
 * The name of a hand in another language than English; "" where there is none.
 * @param {string} name
 */
export const handName = (name) => other?.handName(name) ?? "";

/**
 * An English text in the language of the page. Each `{}` is one of the parts, in their order; another language may number
 * them: `{2}`. A text that is not known stays as it is.
 * @param {string} text
 * @param {unknown[]} parts
 */
export function say(text, ...parts) {
  let at = 0;
  return (words[text] ?? text).replace(/\{(\d?)\}/g, (_, number) => String(parts[number ? number - 1 : at++]));
}

/**
 * The same for a text with its parts inside.
 * @param {TemplateStringsArray} texts
 * @param {(string | number)[]} parts
 */
export const tr = (texts, ...parts) => say(texts.join("{}"), ...parts);

/**
 * What the room refuses, by the code of the refusal; "" where there are no words for it.
 * @param {string} code
 */
export const refusalWords = (code) => /** @type {Record<string, string>} */ (other?.REFUSED)?.[code] ?? "";

/**
 * What the floor asks, by the topic and the fact, or one of the answers that are picked; "" where there are no words for it.
 * @param {string} topic
 * @param {string} fact
 */
export function floorWords(topic, fact, choice = "") {
  const found = other?.FLOOR_FACTS[topic]?.[fact];
  return (choice ? found?.choices?.[choice] : found?.asks) ?? "";
}

/**
 * A sentence of the room that stayed English: other languages see a mark before it.
 * @param {string} told
 */
export const englishLine = (told) => el("span", { lang: "en", class: language === "en" ? null : "is-english" }, told);

/**
 * What the room says, marked as English.
 * @param {import("./element.js").Child} told
 */
export const english = (told) => el("span", { lang: "en" }, told);

if (language !== "en") (await import("../german/page.js")).translatePage(language, words);
