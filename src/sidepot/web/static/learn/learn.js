/** The quiz: what happened at a table, what is the ruling? What the learner knows stays in this browser. */

import { $, dress, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, english, roomSentence, t, tn } from "../common/language.js";
import { textIn, titleIn, wordsIn } from "../common/sentences.js";
import { cited } from "../common/words.js";
import { feltPicture } from "../floor/felt_picture.js";
import { ask, asRefused, post } from "../room/api.js";

/** @import { DueQuestions, Explained, FinalTest, Quiz, QuizQuestion, Judged } from "sidepot/protocol" */
/** @import { Sentence } from "../room/messages.js" */
/** @typedef {{ box: number, due: number }} Box */
/** @typedef {{ seed: number, questions: QuizQuestion[], needed: number, chosen: number[] }} Test */

dress();

const FIRST_DAY = 719163; // the day number of the first of January 1970
const house = /** @type {HTMLSelectElement} */ ($("#house"));
const given = new URLSearchParams(location.search);

/** @type {Quiz} */
let quiz = { paths: [], houses: [], house: "" };
let path = "";
/** @type {QuizQuestion[]} */
let questions = [];
/** @type {Explained | null} */
let explained = null;
let chosen = -1;
/** @type {Test | null} */
let test = null;
let isAsking = false;
let isStale = false; // whether another course was chosen while the room was asked

/** The number of today. */
const today = () => FIRST_DAY + Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** @returns {Record<string, Box>} */
const known = () => kept.get("quiz", {});

/** @param {unknown} caught */
function trouble(caught) {
  const because = caught ? asRefused(caught).because : "";
  put($("#trouble"), because && english(because));
  $("#trouble").hidden = !because;
}

/**
 * Do something with the room, one thing at a time; what it refuses is shown.
 * @param {() => Promise<void>} act
 */
async function doing(act) {
  if (isAsking) return;
  isAsking = true;
  try {
    await act();
    trouble("");
  } catch (caught) {
    trouble(caught);
  } finally {
    isAsking = false;
    draw();
  }
  if (isStale) await practise();
}

// ---- practice

/** Ask for the next questions of the course; if the room is being asked for something, then after it. */
function practise() {
  isStale = isAsking;
  return doing(async () => {
    test = null;
    explained = null;
    const own = Object.fromEntries(Object.entries(known()).filter(([id]) => id.startsWith(`${house.value}:`)));
    const due = /** @type {DueQuestions} */ (await post("/api/quiz/ask", { path, house: house.value, known: own, day: today() }));
    questions = due.questions;
    const back = due.back ? ` ${tn("The next question comes back in {count} day.", "The next question comes back in {count} days.", due.back)}` : "";
    put($("#due"), due.due ? t("{due} of {all} questions are due.", { due: due.due, all: due.of }) : `${t("Nothing is due today.")}${back}`);
    $("#due").removeAttribute("aria-busy");
  });
}

/** @param {number} at */
const answer = (at) =>
  doing(async () => {
    const [question] = questions;
    chosen = at;
    const before = known()[question.id] ?? null;
    explained = /** @type {Explained} */ (await post("/api/quiz/answer", { id: question.id, chosen: at, day: today(), before }));
    kept.set("quiz", { ...known(), [question.id]: explained.now });
    put($("#verdict"), explained.right === at ? t("Right.") : t("Not right."));
    draw();
    $(".learn-next").focus({ preventScroll: true });
    $(".learn-why").scrollIntoView({ block: "nearest" });
  });

/** Go on after an explanation. */
async function next() {
  questions = questions.slice(1);
  explained = null;
  put($("#verdict"));
  if (questions.length) draw();
  else await practise();
  begun();
}

/** Go to the heading of the question that is shown. */
function begun() {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector("#question h2"));
  heading?.focus({ preventScroll: true });
  heading?.closest(".learn-card")?.scrollIntoView({ block: "start" });
}

// ---- the final test

const begin = () =>
  doing(async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const drawn = /** @type {FinalTest} */ (await post("/api/quiz/test", { path, house: house.value, seed }));
    test = { seed, questions: drawn.questions, needed: drawn.needed, chosen: [] };
    explained = null;
    put($("#due"), t("{needed} of {all} right answers pass. The reasons come at the end.", { needed: drawn.needed, all: drawn.questions.length }));
  });

/** @param {Test} now @param {number} at */
function choose(now, at) {
  now.chosen.push(at);
  if (now.chosen.length === now.questions.length) doing(() => finish(now));
  else {
    draw();
    begun();
  }
}

/** @param {Test} now */
async function finish(now) {
  const result = /** @type {Judged} */ (await post("/api/quiz/result", { path, house: house.value, seed: now.seed, chosen: now.chosen }));
  put($("#due"));
  test = null;
  questions = [];
  const missed = result.missed.flatMap((one) => {
    const at = now.questions.findIndex(({ id }) => id === one.id);
    return card(now.questions[at], { why: one, chosen: now.chosen[at] });
  });
  const values = { right: result.right, all: result.of, date: new Intl.DateTimeFormat(DATES, { dateStyle: "long" }).format(new Date()), number: String(now.seed) };
  put(
    $("#question"),
    el("section", { class: "learn-card" }, [
      el("h2", { tabindex: -1 }, result.passed ? t("Passed") : t("Not passed")),
      el("p", { class: "learn-result" }, t("{right} of {all} right, {date}, test {number}.", values)),
      el("p", {}, titleIn(result.house), " · ", pathTitle()),
      el("button", { type: "button", class: "strong learn-next", onclick: () => practise() }, t("Back to the course")),
    ]),
    missed,
  );
  $("#question h2").focus();
}

const pathTitle = () => roomSentence(quiz.paths.find(({ id }) => id === path)?.title ?? "") || quiz.paths.find(({ id }) => id === path)?.title || "";

// ---- a question

/** @param {QuizQuestion} question @param {QuizQuestion["facts"][number]} fact */
function factIn({ topic }, { name, asks, answer }) {
  const context = `${topic}: ${name}`;
  const words = { yes: t("Yes"), no: t("No") }[answer] ?? (roomSentence(answer, context) || roomSentence(answer));
  return [roomSentence(asks, context) || wordsIn(asks, [asks]), words || english(answer)];
}

/**
 * Why an answer is wrong. If another fact would make it right, its question and answer are in the words of the topic.
 * @param {QuizQuestion} question @param {Explained} why
 */
function wrongIn(question, why) {
  const sentence = /** @type {Sentence} */ (why.wrong_sentence);
  const [, asks, answer] = sentence;
  const fact = Array.isArray(asks) && question.facts.find((one) => one.asks === asks[0]);
  if (!fact) return wordsIn(why.wrong, sentence);
  const [words, value] = factIn(question, { ...fact, answer: String(answer) });
  return [t("This would be right with this fact:"), " ", words, " ", el("strong", {}, value)];
}

/** @param {QuizQuestion} question @param {QuizQuestion["facts"][number]} fact */
function pairIn(question, fact) {
  const [words, value] = factIn(question, fact);
  return [el("dt", {}, words), el("dd", {}, value)];
}

/**
 * A question: to be answered, or with its explanation.
 * @param {QuizQuestion} question
 * @param {{ why?: Explained | null, chosen?: number, place?: string, onchoose?: (at: number) => unknown, onnext?: () => unknown }} how
 */
function card(question, { why, chosen: at = -1, place = "", onchoose, onnext }) {
  const levels = [t("easy"), t("medium"), t("hard")];
  return el(
    "section",
    { class: "learn-card", key: question.id },
    el("p", { class: "learn-level" }, [place, levels[question.level - 1]].filter(Boolean).join(" · ")),
    el("h2", { tabindex: -1 }, wordsIn(question.title, [question.title])),
    question.seats.length > 0 && feltPicture(question),
    question.line && el("p", { class: "learn-line", translate: "no" }, question.line),
    question.facts.length > 0 && el("dl", { class: "learn-facts" }, question.facts.map((fact) => pairIn(question, fact))),
    el(
      "div",
      { class: "learn-answers", role: "group", "aria-label": t("What is the ruling?") },
      question.answers.map((one, number) => {
        const isRight = why?.right === number;
        const isWrong = Boolean(why) && at === number && !isRight;
        const mark = isRight ? "✓" : isWrong ? "✗" : `${number + 1}`;
        return el(
          "button",
          { type: "button", class: isRight ? "is-right" : isWrong ? "is-wrong" : "", disabled: Boolean(why), onclick: () => onchoose?.(number) },
          el("span", { class: "learn-mark", "aria-hidden": "true" }, mark),
          el("span", {}, wordsIn(one.text, /** @type {Sentence} */ (one.sentence))),
        );
      }),
    ),
    why && explanation(question, why),
    why && onnext && el("button", { type: "button", class: "strong learn-next", onclick: onnext }, t("Next question")),
  );
}

/** @param {QuizQuestion} question @param {Explained} why */
const explanation = (question, why) =>
  el(
    "dl",
    { class: "learn-why" },
    why.wrong && [el("dt", {}, t("Your answer")), el("dd", {}, wrongIn(question, why))],
    el("dt", {}, why.wrong ? t("Why the other is right") : t("Right. Why?")),
    el("dd", {}, wordsIn(why.because, /** @type {Sentence} */ (why.because_sentence))),
    why.rules.map((rule) => [el("dt", {}, cited(rule.cite)), el("dd", {}, rule.gists.map((gist) => el("p", {}, wordsIn(gist, [gist]))))]),
    why.notice && el("dd", { class: "learn-level" }, textIn(why.notice, [why.notice])),
  );

function draw() {
  const place = $("#question");
  if (test) {
    const now = test;
    const at = now.chosen.length;
    if (at >= now.questions.length) return;
    const where = t("{at} of {all}", { at: at + 1, all: now.questions.length });
    put(place, card(now.questions[at], { place: where, onchoose: (number) => choose(now, number) }));
  } else if (questions.length) {
    put(place, card(questions[0], { why: explained, chosen, onchoose: answer, onnext: next }));
  } else if (!place.querySelector(".learn-result")) {
    put(place);
  }
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || (event.target instanceof HTMLElement && event.target.matches("select, input"))) return;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".learn-answers button:enabled"));
  if (/^[1-4]$/.test(event.key)) buttons[Number(event.key) - 1]?.click();
});

// ---- the course

function course() {
  put(
    $("#paths"),
    quiz.paths.map(({ id, title }) =>
      el(
        "label",
        { class: "learn-pick", key: id },
        el("input", { type: "radio", name: "path", value: id, checked: id === path, onchange: () => take(id) }),
        roomSentence(title) || title,
      ),
    ),
  );
  put(house, quiz.houses.map(({ id, title }) => el("option", { value: id, key: id }, titleIn(title))));
}

/** @param {string} id */
function take(id) {
  path = id;
  kept.set("quizPath", path);
  practise();
}

house.addEventListener("change", () => {
  kept.set("house", house.value);
  practise();
});
$("#test").addEventListener("click", begin);

try {
  quiz = /** @type {Quiz} */ (await ask("/api/quiz"));
  const wanted = given.get("path") ?? kept.get("quizPath", "dealer");
  path = quiz.paths.some(({ id }) => id === wanted) ? wanted : (quiz.paths[0]?.id ?? "");
  course();
  const usual = kept.get("house", quiz.house);
  house.value = quiz.houses.some(({ id }) => id === usual) ? usual : quiz.house;
  await practise();
} catch (caught) {
  trouble(caught);
}
