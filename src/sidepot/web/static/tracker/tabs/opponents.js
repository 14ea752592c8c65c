/** The opponents: a table of persons with figures, and one person. */

import { field, strong } from "../../common/dialogs.js";
import { h } from "../../common/dom.js";
import { el, put } from "../../common/element.js";
import { t, tn } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { refusal } from "../../room/trouble.js";
import { csvLink } from "../exports.js";
import { change, noted, noteForm } from "../notes.js";
import { errorOf, figureText, resultIn } from "../numbers.js";
import { dateOf, handRow } from "../tab.js";
import { positionsOf } from "./positions.js";

/**
 * @import { Cell } from "../numbers.js"
 * @import { Asking, PlayedHand, Tab } from "../tab.js"
 * @import { PositionRow } from "./positions.js"
 * @typedef {{ site: string, player: string }} Name
 * @typedef {{ person: string, names: Name[], hands: number, last: string, cells: Cell[], note: string, tags: string[] }} Opponent
 * @typedef {{ count: number, anonymous: number, opponents: Opponent[] }} Opponents
 * @typedef {{ opponent: Opponent, positions: PositionRow[], together: { hands: number, net: number, per_100: number | null, error: number | null }, played: PlayedHand[] }} OnePerson
 */

const DAY = /** @type {const} */ ({ dateStyle: "medium" });

/** @param {Name} name */
const nameText = ({ site, player }) => (site ? `${player} (${site})` : player);

// ---- which players

/** @type {Asking} */
let asking;
let [sort, up] = ["hands", false];
/** @type {Map<string, Name[]>} the chosen persons, and their names */
const chosen = new Map();
let waiting = 0;
const later = () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => asking.reload(), 250);
};
const search = h("input", { type: "search", id: "search", maxlength: 200, autocomplete: "off", oninput: later });
const least = h("input", { type: "number", id: "least", min: 0, max: 1_000_000_000, value: 1, oninput: later });
const form = h("form", { class: "wanted", "aria-label": t("Players"), onsubmit: (/** @type {SubmitEvent} */ event) => event.preventDefault() },
  field(t("Name"), search), field(t("Hands, at least"), least));

const asked = () => ({ search: search.value, least: String(Math.max(0, Number.parseInt(least.value, 10) || 0)), sort, up: String(up) });

/** @param {string} key */
function order(key) {
  [sort, up] = [key, key === sort ? !up : key === "name"];
  asking.reload();
}

/**
 * Send a change, and then show the tab again. A refusal is said in `told`.
 * @param {string} name
 * @param {unknown} data
 * @param {HTMLElement} told
 */
async function tryTo(name, data, told, then = () => asking.reload()) {
  try {
    await change(name, data);
  } catch (caught) {
    put(told, refusal(caught));
    return;
  }
  put(told);
  then();
}

// ---- the table

const refused = h("p", { role: "status" });

/** @param {HTMLElement} section @param {Opponent[]} shown @param {Opponents} page @param {Name[]} mine the other names of the owner */
function draw(section, shown, page, mine) {
  const more = async () => {
    const next = /** @type {Opponents} */ (await asking.ask("opponents", { ...asked(), skip: String(shown.length) }));
    draw(section, [...shown, ...next.opponents], next, mine);
  };
  const head = (/** @type {string} */ key, /** @type {string} */ name, lang = "") =>
    el("th", { scope: "col", key, "aria-sort": key === sort ? (up ? "ascending" : "descending") : null },
      el("button", { type: "button", class: "sort", lang: lang || null, onclick: () => order(key) }, name, key === sort ? (up ? " ↑" : " ↓") : ""));
  put(section, form,
    el("p", { class: "lead", role: "status", key: "count" }, tn("{count} player", "{count} players", page.count), page.anonymous > 0 && [". ",
      tn("Not among them: {count} hand of anonymous seats, which are no persons.", "Not among them: {count} hands of anonymous seats, which are no persons.", page.anonymous)]),
    shown.length > 0 && el("div", { class: "wide", key: "table", tabindex: 0, role: "region", "aria-label": t("Opponents") }, el("table", {},
      el("thead", {}, el("tr", {}, head("name", t("Player")), head("hands", t("Hands")), head("last", t("Last hand")),
        (shown[0]?.cells ?? []).map((cell) => head(cell.key, cell.name, "en")))),
      el("tbody", {}, shown.map(row)))),
    el("div", { class: "buttons", key: "acts" },
      shown.length < page.count && el("button", { type: "button", class: "quiet", id: "more", onclick: () => void more() }, t("More players")),
      chosen.size > 1 && el("button", { type: "button", class: "strong", onclick: () => void joinChosen() }, t("These {count} players are one person", { count: chips(chosen.size) })),
      el("a", { class: "quiet", href: "/api/tracker/notes", download: "notes.json" }, t("Notes as JSON")),
      shown.length > 0 && csvLink(asking, "opponents", asked())), refused,
    mine.length > 0 && el("section", { key: "mine", class: "names" }, el("h3", {}, t("Your other names")), el("ul", {}, mine.map((name) =>
      el("li", { key: `${name.site}:${name.player}` }, nameText(name), " ", el("button", { type: "button", class: "quiet", onclick: () => void tryTo("separate", name, refused) }, t("Another person")))))));
  function toggle(/** @type {Opponent} */ one) {
    if (!chosen.delete(one.person)) chosen.set(one.person, one.names);
    draw(section, shown, page, mine);
  }
  const joinChosen = () => tryTo("join", { names: [...chosen.values()].flat() }, refused, () => {
    chosen.clear();
    asking.reload();
  });
  /** @param {Opponent} one */
  function row(one) {
    return el("tr", { key: one.person },
      el("th", { scope: "row" }, el("span", { class: "person" },
        el("input", { type: "checkbox", checked: chosen.has(one.person), "aria-label": t("Choose {name}", { name: one.person }), onchange: () => toggle(one) }),
        el("a", { href: asking.link({ person: one.person }) }, one.names.map(({ player }) => player).join(", ")), noted(one)),
        el("small", {}, [...new Set(one.names.map(({ site }) => site))].join(", "))),
      el("td", {}, chips(one.hands)), el("td", {}, dateOf(one.last, DAY)),
      one.cells.map((cell) => el("td", {}, figureText(cell), el("small", {}, `${errorOf(cell)} (${chips(cell.chances)})`))));
  }
}

// ---- one person

/** @param {HTMLElement} section @param {OnePerson} found */
function drawPerson(section, { opponent, positions, together, played }) {
  const one = (/** @type {string} */ name, /** @type {import("../../common/element.js").Child} */ value, small = "", way = "") =>
    el("div", { key: name }, el("dt", {}, name), el("dd", { class: way }, value, el("small", {}, small)));
  put(section,
    el("p", {}, el("a", { href: asking.link({ person: "" }) }, t("All opponents"))),
    el("h2", {}, opponent.names.map(nameText).join(", ")),
    el("dl", { class: "figures" }, one(t("Hands"), chips(opponent.hands), dateOf(opponent.last, DAY)),
      opponent.cells.map((cell) => el("div", { key: cell.key }, el("dt", {}, el("span", { lang: "en" }, cell.name), cell.unit && ` (${cell.unit})`),
        el("dd", {}, figureText(cell), el("small", {}, `${errorOf(cell)} (${chips(cell.chances)})`))))),
    el("h3", {}, t("Against you")),
    together.hands === 0
      ? el("p", {}, t("There is no hand that only you two played after the first betting round. In other hands, nobody can say from whom chips were won."))
      : el("p", {}, t("Hands that only you two played after the first betting round: {count}. Your result in them: {result}.", { count: chips(together.hands), result: resultIn(together.net, "bb") }),
          together.error !== null && together.per_100 !== null && [" ", t("That is {rate} in a hundred such hands, ±{error}.", { rate: resultIn(together.per_100, "bb"), error: resultIn(together.error, "bb").replace("+", "") })]),
    el("h3", {}, t("Note")),
    noteForm(opponent, (kept) => change("opponent/note", { person: opponent.person, ...kept })),
    el("h3", {}, t("Names")), namesOf(opponent),
    positions.length > 0 && [el("h3", {}, t("Positions")), positionsOf(positions)],
    played.length > 0 && [el("h3", {}, t("Latest hands with you")), el("ol", { class: "hand-list" }, played.map((hand) => handRow(hand, asking.measure)))]);
}

/** @param {Opponent} opponent */
function namesOf(opponent) {
  const name = h("input", { name: "name", maxlength: 200, required: true, autocomplete: "off" });
  const join = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const [site = "", ...player] = name.value.split(":");
    await tryTo("join", { names: [...opponent.names, { site: site.trim(), player: player.join(":").trim() }] }, told);
  };
  const me = () => tryTo("join", { names: opponent.names, me: true }, told, () => location.assign(asking.link({ person: "" })));
  const told = h("p", { role: "status" });
  return h("div", { class: "names" },
    opponent.names.length > 1 && h("ul", {}, opponent.names.map((one) => h("li", {}, nameText(one), " ",
      h("button", { type: "button", class: "quiet", onclick: () => void tryTo("separate", one, told) }, t("Another person"))))),
    h("form", { class: "wanted", onsubmit: (/** @type {SubmitEvent} */ event) => void join(event) },
      field(t("The same person as"), name, t("A site and a name, such as PokerStars:Bo.")), strong(t("Join the names"))),
    h("button", { type: "button", class: "quiet", onclick: () => void me() }, t("This is me")), told);
}

/** @type {Tab} */
export const opponents = {
  key: "opponents",
  title: t("Opponents"),
  show: async (section, wanted) => {
    asking = wanted;
    if (asking.person) drawPerson(section, /** @type {OnePerson} */ (await asking.ask("opponent")));
    else {
      const page = /** @type {Opponents} */ (await asking.ask("opponents", asked()));
      const notes = /** @type {{ people: { names: Name[], is_me: boolean }[] }} */ (await asking.ask("notes"));
      draw(section, page.opponents, page, notes.people.find((one) => one.is_me)?.names ?? []);
    }
  },
};
