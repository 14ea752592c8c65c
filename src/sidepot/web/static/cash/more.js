/** What is needed once a cash night: PINs, paper, files, addresses, another game, the end. */

import { fieldOf, openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { refusal } from "../room/trouble.js";
import { askForm } from "./forms.js";
import { gameFields } from "./game_form.js";
import { booksOf, fileOf, paper, pinsOf } from "./routes.js";
import { drawRules } from "./rules.js";
import { textOf } from "./words.js";

/** @import { Desk } from "./cash.js" */

/** @type {[role: string, text: string, may: string][]} */
const ROLES = [
  ["director", t("Director"), t("everything")], ["floor", t("Floor"), t("lists, seats, tables")], ["desk", t("Cashier"), t("chips and money")],
];

/** @param {Desk} desk */
export function moreParts(desk) {
  const { night, state } = desk;
  const isDirector = state.role === "director";
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ act) => el("button", { type: "button", class: "quiet", onclick: act }, text);
  const link = (/** @type {string} */ text, /** @type {string} */ href, isFile = false) => el("a", { class: "quiet", href, ...(isFile ? { download: true } : { target: "_blank", rel: "noopener" }) }, text);
  return el("div", { class: "cash-more" },
    button(t("Text for the group chat"), () => showText(desk)),
    link(t("Lists for a display"), `/cash/${encodeURIComponent(night)}/lists#${state.wall}`),
    link(t("Players enter their names themselves"), `/cash/${encodeURIComponent(night)}/join`),
    link(t("Print the books"), booksOf(night)),
    paperChoice(),
    link(t("Lines as CSV"), fileOf(night, "lines"), true),
    link(t("Players as CSV"), fileOf(night, "players"), true),
    link(t("Payments as CSV"), fileOf(night, "payments"), true),
    desk.may("add_game") && button(t("Add a game"), () => addGame(desk)),
    button(t("House rules"), () => showRules(desk)),
    link(t("Ask the floor"), `/floor?${new URLSearchParams({ house: state.rules.id })}`),
    isDirector && button(t("PINs"), () => showPins(desk)),
    desk.may("resume") && state.frozen && button(t("Go on after the error"), () => desk.act({ type: "resume" })),
    desk.may("end") && button(t("End the night"), () => endForm(desk)));
}

/** On what this device prints receipts and books. */
function paperChoice() {
  const papers = /** @type {const} */ ([["80mm", t("80 mm roll")], ["a4", "A4"]]);
  const onchange = (/** @type {Event} */ { currentTarget }) => paper.set(/** @type {HTMLSelectElement} */ (currentTarget).value);
  return el("label", { key: "paper", class: "field cash-paper" }, el("span", {}, t("Printed on")),
    el("select", { onchange }, papers.map(([value, text]) => el("option", { key: value, value, selected: value === paper.get() }, text))));
}

/** @param {Desk} desk */
function showText({ state }) {
  const text = textOf(state);
  return openDialog({
    title: t("Text for the group chat"),
    body: (close) => {
      const area = h("textarea", { class: "chat-text", rows: "10", readonly: true, "aria-label": t("Text for the group chat") }, text);
      const copy = async () => {
        try {
          await navigator.clipboard.writeText(text);
          close(true);
        } catch {
          area.select(); // without https the person copies it
        }
      };
      return [el("div", { class: "body" }, area, el("div", { class: "buttons" }, el("button", { type: "button", class: "strong", onclick: copy }, t("Copy"))))];
    },
  });
}

/** @param {Desk} desk */
function showRules({ state }) {
  const place = h("div", { class: "body" });
  void drawRules(place, state.rules);
  return openDialog({ title: t("House rules"), body: () => [place] });
}

/** @param {Desk} desk */
function addGame(desk) {
  const { parts, made } = gameFields();
  return askForm(desk.give, { title: t("Add a game"), go: t("Add"), fields: parts, make: () => ({ type: "add_game", game: made() }), wide: true });
}

/** @param {Desk} desk */
function endForm(desk) {
  const why = h("input", { type: "text", maxlength: "200", autocomplete: "off" });
  return askForm(desk.give, {
    title: t("End the night"), go: t("End the night"),
    fields: [h("p", { class: "hint" }, t("Everything must be at zero. What people still owe may stay open, with a reason.")), fieldOf(t("Reason"), why)],
    make: () => ({ type: "end", why: why.value.trim() }),
  });
}

/** @param {Desk} desk */
function showPins({ night }) {
  return openDialog({
    title: t("PINs"),
    body: () => {
      const list = h("ul", { class: "desk-pins" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      /** @type {Record<string, string>} */
      let known = {};
      const load = async (renew = "") => {
        try {
          const { pins } = await pinsOf(night, renew);
          known = { ...known, ...Object.fromEntries(pins.filter(({ pin }) => pin).map(({ role, pin }) => [role, pin ?? ""])) };
        } catch (caught) {
          put(wrong, refusal(caught));
        }
        draw();
      };
      const draw = () => put(list, ROLES.map(([role, text, may]) =>
        el("li", { key: role }, el("span", {}, el("b", {}, text), el("small", {}, may)), el("b", { class: "desk-pin" }, known[role] ?? "······"),
          el("button", { type: "button", class: "quiet desk-small", "aria-label": t("New PIN: {pin}", { pin: text }), onclick: () => load(role) }, t("New")))));
      draw();
      void load();
      return [h("div", { class: "body" }, h("p", { class: "hint" }, t("A PIN is shown once. A new one ends the one before.")), list, wrong)];
    },
  });
}
