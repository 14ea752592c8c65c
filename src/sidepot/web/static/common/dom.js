/** Making elements: HTML by `h`, SVG by `s`. Nothing here ever reads markup from a string. */

/**
 * What an element holds: another one, a text, lists of these; null, undefined and false are nothing.
 * @typedef {Node | string | null | undefined | false} Part
 * @typedef {Part | readonly (Part | readonly (Part | readonly Part[])[])[]} Child
 */

/**
 * The attributes of an element, and what is done when something happens to it.
 * @typedef {{
 *   [name: string]: unknown,
 *   onclick?: (event: MouseEvent) => unknown,
 *   onmouseenter?: (event: MouseEvent) => unknown,
 *   onmouseleave?: (event: MouseEvent) => unknown,
 *   onkeydown?: (event: KeyboardEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown,
 *   oninput?: (event: Event) => unknown,
 *   onchange?: (event: Event) => unknown,
 *   onfocus?: (event: FocusEvent) => unknown,
 *   onblur?: (event: FocusEvent) => unknown,
 *   ontoggle?: (event: Event) => unknown,
 * }} Props
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function partsOf(children) {
  const flat = /** @type {Part[]} */ (children.flat(3));
  return flat.filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * @template {Element} E
 * @param {E} made
 * @param {Props} props
 * @param {readonly Child[]} children
 */
function fill(made, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" || name === "checked") Object.assign(made, { [name]: value });
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...partsOf(children));
  return made;
}

/**
 * An HTML element: `h("button", {class: "quiet", onclick: act}, "Leave")`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * Replace all that is in `parent` by `children`.
 * @template {Element} E
 * @param {E} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  parent.replaceChildren(...partsOf(children));
  return parent;
}

/**
 * The element of the page that `what` selects. Throws where the page has none.
 * @param {string} what
 * @returns {HTMLElement}
 */
export function $(what) {
  const found = document.querySelector(what);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${what}`);
  return found;
}

/** @type {WeakMap<Element, string>} */
const shownAs = new WeakMap();

/**
 * Draw `part` only when `what` it shows has changed: focus and animations stay. Returns whether it was drawn.
 * @param {Element} part
 * @param {unknown} what
 * @param {() => unknown} draw
 */
export function whenChanged(part, what, draw) {
  const key = JSON.stringify(what) ?? "";
  if (shownAs.get(part) === key) return false;
  shownAs.set(part, key);
  draw();
  return true;
}

/** @type {WeakMap<Element, (string | number)[]>} */
const keysOf = new WeakMap();

/**
 * Make `parent` hold one element for each of the keys, in order. An element that has the same key in the same place stays
 * where it is: only what is new is made, and moves.
 * @param {Element} parent
 * @param {readonly (string | number)[]} keys
 * @param {(at: number) => Element} make
 */
export function putNew(parent, keys, make) {
  const before = keysOf.get(parent) ?? [];
  keysOf.set(parent, [...keys]);
  for (const [at, there] of [...parent.children].entries()) if (at >= keys.length) there.remove();
  for (const [at, key] of keys.entries()) {
    const there = parent.children[at];
    if (!there) parent.append(make(at));
    else if (before[at] !== key) there.replaceWith(make(at));
  }
}

/** What this browser keeps for the person; a browser that keeps nothing is fine too. */
export const kept = {
  /**
   * @template T
   * @param {string} name
   * @param {T} otherwise
   * @returns {T}
   */
  get(name, otherwise) {
    try {
      const text = localStorage.getItem(`sidepot.${name}`);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },
  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    try {
      localStorage.setItem(`sidepot.${name}`, JSON.stringify(value));
    } catch {
      // private windows may refuse: it is forgotten with the page
    }
  },
};

/** Set theme and deck as the person likes them, before anything is drawn. */
export function dress() {
  const root = document.documentElement;
  const theme = kept.get("theme", "auto");
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.deck = kept.get("deck", "two");
  root.dataset.back = kept.get("back", "diamonds");
  root.dataset.felt = kept.get("felt", "green");
}
