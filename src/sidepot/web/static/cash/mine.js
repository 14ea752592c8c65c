/** A cash night on a player's phone: the lists, the call, the seat, receipts and markers. Without a token it asks for a name. */

import { field, sentForm } from "../common/dialogs.js";
import { $, dress, h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { inMoney, useMoney } from "../common/money.js";
import { asRefused } from "../room/api.js";
import { newId } from "../room/socket.js";
import { refusal, trouble } from "../room/trouble.js";
import { turnBegins } from "../table/sounds.js";
import { Follower } from "./follow.js";
import { askFor, join, ownOf } from "./routes.js";
import { drawRules } from "./rules.js";
import { clock, dayAndTime, kindOf, left } from "./words.js";

/** @import { CashLine, CashMarker, CashOwnGame, CashOwnPage } from "sidepot/protocol" */

dress();

const SHAKE = [300, 150, 300];
const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
const night = parts[0] === "c" ? "" : parts[1];
const KEY = `cash.${night}`;
let token = night ? kept.get(KEY, "") : parts[1];
let calledUntil = 0;

/** @type {Follower<CashOwnPage>} */
const mine = new Follower({
  fetch: () => ownOf(token),
  show() {
    trouble("");
    draw();
  },
  failed(caught) {
    const { status } = asRefused(caught);
    if (status === 404 && night) {
      kept.set(KEY, "");
      askWho();
      return;
    }
    trouble(status ? refusal(caught) : t("No connection to the room"));
    draw();
  },
});

/** The page of the player that the token names: the night is in it. */
const begin = () => mine.begin(token.split("-")[0]);

function askWho() {
  $("main").removeAttribute("aria-busy");
  const name = h("input", { type: "text", required: true, maxlength: "60", autocomplete: "name" });
  const send = async () => {
    const joined = await join(night, newId(), name.value.trim());
    token = joined.token;
    kept.set(KEY, token);
    put($("#join"));
    await begin();
  };
  put($("#join"), sentForm(send, field(t("Your name"), name, t("as the others know you")), t("Go on")));
}

/**
 * @param {"going" | "interested" | "off" | "pass"} about
 * @param {number} game
 */
async function request(about, game) {
  try {
    mine.state = await askFor(token, newId(), about, game);
    trouble("");
  } catch (caught) {
    trouble(refusal(caught));
  }
  draw();
}

function draw() {
  $("main").removeAttribute("aria-busy");
  if (!mine.state) return;
  const { title, unit, player, games, lines, markers, table = 0, seat = 0, balance = 0, away = 0, moves_to = 0, over, rules } = mine.state;
  useMoney(unit);
  put($("#night"), title);
  put($("#player"), player);
  drawCall(games);
  /** @type {[string, string][]} */
  const facts = [
    ...(table ? /** @type {[string, string][]} */ ([[t("Table"), String(table)], [t("Seat"), String(seat)]]) : []),
    ...(moves_to ? /** @type {[string, string][]} */ ([[t("You move later"), t("to table {table}", { table: moves_to })]]) : []),
    ...(away ? /** @type {[string, string][]} */ ([[t("Your chips"), inMoney(away)]]) : []),
    ...(balance ? /** @type {[string, string][]} */ ([[balance > 0 ? t("You are to get") : t("You owe"), inMoney(Math.abs(balance))]]) : []),
  ];
  put($("#place"), facts.map(([name, value]) => el("div", { key: name }, el("dt", {}, name), el("dd", {}, value))));
  $("#games-part").hidden = Boolean(over) || !games.length;
  put($("#games"), games.map(gameOf));
  $("#markers-part").hidden = !markers.length;
  put($("#markers"), markers.map(markerOf));
  $("#rules-part").hidden = false;
  void drawRules($("#rules"), rules);
  $("#lines-part").hidden = !lines.length;
  put($("#lines"), lines.map(lineOf));
}

/** @param {readonly CashOwnGame[]} games */
function drawCall(games) {
  const call = games.find(({ until = 0 }) => until);
  const place = $("#called");
  place.hidden = !call;
  if (!call) return;
  put(place, el("strong", {}, t("A seat is free for you: {game}", { game: call.name })), el("span", {}, t("Come to the desk within {time}.", { time: left((call.until ?? 0) - mine.now()) })),
    el("button", { type: "button", class: "quiet", onclick: () => request("pass", call.number) }, t("Let the next one go first")));
  if (call.until !== calledUntil) {
    calledUntil = call.until ?? 0;
    turnBegins();
    navigator.vibrate?.(SHAKE);
  }
}

/** @param {CashOwnGame} game */
function gameOf({ number, name, waiting, free = 0, place = 0, going, seated }) {
  const facts = seated ? t("you sit in this game") : place ? t("you are number {place} of {waiting}", { place, waiting }) : [tn("{count} on the list", "{count} on the list", waiting), tn("{count} free seat", "{count} free seats", free)].join(" · ");
  const button = (/** @type {"going" | "interested" | "off"} */ about, /** @type {string} */ text, kind = "quiet") =>
    el("button", { type: "button", class: kind, "data-about": about, onclick: () => request(about, number) }, text);
  return el("li", { key: number }, el("div", {}, el("b", {}, name), el("small", {}, facts)),
    el("div", { class: "asks" },
      !(seated || (place && going)) && button("going", t("I am going"), "strong"),
      !(seated || place) && button("interested", t("I am interested")),
      place > 0 && button("off", t("Take me off the list"))));
}

/** @param {CashMarker} marker */
const markerOf = ({ line, player, other, chips, unpaid = 0, due = 0 }) =>
  el("li", { key: line }, el("span", {}, t("{player} owes {other} {amount}", { player, other, amount: inMoney(chips) }), " ", el("small", {}, unpaid && due ? t("due {when}", { when: dayAndTime(due) }) : "")), el("b", {}, unpaid ? inMoney(unpaid) : t("paid")));

/** @param {CashLine} shown */
const lineOf = ({ line, corrected }) =>
  el("li", { key: line.number, class: corrected ? "is-undone" : "" }, el("span", {}, `${t("No. {line}", { line: line.number })} · ${kindOf(line.kind)} · ${clock(line.at)}`,
    line.corrects ? ` · ${t("corrects no. {line}", { line: line.corrects })}` : "", line.on_account ? ` · ${t("later")}` : ""), el("b", {}, inMoney(line.chips)));

setInterval(draw, 1000);
await (token ? begin() : askWho());
