/** Making elements: HTML by `h`, SVG by `s`. Nothing here ever reads markup from a string. */

const SVG = "http://www.w3.org/2000/svg";

function fill(made, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** An HTML element: `h("button", {class: "quiet", onclick: act}, "Leave")`. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Put `children` in the place of all that was in `parent`. */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return parent;
}

/** Do `draw` for `part` only when `what` it shows is not what it shows already: focus and animations stay. */
export function whenChanged(part, what, draw) {
  const key = JSON.stringify(what) ?? "";
  if (part.shownAs === key) return false;
  part.shownAs = key;
  draw();
  return true;
}

/** Something for the person, kept in this browser; a browser that keeps nothing is fine too. */
export const kept = {
  get(name, otherwise) {
    try {
      const text = localStorage.getItem(`sidepot.${name}`);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`sidepot.${name}`, JSON.stringify(value));
    } catch {
      // private windows may refuse: it is forgotten with the page
    }
  },
};

/** Theme and deck as the person likes them, before anything is drawn. */
export function dress() {
  const root = document.documentElement;
  const theme = kept.get("theme", "auto");
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.deck = kept.get("deck", "two");
}
