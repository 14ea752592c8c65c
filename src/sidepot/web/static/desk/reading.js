/** What is typed into one field and means several things: names, percentages, the numbers of tables. */

const SLACK = 0.05; // of a percent: printed lists are rounded, as the tournament allows

/**
 * Names, as they are typed or pasted: one on each line, with semicolons or with commas between them. Each counts once.
 * Where lines or semicolons part them, a comma belongs to a name: "Lee, Ann".
 * @param {string} text
 */
export function namesOf(text) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const lines = text.trim().split(/[;\r\n\t]+/);
  for (const one of lines.length > 1 ? lines : text.split(/,+/)) {
    const name = one.trim().replace(/\s+/g, " ");
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/**
 * Percentages that add up to 100: "50 30 20", "50,30,20", "33,3 33,3 33,4"; null where they do not.
 * @param {string} text
 * @returns {number[] | null}
 */
export function percentsOf(text) {
  const words = text.replaceAll("%", " ");
  // a comma may be of a decimal, or between two places: what adds up is meant
  for (const parts of [words.split(/[\s;/]+|,\s+/), words.split(/[\s;/,]+/)]) {
    const all = parts.filter(Boolean).map((one) => Number(one.replace(",", ".")));
    const total = all.reduce((before, one) => before + one, 0);
    if (all.length && all.every((one) => one > 0) && Math.abs(total - 100) <= SLACK) return all;
  }
  return null;
}

/**
 * The whole numbers of a text: "4, 3 2".
 * @param {string} text
 */
export const numbersOf = (text) => (text.match(/\d+/g) ?? []).map(Number);
