/** The window in which a host sends a player away: why, for how long, and whether they may look on. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { banPlayer } from "../room/api.js";
import { t } from "../common/language.js";

/** @import { BanForm } from "sidepot/protocol" */

const HOUR = 60 * 60 * 1000;
/** @type {[hours: number, text: string][]} */
const TIMES = [[1, t("An hour")], [24, t("A day")], [7 * 24, t("A week")], [30 * 24, t("30 days")], [0, t("Permanently")]];

/**
 * Send a player away from the club: from every table. Returns true, or null where the host does not.
 * @param {string} name
 * @param {Pick<BanForm, "account" | "player" | "table">} whom
 * @returns {Promise<true | null>}
 */
export function askBan(name, whom) {
  return openDialog({
    title: t("Ban {name}", { name }),
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
          h("p", { class: "hint" }, t("They leave every table with their chips after the current hand, and cannot sit down in this room.")),
          field(t("Reason"), reason, t("the player sees it")),
          field(t("Duration"), hours),
          h("label", { class: "check" }, watches, " ", t("Can still watch")),
        ],
        t("Ban"),
      );
    },
  });
}
