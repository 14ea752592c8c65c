/** The page of one's own hands: figures with their line, filters, and the list in pages. */

import { cardElement } from "../common/cards.js";
import { field } from "../common/dialogs.js";
import { $, dress, h, s } from "../common/dom.js";
import { put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { amountOf, chips } from "../common/words.js";
import { asRefused, handsFile, myFigures, myHands } from "../room/api.js";
import { cardsOf, drawnLine, percentOf, replayPath } from "./short.js";
import { takeHome } from "./take_home.js";
import { DATES, english, t, tn } from "../common/language.js";

/** @import { GameFigures, LinePoint, MyHand } from "sidepot/protocol" */

dress();

const list = $("#hands");
const more = /** @type {HTMLButtonElement} */ ($("#more"));
let next = "";
let asked = 0;

/** @param {unknown} caught */
function trouble(caught) {
  const { because, status } = asRefused(caught);
  const isNew = status === 401; // a newcomer has nothing to look for
  $("#wanted").hidden = $("#files").hidden = isNew;
  $("#trouble").hidden = isNew;
  if (isNew) put(list, h("li", { class: "none" }, t("No hands yet: they appear here after you play one.")));
  else put($("#trouble"), english(because));
}

// ---- one's figures

/** @param {number} amount */
const signed = (amount, decimals = 0) => (amount > 0 ? `+${amountOf(amount, decimals)}` : amountOf(amount, decimals).replace("-", "−"));
/** @param {number} amount */
const wayOf = (amount) => (amount > 0 ? "up" : amount < 0 ? "down" : "");

/** @param {GameFigures} all */
function figuresOf(all, decimals = 0) {
  const one = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ title, way = "") =>
    h("div", { title }, h("dt", {}, name), h("dd", { class: way }, value));
  return h(
    "dl",
    { class: "figures" },
    one(t("Hands"), chips(all.hands), t("Cash game hands you were dealt in")),
    one(t("Won"), signed(all.net, decimals), t("Chips won and lost"), wayOf(all.net)),
    one(t("bb/100"), signed(all.per_100), t("Big blinds won per 100 hands"), wayOf(all.per_100)),
    one(t("VPIP"), percentOf(all.voluntary, all.decided), t("Put chips in voluntarily before the flop")),
    one(t("PFR"), percentOf(all.raised, all.decided), t("Raised before the flop")),
    one(t("Showdowns"), percentOf(all.showdowns, all.hands), t("Hands you took to a showdown")),
    one(t("W$SD"), percentOf(all.won_there, all.showdowns), t("Showdowns where you won chips")),
  );
}

/** @param {readonly LinePoint[]} line */
function lineOf(line) {
  const { path, zero } = drawnLine(line, 600, 110);
  const last = line.at(-1);
  const label = tn("Big blinds over {count} hand: {result}", "Big blinds over {count} hands: {result}", last?.hands ?? 0, { result: signed(Math.round(last?.units ?? 0)) });
  return s(
    "svg",
    { class: "figures-line", viewBox: "0 -5 600 120", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("line", { x1: 0, x2: 600, y1: zero, y2: zero }),
    s("path", { d: path }),
  );
}

async function drawFigures() {
  const figures = await myFigures();
  put($("#figures"), figures.all.hands > 0 && [figuresOf(figures.all, figures.decimals), lineOf(figures.line)]);
}

// ---- which hands

const game = h("select", { id: "game", onchange: () => again() }, h("option", { value: "" }, t("All games")));
const least = h("input", { id: "least", type: "number", min: 0, inputmode: "numeric", onchange: () => again() });
const most = h("input", { id: "most", type: "number", min: 0, inputmode: "numeric", onchange: () => again() });
const ticks = /** @type {const} */ (["showdown", "mine", "noted"]).map((name) => {
  const box = h("input", { type: "checkbox", name, checked: name === "mine", onchange: () => again() });
  const words = { showdown: t("With a showdown"), mine: t("I was dealt in"), noted: t("With a note") };
  return { name, box, label: h("label", { class: "tick" }, box, words[name]) };
});

function wanted() {
  const query = new URLSearchParams();
  if (game.value) query.set("game", game.value);
  if (Number(least.value) > 0) query.set("least", least.value);
  if (Number(most.value) > 0) query.set("most", most.value);
  for (const { name, box } of ticks) if (box.checked) query.set(name, "true");
  return query;
}

// ---- the list

/** @param {MyHand} one */
function rowOf(one) {
  const when = new Date(one.at);
  const boards = one.boards.map(cardsOf);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "hand-row", href: replayPath(one.table, one.hand) },
      h("small", {}, when.toLocaleDateString(DATES), h("br", {}), when.toLocaleTimeString(DATES, { timeStyle: "short" })),
      h(
        "span",
        { class: "hand-what" },
        h("span", {}, one.title),
        h("small", {}, [tn("{game}, hand {hand}, {count} player, pot {pot}", "{game}, hand {hand}, {count} players, pot {pot}", one.players, { game: titleIn(one.game_title), hand: one.hand, pot: amountOf(one.pot, one.decimals) }),
          one.showdown && t("showdown"), one.noted && t("with a note")].filter(Boolean).join(", ")),
      ),
      h(
        "span",
        { class: "hand-cards" },
        cardsOf(one.cards).map((card) => cardElement(card)),
        boards.map((board) => [h("span", { class: "gap" }), ...board.map((card) => cardElement(card))]),
      ),
      h("span", { class: `hand-net ${one.own ? wayOf(one.net) : ""}` }, one.own ? signed(one.net, one.decimals) : t("watched")),
    ),
  );
}

async function load() {
  const mine = ++asked;
  list.setAttribute("aria-busy", "true");
  try {
    const query = wanted();
    if (next) query.set("before", next);
    const page = await myHands(query);
    if (mine !== asked) return;
    list.append(...page.hands.map(rowOf));
    if (!list.children.length) put(list, h("li", { class: "none" }, t("No hands match.")));
    if (!next && game.options.length === 1)
      game.append(...Object.entries(page.games).map(([id, title]) => h("option", { value: id }, titleIn(title))));
    next = page.more;
    more.hidden = !next;
    $("#trouble").hidden = true;
  } catch (caught) {
    trouble(caught);
  } finally {
    list.setAttribute("aria-busy", "false");
  }
}

function again() {
  next = "";
  put(list);
  return load();
}

put($("#wanted"), field(t("Game"), game), field(t("Minimum pot"), least), field(t("Maximum pot"), most), ticks.map(({ label }) => label));
$("#wanted").addEventListener("submit", (event) => event.preventDefault());
put($("#files"), h("details", { class: "exports" }, h("summary", {}, t("Export")), takeHome(t("These hands"), (kind) => handsFile(wanted(), kind))));
more.addEventListener("click", () => load());
void load();
void drawFigures().catch(() => put($("#figures")));
