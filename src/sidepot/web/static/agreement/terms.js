/** The terms of a table as a page of their own: to read at any time, and to print. */

import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { titleIn } from "../common/sentences.js";
import { termsOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { termsOfEvent } from "../tournament/calls.js";
import { OFTEN, pointList, termList } from "./agreement.js";
import { DATES, t, tNodes } from "../common/language.js";

/** @import { Point, TableTerms } from "sidepot/protocol" */

dress();

const DATE = new Intl.DateTimeFormat(DATES, { dateStyle: "long", timeStyle: "short" });
const MET = [5, 4]; // how often points are met that are open from the start

const [, kind = "table", part = ""] = location.pathname.split("/");
const id = decodeURIComponent(part);
const isEvent = kind === "tournament";
const place = $("#terms");

/**
 * The points by how often a table meets them, the most frequent open.
 * @param {readonly Point[]} points
 * @param {string} book
 */
function byWeight(points, book) {
  return Object.keys(OFTEN).map(Number).sort((one, other) => other - one).flatMap((often) => {
    const some = points.filter((point) => point.often === often);
    if (!some.length) return [];
    const open = MET.includes(often);
    return [h("details", { open }, h("summary", {}, t("{often} ({count})", { often: OFTEN[often], count: some.length })), pointList(some, book))];
  });
}

/** @param {TableTerms} terms */
function draw({ title, agreement, opened = 0, accepted = 0, asked = false }) {
  const { terms, changed, differs, version } = agreement;
  const [house, book] = [titleIn(agreement.house), titleIn(agreement.book)];
  document.title = t("Terms of {title} – sidepot", { title });
  const who = isEvent ? [t("Players accept these terms when they register."), t("This tournament is played by these terms.")]
    : [t("Players accept these terms when they sit down."), t("This table is played by these terms.")];
  const status = accepted ? t("You accepted these terms on {accepted}.", { accepted: DATE.format(accepted) }) : who[asked ? 0 : 1];
  put(
    place,
    h("h1", {}, title),
    h("p", { class: "lead" }, opened ? t("Opened on {opened}. {status}", { opened: DATE.format(opened), status }) : status),
    h("h2", {}, isEvent ? t("Terms of this tournament") : t("Terms of this table")),
    termList(terms),
    h("h2", {}, t("Rules")),
    h("p", {}, h("b", {}, house)),
    changed.length ? [h("h3", {}, t("Changed by the host")), pointList(changed, house)] : "",
    h("h2", {}, isEvent ? t("How this tournament differs from {book}", { book }) : t("How this table differs from {book}", { book })),
    differs.length
      ? byWeight(differs, book)
      : h("p", {}, t("No differences: everything is played by the book.")),
    h("p", { class: "version" }, tNodes("Version {version} of the terms. If the terms change, the version changes and players accept them again.", { version: el("code", {}, version) })),
  );
  place.setAttribute("aria-busy", "false");
}

$("#back").setAttribute("href", `/${isEvent ? "tournament" : "table"}/${encodeURIComponent(id)}`);
if (isEvent) put($("#back"), t("Go to the tournament"));
$("#print").addEventListener("click", () => print());
// on paper nothing is folded away
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
});

try {
  draw(await (isEvent ? termsOfEvent(id) : termsOf(id)));
} catch (caught) {
  put(place, h("h1", {}, t("Table terms")), h("p", { class: "refusal", role: "alert" }, refusal(caught)));
}
