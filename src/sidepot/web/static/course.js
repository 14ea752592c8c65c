/** What was told of a hand and stands in no state: what was declared, who has won which board, who straddles the next. */

/** The players of a hand by its seats, which are counted from the left of the button on. */
function playersOf(state) {
  const n = state.seats.length;
  const round = Array.from({ length: n }, (_, at) => state.seats[(state.button + 1 + at) % n]);
  return round.filter((seat) => seat?.hand).map(({ player }) => player);
}

export class Course {
  constructor() {
    this.hand = -1;
    this.#clear();
  }

  /** Take in what an entry brought (`what`), and put what it tells of seats and boards into the state after it. */
  take(state, what = []) {
    for (const told of what) if (told.type === "heading") this.#begin(told.hand, told.players ?? []);
    if (state.hand !== this.hand) this.#begin(state.hand, playersOf(state));
    for (const told of what) this.#takes(told);
    for (const seat of state.seats) if (seat) seat.declared = this.declared.get(seat.player) ?? 0;
    state.won_by = this.boards.map((won) => [...(won ?? [])]);
  }

  #begin(hand, players) {
    this.hand = hand;
    this.players = players;
    this.#clear();
  }

  #clear() {
    this.declared = new Map(); // player -> 1, 2 or 3: the first half, the second, both
    this.boards = []; // of each board: player -> chips
    this.straddles = new Map(); // player -> chips, for the hand to come
  }

  #takes(told) {
    if (told.type === "declared") this.#declares(told.seat, told.ways);
    else if (told.type === "revealed") for (const [seat, ways] of told.declared) this.#declares(seat, ways);
    else if (told.type === "straddled") this.straddles.set(told.player, told.chips);
    else if (told.type === "redealt") this.#clear();
    else if (told.type === "awarded") for (const [board, , shares] of told.parts ?? []) this.#pays(board, shares);
  }

  #declares(seat, ways) {
    if (ways > 0) this.declared.set(this.players[seat], ways);
  }

  #pays(board, shares) {
    const won = (this.boards[board] ??= new Map());
    for (const [seat, chips] of shares) {
      const player = this.players[seat] ?? `seat ${seat + 1}`;
      won.set(player, (won.get(player) ?? 0) + chips);
    }
  }
}
