/** The lists of a cash night for a display in the room. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { ServerTime } from "../common/server_time.js";
import { asRefused } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";
import { listsOf } from "./routes.js";
import { left } from "./words.js";

/** @import { CashEntry, CashWall, CashWallGame } from "sidepot/protocol" */

dress();

const OFTEN = 3000;
const night = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
const time = new ServerTime();
/** @type {CashWall | null} */
let wall = null;

async function look() {
  try {
    const asked = time.asks();
    const found = await listsOf(night, wall?.seq ?? 0, location.hash.slice(1));
    if (found.seq !== undefined) {
      wall = /** @type {CashWall} */ (found);
      time.heard(asked, wall.now);
    }
    trouble("");
  } catch (caught) {
    trouble(asRefused(caught).status ? refusal(caught) : t("No connection to the room"));
  }
  draw();
  setTimeout(look, OFTEN);
}

function draw() {
  if (!wall) return;
  put($("#title"), wall.title);
  put($("#lists"), wall.games.map(gameOf));
}

/** @param {CashWallGame} game */
const gameOf = ({ name, tables, entries, free = 0 }) =>
  el("section", { key: name, class: "cash-wall-game" },
    el("h2", {}, name), el("p", {}, [tn("{count} table", "{count} tables", tables.length), tn("{count} free seat", "{count} free seats", free)].join(" · ")),
    el("ol", {}, entries.filter(({ going }) => going).map(rowOf)),
    entries.some(({ going }) => !going) && el("p", { class: "cash-interested" }, t("Interested: {players}", { players: entries.filter(({ going }) => !going).map(({ player }) => player).join(", ") })));

/** @param {CashEntry} entry */
const rowOf = ({ player, until = 0 }) =>
  el("li", { key: player, class: until ? "is-called" : "" }, el("b", {}, player), until > 0 && el("span", {}, t("your seat is free: {time}", { time: left(until - time.now()) })));

setInterval(draw, 1000);
await look();
