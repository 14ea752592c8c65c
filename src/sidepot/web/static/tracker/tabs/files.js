/** The imported folders, and what was not read or not checked. */

import { el, put } from "../../common/element.js";
import { englishLine, language, refusalWords, t } from "../../common/language.js";
import { wordsIn } from "../../common/sentences.js";
import { chips } from "../../common/words.js";

/**
 * @import { Tab } from "../tab.js"
 * @import { Sentence } from "../../room/messages.js"
 * @typedef {{ file: string, hand: string, kind: string, detail: string, sentence: Sentence, code: string }} Problem
 * @typedef {{ folder: string, folders: string[], missing: string[], files: number, hands: number, again: number, failed: number, mismatched: number, unchecked: number, problems: Problem[], skipped: string[] }} Imported
 */

const MOST = 200; // problems on the page; the file has all

/**
 * The reason in the language of the page. If that has words only for the kind of error, the English text follows them.
 * @param {Problem} problem
 */
function reasonOf({ detail, sentence, code }) {
  const kind = language === "en" || sentence.length ? "" : refusalWords(code);
  return kind ? [kind, " ", englishLine(detail)] : wordsIn(detail, sentence);
}

/** @param {HTMLElement} section @param {Imported} found */
function draw(section, found) {
  const kinds = /** @type {Record<string, string>} */ ({ failed: t("not read"), mismatched: t("another result than printed"), unchecked: t("not checked") });
  const problems = [...found.problems.filter((one) => one.kind !== "unchecked"), ...found.problems.filter((one) => one.kind === "unchecked")];
  put(section,
    el("dl", { class: "figures" }, /** @type {[string, number][]} */ ([[t("Files"), found.files], [t("Hands"), found.hands], [t("Repeated"), found.again],
      [t("Not read"), found.failed], [t("Another result"), found.mismatched], [t("Not checked"), found.unchecked]])
      .map(([name, count]) => el("div", {}, el("dt", {}, name), el("dd", {}, chips(count))))),
    el("ul", { class: "not-read" },
      found.folders.map((folder) => el("li", { key: folder }, folder, found.missing.includes(folder) && ` – ${t("missing; its hands stay")}`))),
    problems.length + found.skipped.length > 0 && el("details", {}, el("summary", {}, t("What was not read or not checked")),
      el("ul", { class: "not-read" },
        problems.slice(0, MOST).map((one, at) => el("li", { key: at }, `${kinds[one.kind] ?? one.kind}: ${one.file}${one.hand && `, ${one.hand}`}`, el("small", {}, reasonOf(one)))),
        found.skipped.slice(0, MOST).map((file) => el("li", { key: file }, t("no hand history: {file}", { file }))))),
    problems.length > MOST && el("p", {}, t("The list is longer; sidepot tracker --json has all of it.")));
}

/** @type {Tab} */
export const files = {
  key: "files",
  title: t("Files"),
  plain: true,
  show: async (section, asking) => draw(section, /** @type {Imported} */ (await asking.ask("imported"))),
};
