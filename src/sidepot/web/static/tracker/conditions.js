/** The text of a filter, put together from conditions. No page is needed, so node tests it. */

/** @typedef {{ name: string, part: string, kind: string, example: string, figure: string, choices: string[] }} FieldShown */

/** A name in quotes, if words or signs of filters are in it. @param {string} name */
export const quoted = (name) => (/[,;=<>|"!≠≥≤]|(^|\s)(and|or|not)(\s|$)/i.test(name) ? `"${name.replaceAll('"', "")}"` : name);

/** These conditions and one more, in each group. @param {string[][]} groups @param {string} condition */
export const narrowed = (groups, condition) => (groups.length ? groups : [[]]).map((group) => [...group, condition].join(", ")).join(" or ");

/** @param {string[][]} groups @param {number} number @param {number} at */
export const without = (groups, number, at) =>
  groups.map((group, one) => (one === number ? group.filter((_, other) => other !== at) : group)).filter((group) => group.length).map((group) => group.join(", ")).join(" or ");

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
