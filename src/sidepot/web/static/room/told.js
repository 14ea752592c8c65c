/** What the room tells, made whole: on the wire a field that has its usual value is left out. */

const SEAT = {
  stack: 0, bet: 0, state: "in", hand: "", cards: [], shown: false, last: "", won: 0, hand_name: "", bot: "", away: false,
  leaving: false, bank: 0, declared: 0, put_out: false,
};

const TABLE = {
  game: "", game_id: "", limit: "", stakes: "", mix: [], buy_in: [0, 0], hand: 0, street: "", button: -1, seats: [],
  pots: [], boards: [], runs: 0, price: 0, to_act: -1, due: "", turn: 0, since: 0, bank_from: 0, until: 0, next_at: 0,
  chooser: -1, cutter: -1, root: "", link: "", event: null, locked: false, why: "",
  won_by: [], straddles: [], halves: [],
};

const EVENT = {
  level: 0, stakes: "", next_stakes: "", level_until: 0, is_break: false, players: 0, entries: 0, needed: 0, prizes: [],
  places: [], waiting: [],
};

const YOURS = {
  seat: -1, cards: [], down: 0, turn: 0, options: null, hand_name: "", games: [], cut: false, may: [], cuts: false,
  asked: 0, top_up: 0, buy: [0, 0], straddle: null, queued: 0, seat_until: 0,
};

/** A table's state (`TableState`). */
export function wholeState(told) {
  return {
    ...TABLE,
    ...told,
    seats: (told.seats ?? []).map((seat) => seat && { ...SEAT, ...seat }),
    event: told.event ? { ...EVENT, ...told.event } : null,
  };
}

/** What is for one player alone (`Yours`). */
export const wholeYours = (told) => ({ ...YOURS, ...told });
