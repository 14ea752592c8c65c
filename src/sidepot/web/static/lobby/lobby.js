/** The lobby: who one is, the tables, and one click to a seat. */

import { beGuest, isOpenToMe, joinTable, post, tables, whoAmI } from "../room/api.js";
import { askPassword } from "../common/dialogs.js";
import { dress, h, put, whenChanged } from "../common/dom.js";
import { showLooks } from "../common/help.js";
import { newTable } from "./new_table.js";
import { drawWho } from "./who.js";
import { PHASES, count, grouped, someName, stakesOf } from "../common/words.js";

dress();

const $ = (what) => document.querySelector(what);
const OFTEN = 4000;
let me = { name: "", role: "" };
let all = []; // the tables, as they were told last

// ---- who one is

function drawMe() {
  drawWho($("#who"), me, () => all.filter(isMine).map(({ title }) => title), (now) => {
    me = now;
    drawMe();
  });
  drawHost();
}

// ---- the tables

/** What went wrong: with what one did, until it is tried again; and with the list of tables, until it comes. */
const wrong = { act: "", list: "" };

function trouble(of, because) {
  wrong[of] = because;
  const place = $("#trouble");
  put(place, wrong.act || wrong.list);
  place.hidden = !place.textContent;
}

/** Go to a table and sit down; to a private one after its password. */
async function sit(table) {
  trouble("act", "");
  try {
    if (!me.name) me = await beGuest($("#name")?.value.trim() || me.offer || someName());
    const may = !table.locked || (await isOpenToMe(table.id));
    if (!may && !(await askPassword(table.title, (word) => joinTable(table.id, word)))) return;
    location.href = `/table/${encodeURIComponent(table.id)}#sit`;
  } catch (refused) {
    trouble("act", refused.because ?? String(refused));
  }
}

const listOf = (table, name) => (Array.isArray(table[name]) ? table[name] : []);

const isMine = (table) =>
  Boolean(me.name) && table.phase !== "over" && (table.mine >= 0 || listOf(table, "people").includes(me.name));

const NOT_BEGUN = ["waiting", "paused", "frozen"];

/** Whether an event is being played: then nobody enters it from here. */
const isRunning = (table) => Boolean(table.event) && (table.hands > 0 || !NOT_BEGUN.includes(table.phase));

/** In the order in which they were opened; what is over comes last. */
function inOrder(tables) {
  const over = (table) => Number(table.phase === "over");
  const byNumber = new Intl.Collator("en", { numeric: true });
  return [...tables].sort((one, other) => over(one) - over(other) || byNumber.compare(one.id, other.id));
}

/** What there is to do at a table besides watching: its words, and whether it can be done. */
function goOf(table, full) {
  if (table.phase === "over") return ["Over", false];
  if (isRunning(table)) return ["Under way", false];
  if (table.event) return full ? ["Full", false] : ["Enter", true];
  return full ? ["Full", false] : ["Sit down", true];
}

/** What is played there: of a mix, which game is on. */
const gameOf = ({ mix, game }) => (mix && game ? `${mix}: ${game}` : mix || game);

function drawTable(table) {
  const seats = Number(table.seats ?? 0);
  const people = Array.isArray(table.people) ? table.people.length : Number(table.people ?? 0);
  const bots = Array.isArray(table.bots) ? table.bots.length : Number(table.bots ?? 0);
  const full = people + (table.fill ? 0 : bots) >= seats && seats > 0; // of those that `fill` it one makes room
  const dots = Array.from({ length: seats }, (_, at) =>
    h("i", { class: at < people ? "person" : at < people + bots ? "bot" : "free" }),
  );
  const facts = [stakesOf(table), table.event ? "sit-and-go" : "", table.locked ? "private" : ""].filter(Boolean).join(" · ");
  const company = [people ? count(people, "player") : "", bots ? count(bots, "bot") : "",
    table.hands ? count(table.hands, "hand") : ""].filter(Boolean).join(", ");
  const [go, may] = goOf(table, full);
  const act = isMine(table)
    ? h("a", { class: "strong", href: `/table/${encodeURIComponent(table.id)}` },
        table.event && !isRunning(table) ? "You are in" : "Back to my seat")
    : h("button", { type: "button", class: "strong", disabled: !may, onclick: () => sit(table) }, go);
  return h(
    "li",
    { class: `table-row${table.phase === "over" ? " is-over" : ""}`, "data-table": table.id },
    h("div", { class: "table-what" }, h("h2", {}, table.title), h("p", {}, grouped([gameOf(table), facts].filter(Boolean).join(" · ")))),
    h(
      "div",
      { class: "table-who" },
      h("span", { class: "dots", "aria-hidden": "true" }, dots),
      h("small", {}, company || PHASES[table.phase] || "empty"),
    ),
    h("div", { class: "table-go" }, h("a", { class: "quiet", href: `/table/${encodeURIComponent(table.id)}` }, "Watch"), act),
  );
}

async function show() {
  const place = $("#tables");
  try {
    all = inOrder(await tables());
    whenChanged(place, [all, me.name], () => {
      put(place, all.length ? all.map(drawTable) : h("li", { class: "none" }, "No table is open just now."));
      place.setAttribute("aria-busy", "false");
    });
    trouble("list", "");
  } catch (refused) {
    trouble("list", refused.because ?? String(refused));
  }
  setTimeout(show, document.hidden ? OFTEN * 4 : OFTEN);
}

// ---- the host

function drawHost() {
  const place = $("#host");
  place.hidden = me.role !== "host" && me.role !== "staff";
  if (place.hidden) return;
  put(place, h("button", { type: "button", class: "quiet", onclick: () => newTable() }, "Open a table"));
}

/** The first-run link: whoever has it is the host. */
async function takeHostLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get("host");
  if (!token) return;
  history.replaceState(null, "", "/");
  await post("/api/host", { token });
  me = await whoAmI(true);
}

$("#looks").addEventListener("click", () => showLooks());
try {
  me = await whoAmI();
  await takeHostLink();
} catch (refused) {
  trouble("act", refused.because ?? String(refused));
}
drawMe();
void show();
