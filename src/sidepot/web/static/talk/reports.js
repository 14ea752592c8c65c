/** The reports that wait for the host: each line with those around it, and what can be done. */

import { openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { sentAt } from "./lines.js";
import { t } from "../common/language.js";

/**
 * @import { Reported } from "sidepot/protocol"
 * @import { Chair } from "../seat/chair.js"
 */

/**
 * Show the reports of the table.
 * @param {Chair} chair
 */
export function showReports(chair) {
  /** @type {Reported[]} */
  const reports = chair.room.yours?.reports ?? [];
  return openDialog({
    title: t("Reported messages"),
    wide: true,
    body: (close) => h("div", { class: "body" }, reports.map((report) => section(report, chair, close))),
  });
}

/**
 * @param {Reported} report
 * @param {Chair} chair
 * @param {() => void} close
 */
function section({ seq, by, line, around = [] }, chair, close) {
  const made = h("section", { class: "report" },
    h("h3", {}, t("{reporter} reports {writer}, {time}", { reporter: by, writer: line.by, time: sentAt(line.at) })),
    h("ol", {}, around.map((one) =>
      h("li", { "aria-current": one.seq === line.seq ? "true" : null }, h("b", {}, one.by), ` ${one.text}`))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", onclick: () => chair.say({ type: "silence", player: line.by, quiet: true }) },
        t("Mute {player} for everyone", { player: line.by })),
      h("button", { type: "button", class: "strong", onclick: async () => {
        if (!(await chair.say({ type: "drop_report", report: seq }))) return;
        const last = made.parentElement?.children.length === 1;
        made.remove();
        if (last) close();
      } }, t("Dismiss"))));
  return made;
}
