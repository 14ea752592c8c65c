/** The floor: what happened, as tiles; the facts, as buttons; then the ruling. The address holds the case. */

import { $, dress, h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t } from "../common/language.js";
import { textIn, titleIn, wordsIn } from "../common/sentences.js";
import { ask, asRefused, post } from "../room/api.js";
import { answersTo, incidentOf, isAsked, linkOf, missing } from "./incident.js";
import { answerIn, answers, ask as askFor, asked as askedFor, firstLine, setAnswer } from "./questions.js";
import { compared, headline, shownRuling } from "./ruling.js";
import { mayTell, spotThere, teller } from "./announcing.js";
import { keeper, keepHere, showLog } from "./log.js";
import { isKeeper, keepInRoom, showRoomLog } from "./room_log.js";

/** @import { Floor, FloorComparison, FloorFound, FloorRuling, FloorTopic } from "sidepot/protocol" */
/** @import { Aside, Incident } from "./incident.js" */
/** @import { Made } from "./log.js" */
/** @import { Question } from "./questions.js" */

dress();

const house = /** @type {HTMLSelectElement} */ ($("#house"));
const find = /** @type {HTMLInputElement} */ ($("#find"));
const questionsOf = $("#questions");

/** @type {Floor} */
let floor = { topics: [], commonest: [], houses: [], house: "" };
/** @type {FloorTopic | null} */
let topic = null;
/** @type {Question[]} */
let questions = [];
let isRuled = false; // from then on each answer rules again
const given = new URLSearchParams(location.search);
const back = /^\/dealer\/\d+-\d+$/.exec(given.get("back") ?? ""); // a dealer's helper
let spot = given.get("spot") ?? ""; // how the betting stands, from a hand's history or a tournament
let canTell = false; // there is a tournament here, and this browser may announce something
let keepsInRoom = false; // a host keeps rulings in the room, others on their device
let asked = 0; // what is answered late is not shown
/** @type {string | undefined} */
let chosen;
/** @type {Aside | undefined} */
let aside;

/** @param {string} because */
function trouble(because) {
  put($("#trouble"), because && english(because));
  $("#trouble").hidden = !because;
}

/** A title of the room, in the language of the page. @param {string} title */
const titled = (title) => wordsIn(title, [title]);

/** The same as a text, in which one looks for a word. @param {string} title */
const ownTitle = (title) => textIn(title, [title]);

// ---- what happened

/** @param {FloorTopic} one */
const tile = (one) => h("li", {}, h("button", { type: "button", class: "floor-tile", onclick: () => begin(one) }, titled(one.title)));

/** @param {FloorTopic[]} topics */
const tiles = (topics) => h("ul", { class: "floor-tiles" }, topics.map(tile));

function allOthers() {
  const groups = [...new Set(floor.topics.map(({ group }) => group))];
  return groups.map((group) => h("details", {}, h("summary", {}, titled(group)), tiles(floor.topics.filter((one) => one.group === group))));
}

/** @param {string[]} names */
const named = (names) => names.flatMap((name) => floor.topics.find((one) => one.topic === name) ?? []);

/** Other parts of the room that answer what the floor does not rule on. @type {Record<string, () => Node>} */
const WAYS = {
  settle: () => h("a", { href: "/settle" }, t("Who wins what: settle the hand")),
  desk: () => h("a", { href: "/desk" }, t("Seats, button, chip race, prizes: the director's desk")),
};

/** @param {FloorFound} found */
function elsewhere({ ways = [], rules = [] }) {
  put($("#ways"), ways.flatMap((way) => (way in WAYS ? [WAYS[way](), " "] : [])));
  $("#ways").hidden = !ways.length;
  put($("#rules"), rules.length ? [h("h2", {}, t("Rules with these words")), h("dl", {}, rules.map(({ id, gist }) => [h("dt", {}, id), h("dd", {}, english(gist))]))] : []);
  $("#rules").hidden = !rules.length;
}

async function look() {
  const wanted = find.value.trim();
  const mine = ++asked;
  try {
    const there = wanted ? /** @type {FloorFound} */ (await ask(`/api/floor/search?find=${encodeURIComponent(wanted.slice(0, 200))}`)) : { topics: [], ways: [], rules: [] };
    if (mine !== asked) return;
    const found = named(there.topics);
    const own = floor.topics.filter((one) => wanted && !found.includes(one) && ownTitle(one.title).toLowerCase().includes(wanted.toLowerCase()));
    const all = [...own, ...found];
    $("#none").hidden = !wanted || all.length > 0;
    put($("#others"), all.length ? tiles(all) : allOthers());
    elsewhere(there);
    trouble("");
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
}

// ---- the facts

/** @returns {Incident} */
function answersNow() {
  const about = /** @type {FloorTopic} */ (topic);
  return { topic: about.topic, facts: answersTo(about, answers(questions)), house: house.value, choose: chosen, overrule: aside };
}

/** Show the questions that matter, and hide those that the answers make pointless. */
function sift() {
  const now = answers(questions);
  for (const { fact, part } of questions) part.hidden = !isAsked(fact, now);
}

/**
 * Ask for the facts of a topic.
 * @param {FloorTopic} one
 * @param {Incident | null} incident
 */
function show(one, incident = null) {
  [topic, chosen, aside, isRuled] = [one, incident?.choose, incident?.overrule, false];
  if (incident?.house && floor.houses.some(({ id }) => id === incident.house)) house.value = incident.house;
  put($("#title"), titled(one.title));
  put($("#ruling"));
  put($("#short"));
  trouble("");
  questions = askFor(questionsOf, one, incident?.facts ?? {}, () => house.value);
  sift();
  $("#choose").hidden = true;
  $("#matter").hidden = false;
}

/** @param {FloorTopic} one */
function begin(one) {
  const line = one.facts.find(({ kind }) => kind === "betting");
  const first = line && (spot || firstLine(one.topic, line));
  show(one, line && first ? { topic: one.topic, facts: { [line.name]: first }, house: given.get("house") ?? "" } : null);
  history.pushState(null, "", linkOf(answersNow()));
  scrollTo(0, 0);
  $("#title").focus({ preventScroll: true }); // the tile that had it is gone
}

function again() {
  [topic, isRuled] = [null, false];
  asked++;
  trouble("");
  $("#matter").hidden = true;
  $("#choose").hidden = false;
}

// ---- the ruling

/** @param {boolean} isFirst whether the person pressed the button: then the ruling is brought into view */
async function rule(isFirst) {
  if (!topic) return;
  const incident = answersNow();
  const wanting = missing(topic, incident.facts);
  history.replaceState(null, "", linkOf(incident));
  if (wanting) {
    put($("#ruling"));
    put($("#short"), t("Still needed:"), " ", askedFor(topic.topic, wanting));
    return;
  }
  const mine = ++asked;
  try {
    const ruling = /** @type {FloorRuling} */ (await post("/api/floor/rule", incident));
    if (mine !== asked) return;
    isRuled = true;
    trouble("");
    put($("#short"), headline(ruling));
    put($("#ruling"), shownRuling(ruling, { link: linkOf(incident), aside, more: extras(topic.title, ruling, linkOf(incident)), choose, decide }));
    if (isFirst) $("#ruling").scrollIntoView({ block: "start" });
    compare(incident, mine);
  } catch (caught) {
    if (mine !== asked) return;
    put($("#ruling"));
    put($("#short"));
    trouble(asRefused(caught).because);
    if (isFirst) $("#trouble").scrollIntoView({ block: "center" }); // it stands below all questions
  }
}

/**
 * What can be done with a ruling that is not open: announce it, and keep it.
 * @param {string} title
 * @param {FloorRuling} ruling
 * @param {string} link
 */
function extras(title, ruling, link) {
  if (ruling.is_open) return null;
  const kept = { what: title, ruling: ruling.headline, rule: ruling.rules[0]?.cite ?? "", house: ruling.house, link: `/floor${link}` };
  return h("div", {}, canTell && teller(title, ruling), keeper(kept, keepRuling, keepsInRoom ? t("Kept in the room.") : t("Kept on this device.")));
}

/** @param {Made} one */
async function keepRuling(one) {
  if (keepsInRoom) await keepInRoom(one);
  else keepHere(one);
  await showLogs();
}

/** The log of this device and, to a host, that of the room. */
async function showLogs() {
  showLog($("#log"));
  if (keepsInRoom) await showRoomLog($("#room-log"));
}

/**
 * Show what would follow from other facts, and what other houses rule, below the ruling. A ruling stands without it.
 * @param {Incident} incident
 * @param {number} mine
 */
async function compare({ topic: name, facts, house: id }, mine) {
  const about = topic;
  if (!about) return;
  try {
    const found = /** @type {FloorComparison} */ (await post("/api/floor/compare", { topic: name, facts, house: id }));
    const fact = (/** @type {string} */ one) => /** @type {import("sidepot/protocol").FloorFact} */ (about.facts.find((each) => each.name === one));
    const take = (/** @type {string} */ one, /** @type {string} */ answer) => {
      setAnswer(questions, one, answer);
      $("#ruling").scrollIntoView({ block: "start" });
    };
    if (mine === asked) put($("#compared"), compared(found, { asks: (one) => askedFor(name, fact(one)), answer: (one, answer) => answerIn(name, fact(one), answer), take }));
  } catch {
    if (mine === asked) put($("#compared"));
  }
}

/** @param {string} verdict */
function choose(verdict) {
  chosen = verdict;
  return rule(false);
}

/** @param {Aside | undefined} otherwise */
function decide(otherwise) {
  aside = otherwise;
  return rule(false);
}

/** The answers have changed: a choice of before may be none now. */
function changed() {
  sift();
  [chosen, aside] = [undefined, undefined];
  return isRuled ? rule(false) : undefined;
}

/** Show what the address holds. */
async function open() {
  const incident = incidentOf(location.hash);
  const one = incident && floor.topics.find(({ topic: name }) => name === incident.topic);
  if (!one) return again();
  show(one, incident);
  if (!missing(one, incident.facts) && Object.keys(incident.facts).length) await rule(false);
}

$("#facts").addEventListener("submit", (sent) => {
  sent.preventDefault();
  return rule(true);
});
$("#facts").addEventListener("change", changed);
$("#facts").addEventListener("input", sift); // not only once the field is left: that moves the button that is pressed
$("#search").addEventListener("submit", (sent) => sent.preventDefault());
find.addEventListener("input", look);
house.addEventListener("change", () => {
  kept.set("floor-house", house.value);
  return changed();
});
$("#back").addEventListener("click", () => {
  again();
  history.pushState(null, "", `${location.pathname}${location.search}`);
  /** @type {HTMLElement | null} */ ($("#tiles").querySelector("button"))?.focus();
});
addEventListener("popstate", open);
if (back) put($("#helper"), h("a", { href: back[0] }, t("Back to the table")));
$("#helper").hidden = !back;

try {
  spot ||= await spotThere(Number(given.get("table")));
  floor = /** @type {Floor} */ (await ask("/api/floor"));
  put(house, floor.houses.map(({ id, title }) => h("option", { value: id }, titleIn(title))));
  const mine = given.get("house") || kept.get("floor-house", floor.house);
  house.value = floor.houses.some(({ id }) => id === mine) ? mine : floor.house;
  put($("#tiles"), named(floor.commonest).map(tile));
  canTell = await mayTell();
  $("#tiles").removeAttribute("aria-busy");
  put($("#others"), allOthers());
  keepsInRoom = await isKeeper();
  void showLogs();
  await open();
} catch (caught) {
  trouble(asRefused(caught).because);
}
