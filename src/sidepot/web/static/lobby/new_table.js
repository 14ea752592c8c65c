/** The host opens a table: game, stakes and company first, and the rest in groups. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { select } from "../form/fields.js";
import { TableFields } from "../form/table_form.js";
import { games, openTable } from "../room/api.js";
import { TEMPLATES, keepForm, lastForm } from "./templates.js";
import { t } from "../common/language.js";

/** @import { BookListed, Listed } from "sidepot/protocol" */
/** @import { Values } from "../form/fields.js" */

/** Ask for the terms of a table, open it, and go there. */
export async function newTable() {
  const { games: found, books = [] } = await games().catch(() => ({ games: [], books: [] }));
  return openDialog({ title: t("Open a table"), wide: true, body: () => formOf(found, books) });
}

/**
 * @param {Listed[]} games
 * @param {BookListed[]} books
 */
function formOf(games, books) {
  const fields = new TableFields(games, books);
  const send = async () => {
    const { id, tournament = "" } = await openTable(fields.form);
    keepForm(fields.form);
    location.href = tournament ? `/tournament/${encodeURIComponent(tournament)}` : `/table/${encodeURIComponent(id)}`;
  };
  const last = lastForm();
  /** @type {Values} */
  const starts = Object.entries(TEMPLATES).map(([id, { text }]) => [id, text]);
  if (last) starts.unshift(["last", t("Same as last time: {title}", { title: last.title ?? "" })]);
  const begins = select(starts, "usual");
  begins.addEventListener("change", () => fields.fill(begins.value === "last" && last ? last : TEMPLATES[begins.value]?.form ?? {}));
  fields.begin(field(t("Template"), begins));
  const made = sentForm(send, fields.element, t("Open the table"));
  made.classList.add("opening");
  return made;
}
