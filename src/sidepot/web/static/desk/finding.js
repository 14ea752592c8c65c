/** Finding players by two letters, by the number of a table, or by a seat: "bo", "am" for Ann Miller, "3", "3-5". */

/** @typedef {{ player: string, table?: number, seat?: number }} Findable */

const SEAT = /^(\d+)\s*[-/. ]\s*(\d+)$/;
const NUMBER = /^\d+$/;

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/**
 * How well a name fits: 0 best; -1 not at all.
 * @param {string} name
 * @param {string} wanted
 */
function fitOf(name, wanted) {
  const whole = plain(name);
  const words = whole.split(/[\s-]+/);
  if (whole === wanted) return 0;
  if (whole.startsWith(wanted)) return 1;
  if (words.some((word) => word.startsWith(wanted))) return 2;
  if (words.map((word) => word[0] ?? "").join("").startsWith(wanted)) return 3;
  return whole.includes(wanted) ? 4 : -1;
}

/**
 * The players that a text finds, those that fit best first; all of them where it is empty.
 * @template {Findable} Player
 * @param {readonly Player[]} players
 * @param {string} text
 * @returns {Player[]}
 */
export function found(players, text) {
  const wanted = plain(text);
  if (!wanted) return [...players];
  const seat = SEAT.exec(wanted);
  if (seat) return players.filter((one) => one.table === Number(seat[1]) && (one.seat ?? -1) + 1 === Number(seat[2]));
  const fits = players.map((player, at) => ({ player, at, fit: fitOf(player.player, wanted) })).filter(({ fit }) => fit >= 0);
  const named = fits.sort((one, other) => one.fit - other.fit || one.at - other.at).map(({ player }) => player);
  if (!NUMBER.test(wanted)) return named;
  const there = players.filter((one) => one.table === Number(wanted)).sort((one, other) => (one.seat ?? -1) - (other.seat ?? -1));
  return [...there, ...named.filter((one) => !there.includes(one))];
}
