"""Hold'em odds of every two-card hand at once, as arrays: against a range, on a board or before it.

An array has one number for each of the 1,326 hands, in the order of `HANDS`. `starting_hand_square` turns it into the
square of the 169 starting hands. All of this needs the extra `fast`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from sidepot.cards import Cards, cards_of
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.kernels.jit import Array, need_fast
from sidepot.odds.question import Spot, make_spot
from sidepot.odds.ranges import Pair, classes, read_range
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect

HANDS: Final[tuple[Pair, ...]] = tuple([(high, low) for high in range(52) for low in range(high)])
"""All hands of two cards as numbers, the higher card first: `2d2c`, `2h2c`, `2h2d` and so on, up to `AsAh`."""

BOARDS: Final = 20_000  # sampled boards before the flop
MOST_BOARDS: Final = 10_000_000
BATCHES: Final = 20  # the standard error comes from the spread between so many batches of boards
FULL: Final = 5  # the cards of a full board
PAYS: Final = (1.0, 0.5, 0.0)  # what a win, a tie and a loss count
FLOP: Final = 3


class RangeOdds(NamedTuple):
    """The equity of each hand against a range.

    - `equity`: from 0 to 1 for each of `HANDS`; NaN for a hand that is impossible, or that meets no hand of the range
    - `error`: the standard error of each equity; 0 if it is exact
    - `exact`: whether all boards were counted
    - `boards`: the number of boards that were counted
    """

    equity: Array
    error: Array
    exact: bool
    boards: int


class Potential(NamedTuple):
    """How good a hand is now, and how often that will change by the river.

    - `strength`: the chance of being ahead now; a tie counts as half
    - `positive`: the chance of overtaking a hand that is better now
    - `negative`: the chance of being overtaken by a hand that is worse now
    - `effective`: the chance of being ahead after all cards: strength x (1 - negative) + (1 - strength) x positive
    """

    strength: float
    positive: float
    negative: float
    effective: float


def index_of(hand: Cards) -> int:
    """The index of a hand in `HANDS`. Raises BadNotation for anything but two different cards."""
    low, high = sorted(_two_cards(hand))
    return high * (high - 1) // 2 + low


def range_weights(text: str) -> Array:
    """The weight of each hand in a range such as `QQ+,AKs:0.5`: from 0 (not in the range) to 1.

    Raises BadNotation for text that is not a range.
    """
    need_fast("odds as arrays")
    import numpy as np

    found = np.zeros(len(HANDS))
    for (high, low), count in Counter(read_range(text)).items():
        found[high * (high - 1) // 2 + low] = count
    return found / found.max()


def equities_against(
    against: str = "random", *, board: Cards = "", dead: Cards = "", boards: int = BOARDS, seed: int = 0
) -> RangeOdds:
    """The equity of each hand against the range `against`, with no other player in the hand.

    From the flop on, all boards are counted. Before the flop, `boards` boards are sampled; the same `seed` samples the
    same boards. Raises BadNotation or Conflict for an impossible question.
    """
    need_fast("odds as arrays")
    import numpy as np

    from sidepot.kernels.evaluate import key_arrays
    from sidepot.kernels.lookups import tables
    from sidepot.kernels.range_shares import shares_against

    count, chance = as_int(boards, "boards"), as_int(seed, "seed")
    if not 1 <= count <= MOST_BOARDS:
        raise BadNotation(f"boards: expected 1 to {MOST_BOARDS}, got {count}")
    spot = _spot(against, board, dead)
    known = len(spot.boards[0])
    exact = known >= FLOP
    laid = _all_boards(spot) if exact else _sampled_boards(spot, count, chance)
    weights = _weights_of(spot)
    holes = np.array(HANDS, dtype=np.int64)
    found = tables("high", 7)
    ranks = int(found.table.max()) + 2
    room = (
        np.zeros(ranks, dtype=np.int64), np.zeros((len(HANDS), 2), dtype=np.int64),
        np.zeros((3, len(HANDS)), dtype=np.int64), np.zeros(52), np.zeros((3, len(HANDS))),
    )  # fmt: skip
    parts = [laid] if exact else np.array_split(laid, min(BATCHES, len(laid)))
    won, met = np.zeros((len(parts), len(HANDS))), np.zeros((len(parts), len(HANDS)))
    for at, part in enumerate(parts):
        shares_against(
            part, holes, weights, np.array(PAYS), found.rows, found.table, *key_arrays(), *room, won[at], met[at]
        )
    met[:, np.isin(holes, spot.dead).any(axis=1)] = np.nan
    with np.errstate(invalid="ignore", divide="ignore"):
        equity = won.sum(axis=0) / met.sum(axis=0)
        spread = np.zeros(len(HANDS)) if exact else (won / met).std(axis=0, ddof=1) / len(parts) ** 0.5
    return RangeOdds(equity, spread, exact, len(laid))


def starting_hand_square(values: Array, weights: Array | None = None) -> Array:
    """The mean of each starting hand, as an array of 13 by 13. Pairs are on the diagonal, suited hands above it, aces
    first.

    - `values`: a number for each of `HANDS`; NaN is left out
    - `weights`: the weight of each hand in the mean

    A starting hand without any number is NaN. Raises BadNotation for any other number of values or weights.
    """
    import numpy as np

    given = np.asarray(values, dtype=float)
    weighed = np.ones(len(HANDS)) if weights is None else np.asarray(weights, dtype=float)
    if given.shape != (len(HANDS),) or weighed.shape != (len(HANDS),):
        raise BadNotation(f"expected {len(HANDS)} values, and as many weights, got {given.shape} and {weighed.shape}")
    known = ~np.isnan(given)
    places = _places_in_square()
    sums = np.bincount(places, np.where(known, given, 0) * weighed, minlength=169)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (sums / np.bincount(places, known * weighed, minlength=169)).reshape(13, 13)


def hand_strength(hand: Cards, board: Cards, against: str = "random", *, dead: Cards = "") -> float:
    """The chance that a hand is now ahead of a hand of the range `against`, with three to five board cards.

    A tie counts as half. `dead` has cards that are out of the deck.
    """
    return hand_potential(hand, board, against, dead=dead).strength


def hand_potential(hand: Cards, board: Cards, against: str = "random", *, dead: Cards = "") -> Potential:
    """The strength of a hand now, and the chances that it will overtake a better hand or be overtaken by a worse one.

    The opponent has a hand of the range `against`. `dead` has cards that are out of the deck.

    The definitions are those of Billings, Papp, Schaeffer and Szafron (Opponent modeling in poker, 1998). All hands of
    the range and all boards are counted. Raises BadNotation or Conflict for an impossible question.
    """
    need_fast("odds as arrays")
    import numpy as np

    own = tuple(_two_cards(hand))
    spot = _spot(against, board, [*cards_of(dead, "dead"), *own])
    laid = spot.boards[0]
    if len(laid) < FLOP:
        raise BadNotation(f"board: expected three to five cards, got {len(laid)}")
    others, weights = _others(spot)
    now = np.sign(_places([own], laid)[0] - _places(others, laid)) + 1  # 0 behind, 1 tied, 2 ahead
    counts = np.zeros((3, 3))
    for board_row in _all_boards(spot).tolist():
        met = ~np.isin(np.array(others), board_row).any(axis=1)
        rival = [one for one, is_met in zip(others, met.tolist(), strict=True) if is_met]
        later = np.sign(_places([own], board_row)[0] - _places(rival, board_row)) + 1
        np.add.at(counts, (now[met], later), weights[met])
    behind, tied, ahead = counts.sum(axis=1).tolist()
    strength = float((weights * now).sum() / (2 * weights.sum()))
    up, down = behind + tied / 2, ahead + tied / 2
    positive = float(counts[0, 2] + counts[0, 1] / 2 + counts[1, 2] / 2) / up if up else 0.0
    negative = float(counts[2, 0] + counts[2, 1] / 2 + counts[1, 0] / 2) / down if down else 0.0
    return Potential(strength, positive, negative, strength * (1 - negative) + (1 - strength) * positive)


def _two_cards(hand: Cards) -> Sequence[int]:
    found = cards_of(hand, "hand")
    if len(found) != 2 or found[0] == found[1] or not all(0 <= card < 52 for card in found):
        raise BadNotation(f"hand: expected two different cards, as in AsKs, got {hand!r:.40}")
    return found


def _spot(against: str, board: Cards, dead: Cards) -> Spot:
    expect(against, str, "against")
    return make_spot(["random", against], board=board, dead=dead, game=find_game("holdem"))


def _weights_of(spot: Spot) -> Array:
    import numpy as np

    found = np.zeros(len(HANDS))
    for choice, count in Counter(spot.holdings[1].choices).items():
        found[index_of(choice)] = count
    return found


def _others(spot: Spot) -> tuple[list[Pair], Array]:
    """The hands of the range that are possible, and their weights."""
    import numpy as np

    counted = Counter(spot.holdings[1].choices)
    return [(one, other) for one, other in counted], np.array(list(counted.values()), dtype=float)


def _to_come(spot: Spot) -> list[int]:
    gone = {*spot.boards[0], *spot.dead}
    return [card for card in spot.deck if card not in gone]


def _all_boards(spot: Spot) -> Array:
    import numpy as np

    board = spot.boards[0]
    rest: Iterator[tuple[int, ...]] = combinations(_to_come(spot), FULL - len(board))
    return np.array([(*board, *more) for more in rest], dtype=np.int64)


def _sampled_boards(spot: Spot, count: int, seed: int) -> Array:
    import numpy as np

    stub = np.array(_to_come(spot), dtype=np.int64)
    keys = np.random.default_rng(seed).random((count, len(stub)))
    need = FULL - len(spot.boards[0])
    drawn = stub[np.argpartition(keys, need, axis=1)[:, :need]]
    return np.hstack([np.tile(np.array(spot.boards[0], dtype=np.int64), (count, 1)), drawn])


def _places(hands: Sequence[Sequence[int]], board: Sequence[int]) -> Array:
    """The rank of each hand on a board of three to five cards."""
    import numpy as np

    from sidepot.kernels.evaluate import Evaluator

    rows = np.hstack([np.array(hands, dtype=np.int64), np.tile(np.array(board, dtype=np.int64), (len(hands), 1))])
    return Evaluator("high", "any").places(rows).astype(np.int64)


@cache
def _places_in_square() -> Array:
    import numpy as np

    found = np.zeros(len(HANDS), dtype=np.int64)
    for at, name in enumerate(classes()):
        for high, low in read_range(name):
            found[high * (high - 1) // 2 + low] = at
    return found
