/** The window in which a host sends a player away: why, for how long, and whether they may look on. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { banPlayer } from "../room/api.js";
import { tr } from "../common/language.js";

/** @import { BanForm } from "sidepot/protocol" */

const HOUR = 60 * 60 * 1000;
/** @type {[hours: number, text: string][]} */
const TIMES = [[1, tr`An hour`], [24, tr`A day`], [7 * 24, tr`A week`], [30 * 24, tr`30 days`], [0, tr`For good`]];

/**
 * Send a player away from the club: from every table. Returns true, or null where the host does not.
 * @param {string} name
 * @param {Pick<BanForm, "account" | "player" | "table">} whom
 * @returns {Promise<true | null>}
 */
export function askBan(name, whom) {
  return openDialog({
    title: tr`Ban ${name}`,
    body: (close) => {
      const reason = h("input", { type: "text", required: true, autofocus: true, maxlength: "200", pattern: ".*[^ ].*" });
      const hours = h("select", {}, TIMES.map(([value, text]) => h("option", { value: String(value) }, text)));
      const watches = h("input", { type: "checkbox", name: "watches" });
      const send = async () => {
        const ms = Number(hours.value) * HOUR;
        await banPlayer({
          ...whom, reason: reason.value.trim(), until: ms ? Date.now() + ms : 0, watches: watches.checked,
        });
        close(true);
      };
      return sentForm(
        send,
        [
          h("p", { class: "hint" }, tr`They leave every table with their chips, when the hand is over, and sit down nowhere here.`),
          field(tr`Why`, reason, tr`they read it`),
          field(tr`For how long`, hours),
          h("label", { class: "check" }, watches, tr` They may still watch`),
        ],
        tr`Ban`,
      );
    },
  });
}
