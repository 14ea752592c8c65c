/** The rulings that are kept on this device: table, time, who ruled, and a link to the case. They leave it only as a file. */

import { h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { keepFile } from "../hands/take_home.js";
import { refusal } from "../room/trouble.js";

/** @typedef {{ at: string, table: string, by: string, what: string, ruling: string, rule: string, house: string, link: string }} Kept */

const MOST = 500;
const COLUMNS = /** @type {(keyof Kept)[]} */ (["at", "table", "by", "what", "ruling", "rule", "house", "link"]);

/** @returns {Kept[]} */
export const keptRulings = () => kept.get("floor-log", []);

/** A ruling as it is when it is made. @typedef {Omit<Kept, "at">} Made */

/** @param {Kept} one */
const keep = (one) => kept.set("floor-log", [one, ...keptRulings()].slice(0, MOST));

/** @param {Made} one */
export const keepHere = (one) => keep({ at: new Date().toISOString(), ...one });

/** A field of a CSV file; a text that a spreadsheet would calculate with gets an apostrophe. @param {string} text */
const field = (text) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** @param {Kept[]} rulings */
export const csvOf = (rulings) => [COLUMNS.join(","), ...rulings.map((one) => COLUMNS.map((name) => field(one[name])).join(","))].join("\r\n");

/**
 * The form that keeps a ruling.
 * @param {Omit<Made, "table" | "by">} ruling
 * @param {(one: Made) => unknown} send
 * @param {string} sent what to say once it is kept
 */
export function keeper(ruling, send, sent) {
  const table = h("input", { type: "text", maxlength: 40, autocomplete: "off", value: kept.get("floor-table", "") });
  const by = h("input", { type: "text", maxlength: 60, autocomplete: "off", value: kept.get("floor-by", "") });
  const done = h("span", { role: "status" });
  return h(
    "details",
    {},
    h("summary", {}, t("Keep this ruling")),
    h(
      "form",
      {
        class: "floor-aside",
        onsubmit: async (event) => {
          event.preventDefault();
          kept.set("floor-table", table.value.trim());
          kept.set("floor-by", by.value.trim());
          try {
            await send({ table: table.value.trim(), by: by.value.trim(), ...ruling });
            put(done, sent);
          } catch (caught) {
            put(done, refusal(caught));
          }
        },
      },
      h("label", { class: "field" }, h("span", {}, t("Table")), table),
      h("label", { class: "field" }, h("span", {}, t("Decided by")), by),
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "quiet" }, t("Keep")), done),
    ),
  );
}

/**
 * The list of what is kept, with its file, and the way to erase it.
 * @param {HTMLElement} place
 */
export function showLog(place) {
  const rulings = keptRulings();
  const when = new Intl.DateTimeFormat(DATES, { dateStyle: "medium", timeStyle: "short" });
  place.hidden = rulings.length === 0;
  put(
    place,
    h(
      "details",
      { class: "floor-log" },
      h("summary", {}, t("Rulings kept on this device: {count}", { count: rulings.length })),
      h("ul", {}, rulings.map((one) => h("li", {}, h("small", {}, [when.format(new Date(one.at)), one.table, one.by].filter(Boolean).join(" · ")), h("a", { href: one.link }, one.ruling), h("small", {}, `${one.what} · ${one.rule}`)))),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", onclick: () => keepFile({ name: "rulings.csv", blob: new Blob([csvOf(rulings)], { type: "text/csv" }) }) }, t("Export")),
        h("button", {
          type: "button", class: "quiet",
          onclick: () => {
            kept.set("floor-log", []);
            showLog(place);
          },
        }, t("Erase all")),
      ),
    ),
  );
}
