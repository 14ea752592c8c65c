/** The sounds of the console: what is called aloud in the hall is heard at the desk too, as this device is set. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { t } from "../common/language.js";
import { stakesIn } from "../common/sentences.js";
import { allowCalls, Caller, callAloud, hasVoice } from "../tournament/calls_aloud.js";
import { isDone } from "./tournament.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Loudness, Moment } from "../tournament/calls_aloud.js"
 */

const KEY = "desk.sounds";
const isPhone = () => matchMedia("(pointer: coarse) and (max-width: 700px)").matches;
const caller = new Caller();

/** How loud this device is: a phone is silent until somebody switches it on. @returns {Loudness} */
const loudness = () => kept.get(KEY, { volume: isPhone() ? 0 : 70, voice: false });

/**
 * @param {Desk} desk
 * @returns {Moment}
 */
function momentOf(desk) {
  const { tournament } = desk;
  const clock = desk.clock();
  return {
    begun: clock.begun && !isDone(tournament), running: clock.running, level: clock.level, isBreak: clock.is_break, left: clock.last ? null : clock.left,
    stakes: stakesIn(clock.stakes, clock.stakes_parts), handForHand: tournament.terms.hand_for_hand, called: tournament.called, now: desk.now(),
  };
}

/**
 * Call aloud what has happened since this was last asked.
 * @param {Desk} desk
 */
export const hearDesk = (desk) => caller.hear(momentOf(desk), loudness());

/** @param {Desk} desk */
export function chooseSounds(desk) {
  const { volume, voice } = loudness();
  const slider = h("input", { type: "range", min: 0, max: 100, step: 10, value: volume });
  const speaks = h("input", { type: "checkbox", checked: voice, disabled: !hasVoice() });
  const chosen = () => ({ volume: Number(slider.value), voice: speaks.checked });
  const hint = h("p", { class: "hint" }, t("The console calls one minute before the end, a new level, breaks, hand for hand and a called clock. Displays have their own volume."));
  openDialog({
    title: t("Sounds of this device"),
    body: (close) => formOf(() => {
      kept.set(KEY, chosen());
      close();
    }, [
      hint, field(t("Volume"), slider), h("label", { class: "check" }, speaks, " ", hasVoice() ? t("Also speak") : t("This browser has no voice for your language")),
    ], [h("button", { type: "button", class: "quiet", onclick: () => callAloud("level", momentOf(desk), chosen()) }, t("Try it")), strong(t("Save"))]),
  });
}

allowCalls();
