/** The avatars that people have chosen, asked for once for each name. */

import { avatarsOf } from "../room/api.js";

/** @type {Map<string, string>} addresses by name; "" for people without an avatar */
const known = new Map();
let redraw = () => {};

/** @param {string} player */
export const pictureOf = (player) => known.get(player) ?? "";

/**
 * Whether a player shows a picture of their own, and not one of the drawings.
 * @param {string} player
 */
export const hasPicture = (player) => pictureOf(player).startsWith("/api/avatars/");

/**
 * Ask for the avatars of people who are not known yet.
 * @param {string[]} players
 * @param {() => void} found is called if somebody has one, and when one changes
 */
export async function learnPictures(players, found) {
  redraw = found;
  const fresh = players.filter((player) => !known.has(player)).slice(0, 24);
  if (!fresh.length) return;
  for (const player of fresh) known.set(player, "");
  const { avatars } = await avatarsOf(fresh).catch(() => ({ avatars: {} }));
  for (const [player, address] of Object.entries(avatars)) known.set(player, address);
  if (Object.keys(avatars).length) found();
}

/**
 * A player has another avatar now.
 * @param {string} player
 * @param {string} address
 */
export function setPicture(player, address) {
  known.set(player, address);
  redraw();
}
