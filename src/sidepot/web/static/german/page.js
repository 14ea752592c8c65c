/** The words of a page as it was sent: those of its HTML, in another language. */

const NAMED = ["aria-label", "title", "placeholder", "alt", "content"];

/**
 * Put the words of the page into `language`; what is marked with a language of its own stays.
 * @param {string} language
 * @param {Record<string, string>} words
 */
export function translatePage(language, words) {
  if (!globalThis.document?.documentElement) return; // a test without a page
  const root = document.documentElement;
  root.lang = language;
  for (const element of root.querySelectorAll(NAMED.map((name) => `[${name}]`).join())) {
    for (const name of NAMED) {
      const found = words[element.getAttribute(name) ?? ""];
      if (found) element.setAttribute(name, found);
    }
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? "";
    const found = words[text.trim().replace(/\s+/g, " ")];
    if (found && !node.parentElement?.closest("[lang]:not(html), [translate=no]")) node.nodeValue = text.replace(/\S[\s\S]*\S|\S/, () => found);
  }
}
