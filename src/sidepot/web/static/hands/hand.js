/** The replay of a hand: the table step by step, as its viewer saw it, with all actions, the odds, and the reasons. */

import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { icon } from "../common/icons.js";
import { t } from "../common/language.js";
import { titleIn, stakesIn } from "../common/sentences.js";
import { equitiesOf, handFile, handsFile, keepNote, practiceOf, recordOf, replayed } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { settlePath } from "../settle/case.js";
import { begin, equity, reveal, show, transport } from "./replayer.js";
import { replayOf } from "./short.js";
import { keepFile, takeHome } from "./take_home.js";

/** @import { Replay } from "sidepot/protocol" */

dress();

const query = new URLSearchParams(location.search);
const isPublic = query.has("public");

/** @param {Replay} replay */
function drawMore(replay) {
  const { table, hand } = /** @type {{ table: string, hand: number }} */ (replayOf(location.pathname));
  const notice = h("span", { class: "replay-notice", role: "status" });
  const address = () => `${location.origin}${location.pathname}?public&step=${transport.at}`;
  const share = h("button", {
    type: "button", class: "strong",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(address());
        put(notice, t("Copied: the link shows the hand as everyone saw it."));
      } catch {
        put(notice, address());
      }
    },
  }, icon("link"), t("Copy a link to share"));
  const picture = h("button", {
    type: "button", class: "quiet",
    onclick: async () => {
      const step = replay.replayed.steps[transport.at];
      if (!step) return;
      const { pictureOf } = await import("./picture.js");
      keepFile({ name: `hand-${table}-${hand}.png`, blob: await pictureOf(replay.replayed, step, equity.shares) });
      put(notice, t("Saved: the picture shows this step."));
    },
  }, icon("picture"), t("Save a picture"));
  const practised = h("section", { class: "replay-practice", "aria-live": "polite" });
  const practise = h("button", { type: "button", class: "quiet", onclick: () => practiseHere(practised, table, hand) }, t("Practice"));
  const fair = h("section", { class: "replay-fair", "aria-live": "polite" });
  const checks = h("button", { type: "button", class: "quiet", onclick: () => checkHere(fair, table, hand) }, t("Verify the deal"));
  put(
    $("#more"),
    h("div", { class: "replay-links" }, share, picture, replay.replayed.you >= 0 && practise, checks,
      h("a", { class: "quiet", href: settlePath(table, hand) }, t("Settle with real chips")), notice),
    h("details", { class: "exports" }, h("summary", {}, t("Export")), takeHome(t("This hand"), (kind) => `${handFile(table, hand, kind)}${isPublic ? "&public=true" : ""}`),
    replay.own && !isPublic && takeHome(t("All your hands at this table"), (kind) => handsFile(new URLSearchParams({ table }), kind))),
    practised,
    fair,
    replay.own && !isPublic && noteForm(table, hand, replay.note),
  );
}

/**
 * Show one's own decisions with pot odds and equities.
 * @param {Element} place
 * @param {string} table
 * @param {number} hand
 */
async function practiseHere(place, table, hand) {
  put(place, t("Calculating…"));
  try {
    const { practiceList } = await import("./practice.js");
    put(place, practiceList(table, hand, await practiceOf(table, hand), (step) => {
      transport.jump(step);
      $(".replayer").scrollIntoView();
    }));
  } catch (caught) {
    put(place, refusal(caught));
  }
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
  let shown;
  try {
    shown = await replayed(found.table, found.hand, isPublic);
  } catch (caught) {
    put($("#trouble"), refusal(caught));
    $("#trouble").hidden = false;
    return;
  }
  const { replayed: hand } = shown;
  const whose = hand.you >= 0 ? t("as seen by {player}", { player: hand.steps[0]?.seats[hand.you]?.player ?? t("you") }) : t("as everyone saw it");
  put($("#title"), t("{title}, hand {hand}", { title: hand.title || t("Table {table}", { table: found.table }), hand: hand.hand }));
  document.title = t("Hand {hand} – sidepot", { hand: hand.hand });
  put($("#what"), `${titleIn(hand.game)}, ${stakesIn(hand.terms.toLowerCase(), hand.terms_parts)}`, `, ${whose}`);
  put($(".replay-head"), ...$(".replay-head").children, h("label", { class: "check" }, reveal, t("Open hands from the start")));
  drawMore(shown);
  begin(hand);
  equity.steps = (await equitiesOf(found.table, found.hand, isPublic).catch(() => ({ steps: [] }))).steps;
  show(transport.at);
}

void load();
