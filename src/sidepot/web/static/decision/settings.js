/** The window that sets how one plays: the amounts of one's own, the slip guard, and the keys. This browser keeps it. */

import { field, openDialog } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { CHANGEABLE, SETTINGS_CHANGED, changeKey, keyFor, resetKeys } from "../common/keymap.js";
import { isGuarded } from "./guard.js";
import { MOST_LIKED, USUAL, liked, numbersIn } from "./presets.js";
import { t } from "../common/language.js";


const changed = () => document.dispatchEvent(new Event(SETTINGS_CHANGED));

export function showSettings() {
  const body = () => {
    const guard = h("input", { type: "checkbox", checked: isGuarded(), onchange: () => {
      kept.set("guard", guard.checked);
      changed();
    } });
    return h(
      "div",
      { class: "body settings" },
      h("fieldset", {}, h("legend", {}, t("Bet size buttons")),
        liking("blinds", t("Before the flop, in big blinds")), liking("pots", t("After the flop, in percent of the pot"))),
      h("fieldset", {}, h("legend", {}, t("Misclicks")),
        h("label", { class: "check" }, guard,
          t("Ask me to confirm when I go all-in with the slider or bet ten times the pot"))),
      keys(),
    );
  };
  return openDialog({ title: t("Settings"), wide: true, body });
}

let numbered = 0;

/**
 * The field of one's own amounts; empty, they are the usual ones.
 * @param {"blinds" | "pots"} which
 * @param {string} label
 */
function liking(which, label) {
  const id = `liking-${++numbered}`;
  const wrong = h("p", { class: "refusal", role: "alert", id });
  const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value: liked()[which].join("  "),
    placeholder: USUAL[which].join("  "), "aria-describedby": id });
  input.addEventListener("change", () => {
    const found = numbersIn(input.value);
    input.setAttribute("aria-invalid", String(!found));
    put(wrong, found ? "" : t("Enter up to {most} numbers separated by spaces, such as {usual}", { most: MOST_LIKED, usual: USUAL[which].join(" ") }));
    if (!found) return;
    const { [which]: _, ...others } = kept.get("amounts", /** @type {Record<string, number[]>} */ ({}));
    kept.set("amounts", found.length ? { ...others, [which]: found } : others);
    input.value = liked()[which].join("  ");
    changed();
  });
  const made = field(label, input);
  made.append(wrong);
  return made;
}

/** Each key with a field for its letter. A letter that is taken is refused, with what it is for. */
function keys() {
  const wrong = h("p", { class: "refusal", role: "alert" });
  const inputs = CHANGEABLE.map(([key, what]) => {
    const input = h("input", { type: "text", class: "key", maxlength: "1", autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", "aria-label": what, "data-key": key });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => {
      if (!input.value.trim()) return; // another letter follows
      put(wrong, changeKey(key, input.value));
      draw();
      input.select();
      changed();
    });
    input.addEventListener("blur", () => draw());
    return { key, what, input };
  });
  const draw = () => {
    for (const { key, input } of inputs) input.value = keyFor(key).toUpperCase();
  };
  const reset = () => {
    resetKeys();
    put(wrong);
    draw();
    changed();
  };
  draw();
  return h(
    "fieldset",
    { class: "for-keys" },
    h("legend", {}, t("Keyboard shortcuts")),
    wrong,
    h("div", { class: "key-list" }, inputs.map(({ what, input }) => h("label", { class: "key-row" }, input, what))),
    h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: reset }, t("Reset shortcuts"))),
  );
}
