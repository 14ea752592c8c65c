/** The host's page of integrity: a look through the hands, the flags it raised, and seats of one browser. */

import { field } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { refusal, trouble, tried as triedThen } from "../room/trouble.js";
import { chips } from "../common/words.js";
import { replayPath } from "../hands/short.js";
import { asRefused, integrityOf, lookThrough, seatLeave } from "../room/api.js";
import { meaning, unusual } from "./flags.js";
import { DATES, t, tn } from "../common/language.js";

/** @import { Flag, IntegrityReport, SeatAsked } from "sidepot/protocol" */

dress();

const OFTEN = 1500;
const MOST_FLOWS = 10;

/** @param {() => Promise<unknown>} act */
const tried = (act) => triedThen(act, show);

// ---- seats of one browser

/** @param {SeatAsked} seat */
function seatRow({ table, account, player, other, at, given, banned = false }) {
  const answer = (/** @type {boolean} */ may) => () => tried(() => seatLeave(table, account, may));
  return el(
    "li",
    { class: "flag" },
    el("strong", {}, banned
      ? t("{player} wants to sit at table {table} from an address or browser of {other}, who is banned", { player, table, other })
      : t("{player} wants to sit at table {table}, where {other} plays from the same browser", { player, table, other })),
    el("small", {}, new Date(at).toLocaleString(DATES, { dateStyle: "medium", timeStyle: "short" })),
    el("div", { class: "flag-acts" },
      given
        ? el("button", { type: "button", class: "quiet", onclick: answer(false) }, t("{player} is allowed to sit there: withdraw this", { player }))
        : [el("button", { type: "button", class: "strong", onclick: answer(true) }, t("Allow {player} to sit down", { player })),
          el("button", { type: "button", class: "quiet", onclick: answer(false) }, t("No"))]),
  );
}

/** @param {readonly SeatAsked[]} seats */
const drawSeats = (seats) =>
  put($("#seats"), seats.length > 0 && [el("h2", {}, t("Seats that need your approval")), el("ul", { class: "flag-list" }, seats.map(seatRow))]);

// ---- flags

/**
 * @param {Flag} flag
 * @param {IntegrityReport} looked
 */
function flagRow(flag, { report, places }) {
  const hands = (flag.hands ?? []).map((label) => {
    const place = places[label];
    return place ? el("a", { href: replayPath(place.table, place.hand) }, label) : el("span", {}, label);
  });
  return el(
    "li",
    { class: "flag" },
    el("strong", {}, meaning(flag, report.names ?? {})),
    el("small", {}, unusual(flag)),
    hands.length > 0 && el("div", { class: "flag-hands" }, hands),
  );
}

/** @param {IntegrityReport} looked */
function drawFound(looked) {
  const { report } = looked;
  const name = (/** @type {string} */ player) => report.names?.[player] ?? player;
  put(
    $("#flags"),
    el("h2", {}, report.flags.length ? tn("{count} flag", "{count} flags", report.flags.length) : t("No flags")),
    el("p", { class: "lead" }, t("{hands}, {players}, {pairs} who played together.", { hands: tn("{count} hand", "{count} hands", report.hands), players: tn("{count} player", "{count} players", report.players), pairs: tn("{count} pair", "{count} pairs", report.pairs) })),
    el("ul", { class: "flag-list" }, report.flags.map((flag) => flagRow(flag, looked))),
  );
  put(
    $("#flows"),
    report.flows.length > 0 && [
      el("h2", {}, t("Largest chip flows")),
      el("ul", { class: "flag-list" }, report.flows.slice(0, MOST_FLOWS).map(({ loser, winner, hands, amount }) =>
        el("li", { class: "flag" }, tn("{loser} to {winner}: {amount} big blinds in {count} hand together", "{loser} to {winner}: {amount} big blinds in {count} hands together", hands, { loser: name(loser), winner: name(winner), amount: chips(Math.round(amount)) })))),
    ],
  );
}

// ---- looking

const days = h("select", { id: "days" },
  [["7", t("The last week")], ["31", t("The last month")], ["0", t("All hands")]].map(([value, text]) => h("option", { value, selected: value === "31" }, text)));
const begin = h("button", { type: "submit", class: "strong" }, t("Check the hands"));

/** @type {Record<string, string>} */
const STATES = {
  never: t("No check since the room opened. A check may take some minutes and does not slow down play."),
  looking: t("Checking the hands…"),
  failed: t("The check failed: see the log of the room."),
};

async function show() {
  let again = 0;
  try {
    const report = await integrityOf();
    $("#look").hidden = false; // only those who may look through the hands see the form
    drawSeats(report.seats);
    const found = report.found;
    put($("#state"), STATES[report.state] ?? t("Checked on {when}.", { when: new Date(report.at).toLocaleString(DATES) }));
    begin.disabled = report.state === "looking";
    if (found) drawFound(found);
    trouble("");
    again = report.state === "looking" ? OFTEN : OFTEN * 4;
  } catch (caught) {
    const { status } = asRefused(caught);
    const isOthers = status === 401 || status === 403;
    trouble(refusal(caught));
    if (isOthers) $("#look").hidden = true;
    again = isOthers ? 0 : OFTEN * 4;
  }
  clearTimeout(timer);
  if (again) timer = setTimeout(show, again);
}

let timer = 0;
put($("#look"), field(t("Filters"), days), begin);
$("#look").addEventListener("submit", (event) => {
  event.preventDefault();
  void tried(() => lookThrough(Number(days.value)));
});
void show();
