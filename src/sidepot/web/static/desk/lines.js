/** Lists that change while people use them: if the focused line goes, the focus moves to the next one. */

import { CLOSED } from "../common/dialogs.js";
import { el, put } from "../common/element.js";

/**
 * @import { Description } from "../common/element.js"
 * @typedef {{ now: HTMLElement, line: number, key: string, act: string }} Focus
 */

/** @type {WeakSet<Element>} */
const lists = new WeakSet();

/**
 * Keep the focus also where a window was open over the list: what opened it may have been drawn anew meanwhile.
 */
export function keepFocusBehindWindows() {
  /** @type {{ parent: HTMLElement, was: Focus } | null} */
  let last = null;
  document.addEventListener("focusin", ({ target }) => {
    const one = /** @type {Element} */ (target);
    if (one.closest("dialog")) return;
    const parent = one.closest("[data-key]")?.parentElement;
    const was = parent && lists.has(parent) ? focusIn(parent) : null;
    last = parent && was ? { parent, was } : null;
  });
  document.addEventListener(CLOSED, () => {
    if (last && !last.was.now.isConnected) keepFocus(last.parent, last.was);
  });
}

/**
 * Make `parent` hold these lines, in their order; each has a key.
 * @param {HTMLElement} parent
 * @param {readonly Description[]} lines
 */
export function putLines(parent, lines) {
  lists.add(parent);
  const focus = focusIn(parent);
  put(parent, lines.map(({ tag, props, children }) => el(tag, { ...props, "data-key": String(props.key) }, ...children)));
  if (focus) keepFocus(parent, focus);
}

/**
 * Where the focus is: on which act of which line.
 * @param {HTMLElement} parent
 * @returns {Focus | null}
 */
function focusIn(parent) {
  const now = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!now || now === parent || !parent.contains(now)) return null;
  const line = [...parent.children].findIndex((one) => one.contains(now));
  return { now, line, key: /** @type {HTMLElement} */ (parent.children[line]).dataset.key ?? "", act: now.dataset.act ?? "" };
}

/**
 * @param {HTMLElement} parent
 * @param {Focus} focus
 */
function keepFocus(parent, { now, line, key, act }) {
  if (document.activeElement === now) return;
  const lines = /** @type {HTMLElement[]} */ ([...parent.children]);
  const same = lines.find((one) => one.dataset.key === key);
  const near = same ?? lines[Math.min(line, lines.length - 1)];
  const acts = near ? [near, .../** @type {NodeListOf<HTMLElement>} */ (near.querySelectorAll("button, input, select, a"))] : [];
  const next = acts.find((one) => act && one.dataset.act === act) ?? acts.find((one) => one.matches("button, input, select, a"));
  if (next) next.focus({ preventScroll: true });
  else {
    const place = lines.length ? parent : (/** @type {HTMLElement | null} */ (parent.closest("section")) ?? parent); // what is empty is not seen
    place.setAttribute("tabindex", "-1");
    place.focus({ preventScroll: true });
  }
}
