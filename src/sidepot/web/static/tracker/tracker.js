/** The page of the tracker: its tabs, which hands they show, and what is new. */

import { field } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { wordsIn } from "../common/sentences.js";
import { chips } from "../common/words.js";
import { ask } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { filterBar } from "./filters.js";
import { listen } from "./keys.js";
import { files } from "./tabs/files.js";
import { grid } from "./tabs/grid.js";
import { hands } from "./tabs/hands.js";
import { comparison, leaks } from "./tabs/leaks.js";
import { opponents } from "./tabs/opponents.js";
import { positions } from "./tabs/positions.js";
import { results } from "./tabs/results.js";
import { tournaments } from "./tabs/tournaments.js";

/**
 * @import { Sentence } from "../room/messages.js"
 * @import { FilterShown } from "./filters.js"
 * @import { Asking, Tab } from "./tab.js"
 * @typedef {{ moneys: { money: string, hands: number }[], money: string, measure: string }} Moneys
 * @typedef {{ progress: { hands: number, done: number, total: number } | null, imported_at: number, error: string, sentence: Sentence }} News
 */

dress();

/** The tabs, in their order. @type {readonly Tab[]} */
const TABS = [results, positions, grid, hands, opponents, leaks, comparison, tournaments, files];

/** @param {string} name */
const moneyName = (name) => (name === "tournament chips" ? t("Tournaments") : name === "chips" ? t("Chips") : name);

// ---- which hands: the address has the kind of money, the filter and the tab

const money = /** @type {HTMLSelectElement} */ (h("select", { id: "money", onchange: () => void choose({ money: money.value }) }));
const bar = filterBar((where) => choose({ where }));
const sections = new Map(TABS.map((tab) => [tab.key, h("section", { id: tab.key, "aria-label": tab.title, hidden: true })]));
let asked = 0;
let importedAt = -1; // the page is loaded with the first answer

const given = () => new URLSearchParams(location.search);
const tabNow = () => TABS.find((tab) => `#${tab.key}` === location.hash) ?? /** @type {Tab} */ (TABS[0]);

/** Show other hands. @param {Record<string, string>} changes */
function choose(changes) {
  history.replaceState(null, "", linkTo(changes));
  void load();
}

/** The address of the page with some changes. @param {Record<string, string>} changes */
function linkTo(changes) {
  const wanted = Object.entries({ ...Object.fromEntries(given()), ...changes }).filter(([, value]) => value);
  return `?${new URLSearchParams(wanted)}${location.hash}`;
}

/** @param {string} name @param {Record<string, string>} [others] */
const addressOf = (name, others = {}) => `/api/tracker/${name}?${new URLSearchParams({ ...Object.fromEntries(given()), ...others })}`;

/** @param {number} mine @param {string} measure @returns {Asking} */
const askingOf = (mine, measure) => ({
  measure,
  where: given().get("where") ?? "",
  person: given().get("person") ?? "",
  address: addressOf,
  link: linkTo,
  filter: (where) => choose({ where }),
  narrowed: bar.narrowed,
  reload: () => void load(),
  ask: async (name, others = {}) => {
    const found = await ask(addressOf(name, others));
    if (mine !== asked) throw new Outdated();
    return found;
  },
});

/** The answer to a question that is no longer asked. */
class Outdated extends Error {}

async function load() {
  const mine = ++asked;
  const tab = tabNow();
  const section = /** @type {HTMLElement} */ (sections.get(tab.key));
  drawTabs(tab);
  section.setAttribute("aria-busy", "true");
  try {
    await tab.show(section, askingOf(mine, tab.plain ? "" : await loadHands()));
    $("#trouble").hidden = true;
  } catch (caught) {
    if (mine !== asked || caught instanceof Outdated) return;
    put(section);
    bar.show({ where: given().get("where") ?? "", conditions: [], hands: 0, all_hands: 0 });
    put($("#trouble"), refusal(caught));
    $("#trouble").hidden = false;
  }
  if (mine === asked) section.setAttribute("aria-busy", "false");
}

/** Show which hands are selected, and return the unit of their results. */
async function loadHands() {
  const found = /** @type {Moneys} */ (await ask(`/api/tracker/money?${given()}`));
  put(money, found.moneys.map((one) => el("option", { value: one.money, key: one.money }, `${moneyName(one.money)} (${chips(one.hands)})`)));
  money.value = found.money;
  bar.show(/** @type {FilterShown} */ (await ask(addressOf("filter"))));
  return found.measure;
}

/** @param {Tab} now */
function drawTabs(now) {
  put($("#parts"), TABS.map((tab) => el("a", { key: tab.key, href: `#${tab.key}`, "aria-current": tab === now ? "page" : false }, tab.title)));
  $("#parts [aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
  put($("h1"), now.title);
  for (const [key, section] of sections) section.hidden = key !== now.key;
  $("#wanted").hidden = now.plain === true;
}

// ---- what is new

async function watch() {
  try {
    const news = /** @type {News} */ (await ask("/api/tracker/news"));
    const { progress } = news;
    put($("#news"), progress ? [t("Importing…"), " ", el("progress", { max: Math.max(progress.total, 1), value: progress.done }), " ", tn("{count} hand", "{count} hands", progress.hands)] : wordsIn(news.error, news.sentence));
    if (news.imported_at !== importedAt) {
      importedAt = news.imported_at;
      await load();
    }
  } catch {
    put($("#news"), t("The tracker has stopped; start it again with sidepot tracker."));
  }
  setTimeout(watch, document.hidden ? 10_000 : 2_000);
}

put($("#wanted"), field(t("Money"), money), bar.bar);
put($("#tabs"), [...sections.values()]);
$("#wanted").addEventListener("submit", (event) => event.preventDefault());
listen();
addEventListener("hashchange", () => void load());
void watch();
