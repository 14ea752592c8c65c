/** The host's page of integrity: a look through the hands, the flags it raised, and seats of one browser. */

import { field } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { refusal, trouble, tried as triedThen } from "../room/trouble.js";
import { chips, count } from "../common/words.js";
import { replayPath } from "../hands/short.js";
import { asRefused, integrityOf, lookThrough, seatLeave } from "../room/api.js";
import { meaning, unusual } from "./flags.js";
import { tr } from "../common/language.js";

/** @import { Flag, Looked, SeatAsked } from "sidepot/protocol" */

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
      ? tr`${player} asks to sit at table ${table}, from an address or a browser of ${other}, who is banned`
      : tr`${player} asks to sit at table ${table}, where ${other} sits from the same browser`),
    el("small", {}, new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    el("div", { class: "flag-acts" },
      given
        ? el("button", { type: "button", class: "quiet", onclick: answer(false) }, tr`${player} may sit there: take that back`)
        : [el("button", { type: "button", class: "strong", onclick: answer(true) }, tr`Let ${player} sit down`),
          el("button", { type: "button", class: "quiet", onclick: answer(false) }, tr`No`)]),
  );
}

/** @param {readonly SeatAsked[]} seats */
const drawSeats = (seats) =>
  put($("#seats"), seats.length > 0 && [el("h2", {}, tr`Seats that need your leave`), el("ul", { class: "flag-list" }, seats.map(seatRow))]);

// ---- flags

/**
 * @param {Flag} flag
 * @param {Looked} looked
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

/** @param {Looked} looked */
function drawFound(looked) {
  const { report } = looked;
  const name = (/** @type {string} */ player) => report.names?.[player] ?? player;
  put(
    $("#flags"),
    el("h2", {}, report.flags.length ? count(report.flags.length, "flag") : tr`No flags`),
    el("p", { class: "lead" }, tr`${count(report.hands, "hand")}, ${count(report.players, "player")}, ${count(report.pairs, "pair")} that met.`),
    el("ul", { class: "flag-list" }, report.flags.map((flag) => flagRow(flag, looked))),
  );
  put(
    $("#flows"),
    report.flows.length > 0 && [
      el("h2", {}, tr`Where most chips went`),
      el("ul", { class: "flag-list" }, report.flows.slice(0, MOST_FLOWS).map(({ loser, winner, hands, amount }) =>
        el("li", { class: "flag" }, tr`${name(loser)} to ${name(winner)}: ${chips(Math.round(amount))} big blinds in ${count(hands, "hand")} together`))),
    ],
  );
}

// ---- looking

const days = h("select", { id: "days" },
  [["7", tr`The last week`], ["31", tr`The last month`], ["0", tr`All hands`]].map(([value, text]) => h("option", { value, selected: value === "31" }, text)));
const begin = h("button", { type: "submit", class: "strong" }, tr`Look through the hands`);

/** @type {Record<string, string>} */
const STATES = {
  never: tr`Nothing was looked through since the room was opened. It may take some minutes, and play is not slower for it.`,
  looking: tr`Looking through the hands …`,
  failed: tr`The hands could not be looked through: the log says why.`,
};

async function show() {
  let again = 0;
  try {
    const told = await integrityOf();
    $("#look").hidden = false; // only those who may look through the hands see the form
    drawSeats(told.seats);
    const found = told.found;
    put($("#state"), STATES[told.state] ?? tr`Looked through on ${new Date(told.at).toLocaleString()}.`);
    begin.disabled = told.state === "looking";
    if (found) drawFound(found);
    trouble("");
    again = told.state === "looking" ? OFTEN : OFTEN * 4;
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
put($("#look"), field(tr`Which hands`, days), begin);
$("#look").addEventListener("submit", (event) => {
  event.preventDefault();
  void tried(() => lookThrough(Number(days.value)));
});
void show();
