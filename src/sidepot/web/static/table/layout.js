/** Where things lie on the table: seats evenly along its edge, one's own at the bottom, bets before them. */

/**
 * The sizes of things on a table: of a plate, an avatar, a card; how far cards rise above a plate.
 * @typedef {{
 *   small: boolean, plate: [width: number, height: number], avatar: number, card: number, rise: number, bet: number,
 *   margin: number,
 * }} Sizes
 * @typedef {{ x: number, y: number }} Point
 * @typedef {Point & { bet: Point, disc: Point }} Place
 */

/**
 * The sizes of things on a table of this width and height.
 * @param {number} width
 * @param {number} height
 * @returns {Sizes}
 */
export function sizes(width, height) {
  const small = width < 620 || height < 400;
  return small
    ? { small, plate: [96, 36], avatar: 13, card: 26, rise: 25, bet: 9, margin: 4 }
    : { small, plate: [width < 850 ? 158 : 182, 50], avatar: 19, card: 40, rise: 38, bet: 11, margin: 16 };
}

/**
 * The point at distance `at` along the edge of the box `width` by `height` with corners of radius `r`, from the middle
 * of its bottom.
 * @param {number} at
 * @param {number} width
 * @param {number} height
 * @param {number} r
 * @returns {[x: number, y: number]}
 */
function along(at, width, height, r) {
  const [flat, upright, bend] = [width - 2 * r, height - 2 * r, (Math.PI / 2) * r];
  const steps = [flat / 2, bend, upright, bend, flat, bend, upright, bend, flat / 2];
  // where each of the four bends turns: its middle, and the angle it begins at
  /** @type {Record<number, [x: number, y: number, from: number]>} */
  const bends = { 1: [r, height - r, 90], 3: [r, r, 180], 5: [width - r, r, 270], 7: [width - r, height - r, 0] };
  /** @type {Record<number, (d: number) => [x: number, y: number]>} */
  const straight = {
    0: (d) => [width / 2 - d, height],
    2: (d) => [0, height - r - d],
    4: (d) => [r + d, 0],
    6: (d) => [width, r + d],
    8: (d) => [width - r - d, height],
  };
  let left = at;
  for (let step = 0; step < steps.length; step++) {
    if (left <= steps[step] || step === steps.length - 1) {
      if (step in straight) return straight[step](left);
      const [x, y, from] = bends[step];
      const angle = ((from + (left / (bend || 1)) * 90) * Math.PI) / 180;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    }
    left -= steps[step];
  }
  return [width / 2, height];
}

/**
 * The places of `n` seats on a table of `width` by `height`, with seat `own` at the bottom (-1: seat 0).
 *
 * Of each: x and y of the middle of its plate, `bet` where its chips lie, `disc` for the button.
 * @param {number} n
 * @param {number} own
 * @param {number} width
 * @param {number} height
 * @returns {Place[]}
 */
export function places(n, own, width, height) {
  const size = sizes(width, height);
  const [pw, ph] = size.plate;
  const side = pw / 2 + size.margin;
  const top = ph / 2 + size.rise + size.margin + 2;
  const bottom = ph / 2 + size.margin + (size.small && height < 520 ? 4 : 20); // what is said below a plate is seen
  const [w, h] = [width - 2 * side, height - top - bottom];
  const r = Math.max(0, size.small ? 0 : Math.min(w, h) * 0.46);
  const round = 2 * (w - 2 * r) + 2 * (h - 2 * r) + 2 * Math.PI * r;
  const first = Math.max(0, own);
  return Array.from({ length: n }, (_, seat) => {
    const [dx, dy] = along((((seat - first + n) % n) / n) * round, w, h, r);
    const [x, y] = [side + dx, top + dy];
    const disc = { x: x + pw / 2 - 5, y: y + ph / 2 - 1 };
    return { x, y, bet: betPlace({ x, y }, size, width, height), disc };
  });
}

/**
 * Where the chips of a seat lie.
 * @param {Point} seat
 * @param {Sizes} size
 * @param {number} width
 * @param {number} height
 * @returns {Point}
 */
function betPlace({ x, y }, size, width, height) {
  const [pw, ph] = size.plate;
  if (size.small) {
    const low = y > height - ph * 2.2;
    return { x, y: low ? y - ph / 2 - size.rise - 9 : y + ph / 2 + 11 };
  }
  // towards the long middle line of the table, just clear of the plate, its cards and the words below it
  const middle = height / 2;
  const reach = Math.max(0, width / 2 - height * 0.62);
  const aim = Math.min(Math.max(x, width / 2 - reach), width / 2 + reach);
  const [dx, dy] = [aim - x, middle - y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const up = uy < 0 ? ph / 2 + size.rise + 16 : ph / 2 + 32;
  const clear = Math.min((pw / 2 + 44) / Math.max(Math.abs(ux), 1e-6), up / Math.max(Math.abs(uy), 1e-6));
  return { x: x + ux * clear, y: y + uy * clear };
}

/**
 * The width of the middle that is free for boards and pots, between the seats at its sides.
 * @param {number} width
 * @param {number} height
 * @param {Point[]} where
 */
export function middleOf(width, height, where) {
  const size = sizes(width, height);
  const [pw, ph] = size.plate;
  if (!size.small) return Math.min(width - 2 * (pw + 110), 620);
  const beside = where.some(({ y }) => Math.abs(y - height / 2) < 46 + ph / 2);
  return beside ? Math.max(146, width - 2 * (pw + size.margin) - 8) : Math.max(146, width - 150);
}
