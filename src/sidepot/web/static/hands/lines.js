/** The lines of a step of a hand, in the language of the page. */

import { el } from "../common/element.js";
import { lineOf } from "../common/sentences.js";
import { grouped } from "../common/words.js";
import { coloured } from "../table/log.js";
import { language } from "../common/language.js";

/** @import { ReplayStep } from "sidepot/protocol" */
/** @import { Sentence } from "../room/messages.js" */

/**
 * The lines of a step; marked where they are English.
 * @param {Pick<ReplayStep, "lines" | "sentences">} step
 */
export const linesOf = (step) =>
  step.lines.map((line, at) => {
    const { text, isEnglish } = lineOf(/** @type {Sentence | undefined} */ (step.sentences?.[at]) ?? [grouped(line)]);
    return el("span", { class: isEnglish && language !== "en" ? "is-english" : null, lang: isEnglish ? "en" : null }, coloured(text));
  });
