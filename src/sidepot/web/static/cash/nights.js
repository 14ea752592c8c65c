/** The cash nights of the room, and the form with which a host opens one. */

import { fieldOf, openDialog, sentForm } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { amountTyped } from "../common/words.js";
import { titleIn } from "../common/sentences.js";
import { ask, whoAmI } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";
import { choice } from "./forms.js";
import { gameFields } from "./game_form.js";
import { nightsOn, openNight } from "./routes.js";

/** @import { CashForm, ListedHouses } from "sidepot/protocol" */

dress();

const DECIMALS = 2;
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", ""];

/** The houses that have rules for cash, by name and title; the first is the usual one. @type {[string, string][]} */
let houses = [];

async function askTerms() {
  try {
    const found = /** @type {ListedHouses} */ (await ask("/api/houses")).houses;
    houses = found.filter(({ is_cash: isCash }) => isCash).map(({ id, title }) => [id, titleIn(title)]);
  } catch (caught) {
    trouble(refusal(caught));
    return;
  }
  return openDialog({
    title: t("Open a cash night"),
    wide: true,
    body: () => {
      const title = h("input", { type: "text", required: true, maxlength: "80", autocomplete: "off", autofocus: true });
      const currency = choice(CURRENCIES.map((code) => [code, code || t("none: points")]), "EUR");
      const chips = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: "1; 5; 25; 100" });
      const house = choice(houses, "cash");
      const game = gameFields(DECIMALS);
      const send = async () => {
        const values = chips.value.split(/[;\s]+/).filter(Boolean).map((one) => amountTyped(one, DECIMALS));
        /** @type {CashForm} */
        const terms = {
          title: title.value.trim(), games: [game.made()], chips: values.filter((one) => one > 0),
          unit: { decimals: DECIMALS, currency: /** @type {"EUR"} */ (currency.value) },
          house: house.value,
        };
        const { id } = await openNight(terms);
        location.href = `/cash/${encodeURIComponent(id)}`;
      };
      return sentForm(send, [fieldOf(t("Title"), title), fieldOf(t("Currency"), currency), fieldOf(t("Values of the chips"), chips, t("separated by semicolons")), fieldOf(t("House rules"), house), game.parts], t("Open"));
    },
  });
}

$("#open").addEventListener("click", askTerms);
try {
  const { nights } = await nightsOn();
  put($("#list"), nights.length ? nights.map(({ id, title, at, over }) =>
    el("li", { key: id }, el("a", { href: `/cash/${encodeURIComponent(id)}` }, el("b", {}, title), el("small", {}, [new Date(at).toLocaleDateString(DATES), over && t("over")].filter(Boolean).join(" · ")))))
    : el("li", { class: "none" }, t("No cash night is on.")));
  $("#open").hidden = !["host", "staff"].includes((await whoAmI()).role ?? "");
} catch (caught) {
  trouble(refusal(caught));
}
$("#list").setAttribute("aria-busy", "false");
