"""Random seats from a seed, so that anybody can repeat the draw with the same result (T6, T8).

Chance comes from SHA-256: `HashDraw` makes numbers from a text, the seed. The best seed is a text that nobody could
choose alone: a throw of dice, lottery numbers, words to which several people contribute. The same seed gives the same
draw on every machine.

>>> draw = draw_seats(["Ann", "Bob", "Cy"], {1: range(3), 2: range(3)}, "friday")
>>> draw.order
(('Ann', 1, 1), ('Bob', 1, 2), ('Cy', 2, 2))
>>> check_draw(draw)
()
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Final, TypeVar

from sidepot.cards import STANDARD_DECK, Below
from sidepot.errors import Conflict, SidepotError
from sidepot.rules.clauses import clause, in_words
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point, cite
from sidepot.tournament.cited import DRAWN
from sidepot.tournament.moves import Move, SeatDraw, TableView

RANDOM: Final = Point("random seats", {"TDA-2013": "6", "TDA-2024": "7"})
ANY_SEAT: Final = -1

_ALL: Final = 1 << 256
_Any = TypeVar("_Any")


class HashDraw:
    """Verifiable randomness from a text, the seed. Hash number `k`, counted from 0, is the SHA-256 of the seed, a colon
    and `k`.

    A hash is a number below 2 to the 256th. Its remainder after division by `n` decides between `n` outcomes. Hashes at
    or above the highest multiple of `n` are skipped, so that all outcomes are equally likely. `count` is the number of
    hashes made so far.

    >>> below = HashDraw("friday")
    >>> [below(6) + 1 for _ in range(5)]
    [3, 6, 3, 4, 4]
    """

    __slots__ = ("count", "seed")

    def __init__(self, seed: str) -> None:
        if not seed:
            raise Conflict("the seed is empty; give any text, preferably one that nobody could choose alone", DRAWN)
        try:
            seed.encode()
        except UnicodeEncodeError:
            raise Conflict("the seed cannot be written as UTF-8", DRAWN) from None
        self.seed = seed
        self.count = 0

    def __call__(self, n: int, /) -> int:
        if n < 1:
            raise Conflict(f"the number of outcomes must be at least 1, not {n}")
        while True:
            number = int.from_bytes(sha256(f"{self.seed}:{self.count}".encode()).digest(), "big")
            self.count += 1
            if number < _ALL - _ALL % n:
                return number % n

    def skip(self, hashes: int) -> None:
        """Skip a number of hashes whose outcomes are not needed, without computing them.

        A hash counts even if it is too high to give an outcome. For up to 64 outcomes, that happens less than once in 2
        to the 250th.
        """
        self.count += hashes


def mixed(some: Iterable[_Any], below: Below) -> list[_Any]:
    """The items in random order (Fisher-Yates).

    From the last position down to the second, each item is swapped with a random one at or before its position.
    `below(n)` returns a random number from 0 to n - 1.
    """
    pile = list(some)
    for at in range(len(pile) - 1, 0, -1):
        other = below(at + 1)
        pile[at], pile[other] = pile[other], pile[at]
    return pile


def tables_needed(players: int, seats: int) -> int:
    """The number of tables with `seats` seats each that these players need.

    >>> tables_needed(82, 9)
    10
    """
    if players < 0 or seats < 2:
        raise Conflict(f"tables must have at least 2 seats, not {seats}")
    return -(-players // seats)


# ---- the draw


def draw_seats(
    players: Collection[str],
    tables: Mapping[int, Iterable[int]],
    seed: str,
    *,
    pinned: Mapping[str, tuple[int, int]] | None = None,
    sitting: Mapping[int, int] | None = None,
    by_card: bool = False,
) -> SeatDraw:
    """Draw a seat for each player from the open seats of these tables. `sitting` is the number of players who already
    sit at each table.

    First, the number of newcomers at each table is decided: each next player goes to the shortest table, by chance
    among equals. Then the seats of each table are shuffled, and as many as needed are taken. All these seats are
    shuffled together, and the players draw them in the order of their names. With `by_card`, a card is dealt to each
    player, and the highest card draws first (TDA-2024 10-B).

    `pinned` gives a player a table and seat in advance, or just the table (`ANY_SEAT`), for special needs. Rule:
    TDA-2013 6, 8, 9; TDA-2024 7, 9, 10-B. Raises Conflict if there are too few seats.
    """
    open_seats = {table: _in_order(tuple(tables[table])) for table in sorted(tables)}
    kept = {player: pinned[player] for player in sorted(pinned) if player in players} if pinned else {}
    _check(players, open_seats, kept)
    below = HashDraw(seed)
    given = _give_pinned(kept, {table: list(seats) for table, seats in open_seats.items()}, below)
    used = set(given.values())
    free = {
        table: tuple([seat for seat in seats if (table, seat) not in used]) if used else seats
        for table, seats in open_seats.items()
    }
    there = sitting or {}
    filled = {table: there.get(table, 0) + len(open_seats[table]) - len(seats) for table, seats in free.items()}
    drawing = [player for player in sorted(players) if player not in given]

    wanted = share_out(len(drawing), {table: len(seats) for table, seats in free.items()}, filled, below)
    pile = []
    for table, seats in free.items():
        if wanted[table]:
            pile += [(table, seat) for seat in mixed(seats, below)[: wanted[table]]]
        elif seats:
            below.skip(len(seats) - 1)  # these are mixed too, and none of them is taken
    cards: list[tuple[str, int]] = []
    if by_card:
        cards = list(zip(drawing, mixed(STANDARD_DECK, below), strict=False))
        drawing = [player for player, _ in sorted(cards, key=lambda dealt: -dealt[1])]
    order = [*given.items(), *zip(drawing, mixed(pile, below), strict=True)]
    return SeatDraw(
        seed,
        tuple([(player, table, seat) for player, (table, seat) in order]),
        tuple([_open_at(table, seats) for table, seats in open_seats.items()]),
        tuple([_sit_at(table, there[table]) for table in sorted(there)]),
        tuple([(player, table, seat) for player, (table, seat) in kept.items()]),
        tuple(cards),
    )


@lru_cache(maxsize=4096)  # in a large tournament many tables have the same seats open
def _in_order(seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(seats))


@lru_cache(maxsize=1 << 16)  # most tables are in one draw as they were in the last: the records share the equal ones
def _open_at(table: int, seats: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return table, seats


@lru_cache(maxsize=1 << 16)
def _sit_at(table: int, players: int) -> tuple[int, int]:
    return table, players


def share_out(count: int, room: Mapping[int, int], filled: Mapping[int, int], below: Below) -> dict[int, int]:
    """How many of `count` players go to each table. Each next player goes to the shortest table with room, by chance
    among equals.
    """
    wanted = dict.fromkeys(room, 0)
    shortest: list[int] = []
    for _ in range(count):
        if not shortest:
            with_room = {table: filled[table] + wanted[table] for table in room if wanted[table] < room[table]}
            fewest = min(with_room.values())
            shortest = [table for table, sit in with_room.items() if sit == fewest]
        wanted[shortest.pop(below(len(shortest)))] += 1
    return wanted


def _check(
    players: Collection[str], open_seats: Mapping[int, Sequence[int]], kept: Mapping[str, tuple[int, int]]
) -> None:
    """Raise Conflict for an impossible draw."""
    if "" in players:
        raise Conflict("a player has no name", code="bad_name")
    names = sorted(players)
    twice = next((one for one, other in pairwise(names) if one == other), None)
    if twice is not None:
        raise Conflict(f"{twice} appears twice in the draw", code="named_twice")
    for table, seats in open_seats.items():
        if len(set(seats)) < len(seats) or seats and seats[0] < 0:
            raise Conflict(f"table {table}: list each seat once, numbered from 0")
    free = sum([len(seats) for seats in open_seats.values()])
    if len(players) > free:
        raise Conflict(f"{len(players)} players draw for only {free} open seats", DRAWN)
    for player, (table, seat) in kept.items():
        if table not in open_seats:
            there = ", ".join(map(str, open_seats)) or "none"
            raise Conflict(f"table {table}, given for {player}, is not one of the tables of the draw: {there}")
        if seat != ANY_SEAT and seat not in open_seats[table]:
            raise Conflict(f"seat {seat + 1} at table {table}, given for {player}, is not open")


def _give_pinned(
    kept: Mapping[str, tuple[int, int]], free: dict[int, list[int]], below: Below
) -> dict[str, tuple[int, int]]:
    """The places given beforehand; a player pinned to a table alone gets a seat there by chance. Raises Conflict."""
    given: dict[str, tuple[int, int]] = {}
    for player, (table, seat) in sorted(kept.items(), key=lambda one: one[1][1] == ANY_SEAT):
        if not free[table]:
            raise Conflict(f"table {table}, given for {player}, is full")
        if seat == ANY_SEAT:
            seat = free[table][below(len(free[table]))]
        if seat not in free[table]:
            other = next(name for name, place in given.items() if place == (table, seat))
            raise Conflict(f"{other} and {player} have the same seat: table {table}, seat {seat + 1}")
        free[table].remove(seat)
        given[player] = (table, seat)
    return dict(sorted(given.items()))


# ---- afterwards


def check_draw(record: SeatDraw) -> tuple[str, ...]:
    """Repeat a recorded draw. Returns the differences; there are none if the record is correct."""
    players = [player for player, _, _ in record.order]
    try:
        again = draw_seats(
            players,
            dict(record.tables),
            record.seed,
            pinned={player: (table, seat) for player, table, seat in record.pinned},
            sitting=dict(record.sitting),
            by_card=bool(record.cards),
        )
    except SidepotError as error:
        return (error.message,)
    recorded = {player: (table, seat) for player, table, seat in record.order}
    drawn = {player: (table, seat) for player, table, seat in again.order}
    wrong = [f"{name}: {_place(recorded[name])}, and by the seed {_place(drawn[name])}" for name in sorted(recorded)
             if recorded[name] != drawn[name]]  # fmt: skip
    if not wrong and again != record:
        wrong = ["the seats are right, and the record says otherwise how they were drawn"]
    return tuple(wrong)


def _place(place: tuple[int, int]) -> str:
    return f"table {place[0]} seat {place[1] + 1}"


def to_right_seats(draw: SeatDraw, views: Iterable[TableView], rulebook: Rulebook) -> tuple[Move, ...]:
    """Move players who started in a wrong seat to the right one, all at once, with their current chips (rule T6).

    The players must have started with the right stack. Rule: TDA-2013 6; TDA-2024 7.
    """
    moves = []
    for view in views:
        for seat, player in view.taken:
            right = next(((table, own) for name, table, own in draw.order if name == player), None)
            if right is not None and right != (view.number, seat):
                at = str(right[0]), str(right[1] + 1)
                reason = clause(
                    "{player} drew table {table} seat {seat} and started in another seat; the chips come along.",
                    player,
                    *at,
                )
                decides = cite(RANDOM, rulebook)
                moves.append(Move(player, view.number, seat, *right, decides, in_words((reason,)), clauses=(reason,)))
    return tuple(moves)
