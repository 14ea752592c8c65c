/** A level or break that is still to come: it is changed, one comes before it, or it is taken out. */

import { field, formOf, openDialog, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { t } from "../common/language.js";
import { stakesIn } from "../common/sentences.js";
import { askWhich, askWhy } from "./asking.js";
import { isDraft, levelName } from "./tournament.js";
import { amountsOf, between, following, withAmounts } from "./levels.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Item } from "./counting.js"
 * @import { What } from "./levels.js"
 */

const MINUTE = 60_000;
const BREAK = 10 * MINUTE;
const WHYS = [t("The tournament is running long"), t("The players asked for it")];
/** @type {Record<string, string>} */
const AMOUNTS = { small: t("Small blind"), big: t("Big blind"), ante: t("Ante"), bring_in: t("Bring-in"), small_bet: t("Small bet") };

/** @param {Item} item */
export const itemWords = (item) => [item.is_break ? levelName(item) : `${levelName(item)} ${stakesIn(item.stakes ?? "", item.parts)}`, t("{minutes} min", { minutes: Math.round(item.ms / MINUTE) })].filter(Boolean).join(" · ");

/**
 * @param {Desk} desk
 * @param {Item} item
 * @param {number} at
 */
export async function changeItem(desk, item, at) {
  const before = desk.items.slice(0, at).findLast((one) => !one.is_break);
  /** @type {[string, string][]} */
  const ways = [[item.is_break ? t("Change the length") : t("Change"), "edit"]];
  if (before) ways.push([t("Insert a level before"), "level"]);
  if (!item.is_break) ways.push([t("Insert a break before"), "break"]);
  const how = await askWhich(itemWords(item), [...ways, [t("Remove"), "remove"]]);
  if (how === "remove") {
    const why = isDraft(desk.tournament) ? "" : await askWhy(t("Why are you changing the schedule?"), t("Change"), WHYS);
    if (why !== null) await desk.act({ type: "remove_item", item: at, ...(why && { why }) }, why);
  } else if (how === "edit") await ask(desk, "edit_item", at, itemWords(item), { ...item.what, ms: item.ms });
  else if (how === "break") await ask(desk, "insert_item", at, t("Insert a break before"), { kind: "break", ms: BREAK });
  else if (how && before) await ask(desk, "insert_item", at, t("Insert a level before"), between({ ...before.what, ms: before.ms }, desk.items.slice(at).find((one) => !one.is_break)?.what));
}

/**
 * One more level after all others.
 * @param {Desk} desk
 */
export async function levelAtTheEnd(desk) {
  const [last, before] = desk.items.filter((one) => !one.is_break).reverse();
  if (!last) return;
  const what = following({ ...last.what, ms: last.ms }, before && { ...before.what, ms: before.ms });
  await ask(desk, "insert_item", desk.items.length, t("Add a level"), what);
}

/**
 * Ask for the amounts and the length, and why.
 * @param {Desk} desk
 * @param {string} type
 * @param {number} item
 * @param {string} title
 * @param {What} what
 */
async function ask(desk, type, item, title, what) {
  const isFree = isDraft(desk.tournament); // nobody has seen it yet
  /** @type {{ what: What, why: string } | null} */
  const made = await openDialog({
    title,
    body: (close) => {
      const number = (/** @type {number} */ value, /** @type {number} */ least, more = {}) =>
        h("input", { type: "number", required: true, inputmode: "numeric", min: String(least), step: "1", value: String(value), ...more });
      const amounts = Object.entries(amountsOf(what)).map(([key, value]) => ({ key, input: number(value, 0) }));
      const minutes = number(Math.round((100 * what.ms) / MINUTE) / 100, 0.1, { max: "600", step: "any", inputmode: "decimal", autofocus: true }); // some have 2.5
      const list = h("datalist", { id: "whys" }, WHYS.map((one) => h("option", { value: one })));
      const why = h("input", { type: "text", required: !isFree, maxlength: "200", autocomplete: "off", list: "whys" });
      const send = () => {
        const entered = Object.fromEntries(amounts.map(({ key, input }) => [key, Number(input.value)]));
        if (isFree || why.value.trim()) close({ what: withAmounts(what, entered, Math.round(Number(minutes.value) * MINUTE)), why: why.value.trim() });
      };
      return formOf(send, [field(t("Minutes"), minutes), amounts.map(({ key, input }) => field(AMOUNTS[key], input)), !isFree && [field(t("Why are you changing the schedule?"), why), list]], strong(t("Change")));
    },
  });
  if (made) await desk.act({ type, item, what: made.what, ...(made.why && { why: made.why }) }, made.why);
}
