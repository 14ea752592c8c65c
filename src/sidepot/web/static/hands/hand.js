/** The replay of a hand: step by step or street by street, as its viewer saw it, with the choices and their reasons. */

import { cardElement } from "../common/cards.js";
import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { titleIn, stakesIn } from "../common/sentences.js";
import { inChips, useDecimals } from "../common/units.js";
import { cited, grouped, percent, small } from "../common/words.js";
import { handFile, handsFile, keepNote, recordOf, replayed, sharesOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { lies } from "../table/lifted.js";
import { settlePath } from "../settle/case.js";
import { replayOf, shareStepOf, streetStarts } from "./short.js";
import { takeHome } from "./take_home.js";
import { english, englishLine, t, tNodes } from "../common/language.js";
import { reasonNode } from "../decision/why.js";

/** @import { Replay, ReplayStep, SeatState, ShareStep } from "sidepot/protocol" */

dress();

const PACE = 1200; // ms a step, when it plays
const at = /** @type {HTMLInputElement} */ ($("#at"));
const query = new URLSearchParams(location.search);
const isPublic = query.has("public");

/** @type {Replay | null} */
let shown = null;
/** @type {number | null} */
let playing = null;
/** @type {ShareStep[]} of a run-out, as soon as the room has worked them out */
let shares = [];

/**
 * @param {SeatState} seat
 * @param {ReplayStep} step
 * @param {number} number
 */
function seatRow(seat, step, number) {
  const { ofSeat } = lies({ paid: step.paid ?? [] });
  const share = shareStepOf(shown?.replayed.steps ?? [], step, shares);
  const mine = share?.shares.find(([player]) => player === seat.player);
  const folded = seat.hand === "folded";
  const what = [number === shown?.replayed.button && "button", seat.hand === "all-in" && "all-in", seat.last, seat.hand_name];
  return h(
    "li",
    { class: `replay-seat ${step.turn?.seat === number ? "is-due" : ""} ${folded ? "is-folded" : ""}` },
    h("span", {}, seat.player, h("small", {}, english(what.filter(Boolean).map((one, place) => (place ? small(String(one)) : one)).join(", ") || (folded ? "folded" : "")))),
    h("span", { class: "hand-cards" }, (folded && !seat.cards?.length ? [] : (seat.cards ?? [])).map((card) => cardElement(card, seat.shown ? ofSeat(number, card) : ""))),
    h("span", {}, seat.won ? h("span", { class: "won" }, t("wins {amount}", { amount: inChips(seat.won) })) : inChips(seat.stack),
      mine ? h("small", { class: "replay-share" }, t("wins {share} of the pot on average", { share: percent(mine[1], share?.exact) })) : null,
      seat.bet ? h("small", {}, t("bets {amount}", { amount: inChips(seat.bet) })) : null),
  );
}

/** @param {ReplayStep} step */
function turnOf(step) {
  const turn = step.turn;
  if (!turn) return [];
  const player = h("strong", {}, step.seats[turn.seat]?.player ?? "");
  const may = turn.may.map((act) => act.replaceAll("_", " ")).join(", ");
  const why = (turn.why ?? []).map((reason) => h("li", {}, reasonNode(reason), " ", h("small", {}, cited(reason.cite))));
  return [
    h("p", {}, may ? tNodes("{player} can {acts}", { player, acts: english(may) }) : tNodes("{player} is to act", { player })),
    why.length > 0 && h("details", {}, h("summary", {}, t("Legal actions and reasons")), h("ul", {}, why)),
  ];
}

/** @param {number} number */
function show(number) {
  const steps = shown?.replayed.steps ?? [];
  const step = steps[Math.max(0, Math.min(number, steps.length - 1))];
  if (!step) return;
  at.value = String(steps.indexOf(step));
  at.setAttribute("aria-valuetext", step.lines.join(". "));
  const { onBoard } = lies({ paid: step.paid ?? [] });
  put($("#boards"), (step.boards ?? []).map((board, on) => h("div", {}, board.map((card) => cardElement(card, onBoard(on, card))))));
  const pots = (step.pots ?? []).map(({ amount }) => amount);
  put($("#pots"), pots.length ? `${pots.length > 1 ? t("Pots") : t("Pot")} ${pots.map(inChips).join(" + ")}` : "");
  put($("#seats"), step.seats.map((seat, seated) => seatRow(seat, step, seated)));
  put($("#now"), englishLine(step.lines.map(grouped).join("\n")));
  put($("#turn"), turnOf(step));
  const query = new URLSearchParams(location.search);
  query.set("step", at.value);
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

const here = () => Number(at.value);
const last = () => Number(at.max);

function stop() {
  if (playing !== null) clearInterval(playing);
  playing = null;
  put($("#play"), t("Play"));
}

function play() {
  if (playing !== null) return stop();
  if (here() === last()) show(0);
  put($("#play"), t("Pause"));
  playing = setInterval(() => {
    show(here() + 1);
    if (here() === last()) stop();
  }, PACE);
}

/** @param {1 | -1} way */
function street(way) {
  const starts = streetStarts(shown?.replayed.steps ?? []);
  jump(way > 0 ? (starts.find((start) => start > here()) ?? last()) : (starts.findLast((start) => start < here()) ?? 0));
}

/** @param {number} number */
function jump(number) {
  stop();
  show(number);
}

/** @param {1 | -1} way */
const go = (way) => jump(here() + way);

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowRight: () => go(1), ArrowLeft: () => go(-1), ArrowUp: () => street(-1), ArrowDown: () => street(1),
  Home: () => jump(0), End: () => jump(last()), " ": play,
});

/** @param {Replay} replay */
function drawMore(replay) {
  const { table, hand } = /** @type {{ table: string, hand: number }} */ (replayOf(location.pathname));
  const copied = h("span", { role: "status" });
  const address = () => `${location.origin}${location.pathname}?public&step=${here()}`;
  const share = h("button", {
    type: "button", class: "quiet",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(address());
        put(copied, t("Copied: the link shows the hand as everyone saw it."));
      } catch {
        put(copied, address());
      }
    },
  }, t("Copy a link to share"));
  const fair = h("section", { class: "replay-fair", "aria-live": "polite" });
  const checks = h("button", { type: "button", class: "quiet", onclick: () => checkHere(fair, table, hand) }, t("Verify the deal"));
  put(
    $("#more"),
    h("p", { class: "replay-links" }, share,
      checks,
      h("a", { class: "quiet", href: settlePath(table, hand) }, t("Settle with real chips"))),
    copied,
    takeHome(t("This hand"), (kind) => `${handFile(table, hand, kind)}${isPublic ? "&public=true" : ""}`),
    replay.own && !isPublic && takeHome(t("All your hands at this table"), (kind) => handsFile(new URLSearchParams({ table }), kind)),
    fair,
    replay.own && !isPublic && noteForm(table, hand, replay.note),
  );
}

/**
 * Check on this page that the hand was dealt fairly.
 * @param {Element} place
 * @param {string} table
 * @param {number} hand
 */
async function checkHere(place, table, hand) {
  put(place, t("Checking…"));
  try {
    const { checked } = await import("../verify/checked.js"); // of no use to a replay that nobody checks
    put(place, await checked(JSON.stringify(await recordOf(table, hand)), { table, hand }));
  } catch (caught) {
    put(place, refusal(caught));
  }
}

/**
 * @param {string} table
 * @param {number} hand
 * @param {string} text
 */
function noteForm(table, hand, text) {
  const note = h("textarea", { id: "note", maxlength: 2000, rows: 3 }, text);
  const status = h("span", { role: "status" });
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    try {
      await keepNote(table, hand, note.value);
      put(status, note.value.trim() ? t("Saved: only you can see it.") : t("Note deleted."));
    } catch (caught) {
      put(status, refusal(caught));
    }
  };
  return h("form", { class: "replay-note", onsubmit: send },
    h("label", { for: "note" }, t("Your note")), note,
    h("p", { class: "replay-links" }, h("button", { class: "quiet" }, t("Save note")), status));
}

async function load() {
  const found = replayOf(location.pathname);
  if (!found) return;
  try {
    shown = await replayed(found.table, found.hand, isPublic);
  } catch (caught) {
    put($("#trouble"), refusal(caught));
    $("#trouble").hidden = false;
    return;
  }
  const { replayed: hand } = shown;
  useDecimals(hand.decimals ?? 0);
  const whose = hand.you >= 0 ? t("as seen by {player}", { player: hand.steps[0]?.seats[hand.you]?.player ?? t("you") }) : t("as everyone saw it");
  put($("#title"), t("{title}, hand {hand}", { title: hand.title || t("Table {table}", { table: found.table }), hand: hand.hand }));
  document.title = t("Hand {hand} – sidepot", { hand: hand.hand });
  put($("#what"), `${titleIn(hand.game)}, ${stakesIn(hand.terms.toLowerCase(), hand.terms_parts)}`, `, ${whose}`);
  at.max = String(hand.steps.length - 1);
  const key = (/** @type {string} */ text, /** @type {() => void} */ act, id = "") =>
    h("button", { type: "button", class: "quiet", id: id || null, onclick: act }, text);
  put($(".replay-keys"), key(t("Previous street"), () => street(-1)), key(t("Back"), () => go(-1)), key(t("Play"), play, "play"),
    key(t("Forward"), () => go(1), "on"), key(t("Next street"), () => street(1)));
  drawMore(shown);
  $("#replay").hidden = false;
  show(Number(query.get("step") ?? 0) || 0);
  shares = (await sharesOf(found.table, found.hand).catch(() => ({ steps: [] }))).steps;
  if (shares.length) show(here());
}

at.addEventListener("input", () => jump(here()));
addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  const inside = /** @type {Element} */ (event.target);
  if (!act || !shown || event.ctrlKey || event.metaKey || event.altKey || inside.matches("input, textarea, select")) return;
  if (event.key === " " && inside.matches("button, a, summary")) return;
  event.preventDefault();
  act();
});
void load();
