/** The cash nights of the room, and the form with which a host opens one. */

import { fieldOf, openDialog, sentForm } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { amountTyped } from "../common/words.js";
import { whoAmI } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";
import { choice } from "./forms.js";
import { gameFields } from "./game_form.js";
import { nightsOn, openNight } from "./routes.js";

/** @import { CashTerms } from "sidepot/protocol" */

dress();

const DECIMALS = 2;
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", ""];

function askTerms() {
  return openDialog({
    title: t("Open a cash night"),
    wide: true,
    body: () => {
      const title = h("input", { type: "text", required: true, maxlength: "80", autocomplete: "off", autofocus: true });
      const currency = choice(CURRENCIES.map((code) => [code, code || t("none: points")]), "EUR");
      const chips = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: "1; 5; 25; 100" });
      const game = gameFields(DECIMALS);
      const send = async () => {
        const values = chips.value.split(/[;\s]+/).filter(Boolean).map((one) => amountTyped(one, DECIMALS));
        /** @type {CashTerms} */
        const terms = {
          title: title.value.trim(), games: [game.made()], chips: values.filter((one) => one > 0),
          unit: { decimals: DECIMALS, currency: /** @type {"EUR"} */ (currency.value) },
        };
        const { id } = await openNight(terms);
        location.href = `/cash/${encodeURIComponent(id)}`;
      };
      return sentForm(send, [fieldOf(t("Title"), title), fieldOf(t("Currency"), currency), fieldOf(t("Values of the chips"), chips, t("separated by semicolons")), game.parts], t("Open"));
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
