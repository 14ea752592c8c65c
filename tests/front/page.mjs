/** What the scripts of the pages need of a browser, as far as their tests need it: elements, and what is kept. */

import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";

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
    if (name === "class") {
      this.classList.names.clear();
      for (const one of value.split(/\s+/).filter(Boolean)) this.classList.add(one);
    }
  }

  removeAttribute(name) {
    this.attributes.delete(name);
    const key = /^data-(.+)$/.exec(name)?.[1];
    if (key) delete this.dataset[key];
    if (name === "class") this.classList.names.clear();
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** Texts too: they are elements of the tag "#text" here. */
  get childNodes() {
    return this.children;
  }

  get firstChild() {
    return this.children[0] ?? null;
  }

  get nextSibling() {
    return this.parent?.children[this.parent.children.indexOf(this) + 1] ?? null;
  }

  get parentElement() {
    return this.parent ?? null;
  }

  get isConnected() {
    return this === globalThis.document.body || Boolean(this.parent?.isConnected);
  }

  get nodeType() {
    return this.tag === "#text" ? 3 : 1;
  }

  get nodeValue() {
    return this.tag === "#text" ? this.#text : null;
  }

  set nodeValue(text) {
    this.#text = text;
  }

  append(...children) {
    for (const child of children) this.insertBefore(child instanceof FakeElement ? child : textOf(child), null);
  }

  insertBefore(child, next) {
    child.remove();
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
    child.parent = this;
    if (document.activeElement === child) document.activeElement = null; // one that moves loses the focus
    return child;
  }

  remove() {
    if (!this.parent) return;
    this.parent.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
    if (document.activeElement === this) document.activeElement = null;
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
    const [, name, value] = /^\[([\w-]+)(?:="?(\w+)"?)?\]$/.exec(what) ?? [];
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
    document.activeElement = this;
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

const LOCALES = new URL("../../src/sidepot/web/locales/", import.meta.url);
const ENTRY = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm;

/** The messages of a catalogue, as the server sends them. */
export function messagesOf(language, domain) {
  const found = {};
  for (const entry of readFileSync(new URL(`${language}/LC_MESSAGES/${domain}.po`, LOCALES), "utf8").split("\n\n")) {
    const told = [...entry.matchAll(ENTRY)].map(([, name, texts]) => [name, texts.trim().split("\n").map((text) => JSON.parse(text)).join("")]);
    const { msgctxt, msgid, msgid_plural: many } = Object.fromEntries(told);
    const forms = told.filter(([name]) => name.startsWith("msgstr")).map(([, text]) => text);
    if (msgid) found[msgctxt ? `${msgctxt}\u0004${msgid}` : msgid] = many ? forms : forms[0];
  }
  return found;
}

const languages = new FakeElement("meta");
languages.setAttribute("content", "de");
const kept = new Map();
const made = {
  HTMLElement: FakeElement,
  document: {
    createElement: (tag) => new FakeElement(tag),
    createElementNS: (space, tag) => Object.assign(new FakeElement(tag), { namespaceURI: space }),
    createTextNode: (text) => textOf(text),
    body: new FakeElement("body"),
    activeElement: null,
    querySelector: (what) => (what === 'meta[name="languages"]' ? languages : null),
    addEventListener: () => {},
  },
  customElements: { define: () => {} },
  matchMedia: () => ({ matches: true }),
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  location: { protocol: "http:", host: "room.test" },
  addEventListener: () => {},
};
globalThis.fetch = async (address) => {
  const [, language, part] = /^\/static\/locales\/(\w+)(\.floor)?\.json$/.exec(address);
  const catalogue = part ? { room: messagesOf(language, "floor") } : { pages: messagesOf(language, "pages"), room: messagesOf(language, "room") };
  return { json: async () => catalogue };
};
for (const [name, value] of Object.entries(made)) globalThis[name] ??= value;
globalThis.crypto ??= webcrypto;
globalThis.CustomEvent ??= class extends Event {
  constructor(name, { detail } = {}) {
    super(name);
    this.detail = detail;
  }
};
