/** Reads the texts out of the scripts. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const STATIC = fileURLToPath(new URL("../../src/sidepot/web/static/", import.meta.url));

/** The files of the pages with this ending, by their paths; the words of other languages are not among them. */
export function filesOf(ending) {
  const names = readdirSync(STATIC, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const wanted = names.filter((name) => name.endsWith(ending));
  return wanted.sort().map((name) => [name, readFileSync(STATIC + name, "utf8")]);
}

const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\n>]|\breturn)$/;

/**
 * The texts of a script: `text` with `{}` for what is put in, `before` is the code before it, and `tag` what it is
 * tagged with ("" for an untagged one).
 */
export function textsOf(source) {
  const found = [];
  let at = 0;
  /** Reads code up to `end`, or to the end of all. */
  const code = (end) => {
    let depth = 0;
    while (at < source.length) {
      const [one, two] = [source[at], source.slice(at, at + 2)];
      const before = () => source.slice(Math.max(0, at - 90), at).trimEnd();
      if (two === "//") at = (source.indexOf("\n", at) + source.length + 1) % (source.length + 1);
      else if (two === "/*") at = source.indexOf("*/", at) + 2;
      else if (one === '"' || one === "'") quoted(one, before());
      else if (one === "`") template(before());
      else if (one === "/" && BEFORE_REGEX.test(before())) regex();
      else if (one === "}" && end && !depth) return;
      else {
        depth += one === "{" ? 1 : one === "}" ? -1 : 0;
        at++;
      }
    }
  };
  const quoted = (mark, before) => {
    const start = ++at;
    while (source[at] !== mark) at += source[at] === "\\" ? 2 : 1;
    found.push({ text: source.slice(start, at++), before, tag: "" });
  };
  const template = (before) => {
    const tag = /([\w$]+)$/.exec(source.slice(Math.max(0, at - 20), at))?.[1] ?? "";
    const one = { text: "", before, tag: tag === "return" ? "" : tag };
    found.push(one);
    at++;
    while (source[at] !== "`") {
      if (source.startsWith("${", at)) {
        at += 2;
        code(true);
        one.text += "{}";
        at++;
      } else {
        const long = source[at] === "\\" ? 2 : 1;
        one.text += source.slice(at, at + long);
        at += long;
      }
    }
    at++;
  };
  const regex = () => {
    let inSet = false;
    at++;
    while (source[at] !== "/" || inSet) {
      if (source[at] === "[") inSet = true;
      if (source[at] === "]") inSet = false;
      at += source[at] === "\\" ? 2 : 1;
    }
    at++;
  };
  code(false);
  return found;
}
