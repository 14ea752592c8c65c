"""How the betting round of a line begins: who sits where, and the hand with its forced bets posted.

Both are remembered, since the same stakes and the same names are told again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.floor.spot import MUCH
from sidepot.floor.spot_words import POSITIONS, Head
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.parts import ONE_ROUND
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.rules.rulebook import Rulebook

_UNNAMED: Final = "unnamed player"
Straddles = tuple[tuple[int, int], ...]  # seats and totals


class Seating(NamedTuple):
    """The players of a line in the order in which they act: their names, and the seat of each name that the line told.

    `shown` are the names that were told, with nothing for the others.
    """

    names: tuple[str, ...]
    shown: tuple[str, ...]
    seats: tuple[int, ...]


@lru_cache(maxsize=256)
def seating(head: Head, told: tuple[str, ...]) -> Seating:
    """The seats of the names that a line told. Raises BadNotation for more names than there are players."""
    first_said: dict[str, str] = {}
    for name in told:
        first_said.setdefault(name.casefold(), name)
    names = _names(head, list(first_said.values()))
    at = {name.casefold(): seat for seat, name in enumerate(names)}
    shown = ["" if name.startswith(_UNNAMED) else name for name in names]
    return Seating(names, tuple(shown), tuple([at[name.casefold()] for name in told]))


def _names(head: Head, named: list[str]) -> tuple[str, ...]:
    """The players in the order in which they act. Raises BadNotation where more are named than there are players."""
    middle = [name for name in named if name not in ("SB", "BB", "BTN")]
    if all(name in POSITIONS for name in middle):
        middle.sort(key=POSITIONS.index)
    button = ["BTN"] if "BTN" in named else []
    if head.street:
        unnamed = _unnamed(max(head.players, 2) - len(named))
        if head.players == 2 and "BB" in named:  # heads-up the other one has the button, and acts last
            middle, unnamed, button = [], [], [*(name for name in named if name != "BB"), *unnamed]
            named = ["BB"]
        names = [*sorted({"SB", "BB"} & set(named), reverse=True), *middle, *unnamed, *button]
    elif head.players == 2:
        names = _heads_up(named)
    else:
        count = head.players or max(len(middle) + len(button) + 2, 3)
        spare = len(middle) + len(button) + 2 - count  # so many of those named must be the blinds
        blinds: list[str] = ["SB", "BB"]
        for at in range(2):
            if spare > 0 and blinds[at] not in named and middle and not button:
                blinds[at] = middle.pop(len(middle) - spare)
                spare -= 1
        unnamed = _unnamed(count - 2 - len(middle) - len(button))
        names = [*middle, *unnamed, *button, *blinds]
    most = head.players or ONE_ROUND.seats[1]
    if len(names) > most:
        told = f"{head.players} is told" if head.players else f"{most} is the most"
        raise BadNotation(f"{len(names)} players are at this table ({', '.join(names)}), and {told}")
    return tuple(names)


def _heads_up(named: list[str]) -> list[str]:
    """The small blind, who has the button and acts first, and the big blind."""
    others = [name for name in named if name not in ("SB", "BTN", "BB")]
    first = [name for name in named if name in ("SB", "BTN")] or others[:1] or ["SB"]
    rest = [name for name in others if name not in first]
    if "BB" in named:
        return [*first, *rest, "BB"]
    return [*first, *(rest or ["BB"])]


def _unnamed(count: int) -> list[str]:
    return [f"{_UNNAMED} {at + 1}" for at in range(count)]


# ---- the hand


class _House:
    """A rulebook that is known by being the same one: to compare all its choices would take longer than to begin."""

    __slots__ = ("rulebook",)

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _House) and other.rulebook is self.rulebook

    def __hash__(self) -> int:
        return id(self.rulebook)


def begun(head: Head, seats: int, stacks: dict[int, int], rulebook: Rulebook, straddles: Straddles = ()) -> Hand:
    """The round as it begins; where no stack is told, a copy of the one that began at the same stakes before."""
    if not stacks:
        return _usual(head, seats, _House(rulebook), straddles).copy(log=True)
    return _hand(head, tuple([stacks.get(seat, MUCH) for seat in range(seats)]), rulebook, straddles)


@lru_cache(maxsize=256)
def _usual(head: Head, seats: int, house: _House, straddles: Straddles) -> Hand:
    """The round of seats that all have enough for anything, as it begins."""
    return _hand(head, (MUCH,) * seats, house.rulebook, straddles)


def _hand(head: Head, stacks: tuple[int, ...], rulebook: Rulebook, straddles: Straddles) -> Hand:
    """A new round: forced bets posted, and a card for each seat that nobody knows."""
    limit, stakes = _terms(head.limit, head.low, head.high, head.unit, head.ante, () if head.street else head.blinds)
    seats = len(stacks)
    posts = () if head.street else _posts(head, seats, rulebook, straddles)
    last = straddles[-1][0] if straddles else seats - 1  # the last blind: the seat behind it begins
    left = seats if head.last_two else None
    setup = Setup(ONE_ROUND, limit, stakes, rulebook, stacks, last, posts, carried=head.pot, players_left=left)
    hand = Hand(setup)
    while hand.due is Due.POST:
        hand.post()
    if hand.due is Due.DEAL:
        hand.deal_round((UNKNOWN,) * (hand.count * hand.pending.bit_count()))
    return hand


def _posts(head: Head, seats: int, rulebook: Rulebook, straddles: Straddles) -> tuple[Owed, ...]:
    """The forced bets, in the order in which the house takes them."""
    small, big = (seats - 2, seats - 1)
    antes = [Owed(seat, Post.ANTE, head.ante) for seat in range(seats) if head.ante]
    antes += [Owed(big, Post.DEAD_ANTE, head.big_blind_ante)] if head.big_blind_ante else []
    blinds = [Owed(small, Post.SMALL_BLIND, head.blinds[0]), Owed(big, Post.BIG_BLIND, head.blinds[1])]
    blinds += [Owed(seat, Post.STRADDLE, amount) for seat, amount in straddles]
    blind_first = rulebook.short_post.puts_blind_first(one_payer=head.big_blind_ante > 0)
    owed = blinds + antes if blind_first else antes + blinds
    return tuple([post for post in owed if post.amount])


@lru_cache(maxsize=256)
def _terms(kind: str, low: int, high: int, unit: int, ante: int, blinds: tuple[int, ...]) -> tuple[Limit, Stakes]:
    """The limit and the stakes: the same values for the same line, so that the hand makes its plan of them once."""
    limits: dict[str, Limit] = {"no limit": NoLimit(), "pot limit": PotLimit(), "fixed limit": FixedLimit()}
    limit = limits.get(kind) or SpreadLimit(max(low, 1), high)
    return limit, Stakes(ante=ante, blinds=blinds, small_bet=unit)
