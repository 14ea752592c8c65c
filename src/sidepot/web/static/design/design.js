/** The tokens and the parts of the pages, drawn from what the pages themselves use. */

import { cardElement } from "../common/cards.js";
import { openDialog } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { ICONS, icon } from "../common/icons.js";
import { UNKNOWN } from "../common/words.js";
import { stateOf } from "../hands/step_state.js";
import { Transport } from "../hands/transport.js";
import { Felt } from "../table/felt.js";
import { Middle } from "../table/middle.js";

/** @import { Replayed, ReplayStep, SeatState } from "sidepot/protocol" */

dress();

/** The tokens by their names, as the sheet of the page has them. */
const tokens = [...document.styleSheets]
  .filter(({ href }) => href?.endsWith("/tokens.css"))
  .flatMap((sheet) => [...sheet.cssRules])
  .flatMap((rule) => (rule instanceof CSSStyleRule && rule.selectorText === ":root" ? [...rule.style] : []))
  .filter((name, at, all) => name.startsWith("--") && all.indexOf(name) === at);

/**
 * The tokens whose name begins so.
 * @param {...string} starts
 */
const named = (...starts) => tokens.filter((name) => starts.some((start) => name.startsWith(start)));

const letters = named("--text-");
const distances = named("--space-");
const corners = named("--radius-");
const heights = named("--shadow");
const motions = named("--quick", "--calm");
const others = new Set([...letters, ...distances, ...corners, ...heights, ...motions, "--ease"]);
const code = (/** @type {string} */ name) => el("code", {}, name);

put($("#colours"), tokens.filter((name) => !others.has(name)).map((name) => el("li", {}, el("i", { style: `background: var(${name})` }), code(name))));
put($("#letters"), letters.map((name) => el("li", {}, code(name), el("span", { style: `font-size: var(${name})` }, "A♠ K♥ 1,250"))));
put($("#distances"), distances.map((name) => el("li", {}, code(name), el("i", { style: `inline-size: var(${name})` }))));
put($("#corners"), corners.map((name) => el("li", { style: `border-radius: var(${name})` }, code(name))));
put($("#heights"), heights.map((name) => el("li", { style: `box-shadow: var(${name}); border-radius: var(--radius-m)` }, code(name))));
put($("#motions"), motions.map((name) => el("li", {}, code(name), el("i", { style: `transition: translate var(${name}) var(--ease)` }))));
put($("#icons"), ICONS.map((name) => el("li", { title: name }, icon(name))));
put($("#cards"), [51, 34, 16, 1, UNKNOWN].map((card, at) => cardElement(card, at === 1 ? "lifted" : at === 3 ? "dimmed" : "")));

/**
 * @param {string} player
 * @param {Partial<SeatState>} more
 */
const seat = (player, more) => /** @type {SeatState} */ (/** @type {unknown} */ ({ player, stack: 480, state: "in", hand: "live", ...more }));

const seats = [
  seat("Nora", { cards: [51, 50], shown: true, won: 240, hand_name: "pair of aces" }),
  seat("Bo", { cards: [47, 46], shown: true, hand_name: "pair of kings" }),
  seat("Cy", { hand: "folded" }), seat("Di", { cards: [UNKNOWN, UNKNOWN], bet: 40 }), seat("Ed", { hand: "folded", bot: "regular" }), seat("Flo", { hand: "folded" }),
];
const step = /** @type {ReplayStep} */ (/** @type {unknown} */ ({
  street: "river", lines: [], seats, boards: [[0, 13, 22, 31, 40]], paid: [{ seat: 0, pot: 0, chips: 240, board: 0, half: -1, cards: [51, 50, 40, 31, 22], odd: "" }],
}));
const replayed = /** @type {Replayed} */ (/** @type {unknown} */ ({ title: "", hand: 1, button: 3, stud: false, steps: [step] }));
const state = stateOf(replayed, step, null);
const [felt, middle, transport] = [$("sp-felt"), $("sp-middle"), $("sp-transport")];
if (felt instanceof Felt) felt.show({ state, own: -1, maySit: false, isStopped: false, onSit: () => {} });
if (middle instanceof Middle) middle.show(state, () => {});
if (transport instanceof Transport) {
  transport.begin([step, { ...step, street: "showdown" }, step], () => {});
  transport.jump(1);
}
$("#window").addEventListener("click", () => openDialog({ title: "Window", body: () => h("p", { class: "body" }, "A♠ K♥") }));
