/**
 * How the pages draw: a view describes what it shows with `el`, and `put` changes the page where it differs from that.
 *
 * What is described again stays the same element: it keeps its focus, its place in a list, how far it is scrolled, what
 * is typed into it and whether it is open; an animation does not begin again, and nothing is read out twice. A `key`
 * tells the elements of a list apart.
 */

/**
 * The attributes of an element, and what is done when something happens to it.
 * @typedef {{
 *   [name: string]: unknown,
 *   key?: string | number | symbol,
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

/**
 * What an element holds: a described one, one that somebody keeps, a text, lists of these; null, undefined and false are
 * nothing.
 * @typedef {Node | Description | string} Filled
 * @typedef {Filled | null | undefined | false} Part
 * @typedef {Part | readonly (Part | readonly (Part | readonly Part[])[])[]} Child
 * @typedef {keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap} Tag
 */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** An element that is to be on the page. */
export class Description {
  /**
   * @param {Tag} tag
   * @param {Props} props
   * @param {readonly Child[]} children
   */
  constructor(tag, props, children) {
    this.tag = tag;
    this.props = props;
    this.children = children;
  }
}

/**
 * Describe an element, of HTML or within an `svg`: `el("button", { class: "quiet", onclick: act }, "Leave")`.
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 */
export const el = (tag, props, ...children) => new Description(tag, props, children);

/** @type {WeakMap<Node, Description>} the last description of each element */
const drawn = new WeakMap();

/** Call the handler of the last description. @param {Event} event */
function act(event) {
  const on = /** @type {Element} */ (event.currentTarget);
  const doing = /** @type {((event: Event) => unknown) | undefined | null} */ (drawn.get(on)?.props[`on${event.type}`]);
  doing?.(event);
}

/**
 * Make the described element.
 * @param {Description} wanted
 * @param {string | null} [space] the namespace of the element around it
 */
export function make(wanted, space = HTML) {
  const own = wanted.tag === "svg" ? SVG : (space ?? HTML);
  const made = document.createElementNS(own, wanted.tag);
  draw(made, wanted);
  return made;
}

/**
 * Draw an element as it is described: touch only what has changed since the last time.
 * @param {Element} element
 * @param {Description} wanted
 */
function draw(element, wanted) {
  const [had, props] = [drawn.get(element)?.props ?? {}, wanted.props];
  drawn.set(element, wanted);
  for (const name of new Set([...Object.keys(had), ...Object.keys(props)])) {
    if (had[name] !== props[name] && name !== "key") set(element, name, props[name] ?? false);
  }
  put(element, ...wanted.children);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), act); // a second time it changes nothing
  else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
  else if (name === "style") /** @type {HTMLElement} */ (element).style.cssText = String(value || ""); // as an attribute it would be refused
  else if (value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Whether a node of the page can become this one.
 * @param {Node} there
 * @param {Description | string} wanted
 */
function fits(there, wanted) {
  if (typeof wanted === "string") return there.nodeType === 3;
  const before = drawn.get(there);
  return before?.tag === wanted.tag && before.props.key === wanted.props.key;
}

/**
 * Find the node for a description or a text among those that are `left`, or make it.
 * @param {Element} parent
 * @param {Filled} wanted
 * @param {Set<Node>} left
 */
function nodeFor(parent, wanted, left) {
  if (typeof wanted !== "string" && !(wanted instanceof Description)) return wanted;
  for (const there of left) {
    if (!fits(there, wanted)) continue;
    left.delete(there);
    if (wanted instanceof Description) draw(/** @type {Element} */ (there), wanted);
    else if (there.nodeValue !== wanted) there.nodeValue = wanted;
    return there;
  }
  return wanted instanceof Description ? make(wanted, parent.namespaceURI) : document.createTextNode(wanted);
}

/**
 * Make `parent` hold these, and nothing else.
 * @template {Element} E
 * @param {E} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const flat = /** @type {Part[]} */ (children.flat(3));
  const wanted = /** @type {Filled[]} */ (flat.filter((one) => one !== null && one !== undefined && one !== false && one !== ""));
  const left = new Set(parent.childNodes);
  for (const one of wanted) if (!(one instanceof Description) && typeof one !== "string") left.delete(/** @type {ChildNode} */ (one));
  const nodes = wanted.map((one) => nodeFor(parent, one, left));
  for (const gone of left) gone.remove();
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true }); // it has moved
  return parent;
}

/**
 * Make a place that is read out hold these words: it is read out again, also where they are the same as before.
 * @param {Element} place
 * @param {...Child} words
 */
export const readOut = (place, ...words) => put(put(place), ...words);
