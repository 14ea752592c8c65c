/** The public page of a season: its standings, with names as the host chose; with #wall for a display on the wall. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { publicStandings } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";
import { countedWords, standingsTable } from "./table.js";

/** @import { Standings } from "sidepot/protocol" */

dress();

const AGAIN = 60_000; // milliseconds between two looks
const TURN = 12_000; // for which a part of a long list is on the wall
const ON_WALL = 14; // lines
const token = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
/** @type {Standings | null} */
let standings = null;
let part = 0;

function draw() {
  if (!standings) return;
  const isWall = location.hash === "#wall";
  document.body.classList.toggle("is-wall", isWall);
  const { lines, title } = standings;
  const parts = isWall ? Math.max(Math.ceil(lines.length / ON_WALL), 1) : 1;
  const from = (part % parts) * ON_WALL;
  put($("#standings"),
    el("h1", { key: "title" }, title),
    el("p", { class: "lead", key: "counted" }, countedWords(standings)),
    lines.length ? standingsTable(standings, isWall ? lines.slice(from, from + ON_WALL) : lines) : el("p", { class: "none", key: "none" }, t("No night is over yet.")),
    !isWall && el("div", { class: "books-files no-print", key: "acts" }, el("button", { type: "button", class: "quiet", onclick: () => print() }, t("Print")), el("a", { class: "quiet", href: "#wall" }, t("For the wall"))));
  $("#standings").setAttribute("aria-busy", "false");
}

async function look() {
  try {
    standings = await publicStandings(token);
    draw();
    trouble("");
  } catch (caught) {
    if (!standings) trouble(refusal(caught)); // else what was shown stays until the room can be reached
  }
}

addEventListener("hashchange", draw);
setInterval(() => void look(), AGAIN);
setInterval(() => {
  part += 1;
  if (location.hash === "#wall") draw();
}, TURN);
await look();
