/** The keyboard: what a key means now, unless one is writing, or a window is open. */

import { isOpen } from "../common/dialogs.js";

const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";

/** Hand every key that is meant for the table to `take`, which answers whether it meant something. */
export function listen(take) {
  document.addEventListener("keydown", (pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat || isOpen()) return;
    const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
    const where = pressed.target;
    const inAmount = where.matches?.(".amount") && /^[a-z?]$/.test(key);
    if (inAmount && "written" in where.dataset && key !== "?") {
      pressed.preventDefault(); // a letter is no part of a number, and who is writing one means no key of the page
      return;
    }
    if (where.matches?.(TYPING) && !inAmount) {
      if (key === "Escape") where.blur();
      return;
    }
    // Enter and Space press the button that has the focus
    if ((key === "Enter" || key === " ") && where.closest?.("button, a, [role=button]")) {
      if (!where.closest(".own-card") || key === " ") return;
    }
    if (take(key)) pressed.preventDefault();
    else if (inAmount) pressed.preventDefault();
  });
}
