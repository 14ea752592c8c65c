/** The 13 × 13 starting hands: results and frequencies in colours, and the hands of the chosen one. */

import { fieldOf } from "../../common/dialogs.js";
import { h } from "../../common/dom.js";
import { el, put } from "../../common/element.js";
import { LOCALE, t, tn } from "../../common/language.js";
import { chips } from "../../common/words.js";
import { csvLink } from "../exports.js";
import { strengthOf } from "../sureness.js";
import { handRow } from "../tab.js";

/**
 * @import { Asking, PlayedHand, Tab } from "../tab.js"
 * @typedef {{ hand: string, hands: number, net: number, per_100: number | null, error: number | null, vpip: number | null, pfr: number | null }} GridHand
 * @typedef {{ hands: number, others: number, cells: GridHand[] }} Grid
 */

const SIDE = 13;
const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const ONE = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const SIGNED = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0, signDisplay: "exceptZero" });
const signed = (/** @type {number} */ value) => SIGNED.format(value).replace("-", "−");
const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${WHOLE.format(100 * value)} %`);

/** What the colours can show: a value of each hand, and how it is written. */
const MEASURES = /** @type {Record<string, { value: (cell: GridHand) => number | null, text: (value: number) => string }>} */ ({
  net: { value: (cell) => (cell.hands ? cell.net : null), text: signed },
  per_100: { value: (cell) => cell.per_100, text: signed },
  hands: { value: (cell) => cell.hands, text: (value) => WHOLE.format(value) },
  vpip: { value: (cell) => cell.vpip, text: (value) => WHOLE.format(100 * value) },
  pfr: { value: (cell) => cell.pfr, text: (value) => WHOLE.format(100 * value) },
});

/** @type {Asking} */
let asking;
/** @type {Grid} */
let found;
/** @type {HTMLElement} */
let place;
let at = 0;
let chosen = "";
/** @type {PlayedHand[]} */
let played = [];

const by = /** @type {HTMLSelectElement} */ (h("select", { id: "grid-by", onchange: () => draw() },
  h("option", { value: "net" }, t("Result in bb")), h("option", { value: "per_100" }, t("Result in bb/100")), h("option", { value: "hands" }, t("How often dealt")),
  h("option", { value: "vpip" }, t("VPIP")), h("option", { value: "pfr" }, t("PFR"))));

/** @param {GridHand} cell */
const wordsOf = (cell) => [
  `${cell.hand}: ${tn("{count} hand", "{count} hands", cell.hands)}`,
  ...(cell.hands === 0 ? [] : [
    `${signed(cell.net)} bb`,
    cell.per_100 !== null && `${signed(cell.per_100)}${cell.error === null ? "" : ` ±${WHOLE.format(cell.error)}`} bb/100`,
    `VPIP ${percent(cell.vpip)}`, `PFR ${percent(cell.pfr)}`,
  ]),
].filter(Boolean).join(", ");

/** @param {KeyboardEvent} event @param {number} number */
function move(event, number) {
  const [row, column] = [Math.floor(number / SIDE), number % SIDE];
  const to = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], Home: [row, 0], End: [row, SIDE - 1] }[event.key];
  const [down, right] = to ?? [-1, -1];
  if (down === undefined || right === undefined || down < 0 || right < 0 || down >= SIDE || right >= SIDE) return;
  event.preventDefault();
  at = down * SIDE + right;
  draw();
  /** @type {HTMLElement | undefined} */ (place.querySelectorAll(".starting button")[at])?.focus();
}

/** @param {GridHand} cell @param {number} number @param {number} most */
function cellOf(cell, number, most) {
  const measure = /** @type {typeof MEASURES[string]} */ (MEASURES[by.value]);
  const value = measure.value(cell);
  const strength = strengthOf(value, most);
  return el("td", { key: cell.hand }, el("button", {
    type: "button", tabindex: number === at ? 0 : -1, "aria-label": wordsOf(cell), "aria-pressed": cell.hand === chosen, title: wordsOf(cell), class: !cell.hands ? "none" : strength < 0 ? "minus" : "",
    style: `--strength:${Math.round(40 * Math.abs(strength))}%`,
    onclick: () => void choose(cell.hand, number), onkeydown: (/** @type {KeyboardEvent} */ event) => move(event, number),
  }, el("b", {}, cell.hand), el("small", {}, value === null ? "" : measure.text(value))));
}

/** @param {string} hand @param {number} number */
async function choose(hand, number) {
  [at, chosen, played] = [number, chosen === hand ? "" : hand, []];
  draw();
  if (!chosen) return;
  const page = /** @type {PlayedHand[] | null} */ (await asking.ask("hands", { where: asking.narrowed(`cards = ${hand}`) }).catch(() => null));
  if (chosen !== hand || page === null) return; // another one was chosen meanwhile, or other hands
  played = page;
  draw();
}

function draw() {
  const measure = /** @type {typeof MEASURES[string]} */ (MEASURES[by.value]);
  const values = found.cells.filter((cell) => cell.hands).map((cell) => Math.abs(measure.value(cell) ?? 0)).sort((a, b) => a - b);
  const most = values[Math.floor(0.95 * (values.length - 1))] ?? 0; // one huge pot must not make all others pale
  const cell = found.cells.find((one) => one.hand === chosen);
  const rows = Array.from({ length: SIDE }, (_, row) => found.cells.slice(row * SIDE, (row + 1) * SIDE));
  put(place,
    el("div", { class: "wanted" }, fieldOf(t("Colour by"), by)),
    el("p", { class: "lead" }, t("Suited hands are above the pairs, offsuit hands below. Arrow keys move; a press shows the hands."),
      found.others > 0 && ` ${tn("{count} hand of another number of cards, or with unknown ones, is not here.", "{count} hands of another number of cards, or with unknown ones, are not here.", found.others)}`),
    el("table", { class: "starting", "aria-label": t("Starting hands"), lang: "en" }, el("tbody", {}, rows.map((row, down) =>
      el("tr", { key: down }, row.map((one, right) => cellOf(one, down * SIDE + right, most)))))),
    el("div", { class: "buttons" }, csvLink(asking, "grid")),
    el("div", { class: "chosen-hand", "aria-live": "polite" },
      cell && [
        el("dl", { class: "figures" }, [[t("Hand"), cell.hand], [t("Hands"), chips(cell.hands)], [t("Of all"), found.hands ? `${ONE.format((100 * cell.hands) / found.hands)} %` : "–"], ["bb", signed(cell.net)],
          ["bb/100", cell.per_100 === null ? "–" : `${signed(cell.per_100)}${cell.error === null ? "" : ` ±${WHOLE.format(cell.error)}`}`], ["VPIP", percent(cell.vpip)], ["PFR", percent(cell.pfr)]]
          .map(([name, text]) => el("div", { key: name }, el("dt", {}, name ?? ""), el("dd", {}, text ?? "")))),
        cell.hands > 0 && el("button", { type: "button", class: "quiet", onclick: () => asking.filter(asking.narrowed(`cards = ${cell.hand}`)) }, t("Filter by {hand}", { hand: cell.hand })),
      ]),
    el("ol", { class: "hand-list" }, played.map((one) => handRow(one, asking.measure))));
}

/** @type {Tab} */
export const grid = {
  key: "grid",
  title: t("Starting hands"),
  show: async (section, wanted) => {
    const isNew = asking?.where !== wanted.where;
    [asking, place] = [wanted, section];
    found = /** @type {Grid} */ (await asking.ask("grid"));
    if (isNew) [chosen, played] = ["", []];
    draw();
  },
};
