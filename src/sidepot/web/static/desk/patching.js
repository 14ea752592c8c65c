/** Lists that change under the fingers: what is the same stays where it is, and the focus stays on what it was on. */

import { CLOSED } from "../common/dialogs.js";

/**
 * A line of a list: `what` it shows decides whether it is drawn anew.
 * @typedef {{ key: string | number, what: unknown, make: () => HTMLElement }} Line
 * @typedef {{ text: string, element: HTMLElement }} Drawn
 * @typedef {{ now: HTMLElement, line: number, key: string, act: string }} Focus
 */

/** @type {WeakMap<Element, Map<string | number, Drawn>>} */
const drawn = new WeakMap();

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
    const was = parent && drawn.has(parent) ? focusIn(parent) : null;
    last = parent && was ? { parent, was } : null;
  });
  document.addEventListener(CLOSED, () => {
    if (last && !last.was.now.isConnected) keepFocus(last.parent, last.was);
  });
}

/**
 * Make `parent` hold these lines, in their order.
 * @param {HTMLElement} parent
 * @param {readonly Line[]} lines
 */
export function patch(parent, lines) {
  const before = drawn.get(parent) ?? new Map();
  const focus = focusIn(parent);
  /** @type {Map<string | number, Drawn>} */
  const after = new Map();
  for (const { key, what, make } of lines) {
    const text = JSON.stringify(what) ?? "";
    const old = before.get(key);
    if (old?.text === text) after.set(key, old);
    else {
      const element = make();
      element.dataset.key = String(key);
      after.set(key, { text, element });
    }
  }
  const stay = new Set([...after.values()].map(({ element }) => element));
  for (const there of [...parent.children]) if (!stay.has(/** @type {HTMLElement} */ (there))) there.remove();
  let at = parent.firstElementChild;
  for (const element of stay) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  drawn.set(parent, after);
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
