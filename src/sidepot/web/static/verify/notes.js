/**
 * What this browser noted while hands were dealt: the hash that binds the house to the order of each deck.
 *
 * A record that is checked later must show the same hash: that is what makes a check worth anything.
 */

import { kept } from "../common/dom.js";

const MOST = 500;

/** Note the first root of a hand, as it was told before the first card, and its last link once it is over. */
export function note(table, hand, root, link) {
  if (!hand || !(root || link)) return;
  const notes = kept.get("roots", {});
  const name = `${table}/${hand}`;
  const old = notes[name];
  if (old ? !link || old.link : !root) return;
  notes[name] = old ? { ...old, link } : { root, at: Date.now() };
  const names = Object.keys(notes);
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete notes[old];
  kept.set("roots", notes);
}

/** What was noted of a hand, or null. */
export const noted = (table, hand) => kept.get("roots", {})[`${table}/${hand}`] ?? null;

/** Whether this root was noted at any time: {root, at}, or null. */
export const notedRoot = (root) => Object.values(kept.get("roots", {})).find((one) => one.root === root) ?? null;
