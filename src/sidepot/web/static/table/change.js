/** The terms of a table change while it is open: the host's form, and what all are shown of it. */

import { TERMS, askTerms } from "../agreement/agreement.js";
import { formOf, isOpen, openDialog, sentForm, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { lineOf, titleIn } from "../common/sentences.js";
import { newPassword, termsOf } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { formFrom, valuesFrom } from "../form/changes.js";
import { TableFields } from "../form/table_form.js";
import { t } from "../common/language.js";

/**
 * @import { Changeable, Listed, TableTerms, TermsChange } from "sidepot/protocol"
 * @import { Sentence } from "../room/messages.js"
 * @import { Chair } from "../seat/chair.js"
 */

// ---- the host

/**
 * Ask the host for other terms, and announce them.
 * @param {Chair} chair
 */
export async function changeTable(chair) {
  try {
    const terms = await termsOf(chair.room.table);
    const { values, game } = terms;
    if (values && game) await openDialog({ title: t("Change the table"), wide: true, body: (done) => changeForm(chair, terms, values, game, () => done()) });
  } catch (caught) {
    chair.toast(refusal(caught));
  }
}

/**
 * @param {Chair} chair
 * @param {TableTerms} terms
 * @param {Changeable} values
 * @param {Listed} game
 * @param {() => void} done
 */
function changeForm({ line, room, state }, { agreement }, values, game, done) {
  const { decimals, seats } = state;
  const fields = new TableFields([game], [], { values, form: formFrom(values, game, decimals, seats.length) });
  const send = async () => {
    const { form } = fields;
    const isLocked = fields.has("word");
    const lock = form.password ? (await newPassword(room.table, form.password)).lock : isLocked ? values.lock : "";
    await line.say(room.table, { type: "change_terms", to: valuesFrom(form, values, lock, (name) => fields.has(name)) });
    done();
  };
  const when = t("The current hand is played to its end. Players accept the new terms before the next hand, or sit out.");
  const stays = t("{game}, {house}, the number of seats, rake and chat stay as they are: for others, open another table.",
    { game: titleIn(game.title), house: titleIn(agreement.house) });
  const made = sentForm(send, [h("p", { class: "hint" }, when), fields.element, h("p", { class: "hint" }, stays)], t("Announce the change"));
  made.classList.add("opening");
  return made;
}

// ---- all others

/** @param {readonly unknown[]} sentence */
const words = (sentence) => lineOf(/** @type {Sentence} */ (sentence)).text;

/** The terms that change, each with its old and its new value. @param {TermsChange} change */
export const changeRows = ({ rows }) =>
  h("table", { class: "changes" }, h("tbody", {}, rows.map(([topic, old, now]) =>
    h("tr", {}, h("th", { scope: "row" }, words(topic)), h("td", {}, h("del", {}, words(old)), " → ", h("ins", {}, words(now)))))));

/**
 * Show what changes: players accept it or leave, and the host may withdraw it.
 * @param {Chair} chair
 */
export async function showChange(chair) {
  const { change } = chair.state;
  if (!change) return chair.may("accept_terms") ? askAgain(chair) : undefined;
  const accepts = chair.may("accept_terms");
  const answer = await openDialog({
    title: t("The table changes from the next hand on"),
    asks: TERMS,
    body: (close) => formOf(
      () => close(accepts ? "accept" : "seen"),
      [h("p", {}, t("{host} changes the terms of this table:", { host: change.by })), changeRows(change),
        accepts && h("p", { class: "hint" }, t("If you have not accepted when the next hand begins, you sit out."))],
      [
        chair.may("withdraw_change") && h("button", { type: "button", class: "quiet", onclick: () => close("withdraw") }, t("Withdraw the change")),
        accepts && h("button", { type: "button", class: "quiet", onclick: () => close("leave") }, t("Leave the table")),
        strong(accepts ? t("Accept") : t("OK"), { autofocus: true }),
      ],
    ),
  });
  if (answer === "accept") await accept(chair);
  if (answer === "withdraw") await chair.say({ type: "withdraw_change" });
  if (answer === "leave") await chair.leave();
}

/**
 * The new terms hold, and one has not accepted them: they are shown whole.
 * @param {Chair} chair
 */
async function askAgain(chair) {
  try {
    const terms = await termsOf(chair.room.table);
    if (chair.asksLater() || isOpen() || !(await askTerms(chair.room.table, terms, t("Accept and come back")))) return;
    if ((await accept(chair)) && chair.seat?.state === "out") await chair.say({ type: "come_back", waits: false });
  } catch (caught) {
    chair.toast(refusal(caught));
  }
}

/** @param {Chair} chair */
async function accept(chair) {
  const version = chair.room.yours?.accept;
  return version ? chair.say({ type: "accept_terms", version }) : false;
}
