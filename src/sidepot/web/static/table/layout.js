/** Where things are on the table: seats evenly along its edge, one's own at the bottom, bets in front of them. */

/**
 * The sizes of things on a table: of a plate, an avatar, a card at a seat, on the board and of one's own; how far cards
 * rise above a plate. A hand that is shown rises by `shown`: it is whole above its plate, except on the
 * lowest tables. The highest seat has as much room above it as `lead` says. On a table that is not `small` all of it
 * grows with the table, by `scale`. On one that is `dense` there is no room for bets between the seats: they are at the
 * cards, which take half the width of a plate.
 * @typedef {{
 *   small: boolean, dense: boolean, scale: number, plate: [width: number, height: number], avatar: number,
 *   card: number, rise: number, shown: number, lead: number, bet: number, margin: number, board: number, own: number,
 * }} Sizes
 * @typedef {{ x: number, y: number }} Point
 * @typedef {-1 | 0 | 1} Side left, in the middle, or right
 */

/**
 * Where a seat is: the middle of its plate, `bet` where its chips are, `disc` for the button, its `side` of the table, and
 * how much room is `under` its plate.
 * @typedef {Point & { bet: Point, disc: Point, side: Side, under: number }} Place
 */

const BET = 20; // how high a bet is on a small table, with the gap to its seat
const AROUND = 56; // what the street, the pots and the gaps take above and below the boards of a small table
const SMALLEST = 18; // how wide a card is at least that can be read there
const LOW = 300; // a small table of this height has no room for hands above the plates, or for more above the highest seat
const LIFT = 6; // how far a card that wins is lifted there, with a gap

/**
 * The sizes of things on a table of this width and height with so many seats and boards.
 * @param {number} width
 * @param {number} height
 * @param {number} seats
 * @param {number} boards
 * @returns {Sizes}
 */
export function sizes(width, height, seats, boards = 1) {
  const small = width < 620 || height < 400;
  if (small) {
    const [rise, card, margin] = [25, 26, 4];
    const rows = rowsOf(seats);
    const plate = /** @type {[number, number]} */ (width < 350 && rows > 2 ? [84, 34] : [96, 36]);
    const tight = height - heightOfOpen(card) + rise < rows * neededBy(plate, rise, false);
    const dense = rows > 0 && (tight || (boards > 1 && height < 360));
    const least = dense ? Math.min(rise, (height - 10) / rows - plate[1] - 3) : rise; // no plate covers the cards below it
    const whole = height - 2 * margin - (dense ? 0 : BET);
    const shown = height < LOW ? least : heightOfOpen(card);
    const spare = Math.min(height - LOW - 60 * (boards - 1), whole - plate[1] - (rows - 1) * neededBy(plate, least, dense) - least);
    const lead = least + Math.max(0, Math.min(spare, shown - least));
    return {
      small, dense, scale: 1, plate, avatar: plate[1] / 2 - 5, card, rise: least, shown, lead, bet: 9, margin, board: 36, own: 0,
    };
  }
  const scale = Math.min(2, Math.max(0.8, Math.min(width / 976, height / 600)));
  const board = Math.min(width * 0.065, height * 0.122); // the board is what everybody looks at
  const plate = /** @type {[number, number]} */ ([(width < 850 ? 166 : 182) * scale, 50 * scale]);
  const [avatar, card, rise] = [19, 42, 42].map((one) => one * scale);
  const shown = heightOfOpen(card, scale);
  return { small, dense: false, scale, plate, avatar, card, rise, shown, lead: shown, bet: 11 * scale, margin: 16, board, own: board * 1.1 };
}

/**
 * How many seats there are at each side of a small table.
 * @param {number} seats
 */
const rowsOf = (seats) => Math.floor((seats - 1) / 2);

/**
 * How far open cards of a seat rise above its plate, with the gap between them.
 * @param {number} card
 */
const heightOfOpen = (card, scale = 1) => card * 1.08 * 1.4 + 3 * scale;

/**
 * How wide an open card at a seat is where cards rise by `shown`; 0 where none that can be read would be whole.
 * @param {Sizes} size
 */
export function openCard({ shown, scale }) {
  const width = (shown - 3 * scale) / 1.4;
  return width < SMALLEST ? 0 : width;
}

/**
 * How far the cards of a shown hand rise at this seat: less where another seat is close above. When hands are shown no
 * bets are out, so cards may be where the bets of the seat above were.
 * @param {Place} place
 * @param {Place[]} where
 * @param {Sizes} size
 */
export function shownAt(place, where, { shown, plate: [pw, ph], margin, dense }) {
  const above = where.filter(({ x, y }) => y < place.y && Math.abs(x - place.x) < pw);
  const rooms = above.map(({ y }) => place.y - y - ph - (dense ? 2 : LIFT));
  return Math.min(shown, place.y - ph / 2 - margin, ...rooms);
}

/**
 * How high a row of a small table is: a plate with the cards above it and, unless it is dense, the bet below it.
 * @param {[width: number, height: number]} plate
 * @param {number} rise
 * @param {boolean} dense
 */
const neededBy = (plate, rise, dense) => rise + plate[1] + (dense ? 0 : BET) + 2;

const GAP = 6; // between own cards

/**
 * The room to the right of one's own cards, up to the seats beside: where it begins, and how wide it is.
 * @param {Sizes} size
 * @param {number} cards
 * @param {Point} own
 * @param {Point[]} where
 * @returns {[x: number, width: number]} x from the middle of one's plate
 */
export function roomBeside(size, cards, own, where) {
  const x = ((ownCard(size, cards, own, where) + GAP) * Math.max(cards, 1)) / 2 + 8;
  const next = where.filter((seat) => seat.x > own.x && Math.abs(seat.y - own.y) < size.own * 1.4 + size.plate[1]);
  return [x, Math.min(150 * size.scale, ...next.map((seat) => seat.x - own.x - size.plate[0] / 2 - x - 12))];
}

/**
 * How far words beside the cards of a hand that is shown may reach over the right end of their plate: to the next seat, or
 * to the edge; a little where the board is near.
 * @param {Point} place
 * @param {Point[]} where
 * @param {Sizes} size
 * @param {number} width
 * @param {number} height
 */
export function reachBeside(place, where, { plate: [pw, ph], shown, scale }, width, height) {
  if (Math.abs(place.y - ph - height / 2) < height * 0.2) return 8 * scale;
  const next = where.filter(({ x, y }) => x > place.x && Math.abs(y - place.y) < shown + ph);
  return Math.max(8 * scale, Math.min(48 * scale, width - place.x - pw / 2 - 4, ...next.map(({ x }) => x - place.x - pw - 12)));
}

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
 * @param {number} n
 * @param {number} own
 * @param {number} width
 * @param {number} height
 * @param {Sizes} size
 * @param {number} held how many of one's own cards are there
 * @returns {Place[]}
 */
export function places(n, own, width, height, size, held = 2) {
  const first = Math.max(0, own);
  if (size.small) {
    const around = columns(n, own >= 0, size, width, height);
    return Array.from({ length: n }, (_, seat) => around[(seat - first + n) % n]);
  }
  const [pw, ph] = size.plate;
  const side = pw / 2 + size.margin;
  const top = ph / 2 + size.shown + size.margin + 2;
  const bottom = ph / 2 + size.margin + 22 * size.scale; // the words there are seen
  const [w, h] = [width - 2 * side, height - top - bottom];
  const r = Math.max(0, Math.min(w, h) * 0.46);
  const round = 2 * (w - 2 * r) + 2 * (h - 2 * r) + 2 * Math.PI * r;
  const found = Array.from({ length: n }, (_, seat) => {
    const [dx, dy] = along((((seat - first + n) % n) / n) * round, w, h, r);
    const [x, y] = [side + dx, top + dy];
    const disc = { x: x + pw / 2 - 5, y: y + ph / 2 - 1 };
    const bet = betPlace({ x, y }, size, width, height);
    return /** @type {Place} */ ({ x, y, bet, disc, side: 0, under: height - y - ph / 2 });
  });
  const mine = found[own];
  if (mine) mine.bet = ownBet(mine, size, found, held);
  return found;
}

/**
 * The places on a small table, clockwise from the bottom: one there, as many at the left as at the right, and one at the
 * top where the number is even. Nothing of a seat is outside its row, and three plates fit beside each other.
 * @param {number} n
 * @param {boolean} isMine whether the seat at the bottom is one's own: its cards are in the dock
 * @param {Sizes} size
 * @param {number} width
 * @param {number} height
 * @returns {Place[]}
 */
function columns(n, isMine, size, width, height) {
  const { rise, lead, margin, dense } = size;
  const [pw, ph] = size.plate;
  const rows = rowsOf(n);
  const below = dense ? 0 : BET; // a seat at the side has its bet there
  const [highest, lowest] = [margin + lead + ph / 2, height - margin - ph / 2];
  const needs = Math.max(neededBy(size.plate, rise, dense), size.shown + ph + (dense ? 2 : LIFT));
  // few rows are spread as along an edge, with half a step before the first and after the last
  const edge = Math.max(0, Math.min(0.5, ((height - 2 * margin - lead + rise) / needs - rows) / 2));
  const step = rows > 1 || edge > 0 ? (lowest - below - highest) / (rows - 1 + 2 * edge) : 0;
  /**
   * @param {Side} side
   * @param {number} row counted from the top
   * @returns {Place}
   */
  const aside = (side, row) => {
    const x = side < 0 ? margin + pw / 2 : width - margin - pw / 2;
    const y = highest + (edge + row) * step;
    const bet = dense ? { x: x - (side * pw) / 4, y: y - ph / 2 - 11 } : { x, y: y + ph / 2 + 12 };
    const under = Math.min(step - rise - ph, height - y - ph / 2);
    return { x, y, bet, disc: { x: x + pw / 2 - 5, y: y + ph / 2 + (dense ? -7 : 4) }, side, under };
  };
  /**
   * @param {number} y
   * @param {number} clear how far its bet is, where that is neither at its cards nor beside its plate
   * @returns {Place}
   */
  const amid = (y, clear) => {
    const x = width / 2;
    const bet = dense ? { x: x + pw / 4, y: y - ph / 2 - 11 } : rows ? { x, y: y + clear } : { x: x + pw / 2 + 36, y };
    return { x, y, bet, disc: { x: x + pw / 2 - 5, y: y + ph / 2 + (y < height / 2 ? 4 : -5) }, side: 0, under: y < height / 2 ? BET + 4 : 0 };
  };
  const column = (/** @type {Side} */ side) => Array.from({ length: rows }, (_, row) => aside(side, row));
  const bottom = amid(lowest, -ph / 2 - 11 - (isMine ? 0 : rise));
  return [bottom, ...column(-1).reverse(), ...(n % 2 ? [] : [amid(highest, ph / 2 + 12)]), ...column(1)];
}

/**
 * Where one's own chips are: beside one's cards, that the pots have room above them; above them, where there are many cards.
 * @param {Place} own
 * @param {Sizes} size
 * @param {Place[]} where
 * @param {number} held
 * @returns {Point}
 */
function ownBet(own, size, where, held) {
  const ph = size.plate[1];
  const card = ownCard(size, held, own, where);
  const high = card * 1.4 + 4;
  const right = own.x + ((card + GAP) * Math.max(held, 1)) / 2 + 44 * size.scale;
  if (held < 5) return { x: right, y: own.y - ph / 2 - high * 0.72 };
  return { x: own.x, y: own.y - ph / 2 - high - 20 * size.scale };
}

/**
 * Where the chips of a seat are: towards the long middle line of the table, just clear of the plate, its cards and the
 * words below it.
 * @param {Point} seat
 * @param {Sizes} size
 * @param {number} width
 * @param {number} height
 * @returns {Point}
 */
function betPlace({ x, y }, size, width, height) {
  const [pw, ph] = size.plate;
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

/** The part of the table for boards and pots: its width, and how far it is from the top and from the bottom. @typedef {{ width: number, top: number, bottom: number }} Middle */

/**
 * The part of the table that is free for boards and pots, between the seats.
 * @param {number} width
 * @param {number} height
 * @param {Sizes} size
 * @param {Place[]} where
 * @param {number} boards
 * @returns {Middle}
 */
export function middleOf(width, height, size, where, boards = 1) {
  const [pw, ph] = size.plate;
  if (!size.small) return { width: Math.min(width - 2 * (pw + 110 * size.scale), size.board * 8 + 60), top: 0, bottom: 0 };
  const amid = where.filter(({ side }) => !side);
  const top = Math.max(0, ...amid.map(({ bet, y }) => (y < height / 2 ? Math.max(bet.y + BET / 2, y + ph / 2 + 4) : 0)));
  const bottom = Math.max(0, ...amid.map(({ bet, y }) => (y > height / 2 ? height - Math.min(bet.y - BET / 2, y - ph / 2 - 4) : 0)));
  const [centre, reach] = [(top + height - bottom) / 2, boards < 2 ? 56 : 104];
  const beside = where.some(({ side, y }) => side && y + ph / 2 + BET > centre - reach && y - ph / 2 - size.shown < centre + reach);
  return { width: beside ? width - 2 * (pw + size.margin) - 8 : width - 60, top, bottom };
}

/**
 * How wide a card on the board is.
 * @param {Middle} middle
 * @param {Sizes} size
 * @param {number} height
 * @param {number} boards
 */
export function boardCard({ width, top, bottom }, size, height, boards) {
  if (!size.small) return Math.min(size.board, (width - 22) / 5);
  const high = (height - top - bottom - AROUND) / boards - 6;
  return Math.min(size.board, (width - 12) / 5, Math.max(SMALLEST, high / 1.4));
}
