/** Refusals, shown in the place that each page of the host has for them. */

import { $ } from "../common/dom.js";
import { readOut } from "../common/element.js";
import { refusalWords } from "../common/language.js";
import { lineOf, wordsIn } from "../common/sentences.js";
import { asRefused } from "./api.js";

/** @import { Sentence } from "./messages.js" */

/**
 * What was refused, in words: in the language of the page where it has some for the kind of refusal, else in English.
 * @param {unknown} caught
 */
export const refusal = (caught) => whyNot(asRefused(caught));

/**
 * The same for a refusal that was kept. Its own sentence, which has the amounts, comes before the words for its kind.
 * @param {{ because: string, code?: string, sentence?: Sentence }} refused
 */
export function whyNot({ because, code = "", sentence }) {
  const own = sentence?.length ? lineOf(sentence) : null;
  return own && !own.isEnglish ? own.text : refusalWords(code) || wordsIn(because, sentence);
}

/**
 * Say what is wrong, or "" that nothing is.
 * @param {import("../common/element.js").Filled} because
 */
export function trouble(because) {
  readOut($("#trouble"), because);
  $("#trouble").hidden = !because;
}

/**
 * Do something, tell what is refused, and look again.
 * @param {() => Promise<unknown>} act
 * @param {() => Promise<unknown>} look
 */
export async function tried(act, look) {
  try {
    await act();
    await look();
  } catch (caught) {
    trouble(refusal(caught));
  }
}
