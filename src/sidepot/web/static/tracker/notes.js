/** Notes and tags of hands and players: how they look in a list, and the form that changes them. */

import { field, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { ask } from "../room/api.js";
import { refusal } from "../room/trouble.js";

/** @typedef {{ note: string, tags: string[] }} Noted */

/**
 * Send a change, as JSON.
 * @param {string} name
 * @param {unknown} data
 */
export const change = (name, data) =>
  ask(`/api/tracker/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) });

/** The tags, and a mark with the note behind it. @param {Noted} one */
export const noted = ({ note, tags }) =>
  (note || tags.length > 0) && el("span", { class: "tags", key: "tags" }, tags.map((tag) => el("span", { class: "tag", key: tag }, tag)),
    note && el("span", { class: "tag", key: "note", title: note, role: "img", "aria-label": t("Note: {note}", { note }) }, "✎"));

/** @param {string} text */
const tagsIn = (text) => text.split(",").map((tag) => tag.trim()).filter(Boolean);

/**
 * A form for a note and tags. `keep` sends them; `known` are tags to choose from.
 * @param {Noted} now
 * @param {(noted: Noted) => Promise<unknown>} keep
 * @param {readonly string[]} [known]
 */
export function noteForm(now, keep, known = []) {
  const note = h("textarea", { rows: 3, maxlength: 2000, name: "note" });
  const tags = h("input", { name: "tags", maxlength: 800, value: now.tags.join(", "), list: "known-tags", autocomplete: "off" });
  const told = h("p", { role: "status" });
  note.value = now.note;
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    try {
      await keep({ note: note.value, tags: tagsIn(tags.value) });
      put(told, t("Kept."));
    } catch (caught) {
      put(told, refusal(caught));
    }
  };
  return h("form", { class: "note-form", onsubmit: (/** @type {SubmitEvent} */ event) => void send(event) },
    field(t("Note"), note), field(t("Tags"), tags, t("Separated by commas.")),
    h("datalist", { id: "known-tags" }, known.map((tag) => h("option", { value: tag }))),
    h("div", { class: "buttons" }, strong(t("Keep"))), told);
}
