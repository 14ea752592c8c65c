"""Odds with the compiled kernels of `sidepot.kernels`, exact or sampled, with the same counts as the plain code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb

from sidepot.kernels.jit import Array
from sidepot.odds.by_ranks import goes_by_ranks
from sidepot.odds.plain import Progress, joint_choices
from sidepot.odds.question import Known, Spot
from sidepot.odds.quick_tables import HalfTables, Room, halves_of, least_place
from sidepot.odds.tally import Tally

CHUNK = 100_000  # deals between two steps of a progress bar


def _tally(room: Room, deals: int, spot: Spot, *, by_sets: bool) -> Tally:
    if by_sets:
        return Tally.of_wins(room.wins.tolist(), spot.live)._replace(deals=deals)
    counts, scoops, parts, squares = [one.tolist() for one in room.counters]
    return Tally(deals, len(spot.boards), counts, scoops, parts, squares)


def seed_state(seed: int) -> Array:
    """The initial state of the random generator. Similar seeds give very different states."""
    import numpy as np

    mixed = seed & (1 << 64) - 1
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        mixed = (mixed ^ mixed >> 33) * factor & (1 << 64) - 1
    return np.array([mixed ^ mixed >> 33], dtype=np.uint64).view(np.int64)


# ---- hold'em


class Hands:
    """The hold'em hands of all seats in one array, as keys, masks and bit sets of cards."""

    def __init__(self, spot: Spot) -> None:
        import numpy as np

        from sidepot.kernels.evaluate import key_arrays

        self.keys, self.masks = key_arrays()
        cards = np.array([hand for one in spot.holdings for hand in one.choices], dtype=np.int64)
        self.begin = np.cumsum([0, *[len(one.choices) for one in spot.holdings]])
        self.hand_keys = self.keys[cards].sum(axis=1)
        self.hand_masks = self.masks[cards].sum(axis=1)
        self.hand_cards = (np.int64(1) << cards).sum(axis=1)
        board = np.array(spot.boards[0], dtype=np.int64)
        self.board_key, self.board_mask = int(self.keys[board].sum()), int(self.masks[board].sum())
        self.stub = np.array(spot.stub, dtype=np.int64)


def count_known(spot: Spot, hands: Sequence[Known], halves: list[HalfTables], least: int) -> Tally:
    """Count all boards for these known hands."""
    import numpy as np

    from sidepot.kernels.evaluate import key_arrays
    from sidepot.kernels.holdem import count_boards

    gone = {*spot.boards[0], *spot.dead, *[card for hand in hands for card in hand]}  # `hands` may have other suits
    stub = [card for card in spot.deck if card not in gone]
    board = np.array(spot.boards[0], dtype=np.int64)
    room = Room(spot)
    work = np.empty((4, 6200), dtype=np.int64)
    two = len(spot.game.halves)
    count_boards(
        np.array(hands, dtype=np.int64), spot.live, board, np.array(stub, dtype=np.int64), two, least, halves[0].rows,
        halves[0].table, halves[1].table, key_arrays()[0], work[0], work[1], work[2], work[3], room.room, room.shares,
        room.wins, *room.counters,
    )  # fmt: skip
    return _tally(room, comb(len(stub), 5 - len(board)), spot, by_sets=two == 1)


def alike(spot: Spot) -> list[tuple[tuple[Known, ...], int]]:
    """Group combinations of hands that differ only in their suits. Returns one combination of each group, and its size.

    Suits may be exchanged as long as the board and the dead cards stay the same.
    """
    import numpy as np

    fixed = [frozenset(some) for some in (spot.boards[0], spot.dead)]
    swaps = [
        suits
        for suits in permutations(range(4))
        if all(frozenset([card & ~3 | suits[card & 3] for card in some]) == some for some in fixed)
    ]
    sizes = [np.arange(len(one.choices)) for one in spot.holdings]
    grid = [at.ravel() for at in np.meshgrid(*sizes, indexing="ij")]
    cards = [np.array(one.choices, dtype=np.int64)[at] for one, at in zip(spot.holdings, grid, strict=True)]
    bits = [(np.int64(1) << some).sum(axis=1) for some in cards]
    free = np.ones(len(grid[0]), dtype=bool)
    used = np.zeros(len(grid[0]), dtype=np.int64)
    for some in bits:
        free &= (used & some) == 0
        used |= some
    cards = [some[free] for some in cards]
    best: Array = None
    for suits in swaps:
        to = np.array(suits)
        key: Array = 0
        for some in cards:
            moved = some & ~3 | to[some & 3]
            key = key << 12 | moved.max(axis=1) << 6 | moved.min(axis=1)
        best = key if best is None else np.minimum(best, key)
    kinds, times = np.unique(best, return_counts=True)
    shifts = [12 * at for at in range(len(cards) - 1, -1, -1)]
    return [
        (tuple([(kind >> shift >> 6 & 63, kind >> shift & 63) for shift in shifts]), many)
        for kind, many in zip(kinds.tolist(), times.tolist(), strict=True)
    ]


def count_holdem(spot: Spot, progress: Progress) -> Tally:
    """Count all boards and all combinations of hands: group by group or board by board, whichever is faster."""
    halves = halves_of(spot)
    least = least_place(spot, halves[0])
    if spot.choices == 1:
        return count_known(spot, [one.choices[0] for one in spot.holdings], halves, least)
    if by_boards(spot) < by_kinds(spot):
        return _count_by_boards(spot, halves, least, progress)
    tally = Tally.empty(spot.live)
    for hands, times in alike(spot):
        tally = tally.plus(count_known(spot, hands, halves, least), times)
        progress(1)
    return tally


def by_kinds(spot: Spot) -> float:
    """About how many seconds counting group by group takes."""
    if len(spot.holdings) > 5 or spot.choices > 5_000_000:
        return 1e9
    each = (2e-5, 3e-5, 1e-4, 3e-4, 6e-4, 1e-3)[5 - len(spot.boards[0])] * len(spot.holdings) / 2
    symmetric = 12 if not spot.boards[0] else 3
    return spot.choices * (2e-6 + each / symmetric)


def by_boards(spot: Spot) -> float:
    """About how many seconds counting board by board takes."""
    boards = comb(len(spot.stub), 5 - len(spot.boards[0]))
    hands = sum([len(one.choices) for one in spot.holdings])
    return boards * (hands * 1e-8 + spot.choices * (4e-9 if len(spot.holdings) == 2 else 2e-8))


def _count_by_boards(spot: Spot, halves: list[HalfTables], least: int, progress: Progress) -> Tally:
    import numpy as np

    from sidepot.kernels.holdem import count_all_boards

    hands, room = Hands(spot), Room(spot)
    size = int(hands.begin[-1])
    highs, lows = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    two, to_come = len(spot.game.halves), 5 - len(spot.boards[0])
    deals = 0
    for only in range(len(hands.stub)) if to_come else (-1,):
        deals += count_all_boards(
            hands.stub, to_come, hands.begin, hands.hand_keys, hands.hand_masks, hands.hand_cards, len(spot.holdings),
            spot.live, hands.board_key, hands.board_mask, two, least, halves[0].rows, halves[0].table, halves[1].table,
            hands.keys, hands.masks, highs, lows, room.room, room.shares, room.wins, *room.counters, only,
        )  # fmt: skip
        progress(1)
    return _tally(room, deals, spot, by_sets=two == 1)


def sample_holdem(spot: Spot, deals: int, seed: int, progress: Progress) -> Tally:
    """Sample boards, and the hands of seats with several possible hands, and count the winners."""
    from sidepot.kernels.holdem import sample_boards

    halves = halves_of(spot)
    hands, room, state = Hands(spot), Room(spot), seed_state(seed)
    two, least = len(spot.game.halves), least_place(spot, halves[0])
    for done in range(0, deals, CHUNK):
        now = min(CHUNK, deals - done)
        sample_boards(
            hands.begin, hands.hand_keys, hands.hand_masks, hands.hand_cards, len(spot.holdings), spot.live,
            hands.stub, 5 - len(spot.boards[0]), hands.board_key, hands.board_mask, now, state, two, least,
            halves[0].rows, halves[0].table, halves[1].table, hands.keys, hands.masks, room.room, room.shares,
            room.wins, *room.counters,
        )  # fmt: skip
        progress(now)
    return _tally(room, deals, spot, by_sets=two == 1)


# ---- every game that tables can rank


class _Deal:
    """The arguments of the kernels of `fast.deals`."""

    def __init__(self, spot: Spot) -> None:
        import numpy as np

        from sidepot.kernels.evaluate import key_arrays
        from sidepot.kernels.lookups import pairs_of_ranks

        game = spot.game
        seats = len(spot.holdings)
        slots, new = [], []
        for at, (count, known) in enumerate(
            zip(spot.to_come, [*[len(one.choices[0]) for one in spot.holdings], *map(len, spot.boards)], strict=True)
        ):
            target = at if at < seats else seats - at - 1
            slots += [(target, known + index) for index in range(count)]
            new += [int(index == 0) for index in range(count)]
        self.slots = np.array(slots, dtype=np.int64).reshape(len(slots), 2)
        self.new = np.array(new, dtype=np.int64)
        self.holes = np.zeros((seats, game.hole_cards), dtype=np.int64)
        self.boards = np.zeros((len(spot.boards), game.board_cards), dtype=np.int64)
        for at, board in enumerate(spot.boards):
            self.boards[at, : len(board)] = board
        first, second = halves_of(spot)
        self.kinds = np.array([one[:3] for one in (first, second)], dtype=np.int64)
        self.tables: tuple[Array, ...] = (
            *(first.rows, first.table, first.five_rows, first.five),
            *(second.rows, second.table, second.five_rows, second.five),
        )
        self.least = least_place(spot, first)
        self.room = Room(spot)
        self.common: tuple[Array, ...] = (
            *(pairs_of_ranks(), *key_arrays(), np.zeros(16, dtype=np.int64)),
            *(self.room.room, self.room.shares, *self.room.counters),
        )

    def hold(self, hands: Sequence[Known]) -> None:
        """Write the known cards into the hands."""
        for seat, hand in enumerate(hands):
            self.holes[seat, : len(hand)] = hand


def count_dealt(spot: Spot, progress: Progress) -> Tally:
    """Count every deal of the remaining cards, for each combination of hands."""
    import numpy as np

    from sidepot.kernels.runouts import count_deals

    deal, left = _Deal(spot), spot.stub
    deals = 0
    for hands in joint_choices(spot):
        gone = {card for hand in hands for card in hand}
        stub = np.array([card for card in left if card not in gone], dtype=np.int64)
        deal.hold(hands)
        step = 1 if spot.choices == 1 and len(deal.slots) else max(len(stub), 1)  # for a progress bar
        for begin in range(0, max(len(stub), 1), step):
            now = count_deals(
                deal.slots, deal.new, stub, begin, begin + step, deal.kinds, len(spot.game.halves), deal.holes,
                spot.live, deal.boards, spot.game.board_cards, deal.least, *deal.tables, *deal.common,
            )  # fmt: skip
            deals += now
            progress(now)
    return _tally(deal.room, deals, spot, by_sets=False)


def sample_dealt(spot: Spot, deals: int, seed: int, progress: Progress) -> Tally:
    """Sample deals, and the hands of seats with several possible hands, and count the winners."""
    import numpy as np

    from sidepot.kernels.runouts import sample_deals

    deal, state = _Deal(spot), seed_state(seed)
    known = np.array([len(one.choices[0]) for one in spot.holdings], dtype=np.int64)
    candidates = np.zeros((sum([len(one.choices) for one in spot.holdings]), spot.game.hole_cards), dtype=np.int64)
    at = 0
    for one in spot.holdings:
        for hand in one.choices:
            candidates[at, : len(hand)] = hand
            at += 1
    begins = np.cumsum([0, *[len(one.choices) for one in spot.holdings]])
    deal.hold([one.choices[0] for one in spot.holdings])
    stub = np.array(spot.stub, dtype=np.int64)
    for done in range(0, deals, CHUNK):
        now = min(CHUNK, deals - done)
        sample_deals(
            deal.slots, stub, now, state, candidates, begins, known, deal.kinds, len(spot.game.halves), deal.holes,
            spot.live, deal.boards, spot.game.board_cards, deal.least, *deal.tables, *deal.common,
        )  # fmt: skip
        progress(now)
    return _tally(deal.room, deals, spot, by_sets=False)


def is_holdem(spot: Spot) -> bool:
    """Whether the hold'em kernels apply: the game is played high, or high with an ace-to-five low."""
    return goes_by_ranks(spot)
