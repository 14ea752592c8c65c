/** Things thrown from one seat to another: the window to throw them, and how they fly. They mean nothing in the game. */

import { openDialog } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { muted } from "./lines.js";
import { t } from "../common/language.js";

/** @import { Throw, Threw } from "sidepot/protocol" */
/** @import { Chair } from "../seat/chair.js" */

/** @type {[what: Throw["what"], name: string][]} */
const THINGS = [["🍅", t("Tomato")], ["🌹", t("Rose")], ["🍺", t("Beer")], ["🍀", t("Clover")], ["❄️", t("Snowball")], ["🎉", t("Confetti")]];
const FLIES = 600; // milliseconds
const LANDS = 900;

/** The players to whom one can throw something. @param {Chair} chair */
const others = ({ room: { state, own } }) =>
  (state?.seats ?? []).flatMap((seat, at) => (seat && at !== own && seat.state !== "gone" ? [seat.player] : []));

/**
 * Choose what to throw, and to whom.
 * @param {Chair} chair
 * @param {string} [to]
 */
export function askThrow(chair, to = "") {
  return openDialog({
    title: t("Throw something"),
    body: (close) => {
      const who = h("select", {}, others(chair).map((player) => h("option", {}, player)));
      if (to) who.value = to;
      const things = THINGS.map(([what, name], at) => h("button", { type: "button", "aria-label": name, title: name, autofocus: !at, onclick: () => {
        close();
        void chair.say({ type: "throw", what, to: who.value });
      } }, what));
      const seen = h("input", { type: "checkbox", checked: kept.get("thrown", true) });
      seen.addEventListener("change", () => kept.set("thrown", seen.checked));
      return h("div", { class: "body throwing" },
        h("label", { class: "field" }, t("Throw to"), " ", who),
        h("div", { class: "talk-faces", role: "group", "aria-label": t("What to throw") }, things),
        h("label", { class: "check" }, seen, " ", t("Show me what players throw")),
        h("p", { class: "hint" }, t("With reduced motion nothing is shown. Things of players whom you have muted are not shown, either.")));
    },
  });
}

/**
 * What was thrown flies in an arc, and lies at the seat for a moment.
 * @param {Threw} message
 * @param {(player: string) => Element | null} seatOf
 */
export function showThrown({ player, thrown, to }, seatOf) {
  const isWanted = kept.get("thrown", true) && !muted().includes(player) && !document.hidden;
  const [from, there] = [seatOf(player), seatOf(to)];
  if (!isWanted || !from || !there || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const at = (/** @type {Element} */ seat) => {
    const { left, top, width, height } = seat.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const [a, b] = [at(from), at(there)];
  const flying = h("span", { class: "thrown", "aria-hidden": "true" }, thrown);
  document.body.append(flying);
  const move = (/** @type {number} */ x, /** @type {number} */ y, size = 1) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
  flying.animate([
    { transform: move(a.x, a.y, 0.6), offset: 0 },
    { transform: move((a.x + b.x) / 2, Math.min(a.y, b.y) - 60, 1.3), offset: FLIES / 2 / (FLIES + LANDS) },
    { transform: move(b.x, b.y, 1.1), opacity: 1, offset: FLIES / (FLIES + LANDS) },
    { transform: move(b.x, b.y), opacity: 1, offset: 0.85 },
    { transform: move(b.x, b.y), opacity: 0, offset: 1 },
  ], { duration: FLIES + LANDS, easing: "ease-in-out" }).finished.catch(() => {}).finally(() => flying.remove());
}
