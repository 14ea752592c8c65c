/** Making elements that somebody keeps: HTML by `h`, SVG by `s`. Nothing here ever reads markup from a string. */

import { el, make } from "./element.js";

/** @import { Child, Props } from "./element.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("button", {class: "quiet", onclick: act}, "Leave")`. It is nobody else's: `put` moves it, and changes
 * nothing in it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  return /** @type {HTMLElementTagNameMap[Tag]} */ (make(el(tag, { ...props, key: Symbol(tag) }, ...children)));
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
  return /** @type {SVGElementTagNameMap[Tag]} */ (make(el(tag, { ...props, key: Symbol(tag) }, ...children), SVG));
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

/**
 * The element of the page of this kind. Throws where the page has none.
 * @template {HTMLElement} Kind
 * @param {string} name
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function part(name, kind) {
  const found = $(name);
  if (!(found instanceof kind)) throw new Error(`the page has no ${name}`);
  return found;
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
