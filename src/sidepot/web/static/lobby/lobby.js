/** The lobby: who one is, the tables, and one click to a seat. */

import { askPassword } from "../common/dialogs.js";
import { $, dress, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { titleIn, stakesIn } from "../common/sentences.js";
import { PHASES, joined, someName } from "../common/words.js";
import { showInvite } from "../invite/invite.js";
import { beGuest, beHost, isOpenToMe, joinTable, tables, whoAmI } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { newTable } from "./new_table.js";
import { lastNight, sideOf } from "./side.js";
import { drawWho } from "./who.js";
import { t, tn } from "../common/language.js";

/** @import { TournamentLine, Me } from "sidepot/protocol" */
/** @import { Summary } from "../room/messages.js" */

dress();

const OFTEN = 4000;
/** @type {Me} */
let me = { name: "", role: "", csrf: "", offer: "" };
/** @type {{ tables: Summary[], mine: string[], tournaments: TournamentLine[] }} as the room sent it last */
let lobby = { tables: [], mine: [], tournaments: [] };
/** @type {Summary[]} the tables in their order */
let all = [];
/** @type {Set<string>} those at which one sits: the room says so, as a name may have been another's */
let mine = new Set();

// ---- who one is

function drawMe() {
  drawWho($("#who"), me, () => all.filter(isMine).map(({ title }) => title), (now) => {
    if (now.name !== me.name) mine = new Set(); // until the room says
    me = now;
    drawMe();
  });
  drawHost();
  drawMain();
}

// ---- the tables

/** What went wrong: with the last click, until the next one; and with the list of tables, until it comes. */
const wrong = { act: /** @type {import("../common/element.js").Filled} */ (""), list: /** @type {import("../common/element.js").Filled} */ ("") };

/**
 * @param {keyof typeof wrong} of
 * @param {import("../common/element.js").Filled} because
 */
function trouble(of, because) {
  wrong[of] = because;
  const place = $("#trouble");
  put(place, wrong.act || wrong.list);
  place.hidden = !place.textContent;
}

/**
 * Go to a table and sit down; to a private one after its password.
 * @param {Summary} table
 */
async function sit(table) {
  trouble("act", "");
  try {
    if (!me.name) me = await beGuest(nameWritten() || me.offer || someName());
    const may = !table.locked || (await isOpenToMe(table.id));
    if (!may && !(await askPassword(t("{title} is private", { title: table.title }), (word) => joinTable(table.id, word)))) return;
    location.href = `/table/${encodeURIComponent(table.id)}#sit`;
  } catch (caught) {
    trouble("act", refusal(caught));
  }
}

/** The name that is written in the lobby. */
function nameWritten() {
  const name = document.querySelector("#name");
  return name instanceof HTMLInputElement ? name.value.trim() : "";
}

/** @param {Summary} table */
const isOpen = (table) => table.phase !== "over";

/** @param {Summary} table */
const isMine = (table) => table.phase !== "over" && mine.has(table.id);

/** One's last night, with the people one played with. */
let last = /** @type {import("./side.js").Last} */ ({ night: null, friends: new Set() });

/**
 * Where one sits comes first, then where friends are, then where other people are; those that are over come last. Else they
 * are in the order in which they were opened.
 * @param {Summary[]} tables
 */
function inOrder(tables) {
  const rank = (/** @type {Summary} */ table) => {
    if (table.phase === "over") return 4;
    if (isMine(table)) return 0;
    if (table.people.some((name) => last.friends.has(name))) return 1;
    return table.people.length ? 2 : 3;
  };
  const byNumber = new Intl.Collator("en", { numeric: true });
  return [...tables].sort((one, other) => rank(one) - rank(other) || byNumber.compare(one.id, other.id));
}

/**
 * What one can do at a table besides watching: its words, and whether it can be done.
 * @param {Summary} table
 * @returns {[text: string, may: boolean]}
 */
function goOf(table) {
  if (table.phase === "over") return [t("Over"), false];
  const bots = table.fill ? 0 : table.bots; // where bots `fill` the table, one makes room
  if (table.seats > 0 && table.people.length + bots >= table.seats) return [t("Full"), false];
  return [t("Sit down"), true];
}

/**
 * What is played there: of a mix, which game is on.
 * @param {Summary} table
 */
const gameOf = ({ mix, game }) => (mix && game ? `${mix}: ${titleIn(game)}` : mix || titleIn(game));

const FEW = 4; // names that are shown before the others are counted

/**
 * The people at a table by name, and how many seats are free.
 * @param {Summary} table
 */
function whoIsThere({ people, free, bots, fill, of_tournament: of }) {
  const more = people.length - FEW;
  const names = more > 0 ? [...people.slice(0, FEW), tn("{count} other", "{count} others", more)] : people;
  const full = fill && bots ? t("a bot makes room") : t("no free seats");
  const left = of ? "" : free ? tn("{count} seat free", "{count} seats free", free) : full;
  return [names.length ? joined(names) : bots ? t("Only bots") : t("Nobody yet"), left].filter(Boolean).join(" · ");
}

/** @param {Summary} table */
function drawTable(table) {
  const { seats, bots } = table;
  const people = table.people.length;
  const dots = Array.from({ length: seats }, (_, at) =>
    el("i", { class: at < people ? "person" : at < people + bots ? "bot" : "free" }),
  );
  const terms = [gameOf(table), stakesIn(table.terms, table.terms_parts)].filter(Boolean).join(" · ");
  const more = [table.of_tournament && t("tournament"), table.locked && t("private")].filter(Boolean).join(" · ");
  const company = [people ? tn("{count} player", "{count} players", people) : "", bots ? tn("{count} bot", "{count} bots", bots) : "",
    table.hands ? tn("{count} hand", "{count} hands", table.hands) : ""].filter(Boolean).join(", ");
  const [go, may] = goOf(table);
  const href = `/table/${encodeURIComponent(table.id)}`;
  const act = isMine(table)
    ? el("a", { class: "quiet", href }, t("Back to my seat"))
    : el("button", { type: "button", class: "quiet", disabled: !may, onclick: () => sit(table) }, go);
  return el(
    "li",
    { class: `table-row${table.phase === "over" ? " is-over" : ""}`, "data-table": table.id, key: table.id },
    el("div", { class: "table-what" }, el("h2", {}, table.title), el("p", {}, terms, more && `${terms && " · "}${more}`),
      table.phase === "over" ? "" : el("p", { class: "table-there" }, whoIsThere(table))),
    el(
      "div",
      { class: "table-who" },
      el("span", { class: "dots", "aria-hidden": "true" }, dots),
      el("small", {}, company || PHASES[table.phase] || t("empty")),
    ),
    el("div", { class: "table-go" }, el("a", { class: "link", href }, t("Watch")), act),
  );
}

/**
 * A tournament that one can enter: a sit-and-go, or a larger one.
 * @param {TournamentLine} line
 */
function drawTournament({ id, title, game, players = 0, most = 0 }) {
  const entered = most ? t("{players} of {most} registered", { players, most }) : t("{players} entered", { players });
  return el("li", { class: "table-row", "data-tournament": id, key: id },
    el("div", { class: "table-what" }, el("h2", {}, title), el("p", {}, titleIn(game), " · ", t("tournament"))),
    el("div", { class: "table-who" }, el("small", {}, entered)),
    el("div", { class: "table-go" }, el("a", { class: "quiet", href: `/tournament/${encodeURIComponent(id)}` }, t("Register"))));
}

/** Draw the tables and what is beside them, as they were last sent. */
function redraw() {
  all = inOrder(lobby.tables.filter(({ of_tournament: of, id }) => !of || mine.has(id)));
  $("#several").hidden = all.filter(isMine).length < 2;
  kept.set("at", Object.fromEntries(all.filter(({ at }) => at).map(({ id, at }) => [id, at])));
  const rows = [...all.filter(isOpen).map(drawTable), ...lobby.tournaments.map(drawTournament), ...all.filter((one) => !isOpen(one)).map(drawTable)];
  put($("#tables"), rows.length ? rows : el("li", { class: "none" }, t("No tables are open.")));
  put($("#side"), sideOf(lobby.tables, lobby.tournaments, last));
  drawMain();
}

async function show() {
  const place = $("#tables");
  try {
    lobby = await tables();
    mine = new Set(lobby.mine);
    redraw();
    place.setAttribute("aria-busy", "false");
    trouble("list", "");
  } catch (caught) {
    trouble("list", refusal(caught));
  }
  setTimeout(show, document.hidden ? OFTEN * 4 : OFTEN);
}

// ---- the main action

/** The one thing that most people come for: a host opens a table, all others sit down. */
function drawMain() {
  const button = /** @type {HTMLButtonElement} */ ($("#main"));
  const isHost = me.role === "host" || me.role === "staff";
  const seat = all.find(isMine);
  const free = all.find((table) => !isMine(table) && goOf(table)[1] && table.phase !== "over");
  const [words, act] = isHost
    ? [t("Open a table"), () => newTable()]
    : seat
      ? [t("Back to my seat"), () => location.assign(`/table/${encodeURIComponent(seat.id)}`)]
      : [t("Sit down"), () => free && sit(free)];
  put(button, words);
  button.disabled = !isHost && !seat && !free;
  button.onclick = () => void act();
}

// ---- the host

function drawHost() {
  const place = $("#host");
  place.hidden = me.role !== "host" && me.role !== "staff";
  if (place.hidden) return;
  put(place, el("div", { class: "table-go" },
    el("a", { class: "quiet", href: "/club" }, t("The club")), el("a", { class: "quiet", href: "/people" }, t("People")), el("a", { class: "quiet", href: "/seasons" }, t("Seasons")), el("a", { class: "quiet", href: "/integrity" }, t("Integrity"))));
}

/** The first-run link makes its bearer the host. */
async function takeHostLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get("host");
  if (!token) return;
  history.replaceState(null, "", "/");
  me = await beHost(token);
}

$("#invite").addEventListener("click", () => showInvite());
try {
  me = await whoAmI();
  await takeHostLink();
} catch (caught) {
  trouble("act", refusal(caught));
}
drawMe();
await show();
if (me.name) {
  last = await lastNight();
  redraw();
}
