/** What an address holds after its `#`, as data under a name: an address that is passed on brings it along, and no server sees it. */

/**
 * The part of an address that holds `data`.
 * @param {string} name
 * @param {object} data
 */
export const holding = (name, data) => `#${new URLSearchParams({ [name]: JSON.stringify(data) })}`;

/**
 * What an address holds under a name; null where that is nothing that can be read. The caller checks what it is.
 * @param {string} hash
 * @param {string} name
 * @returns {any}
 */
export function heldBy(hash, name) {
  const text = new URLSearchParams(hash.slice(1)).get(name);
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
