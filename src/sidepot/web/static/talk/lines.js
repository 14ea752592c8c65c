/** A line of talk: the window in which it is answered, muted, reported, and its writer silenced by the host. */

import { openDialog } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { DATES, t } from "../common/language.js";

/**
 * @import { React, TalkLine } from "sidepot/protocol"
 * @import { Chair } from "../seat/chair.js"
 */

/** @type {React["emoji"][]} */
export const EMOJI = ["👍", "👏", "😂", "😮", "😢", "🔥", "🍀", "🤝"];
const HOSTS = ["host", "staff"];

/** The names of those whom this person does not want to read. @returns {string[]} */
export const muted = () => kept.get("muted", /** @type {string[]} */ ([]));

/** @param {string} name */
export const mute = (name) => kept.set("muted", [...new Set([...muted(), name])]);

/** @param {string} name */
export const unmute = (name) => kept.set("muted", muted().filter((one) => one !== name));

/**
 * The time of a line, as 21:07.
 * @param {number} at
 */
export const sentAt = (at) => new Date(at).toLocaleTimeString(DATES, { hour: "2-digit", minute: "2-digit" });

/**
 * The window of a line: what this person, `me` at this table, can do about it.
 * @param {TalkLine} line
 * @param {Chair} chair
 * @param {string} me
 */
export function askLine(line, chair, me) {
  const mine = line.by === me;
  return openDialog({
    title: `${line.by}, ${sentAt(line.at)}`,
    body: (close) => {
      /**
       * @param {string} text
       * @param {() => unknown} act
       */
      const button = (text, act) => h("button", { type: "button", class: "game", onclick: () => {
        close();
        act();
      } }, text);
      const answer = EMOJI.map((emoji) => h("button", { type: "button", "aria-label": t("React with {emoji}", { emoji }), onclick: () => {
        close();
        void chair.say({ type: "react", emoji, line: line.seq });
      } }, emoji));
      const report = async () => {
        if (await chair.say({ type: "report", line: line.seq })) chair.toast(t("Reported to the host, with the lines around it"));
      };
      return h("div", { class: "body" },
        h("blockquote", { class: "talk-quote" }, line.text),
        h("div", { class: "talk-faces", role: "group", "aria-label": t("React with an emoji") }, answer),
        h("div", { class: "games" },
          !mine && button(t("Mute {player} for me", { player: line.by }), () => mute(line.by)),
          !mine && button(t("Report to the host"), report),
          HOSTS.includes(chair.room.role) && !mine && [
            button(t("Host: mute {player} for everyone", { player: line.by }), () => chair.say({ type: "silence", player: line.by, quiet: true })),
            button(t("Host: let {player} chat again", { player: line.by }), () => chair.say({ type: "silence", player: line.by, quiet: false })),
          ]));
    },
  });
}
