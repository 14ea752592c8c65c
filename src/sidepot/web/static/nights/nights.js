/** The nights of the club: the list, what a night or a month came to, who pays whom, and the books as files. */

import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { amountOf } from "../common/words.js";
import { takeHome } from "../hands/take_home.js";
import { asRefused, handsFile, nightBooks, nightFile, nights } from "../room/api.js";
import { byMonth, houseName, partyName, periodName, periodOf, signed, wayOf } from "./periods.js";
import { english, t, tn } from "../common/language.js";

/** @import { Night, NightBooks, PlayerLine } from "sidepot/protocol" */

dress();

const more = /** @type {HTMLButtonElement} */ ($("#more"));
/** @type {Night[]} */
let all = [];
let next = 0;
let asked = 0;

/** @param {unknown} caught */
function trouble(caught) {
  const { because, status } = asRefused(caught);
  const isNew = status === 401; // a newcomer has no nights
  $("#trouble").hidden = isNew;
  if (isNew) put($("#nights"), h("p", { class: "none" }, t("No nights yet: they start with your first hand.")));
  else put($("#trouble"), english(because));
}

// ---- a night or a month

const MARK = "(bot)"; // at the end of a bot's name

/** The columns, each shown where somebody has something in it. */
const COLUMNS = /** @type {const} */ ([
  ["bought", t("Bought in"), false],
  ["cashed", t("Cashed out"), false],
  ["on_table", t("On the table"), false],
  ["taken_off", t("Taken off the table"), false],
  ["tournaments", t("Tournaments"), true],
  ["credit", t("On credit"), true],
]);

/** @param {NightBooks} books */
function linesOf(books) {
  const shown = COLUMNS.filter(([key]) => books.players.some((line) => line[key]));
  const head = [t("Player"), t("Result"), ...shown.map(([, title]) => title)];
  const cell = (/** @type {number} */ amount, withSign = false) =>
    h("td", {}, withSign ? signed(amount, books.decimals) : amountOf(amount, books.decimals).replace("-", "−"));
  const row = (/** @type {PlayerLine} */ line) =>
    h(
      "tr",
      { class: line.you && "is-you" },
      h("th", { scope: "row" }, line.player, line.you && h("small", {}, t("you")), line.bot && !line.player.endsWith(MARK) && h("small", {}, t("bot"))),
      h("td", { class: `result ${wayOf(line.result)}` }, signed(line.result, books.decimals)),
      shown.map(([key, , withSign]) => cell(line[key], withSign)),
    );
  const house = Object.entries(books.house).map(([kind, amount]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, houseName(kind), h("small", {}, t("the house"))),
      h("td", { class: "result" }, signed(amount, books.decimals)),
      shown.map(() => h("td", {})),
    ),
  );
  return h(
    "div",
    { class: "books-scroll", tabindex: 0, role: "region", "aria-label": t("Results by player") },
    h(
      "table",
      { class: "books" },
      h("thead", {}, h("tr", {}, head.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, books.players.map(row), house),
    ),
  );
}

/** @param {NightBooks} books */
function paymentsOf({ payments, fewest, decimals }) {
  if (!payments.length) return h("p", { class: "none" }, t("Nobody owes anything."));
  return [
    h(
      "ul",
      { class: "payments" },
      payments.map(({ payer, payee, chips: amount }) =>
        h("li", {}, partyName(payer), h("span", {}, t("pays")), partyName(payee), h("b", {}, amountOf(amount, decimals))),
      ),
    ),
    !fewest && h("p", { class: "none" }, t("With this many players, fewer payments may be possible.")),
  ];
}

/** @param {string} period */
async function showBooks(period) {
  const mine = ++asked;
  const place = $("#books");
  for (const link of document.querySelectorAll(".night-row")) {
    if (link.getAttribute("href") === `#${period}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  try {
    const books = await nightBooks(period);
    if (mine !== asked) return;
    const file = (/** @type {"players" | "payments" | "postings"} */ what, /** @type {string} */ text) =>
      h("a", { class: "quiet", href: nightFile(period, what), download: true }, text);
    put(
      place,
      h("h2", {}, periodName(period)),
      books.players.length
        ? [
            linesOf(books),
            books.balance !== 0 && h("p", { class: "refusal" }, t("The books do not balance: check them with “sidepot audit verify”.")),
            h("h2", {}, t("Settle up")),
            paymentsOf(books),
            h("div", { class: "books-files" }, file("players", t("Players as CSV")), file("payments", t("Payments as CSV")), file("postings", t("Every posting as CSV"))),
            takeHome(t("Your hands"), (kind) => handsFile(new URLSearchParams({ night: period }), kind)),
          ]
        : h("p", { class: "none" }, t("You did not play in this period.")),
    );
    $("#trouble").hidden = true;
  } catch (caught) {
    trouble(caught);
  }
}

// ---- the list

/** @param {Night} night */
const rowOf = (night) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "night-row", href: `#${night.date}` },
      h("span", {}, periodName(night.date)),
      h("small", {}, t("{players} at {tables}, {moved} moved", { players: tn("{count} player", "{count} players", night.players), tables: tn("{count} table", "{count} tables", night.tables), moved: amountOf(night.moved, night.decimals) })),
      h("b", { class: wayOf(night.mine ?? 0) }, night.mine ? signed(night.mine, night.decimals) : ""),
    ),
  );

function drawList() {
  const months = byMonth(all).map(({ month, nights: some }) => [
    h("h2", {}, h("a", { class: "night-row", href: `#${month}` }, h("span", {}, t("All of {period}", { period: periodName(month) })))),
    h("ol", {}, some.map(rowOf)),
  ]);
  put($("#nights"), all.length ? months.flat() : h("p", { class: "none" }, t("No nights yet: the first one starts when somebody sits down.")));
}

async function load() {
  const place = $("#nights");
  place.setAttribute("aria-busy", "true");
  try {
    const page = await nights(next);
    all = [...all, ...page.nights];
    next = page.more;
    more.hidden = !next;
    drawList();
    if (!page.all) put($("#lead"), t("Play money: the tables you played at, night by night, and who pays whom. A night runs from noon to noon."));
  } catch (caught) {
    trouble(caught);
  } finally {
    place.setAttribute("aria-busy", "false");
  }
}

function showChosen() {
  const period = periodOf(location.hash) || all[0]?.date;
  if (period) void showBooks(period);
}

addEventListener("hashchange", showChosen);
more.addEventListener("click", () => load());
await load();
showChosen();
