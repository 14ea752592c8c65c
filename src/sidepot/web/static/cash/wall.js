/** The lists of a cash night for a display in the room. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { asRefused } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";
import { Follower } from "./follow.js";
import { listsOf } from "./routes.js";
import { left } from "./words.js";

/** @import { CashEntry, CashWall, CashWallGame } from "sidepot/protocol" */

dress();

const night = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");

/** @type {Follower<CashWall>} */
const wall = new Follower({
  fetch: () => listsOf(night, location.hash.slice(1)),
  show() {
    trouble("");
    draw();
  },
  failed: (caught) => trouble(asRefused(caught).status ? refusal(caught) : t("No connection to the room")),
});

function draw() {
  if (!wall.state) return;
  put($("#title"), wall.state.title);
  put($("#lists"), wall.state.games.map(gameOf));
}

/** @param {CashWallGame} game */
const gameOf = ({ name, tables, entries, free = 0 }) =>
  el("section", { key: name, class: "cash-wall-game" },
    el("h2", {}, name), el("p", {}, [tn("{count} table", "{count} tables", tables.length), tn("{count} free seat", "{count} free seats", free)].join(" · ")),
    el("ol", {}, entries.filter(({ going }) => going).map(rowOf)),
    entries.some(({ going }) => !going) && el("p", { class: "cash-interested" }, t("Interested: {players}", { players: entries.filter(({ going }) => !going).map(({ player }) => player).join(", ") })));

/** @param {CashEntry} entry */
const rowOf = ({ player, until = 0 }) =>
  el("li", { key: player, class: until ? "is-called" : "" }, el("b", {}, player), until > 0 && el("span", {}, t("your seat is free: {time}", { time: left(until - wall.now()) })));

setInterval(draw, 1000);
await wall.begin(night);
