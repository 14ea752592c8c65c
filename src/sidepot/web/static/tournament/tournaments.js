/** All tournaments: those that one plays in, that are open, on, and over. */

import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { t, tn } from "../common/language.js";
import { inMoney } from "../common/money.js";
import { whoAmI } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { pageOf, livePageOf, tournaments } from "./calls.js";
import { inOrderOfTime, listWords } from "./figures.js";

/** @import { TournamentLine } from "sidepot/protocol" */

dress();

const OFTEN = 5000;
let isHost = false;

/** @param {unknown} caught */
function trouble(caught) {
  put($("#trouble"), caught ? refusal(caught) : "");
  $("#trouble").hidden = !caught;
}

/** @type {Record<string, string>} */
const KINDS = { plain: "", satellite: t("satellite"), shootout: t("shoot-out"), "heads-up": t("heads-up"), flight: t("flight") };

/**
 * @param {TournamentLine} line
 * @param {boolean} isMine
 * @param {string} words
 */
function rowOf(line, isMine, words) {
  const { id, title, game, kind = "plain", buy_in = 0, fee = 0, entry_open = false, phase, flights = 0, live = false, money } = line;
  const what = flights ? tn("final day of {count} flight", "final day of {count} flights", flights) : (KINDS[kind] ?? kind);
  const price = [buy_in, fee].filter(Boolean).map((one) => inMoney(one, money)).join(" + ");
  const entry = price ? t("buy-in {price}", { price }) : t("free");
  const isOver = phase === "over" || phase === "called off";
  return el("li", { class: `table-row${isOver ? " is-over" : ""}`, "data-tournament": id, key: id },
    el("div", { class: "table-what" }, el("h2", {}, title),
      el("p", {}, [titleIn(game), what, entry].filter(Boolean).join(" · ")), el("p", {}, words)),
    el("div", { class: "table-who" }, el("small", {}, isMine ? t("You are registered") : entry_open ? t("Registration open") : "")),
    el("div", { class: "table-go" }, el("a", { class: entry_open && !isMine ? "strong" : "quiet", href: live ? livePageOf(id, isHost) : pageOf(id) }, isOver ? t("Results") : t("View"))));
}

async function show() {
  const place = $("#list");
  try {
    const lobby = await tournaments();
    const mine = new Set(lobby.mine ?? []);
    const now = Date.now();
    const lines = inOrderOfTime(lobby.tournaments ?? [], mine).map((line) => /** @type {const} */ ([line, mine.has(line.id), listWords(line, now)]));
    put(place, lines.length ? lines.map(([line, isMine, words]) => rowOf(line, isMine, words)) : el("li", { class: "none" }, t("No tournaments are announced.")));
    document.title = `${lines.length ? `${tn("{count} tournament", "{count} tournaments", lines.length)} – ` : ""}sidepot`;
    place.setAttribute("aria-busy", "false");
    trouble(null);
  } catch (caught) {
    trouble(caught);
  }
  setTimeout(show, document.hidden ? OFTEN * 4 : OFTEN);
}

$("#announce").addEventListener("click", async () => (await import("./announce.js")).announce());
try {
  const me = await whoAmI();
  isHost = me.role === "host" || me.role === "staff";
  $("#announce").hidden = !isHost;
} catch (caught) {
  trouble(caught);
}
void show();
