/** All tables at which one sits, in one window: a tile for each, and the one that waits comes forward. */

import { $, dress, h } from "../common/dom.js";
import { put, readOut } from "../common/element.js";
import { t } from "../common/language.js";
import { tables } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { frontOf, waitingAfter } from "./front.js";

/** A table in the window: its name, what it lies in, and its button. @typedef {{ title: string, tile: HTMLElement, tab: HTMLButtonElement }} Shown */

dress();

const OFTEN = 4000;
/** @type {Map<string, Shown>} by the ids of the tables, in the order in which one sat down */
const shown = new Map();
/** @type {string[]} those that wait for this person, the first one first */
let waiting = [];
let front = "";

/** Draw which of them wait, and which is in front. Nothing moves the focus: it may be in an amount. */
function draw() {
  front = frontOf(front, waiting, [...shown.keys()]);
  for (const [id, { title, tile, tab }] of shown) {
    const waits = waiting.includes(id);
    tile.classList.toggle("waits", waits);
    tile.classList.toggle("front", id === front);
    tab.classList.toggle("waits", waits);
    tab.setAttribute("aria-pressed", String(id === front));
    put(tab, waits ? t("{title}: your turn", { title }) : title);
  }
  document.title = waiting.length ? `${t("Your turn")} – sidepot` : t("My tables – sidepot");
}

/**
 * Follow the page of a table: it says in its body whether it waits.
 * @param {string} id
 * @param {HTMLIFrameElement} frame
 */
function follow(id, frame) {
  const body = frame.contentDocument?.body;
  if (!body) return;
  const look = () => {
    const waits = body.classList.contains("your-turn");
    if (waits === waiting.includes(id)) return;
    waiting = waitingAfter(waiting, id, waits);
    if (waits) readOut($("#announce"), t("{title}: your turn", { title: shown.get(id)?.title ?? "" }));
    draw();
  };
  new MutationObserver(look).observe(body, { attributeFilter: ["class"] });
  look();
}

/**
 * @param {string} id
 * @param {string} title
 */
function add(id, title) {
  const frame = h("iframe", { src: `/table/${encodeURIComponent(id)}`, title });
  frame.addEventListener("load", () => follow(id, frame));
  const tab = h("button", { type: "button", class: "quiet", onclick: () => {
    front = id;
    waiting = waiting.includes(id) ? [id, ...waiting.filter((one) => one !== id)] : waiting;
    draw();
    frame.focus();
  } }, title);
  const tile = h("section", { class: "tile", "aria-label": title, "data-table": id }, frame);
  shown.set(id, { title, tile, tab });
  $("#tiles").append(tile);
  $("#tabs").append(tab);
}

/** Show each table at which one sits; one that was left stays in its place until the page is loaded again. */
async function look() {
  try {
    const { tables: all, mine } = await tables();
    for (const { id, title } of all) if (mine.includes(id) && !shown.has(id)) add(id, title);
    const none = document.querySelector(".none");
    if (!shown.size && !none) $("#tiles").append(h("p", { class: "none" }, t("You are not seated at any table.")));
    if (shown.size) none?.remove();
    $("#trouble").hidden = true;
    draw();
  } catch (caught) {
    put($("#trouble"), refusal(caught));
    $("#trouble").hidden = false;
  }
  $("#tiles").setAttribute("aria-busy", "false");
  setTimeout(look, document.hidden ? OFTEN * 4 : OFTEN);
}

void look();
