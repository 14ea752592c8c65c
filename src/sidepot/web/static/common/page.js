/** The words of a page as it was sent: those of its HTML, in another language. */

const NAMED = ["aria-label", "title", "placeholder", "alt"];
const OWN = "[lang]:not(html), [translate=no]";

/**
 * Put the words of the page into `language`; what has a language of its own, or is not to be translated, stays.
 * @param {string} language
 * @param {(text: string) => string} translate
 */
export function translatePage(language, translate) {
  if (!globalThis.document?.documentElement) return; // a test without a page
  const root = document.documentElement;
  root.lang = language;
  for (const name of [...NAMED, "content"]) {
    for (const element of root.querySelectorAll(name === "content" ? "meta[name=description]" : `[${name}]`)) {
      if (!element.closest(OWN)) element.setAttribute(name, translate(element.getAttribute(name) ?? ""));
    }
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? "";
    if (!/\S/.test(text) || node.parentElement?.closest(`script, style, ${OWN}`)) continue;
    node.nodeValue = text.replace(/\S[\s\S]*\S|\S/, (words) => translate(words.replace(/\s+/g, " ")));
  }
}
