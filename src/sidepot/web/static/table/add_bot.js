/** The host adds a bot: each style says how it plays, and has its face. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el } from "../common/element.js";
import { STYLES, selectStrength, styleIn } from "../lobby/bots.js";
import { robot } from "../seat/bot_face.js";
import { t } from "../common/language.js";

/** @import { Strength } from "../lobby/bots.js" */
/** @import { Chair } from "../seat/chair.js" */

/** @param {string} style */
const face = (style) =>
  el("svg", { viewBox: "-21 -21 42 42", width: 42, height: 42, "aria-hidden": "true" },
    el("circle", { r: 20, class: "avatar bot" }), robot("", style, 20));

/** @param {Chair} chair */
export function addBot(chair) {
  return openDialog({
    title: t("Add a bot"),
    body: (done) => {
      /** @type {[style: string, name: string, how: string][]} */
      const choices = [["", t("Any style"), t("as it comes")], ...STYLES];
      const radios = choices.map(([style, name, how], at) => {
        const input = h("input", { type: "radio", name: "style", value: style, checked: !at, autofocus: !at });
        return { input, label: h("label", { class: "bot-style" }, input, " ", face(style), h("span", {}, h("strong", {}, name), h("small", {}, how))) };
      });
      const strength = selectStrength();
      const seat = () => {
        done();
        const style = styleIn(radios.find(({ input }) => input.checked)?.input.value ?? "");
        return chair.say({ type: "add_bot", style, strength: /** @type {Strength} */ (strength.value) });
      };
      return formOf(seat, [
        h("fieldset", { class: "bot-styles" }, h("legend", {}, t("Style")), radios.map(({ label }) => label)),
        field(t("Bot strength"), strength),
        h("p", { class: "hint" }, t("A bot is marked as one everywhere, and its chips are in nobody's books.")),
      ], strong(t("Add the bot")));
    },
  });
}
