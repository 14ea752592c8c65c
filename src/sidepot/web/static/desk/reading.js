/** What is typed into one field and means several things: names, percentages, the numbers of tables. */

const SLACK = 0.05; // of a percent: printed lists are rounded, as the tournament allows

/**
 * Names, as they are typed or pasted: one on each line, with semicolons or with commas between them.
 * Where lines or semicolons part them, a comma belongs to a name: "Lee, Ann".
 * @param {string} text
 */
export function namesOf(text) {
  const lines = text.trim().split(/[;\r\n\t]+/);
  return (lines.length > 1 ? lines : text.split(/,+/)).map((one) => one.trim().replace(/\s+/g, " ")).filter(Boolean);
}

/**
 * A list of names, each once, with how often it is there: "Ann" and "ann" are one name.
 * @param {readonly string[]} names
 * @returns {[name: string, times: number][]}
 */
export function timesOf(names) {
  /** @type {Map<string, [name: string, times: number]>} */
  const found = new Map();
  for (const name of names) {
    const [first, times] = found.get(name.toLowerCase()) ?? [name, 0];
    found.set(name.toLowerCase(), [first, times + 1]);
  }
  return [...found.values()];
}

/**
 * The names of several players who have the same one: "Ann", "Ann 2", ...; a number that is taken is left out.
 * @param {string} name
 * @param {number} times
 * @param {readonly string[]} others
 */
export function numbered(name, times, others) {
  const taken = new Set(others.map((one) => one.toLowerCase()));
  const found = [name];
  for (let number = 2; found.length < times; number++) {
    if (!taken.has(`${name} ${number}`.toLowerCase())) found.push(`${name} ${number}`);
  }
  return found;
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
