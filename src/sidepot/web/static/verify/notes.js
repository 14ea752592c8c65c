/**
 * What this browser noted while hands were dealt: the hash that binds the house to the order of each deck.
 *
 * A record that is checked later must show the same hash: without that a check proves little.
 */

import { kept } from "../common/dom.js";

/** @typedef {{ root: string, link?: string, at: number }} Note */

const MOST = 500;

/** @returns {Record<string, Note>} by `table/hand` */
const notes = () => kept.get("roots", {});

/**
 * Note the first root of a hand, as it was published before the first card, and its last link once it is over.
 * @param {string} table
 * @param {number} hand
 * @param {string} root
 * @param {string} link
 */
export function note(table, hand, root, link) {
  if (!hand || !(root || link)) return;
  const all = notes();
  const name = `${table}/${hand}`;
  const old = all[name];
  if (old ? !link || old.link : !root) return;
  all[name] = old ? { ...old, link } : { root, at: Date.now() };
  const names = Object.keys(all);
  for (const first of names.slice(0, Math.max(0, names.length - MOST))) delete all[first];
  kept.set("roots", all);
}

/**
 * What was noted of a hand, or null.
 * @param {string} table
 * @param {number} hand
 */
export const noted = (table, hand) => notes()[`${table}/${hand}`] ?? null;

/**
 * The note with this root, or null.
 * @param {string} root
 */
export const notedRoot = (root) => Object.values(notes()).find((one) => one.root === root) ?? null;
