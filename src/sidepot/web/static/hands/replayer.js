/** A hand step by step: the table, the transport, the list of steps, the odds, and what the next player could do. */

import { $, h, kept, part } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t, tNodes } from "../common/language.js";
import { useDecimals } from "../common/units.js";
import { cited } from "../common/words.js";
import { Own } from "../decision/own.js";
import { reasonNode } from "../decision/why.js";
import { Felt } from "../table/felt.js";
import { lies } from "../table/lifted.js";
import { Middle } from "../table/middle.js";
import { Equity } from "./equity.js";
import { linesOf } from "./lines.js";
import { stateOf } from "./step_state.js";
import { Steps } from "./steps.js";
import { Transport } from "./transport.js";

/** @import { Replayed, ReplayStep } from "sidepot/protocol" */

const felt = part("sp-felt", Felt);
const middle = part("sp-middle", Middle);
const own = part("sp-own", Own);
export const transport = part("sp-transport", Transport);
const steps = part("sp-steps", Steps);
export const equity = part("sp-equity", Equity);
felt.hand = own;

/** @type {Replayed | null} */
let shown = null;

/** Whether hands that were shown in the end are open from the start, as the person likes it. */
export const reveal = h("input", {
  type: "checkbox", checked: kept.get("reveal", true),
  onchange: () => {
    kept.set("reveal", reveal.checked);
    show(transport.at);
  },
});

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
    turn.spot && h("p", {}, h("a", { href: `/floor?${new URLSearchParams({ spot: turn.spot })}` }, t("Ask the floor"))),
  ];
}

/** @param {number} at */
export function show(at) {
  const replay = shown;
  const step = replay?.steps[at];
  if (!replay || !step) return;
  const { you } = replay;
  equity.show(at, step);
  const state = stateOf(replay, step, equity.shares, kept.get("reveal", true));
  const seat = state.seats[you];
  felt.show({ state, own: you, maySit: false, isStopped: false, onSit: () => {} });
  middle.show(state, (seats) => felt.light(seats));
  own.show({
    cards: seat?.cards ?? [], down: 0, name: { text: "", isEnglish: false }, most: 0, turn: 0, hand: 0, open: true, named: true,
    folded: seat?.hand === "folded",
    lie: (card) => (seat?.shown ? lies(state).ofSeat(you, card) : ""),
  });
  steps.show(at);
  put($("#now"), linesOf(step).flatMap((line, place) => (place ? [h("br", {}), line] : [line])));
  put($("#turn"), turnOf(step));
  const query = new URLSearchParams(location.search);
  query.set("step", String(at));
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

/**
 * Show a hand from the step that the address names.
 * @param {Replayed} replay
 */
export function begin(replay) {
  shown = replay;
  useDecimals(replay.decimals ?? 0);
  document.body.classList.toggle("seated", replay.you >= 0);
  $("#replay").hidden = false;
  transport.begin(replay.steps, show);
  steps.begin(replay.steps, (at) => transport.jump(at));
  transport.jump(Number(new URLSearchParams(location.search).get("step") ?? 0));
}
