/** The tournaments: cost, prizes, ROI and ITM, by buy-in and other groups, a graph, and those without a summary. */

import { fieldOf } from "../../common/dialogs.js";
import { h } from "../../common/dom.js";
import { el, put } from "../../common/element.js";
import { LOCALE, t, tn } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { csvLink, pictureButton } from "../exports.js";
import { linesIn, percentText, resultIn } from "../numbers.js";
import { dateOf, wayOf } from "../tab.js";

/**
 * @import { Asking, Tab } from "../tab.js"
 * @typedef {{ group: string, events: number, paid: number, cost: number, got: number, net: number, roi: number | null, roi_error: number | null, itm: number, itm_error: number | null }} Group
 * @typedef {{ started: string, site: string, tournament: string, title: string, game: string, currency: string, kind: string, entries: number, place: number, buy_in: number, cost: number, got: number, ticket: string, net: number, hands: number }} PlayedTournament
 * @typedef {{ currencies: { currency: string, events: number }[], currency: string, total: Group | null, groups: Group[], line: { events: number, day: string, net: number }[], played: PlayedTournament[], tickets: number, without: { site: string, tournament: string, price: string, started: string, hands: number }[] }} Tournaments
 */

const MOST = 50; // tournaments on the page; the CSV has all
const DAY = /** @type {const} */ ({ dateStyle: "medium" });

/** @type {Asking} */
let asking;
const currency = h("select", { id: "currency", onchange: () => asking.reload() });
const by = h("select", { id: "group-by", onchange: () => asking.reload() },
  [["buy_in", t("Buy-in")], ["kind", t("Kind")], ["size", t("Entries")], ["site", t("Site")], ["month", t("Month")]].map(([value, name]) => h("option", { value }, name)));

const KINDS = /** @type {Record<string, string>} */ ({ usual: t("usual"), knockout: t("knockout"), free: t("free"), unknown: t("unknown") });
const MONTH = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric" });

/** An amount without a sign. @param {number} amount @param {string} money */
const price = (amount, money) => resultIn(amount, money || t("play money")).replace("+", "");

/** @param {string} name @param {string} money */
function groupName(name, money) {
  if (by.value === "buy_in") return price(Number(name), money);
  if (by.value === "month" && /^\d{4}-\d\d$/.test(name)) return MONTH.format(new Date(`${name}-15T12:00`));
  if (by.value === "size") return name.endsWith("-") ? t("{count} and more", { count: chips(Number.parseInt(name, 10)) }) : name.replace("-", "–");
  return KINDS[name] ?? name;
}

/** A share with its standard error. @param {number | null} value @param {number | null} error */
const share = (value, error) => [percentText(value), el("small", {}, error === null ? "" : `±${percentText(error)}`)];

const TEXTS = new Set([t("Tournament"), t("Site")]); // columns of words

/** @param {string} label @param {string[]} heads @param {import("../../common/element.js").Child} rows */
const table = (label, heads, rows) =>
  el("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((name) => el("th", { scope: "col", class: TEXTS.has(name) ? "text" : "" }, name)))), el("tbody", {}, rows)));

/** @param {Tournaments} found */
function graphOf(found) {
  const money = found.currency || t("play money");
  const { most, least, zero, paths } = linesIn([found.line.map((point) => /** @type {const} */ ([point.events, point.net]))], 1000, 300);
  const last = found.line.at(-1);
  return el("div", { class: "result-line" },
    el("div", { class: "line-ends" }, el("span", {}, resultIn(most, money)), el("span", {}, tn("{count} tournament", "{count} tournaments", last?.events ?? 0))),
    el("svg", { viewBox: "0 -3 1000 306", preserveAspectRatio: "none", role: "img", "aria-label": `${t("Result")}: ${resultIn(last?.net ?? 0, money)}` },
      el("line", { x1: 0, x2: 1000, y1: zero, y2: zero }), el("path", { d: paths[0], class: "line-net" })),
    el("div", { class: "line-ends" }, el("span", {}, resultIn(least, money))),
    el("ul", { class: "line-keys" }, el("li", {}, el("svg", { viewBox: "0 0 22 4", "aria-hidden": "true" }, el("path", { d: "M0 2L22 2", class: "line-net" })), t("Result"))));
}

/** @param {Group} total @param {string} money */
const totalsOf = (total, money) =>
  el("dl", { class: "figures" }, /** @type {[string, import("../../common/element.js").Child, string, string?][]} */ ([
    [t("Tournaments"), chips(total.events), ""], [t("Result"), resultIn(total.net, money), "amount", wayOf(total.net)], [t("Cost"), price(total.cost, money), "amount"],
    [t("Prizes"), price(total.got, money), "amount"], ["ROI", share(total.roi, total.roi_error), ""], ["ITM", share(total.itm, total.itm_error), ""],
  ]).map(([name, value, kind, way = ""]) => el("div", { key: name, class: kind }, el("dt", {}, name), el("dd", { class: way }, value))));

/** @param {HTMLElement} section @param {Tournaments} found */
function draw(section, found) {
  const money = found.currency || t("play money");
  const { total } = found;
  put(section,
    total === null && el("p", {}, t("There are no tournament summaries among your files. Sites write them into a folder of their own; name it too.")),
    total !== null && [
      el("div", { class: "wanted" }, fieldOf(t("Money"), currency)),
      totalsOf(total, money), graphOf(found), el("div", { class: "buttons" }, pictureButton("tournaments")),
      found.tickets > 0 && el("p", {}, tn("{count} tournament paid a ticket, which is not counted.", "{count} tournaments paid a ticket, which is not counted.", found.tickets)),
      el("div", { class: "wanted" }, fieldOf(t("Group by"), by)),
      table(t("Groups"), [t("Group"), t("Tournaments"), t("Cost"), t("Result"), "ROI", "ITM"], found.groups.map((one) => el("tr", { key: one.group },
        el("th", { scope: "row" }, groupName(one.group, found.currency)), el("td", {}, chips(one.events)), el("td", {}, price(one.cost, money)),
        el("td", { class: wayOf(one.net) }, resultIn(one.net, money)), el("td", {}, share(one.roi, one.roi_error)), el("td", {}, share(one.itm, one.itm_error))))),
      el("div", { class: "buttons" }, csvLink(asking, "tournament-groups", asked())),
      el("h2", {}, t("Latest tournaments")),
      table(t("Latest tournaments"), [t("Begin"), t("Tournament"), t("Buy-in"), t("Place"), t("Prizes"), t("Result"), t("Hands")], found.played.slice(0, MOST).map((one) => el("tr", { key: `${one.site} ${one.tournament}` },
        el("td", {}, dateOf(one.started)), el("td", { class: "text" }, one.title || one.game || one.tournament, el("small", {}, `${one.site}, ${one.tournament}`)),
        el("td", {}, price(one.buy_in, money), one.cost !== one.buy_in && el("small", {}, t("paid {amount}", { amount: price(one.cost, money) }))),
        el("td", {}, one.entries ? t("{place} of {count}", { place: chips(one.place), count: chips(one.entries) }) : chips(one.place)),
        el("td", {}, one.ticket || price(one.got, money)), el("td", { class: wayOf(one.net) }, resultIn(one.net, money)), el("td", {}, chips(one.hands))))),
      el("div", { class: "buttons" }, csvLink(asking, "tournaments", asked()))],
    found.without.length > 0 && [
      el("h2", {}, t("Without a summary")),
      el("p", {}, t("These tournaments count nowhere above: their hands do not say what they cost and won.")),
      table(t("Without a summary"), [t("Begin"), t("Site"), t("Tournament"), t("Buy-in"), t("Hands")], found.without.slice(0, MOST).map((one) => el("tr", { key: `${one.site} ${one.tournament}` },
        el("td", {}, dateOf(one.started, DAY)), el("td", { class: "text" }, one.site), el("td", { class: "text" }, one.tournament), el("td", {}, one.price), el("td", {}, chips(one.hands)))))]);
}

const asked = () => ({ by: by.value, ...(currency.options.length > 0 && { currency: currency.value }) });

/** @type {Tab} */
export const tournaments = {
  key: "tournaments",
  title: t("Tournaments"),
  plain: true,
  show: async (section, wanted) => {
    asking = wanted;
    const found = /** @type {Tournaments} */ (await asking.ask("tournaments", asked()));
    put(currency, found.currencies.map((one) => el("option", { value: one.currency, key: one.currency }, `${one.currency || t("play money")} (${chips(one.events)})`)));
    currency.value = found.currency;
    draw(section, found);
  },
};
