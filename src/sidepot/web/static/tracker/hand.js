/** The replay of a hand of the tracker, as its owner saw it. */

import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { stakesIn, titleIn } from "../common/sentences.js";
import { begin, equity, reveal, show, transport } from "../hands/replayer.js";
import { ask } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { change, noteForm } from "./notes.js";

/** @import { Equities, Replayed } from "sidepot/protocol" */

dress();

/** The form for the note and the tags of the hand. @param {string} name */
async function drawNote(name) {
  const now = /** @type {{ note: string, tags: string[], known: string[] }} */ (await ask(`/api/tracker/${name}`));
  put($("#note"), noteForm(now, (kept) => change(name, kept), now.known));
}

async function load() {
  const path = `/api/tracker/hand/${encodeURIComponent(new URLSearchParams(location.search).get("id") ?? "")}`;
  try {
    const found = /** @type {{ name: string, site: string, when: string, file: string, replayed: Replayed }} */ (await ask(path));
    const { replayed } = found;
    put($("#title"), t("Hand {hand}", { hand: found.name }));
    document.title = t("Hand {hand} – sidepot", { hand: found.name });
    put($("#what"), [found.site, replayed.title, titleIn(replayed.game), stakesIn(replayed.terms.toLowerCase(), replayed.terms_parts), found.when].filter(Boolean).join(", "));
    $("#what").title = found.file;
    put($(".replay-head"), ...$(".replay-head").children, h("label", { class: "check" }, reveal, t("Open hands from the start")));
    begin(replayed);
    await drawNote(`${path.replace("/api/tracker/", "")}/note`);
    equity.steps = (/** @type {Equities} */ (await ask(`${path}/equities`).catch(() => ({ steps: [] })))).steps;
    show(transport.at);
  } catch (caught) {
    put($("#trouble"), refusal(caught));
    $("#trouble").hidden = false;
  }
}

void load();
