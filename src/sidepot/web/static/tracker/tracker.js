/** The page of the tracker: results with their line, sessions, figures by position, hands, and what was not read. */

import { cardElement } from "../common/cards.js";
import { field } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, english, LOCALE, t, tn } from "../common/language.js";
import { chips } from "../common/words.js";
import { cardsOf } from "../hands/short.js";
import { ask, asRefused } from "../room/api.js";
import { errorOf, LINES, pathsOf, resultIn, figureText } from "./numbers.js";

/**
 * @import { Cell, Point } from "./numbers.js"
 * @typedef {{ id: string, started: string, site: string, game: string, stakes: string, position: string, cards: string, board: string, net: number, bb: number, file: string, hand: string }} PlayedHand
 * @typedef {{ start: string, end: string, hands: number, tables: number, hours: number, net: number, bb: number }} Session
 * @typedef {{ moneys: { money: string, hands: number }[], money: string, measure: string, players: string[], hands: number, net: number, hours: number, per_hour: number | null, figures: Cell[], line: Point[], sessions: Session[], best: PlayedHand[], worst: PlayedHand[] }} Overview
 * @typedef {{ position: string, hands: number, cells: Cell[] }} PositionRow
 * @typedef {{ file: string, hand: string, kind: string, detail: string }} Problem
 * @typedef {{ folder: string, folders: string[], missing: string[], files: number, hands: number, again: number, failed: number, mismatched: number, unchecked: number, problems: Problem[], skipped: string[] }} Imported
 * @typedef {{ progress: { hands: number, done: number, total: number } | null, imports: number, error: string }} News
 */

dress();

const MOST = 200; // problems on the page; the file has all
const list = $("#list");
const more = /** @type {HTMLButtonElement} */ ($("#more"));
let measure = "";
let asked = 0;
let imports = 0;

const money = h("select", { id: "money", onchange: () => load() });
const by = h("select", { id: "by", onchange: () => load() },
  h("option", { value: "hands" }, t("Hands")), h("option", { value: "days" }, t("Days")));

const HOURS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
/** @param {number} amount */
const wayOf = (amount) => (amount > 0 ? "up" : amount < 0 ? "down" : "");
/** @param {string} text @param {Intl.DateTimeFormatOptions} how */
const dateOf = (text, how = { dateStyle: "medium", timeStyle: "short" }) => (text ? new Date(text.replace(" ", "T")).toLocaleString(DATES, how) : t("no date"));
/** @param {string} name */
const moneyName = (name) => (name === "tournament chips" ? t("Tournaments") : name === "chips" ? t("Chips") : name);

// ---- results

/** @param {Cell} cell */
const figure = (cell) =>
  el("div", { key: cell.key, title: tn("{count} chance", "{count} chances", cell.chances) },
    el("dt", {}, el("span", { lang: "en" }, cell.name), cell.unit && ` (${cell.unit})`),
    el("dd", {}, figureText(cell), el("small", {}, errorOf(cell))));

/** @param {Overview} found */
function lineOf(found) {
  const { paths, zero, most, least } = pathsOf(found.line, 1000, 300);
  const names = [t("Result"), t("With a showdown"), t("Without a showdown"), t("All-ins at their average")];
  const last = found.line.at(-1);
  const label = last ? names.map((name, at) => `${name}: ${resultIn(last[/** @type {typeof LINES[number]} */ (LINES[at])], found.measure)}`).join("; ") : "";
  return el("div", { class: "result-line" },
    el("div", { class: "line-ends" }, el("span", {}, resultIn(most, found.measure)), el("span", {}, tn("{count} hand", "{count} hands", found.hands))),
    el("svg", { viewBox: "0 -3 1000 306", preserveAspectRatio: "none", role: "img", "aria-label": label },
      el("line", { x1: 0, x2: 1000, y1: zero, y2: zero }),
      paths.map((path, at) => el("path", { d: path, class: `line-${LINES[at]}` }))),
    el("div", { class: "line-ends" }, el("span", {}, resultIn(least, found.measure))),
    el("ul", { class: "line-keys" }, names.map((name, at) =>
      el("li", {}, el("svg", { viewBox: "0 0 22 4", "aria-hidden": "true" }, el("path", { d: "M0 2L22 2", class: `line-${LINES[at]}` })),
        `${name} ${last ? resultIn(last[/** @type {typeof LINES[number]} */ (LINES[at])], found.measure) : ""}`))));
}

/** @param {Session[]} sessions */
const sessionsOf = (sessions) =>
  el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Sessions") }, el("table", {},
    el("thead", {}, el("tr", {}, [t("Begin"), t("Hours"), t("Hands"), t("Tables"), t("Result"), "bb"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, sessions.map((one) => el("tr", { key: one.start },
      el("td", {}, dateOf(one.start)), el("td", {}, HOURS.format(one.hours)), el("td", {}, chips(one.hands)), el("td", {}, chips(one.tables)),
      el("td", { class: wayOf(one.net) }, resultIn(one.net, measure)), el("td", {}, resultIn(one.bb, "").trim()))))));

/** @param {Overview} found */
function drawResults(found) {
  const one = (/** @type {string} */ name, /** @type {string} */ value, way = "") => el("div", {}, el("dt", {}, name), el("dd", { class: way }, value));
  put($("#results"),
    el("p", {}, t("Hands of {players}", { players: found.players.join(", ") })),
    el("dl", { class: "figures" },
      one(t("Hands"), chips(found.hands)),
      one(t("Result"), resultIn(found.net, found.measure), wayOf(found.net)),
      found.per_hour !== null && one(t("Per hour"), resultIn(found.per_hour, found.measure), wayOf(found.per_hour)),
      found.figures.map(figure)),
    lineOf(found),
    found.sessions.length > 0 && [el("h3", {}, t("Latest sessions")), sessionsOf(found.sessions)],
    found.best.length > 0 && [el("h3", {}, t("Best hands")), el("ol", { class: "hand-list" }, found.best.map(rowOf))],
    found.worst.length > 0 && [el("h3", {}, t("Worst hands")), el("ol", { class: "hand-list" }, found.worst.map(rowOf))]);
}

// ---- positions

/** @param {PositionRow[]} rows */
function drawPositions(rows) {
  put($("#positions"), el("h2", {}, t("Positions")),
    el("p", { class: "lead" }, t("Rates in percent; below each value its standard error and its chances.")),
    el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Positions") }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Position")), el("th", { scope: "col" }, t("Hands")),
        (rows[0]?.cells ?? []).map((cell) => el("th", { scope: "col", lang: "en" }, cell.name)))),
      el("tbody", {}, rows.map((row) => el("tr", { key: row.position },
        el("th", { scope: "row" }, row.position === "" ? t("All") : row.position === "no button" ? t("No button") : row.position),
        el("td", {}, chips(row.hands)),
        row.cells.map((cell) => el("td", {}, figureText(cell), el("small", {}, `${errorOf(cell)} (${chips(cell.chances)})`)))))))));
}

// ---- hands

/** @param {PlayedHand} one */
const rowOf = (one) =>
  el("li", { key: one.id }, el("a", { class: "hand-row", href: `/hand?id=${one.id}`, title: `${one.file}, ${one.hand}` },
    el("small", {}, dateOf(one.started)),
    el("span", { class: "hand-what" }, el("span", { lang: "en" }, `${one.game} ${one.stakes}`), el("small", {}, `${one.site}, ${one.position}`)),
    el("span", { class: "hand-cards" }, cardsOf(one.cards).map((card) => cardElement(card)), el("span", { class: "gap" }),
      cardsOf(one.board.split(" ")[0] ?? "").map((card) => cardElement(card))),
    el("span", { class: `hand-net ${wayOf(one.net)}` }, resultIn(one.net, measure))));

/** @type {PlayedHand[]} */
let shown = [];

async function loadHands() {
  const mine = asked;
  const page = /** @type {PlayedHand[]} */ (await ask(`/api/tracker/hands?${query({ skip: String(shown.length) })}`));
  if (mine !== asked) return;
  shown = [...shown, ...page];
  put(list, shown.map(rowOf));
  more.hidden = page.length < 50;
}

// ---- files

/** @param {Imported} found */
function drawFiles(found) {
  const kinds = /** @type {Record<string, string>} */ ({ failed: t("not read"), mismatched: t("another result than printed"), unchecked: t("not checked") });
  const problems = [...found.problems.filter((one) => one.kind !== "unchecked"), ...found.problems.filter((one) => one.kind === "unchecked")];
  put($("#files"), el("h2", {}, t("Files")),
    el("dl", { class: "figures" }, /** @type {[string, number][]} */ ([[t("Files"), found.files], [t("Hands"), found.hands], [t("Repeated"), found.again],
      [t("Not read"), found.failed], [t("Another result"), found.mismatched], [t("Not checked"), found.unchecked]])
      .map(([name, count]) => el("div", {}, el("dt", {}, name), el("dd", {}, chips(count))))),
    el("ul", { class: "not-read" },
      found.folders.map((folder) => el("li", { key: folder }, folder, found.missing.includes(folder) && ` – ${t("missing; its hands stay")}`))),
    problems.length + found.skipped.length > 0 && el("details", {}, el("summary", {}, t("What was not read or not checked")),
      el("ul", { class: "not-read" },
        problems.slice(0, MOST).map((one, at) => el("li", { key: at }, `${kinds[one.kind] ?? one.kind}: ${one.file}${one.hand && `, ${one.hand}`}`, el("small", {}, english(one.detail)))),
        found.skipped.slice(0, MOST).map((file) => el("li", { key: file }, t("no hand history: {file}", { file }))))),
    problems.length > MOST && el("p", {}, t("The list is longer; sidepot tracker --json has all of it.")));
}

// ---- loading

/** @param {Record<string, string>} [others] */
const query = (others = {}) => String(new URLSearchParams({ ...(money.value && { money: money.value }), ...others }));

async function load() {
  const mine = ++asked;
  $("#results").setAttribute("aria-busy", "true");
  try {
    const files = /** @type {Imported} */ (await ask("/api/tracker/imported"));
    if (mine !== asked) return;
    drawFiles(files);
    const found = /** @type {Overview} */ (await ask(`/api/tracker/overview?${query({ days: String(by.value === "days") })}`));
    const rows = /** @type {PositionRow[]} */ (await ask(`/api/tracker/positions?${query()}`));
    if (mine !== asked) return;
    measure = found.measure;
    put(money, found.moneys.map((one) => el("option", { value: one.money, key: one.money }, `${moneyName(one.money)} (${chips(one.hands)})`)));
    money.value = found.money;
    drawResults(found);
    drawPositions(rows);
    shown = [];
    await loadHands();
    $("#trouble").hidden = true;
  } catch (caught) {
    put($("#trouble"), english(asRefused(caught).because));
    $("#trouble").hidden = false;
  } finally {
    $("#results").setAttribute("aria-busy", "false");
  }
}

async function watch() {
  try {
    const news = /** @type {News} */ (await ask("/api/tracker/news"));
    const { progress } = news;
    put($("#news"), progress ? [t("Importing…"), " ", el("progress", { max: Math.max(progress.total, 1), value: progress.done }), " ", tn("{count} hand", "{count} hands", progress.hands)] : news.error && english(news.error));
    if (news.imports !== imports) {
      imports = news.imports;
      await load();
    }
  } catch {
    put($("#news"), t("The tracker has stopped; start it again with sidepot tracker."));
  }
  setTimeout(watch, document.hidden ? 10_000 : 2_000);
}

put($("#wanted"), field(t("Money"), money), field(t("Graph by"), by));
$("#wanted").addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => void loadHands());
void load().then(watch);
