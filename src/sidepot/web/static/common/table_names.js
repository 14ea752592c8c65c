/** Tables that have a name of their own: it follows the number wherever a text names a table. */

/** @type {ReadonlyMap<string, string>} */
let names = new Map();

/** @param {readonly (readonly [number: number, name: string])[]} tables */
export function useTableNames(tables) {
  names = new Map(tables.filter(([, name]) => name).map(([number, name]) => [String(number), name]));
}

export const hasTableNames = () => names.size > 0;

/** @param {unknown} number */
export const tableName = (number) => names.get(String(number)) ?? "";

/**
 * A table: "3", or "3 (Rio)".
 * @param {unknown} number
 */
export function tableLabel(number) {
  const name = tableName(number);
  return name ? `${number} (${name})` : String(number);
}

const GAPS = new Set(["table", "from_table", "to_table"]); // which have the number of a table in all texts

/**
 * What fills a gap of a text.
 * @param {string} gap
 * @param {unknown} value
 */
export const inGap = (gap, value) => (GAPS.has(gap) ? tableLabel(value) : String(value));
