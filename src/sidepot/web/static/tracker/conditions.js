/** The text of a filter, put together from conditions. No page is needed, so node tests it. */

/** @typedef {{ name: string, part: string, kind: string, example: string, figure: string, choices: string[] }} FieldShown */

/** A name in quotes, if words or signs of filters are in it. @param {string} name */
export const quoted = (name) => (/[,;=<>|"!≠≥≤()]|(^|\s)(and|or|not)(\s|$)/i.test(name) ? `"${name.replaceAll('"', "")}"` : name);

/** The text of a filter. @param {string[][]} groups */
const textOf = (groups) => groups.filter((group) => group.length).map((group) => group.join(", ")).join(" or ");

/** The filter with one more condition, which must hold too. @param {string[][]} groups @param {string} condition */
export const narrowed = (groups, condition) => (groups.length > 1 ? `(${textOf(groups)}), ${condition}` : textOf([[...(groups[0] ?? []), condition]]));

/** The filter or this condition. @param {string[][]} groups @param {string} condition */
export const widened = (groups, condition) => textOf([...groups, [condition]]);

/** The filter without one of its conditions. @param {string[][]} groups @param {number} number @param {number} at */
export const without = (groups, number, at) => textOf(groups.map((group, one) => (one === number ? group.filter((_, other) => other !== at) : group)));

/**
 * A condition from what a form has: a range of numbers or days, words, or yes and no.
 * @param {FieldShown} field
 * @param {{ least?: string, most?: string, words?: string[], answer?: string, isNot?: boolean }} given
 */
export function conditionOf({ name, kind }, { least = "", most = "", words = [], answer = "", isNot = false }) {
  if (kind === "number" || kind === "date") {
    if (least && most) return `${name} = ${least}..${most}`;
    return least ? `${name} >= ${least}` : most ? `${name} <= ${most}` : "";
  }
  if (kind === "yes") return answer === "no" ? `not ${name}` : name;
  if (kind === "figure") return answer === "yes" ? name : `${name} = ${answer}`;
  const values = words.map((word) => word.trim()).filter(Boolean);
  return values.length ? `${name} ${isNot ? "!=" : "="} ${kind === "text" ? values.map(quoted).join(" | ") : values.join(" ")}` : "";
}
