/** The seasons of the club, for its hosts: terms, standings, nights, files, and the public page. */

import { askWhether, field } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { changeSeason, openSeason, seasonFile, seasonOf, seasonsOf, standingsOf } from "../room/api.js";
import { refusal, trouble, tried as triedThen } from "../room/trouble.js";
import { askSeason, askText } from "./form.js";
import { countedWords, standingsTable } from "./table.js";

/** @import { ChangeSeason, SeasonLine, SeasonPage, SeasonTournament, Standings } from "sidepot/protocol" */

dress();

const MOST_SHOWN = 60; // tournaments to choose from
/** @type {SeasonPage | null} */
let page = null;
let asked = 0;

/** The number of the season in the address; 0 for none. */
const chosen = () => Number(location.hash.slice(1)) || 0;

/**
 * Change the season that is shown.
 * @param {Omit<ChangeSeason, "version">} what
 */
async function change(what) {
  if (!page) return;
  await changeSeason(page.number, { version: page.version, ...what });
  await show();
}

/** @param {Omit<ChangeSeason, "version">} what */
const tried = (what) => triedThen(() => change(what), async () => {});

async function add() {
  await askSeason(null, async (form) => {
    const made = await openSeason(form);
    location.hash = `#${made.number}`;
  });
}

/** @param {readonly SeasonLine[]} seasons */
function drawList(seasons) {
  put($("#seasons"),
    seasons.map(({ number, title }) => el("a", { key: number, class: "quiet", href: `#${number}`, "aria-current": number === chosen() ? "true" : null }, title)),
    el("button", { key: "new", type: "button", class: seasons.length ? "quiet" : "strong", onclick: add }, t("New season")));
  $("#seasons").setAttribute("aria-busy", "false");
}

/** @param {SeasonPage} season */
function nightsOf({ season, tournaments }) {
  const { series = "", nights = [], without = [] } = season;
  /** @param {SeasonTournament} one */
  const isIn = ({ id, title }) => !without.includes(id) && (nights.includes(id) || (series !== "" && title.toLocaleLowerCase().startsWith(series.toLocaleLowerCase())));
  /** @param {SeasonTournament} one */
  const toggle = (one) => {
    const off = isIn(one);
    const rest = (/** @type {readonly string[]} */ ids) => ids.filter((id) => id !== one.id);
    const fits = series !== "" && one.title.toLocaleLowerCase().startsWith(series.toLocaleLowerCase());
    return tried({ season: { ...season, nights: off || fits ? rest(nights) : [...rest(nights), one.id], without: off && fits ? [...rest(without), one.id] : rest(without) } });
  };
  return el("details", { class: "history no-print", key: "nights" }, el("summary", {}, t("Tournaments of the season")),
    el("ul", { class: "payments season-nights" }, tournaments.slice(0, MOST_SHOWN).map((one) =>
      el("li", { key: one.id }, el("span", { class: "payment" }, one.title, " ", el("small", {}, [new Date(one.at).toLocaleDateString(DATES), one.live ? t("live") : t("online")].join(" · "))),
        el("button", { type: "button", class: "quiet", "aria-pressed": String(isIn(one)), "aria-label": isIn(one) ? t("Leave out {title}", { title: one.title }) : t("Count {title}", { title: one.title }), onclick: () => toggle(one) }, isIn(one) ? t("Counts") : t("Does not count"))))));
}

/** @param {SeasonPage} season */
function publicOf({ token, names }) {
  const link = `${location.origin}/standings/${token}`;
  const onchange = (/** @type {Event} */ { currentTarget }) => tried({ names: /** @type {SeasonPage["names"]} */ (/** @type {HTMLSelectElement} */ (currentTarget).value) });
  const choice = h("select", { onchange },
    [["full", t("Full names")], ["short", t("Ann L.")], ["none", t("Numbers, no names")]].map(([value, words]) => h("option", { value, selected: value === names }, words)));
  return el("section", { class: "no-print", key: "public" }, el("h2", {}, t("Public page")),
    token
      ? [el("p", { class: "none season-link", key: "link" }, el("a", { href: link }, link)),
        el("div", { class: "season-public", key: "acts" }, field(t("Names on it"), choice), el("a", { class: "quiet", href: `${link}#wall` }, t("For the wall")), el("button", { type: "button", class: "quiet", onclick: () => tried({ open: false }) }, t("Close the public page")))]
      : el("div", { class: "books-files", key: "open" }, el("button", { type: "button", class: "quiet", onclick: () => tried({ open: true }) }, t("Open a public page"))));
}

/** @param {SeasonPage} found @param {Standings} standings */
function draw(found, standings) {
  const { number, season, toml } = found;
  const remove = async () => {
    const words = t("Its terms are removed. The tournaments and their results stay.");
    if (!(await askWhether(t("Remove {title}?", { title: season.title }), words, t("Remove")))) return;
    await triedThen(() => changeSeason(number, { version: found.version, remove: true }), async () => {
      location.hash = "";
    });
  };
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ onclick) => el("button", { key: text, type: "button", class: "quiet", onclick }, text);
  put($("#season"),
    el("h2", { key: "title" }, season.title),
    el("p", { class: "none", key: "counted" }, countedWords(standings)),
    standings.lines.length ? standingsTable(standings) : el("p", { class: "none", key: "none" }, t("No night is over yet.")),
    el("div", { class: "books-files no-print", key: "acts" },
      button(t("Change"), () => askSeason(season, (form) => change(form))), button(t("Terms as text"), () => askText(toml, (form) => change(form))), button(t("Print"), () => print()), el("a", { key: "next", class: "quiet", href: "/desk" }, t("Next night")),
      el("a", { key: "csv", class: "quiet", href: seasonFile(number, "csv"), download: true }, t("Standings as CSV")), el("a", { key: "toml", class: "quiet", href: seasonFile(number, "toml"), download: true }, t("Terms as TOML")), button(t("Remove"), remove)),
    nightsOf(found),
    publicOf(found));
}

async function show() {
  const mine = ++asked;
  try {
    const { seasons } = await seasonsOf();
    const number = chosen() || seasons[0]?.number || 0;
    const found = number ? await Promise.all([seasonOf(number), standingsOf(number)]) : null;
    if (mine !== asked) return;
    drawList(seasons);
    page = found?.[0] ?? null;
    if (found) draw(...found);
    else put($("#season"), el("p", { class: "none" }, t("No season yet.")));
    trouble("");
  } catch (caught) {
    trouble(refusal(caught));
    $("#seasons").setAttribute("aria-busy", "false");
  }
}

addEventListener("hashchange", show);
await show();
