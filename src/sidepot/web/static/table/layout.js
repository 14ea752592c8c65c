/** Where things lie on the table: seats evenly along its edge, one's own at the bottom, bets before them. */

/**
 * The sizes of things on a table: of a plate, an avatar, a card at a seat, on the board and of one's own; how far cards
 * rise above a plate. On a table that is not `small` all of it grows with the table, by `scale`.
 * @typedef {{
 *   small: boolean, scale: number, plate: [width: number, height: number], avatar: number, card: number, rise: number,
 *   bet: number, margin: number, board: number, own: number,
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
  if (small) {
    return { small, scale: 1, plate: [96, 36], avatar: 13, card: 26, rise: 25, bet: 9, margin: 4, board: 36, own: 0 };
  }
  const scale = Math.min(2, Math.max(0.8, Math.min(width / 976, height / 600)));
  const board = Math.min(width * 0.065, height * 0.115); // the board is what everybody looks at
  const plate = /** @type {[number, number]} */ ([(width < 850 ? 166 : 182) * scale, 50 * scale]);
  const [avatar, card, rise] = [19, 42, 42].map((one) => one * scale);
  return { small, scale, plate, avatar, card, rise, bet: 11 * scale, margin: 16, board, own: board * 1.1 };
}

const GAP = 6; // between own cards

/**
 * How wide each of one's own cards is, where so many lie on the felt above one's plate: no seat beside is covered.
 * @param {Sizes} size
 * @param {number} cards
 * @param {Point} own
 * @param {Point[]} where
 */
export function ownCard(size, cards, own, where) {
  const [pw, ph] = size.plate;
  const beside = where.filter((seat) => seat !== own && Math.abs(seat.y - own.y) < size.own * 1.4 + ph + size.rise);
  const room = Math.min(...beside.map((seat) => Math.abs(seat.x - own.x) - pw / 2), size.own * 4.2) * 2 - 4 * GAP;
  return Math.min(size.own, room / Math.max(cards, 1) - GAP);
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
 * @param {number} held how many cards of one's own lie there
 * @returns {Place[]}
 */
export function places(n, own, width, height, held = 2) {
  const size = sizes(width, height);
  const [pw, ph] = size.plate;
  const side = pw / 2 + size.margin;
  const top = ph / 2 + size.rise + size.margin + 2;
  const bottom = ph / 2 + size.margin + (size.small && height < 520 ? 4 : 22 * size.scale); // the words there are seen
  const [w, h] = [width - 2 * side, height - top - bottom];
  const r = Math.max(0, size.small ? 0 : Math.min(w, h) * 0.46);
  const round = 2 * (w - 2 * r) + 2 * (h - 2 * r) + 2 * Math.PI * r;
  const first = Math.max(0, own);
  const found = Array.from({ length: n }, (_, seat) => {
    const [dx, dy] = along((((seat - first + n) % n) / n) * round, w, h, r);
    const [x, y] = [side + dx, top + dy];
    const disc = { x: x + pw / 2 - 5, y: y + ph / 2 - 1 };
    return { x, y, bet: betPlace({ x, y }, size, width, height), disc };
  });
  const mine = found[own];
  if (mine) mine.bet = ownBet(mine, size, found, held, height) ?? mine.bet;
  return found;
}

/**
 * Where one's own chips lie: beside one's cards, that the pots have room above them; above them, where many cards lie.
 * @param {Place} own
 * @param {Sizes} size
 * @param {Place[]} where
 * @param {number} held
 * @param {number} height
 * @returns {Point | null}
 */
function ownBet(own, size, where, held, height) {
  const [pw, ph] = size.plate;
  if (size.small) return height < 400 ? { x: own.x + pw / 2 + 32, y: own.y - 6 } : null;
  const card = ownCard(size, held, own, where);
  const high = card * 1.4 + 4;
  const right = own.x + ((card + GAP) * Math.max(held, 1)) / 2 + 44 * size.scale;
  if (held < 5) return { x: right, y: own.y - ph / 2 - high * 0.72 };
  return { x: own.x, y: own.y - ph / 2 - high - 20 * size.scale };
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
  const up = uy < 0 ? ph / 2 + size.rise + 18 * size.scale : ph / 2 + 38 * size.scale;
  const aside = pw / 2 + 52 * size.scale;
  const clear = Math.min(aside / Math.max(Math.abs(ux), 1e-6), up / Math.max(Math.abs(uy), 1e-6));
  return { x: x + ux * clear, y: y + uy * clear };
}

/**
 * The width of the middle that is free for boards and pots, between the seats at its sides.
 * @param {number} width
 * @param {number} height
 * @param {Point[]} where
 */
export function middleOf(width, height, where, boards = 1) {
  const size = sizes(width, height);
  const [pw, ph] = size.plate;
  if (!size.small) return Math.min(width - 2 * (pw + 110 * size.scale), size.board * 8 + 60);
  const beside = where.some(({ y }) => Math.abs(y - height / 2) < (boards < 2 ? 46 : 104) + ph / 2);
  return beside ? Math.max(146, width - 2 * (pw + size.margin) - 8) : Math.max(146, width - 150);
}
