/** What the scripts of the pages need of a browser, as far as their tests need it: elements, and what is kept. */

import { webcrypto } from "node:crypto";

class Style {
  setProperty(name, value) {
    this[name] = value;
  }
}

class ClassList {
  names = new Set();
  add(name) {
    this.names.add(name);
  }
  remove(name) {
    this.names.delete(name);
  }
  contains(name) {
    return this.names.has(name);
  }
  toggle(name, on = !this.names.has(name)) {
    if (on) this.add(name);
    else this.remove(name);
    return on;
  }
}

export class FakeElement extends EventTarget {
  children = [];
  attributes = new Map();
  classList = new ClassList();
  style = new Style();
  dataset = {};
  value = "";
  hidden = false;
  selected = false;
  focused = false;
  #text = "";

  constructor(tag = "custom") {
    super();
    this.tag = tag;
  }

  get textContent() {
    return this.#text + this.children.map((child) => child.textContent).join("");
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    const key = /^data-(.+)$/.exec(name)?.[1];
    if (key) this.dataset[key] = String(value);
    if (name === "class") for (const one of value.split(/\s+/).filter(Boolean)) this.classList.add(one);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  append(...children) {
    this.children.push(...children.map((child) => (child instanceof FakeElement ? child : textOf(child))));
    for (const child of this.children) child.parent = this;
  }

  remove() {
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
  }

  replaceWith(other) {
    other.parent = this.parent;
    this.parent.children.splice(this.parent.children.indexOf(this), 1, other);
  }

  replaceChildren(...children) {
    this.#text = "";
    this.children = [];
    this.append(...children);
  }

  /** All elements inside that `[name]` or `[name=value]` selects. */
  querySelectorAll(what) {
    const [, name, value] = /^\[([\w-]+)(?:=(\w+))?\]$/.exec(what) ?? [];
    const fits = (one) => one.attributes.has(name) && (value === undefined || one.getAttribute(name) === value);
    return this.children.flatMap((one) => [...(fits(one) ? [one] : []), ...one.querySelectorAll(what)]);
  }

  querySelector(what) {
    return this.querySelectorAll(what)[0] ?? null;
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }

  focus() {
    this.focused = true;
    this.dispatchEvent(new Event("focus"));
  }

  select() {
    this.selected = true;
  }

  static text(text) {
    const made = new FakeElement("#text");
    made.#text = text;
    return made;
  }
}

const textOf = (text) => FakeElement.text(String(text));

/** Type into a field: its text, and what the browser tells of it. */
export function type(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input"));
}

/** Press a key in a field. */
export function press(field, key) {
  const pressed = new Event("keydown", { cancelable: true });
  field.dispatchEvent(Object.assign(pressed, { key }));
  return pressed;
}

const kept = new Map();
const made = {
  HTMLElement: FakeElement,
  document: {
    createElement: (tag) => new FakeElement(tag),
    createElementNS: (_, tag) => new FakeElement(tag),
    querySelector: () => null,
    addEventListener: () => {},
  },
  customElements: { define: () => {} },
  matchMedia: () => ({ matches: true }),
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  location: { protocol: "http:", host: "room.test" },
  addEventListener: () => {},
};
for (const [name, value] of Object.entries(made)) globalThis[name] ??= value;
globalThis.crypto ??= webcrypto;
globalThis.CustomEvent ??= class extends Event {
  constructor(name, { detail } = {}) {
    super(name);
    this.detail = detail;
  }
};
