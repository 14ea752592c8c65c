/** The keyboard: what a key means now, unless the person types, or a window is open. */

import { isOpen } from "../common/dialogs.js";

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";

/**
 * Hand every key that is meant for the table to `take`, which returns whether it meant something.
 * @param {(key: string) => unknown} take
 */
export function listen(take) {
  document.addEventListener("keydown", (pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat || isOpen()) return;
    const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
    const where = pressed.target instanceof HTMLElement ? pressed.target : document.body;
    const inAmount = where.matches(".amount") && /^[a-z?]$/.test(key);
    if (inAmount && "written" in where.dataset && key !== "?") {
      pressed.preventDefault(); // a letter is no part of a number, and no shortcut while an amount is typed
      return;
    }
    if (where.matches(TYPING) && !inAmount) {
      if (key === "Escape") where.blur();
      return;
    }
    // Enter and Space press the button that has the focus
    if ((key === "Enter" || key === " ") && where.closest("button, a, [role=button]")) {
      if (!where.closest(".own-card") || key === " ") return;
    }
    if (take(key)) pressed.preventDefault();
    else if (inAmount) pressed.preventDefault();
  });
}
