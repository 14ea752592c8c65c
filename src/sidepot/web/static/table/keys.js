/** The keyboard: what a key means now, as the person has set it, unless they type, or a window is open. */

import { isOpen } from "../common/dialogs.js";
import { meaningOf } from "../common/keymap.js";

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";
const SCROLLS = /^(Arrow|Page)/;

/**
 * Hand every key that is meant for the table to `take`, as the letter that it stands for, which returns whether it
 * meant something.
 * @param {(key: string) => unknown} take
 */
export function listen(take) {
  document.addEventListener("keydown", (pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat || isOpen()) return;
    const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
    const where = pressed.target instanceof HTMLElement ? pressed.target : document.body;
    const inAmount = where.matches(".amount") && /^[\p{L}?]$/u.test(key);
    if (inAmount && "written" in where.dataset && key !== "?") {
      pressed.preventDefault(); // a letter is no part of a number, and no shortcut while an amount is typed
      return;
    }
    if (where.matches(TYPING) && !inAmount) {
      if (key === "Escape") where.blur();
      return;
    }
    if (SCROLLS.test(key) && where.closest("[role=log], .side, .menu")) return;
    // Enter and Space press the button that has the focus
    if ((key === "Enter" || key === " ") && where.closest("button, a, [role=button]")) {
      if (!where.closest(".own-card") || key === " ") return;
    }
    const meaning = meaningOf(key);
    if (meaning && take(meaning)) pressed.preventDefault();
    else if (inAmount) pressed.preventDefault();
  });
}
