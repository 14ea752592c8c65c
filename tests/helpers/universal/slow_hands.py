"""How strong a hand is, computed the slow way: it tries every choice of cards, and every rank for a wild card.

It is written from the texts of the rules alone, to check the tables of `ranking` against them. A hand is a tuple here:
the greater one wins, equal ones tie, None means no hand. Source: PG-28 to PG-34, PG-85 to PG-87.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from sidepot.cards import JOKER, RANKS, card
from sidepot.games.decks import find_deck
from sidepot.games.model import Choose, Game, Half

Strength = tuple[int, tuple[int, ...]]  # a place among the hands, then ranks

# from the worst to the best; a straight, a flush or both count against some lows
_ORDERS: Final = {
    "high": "nothing pair two-pair trips straight flush full quads straight-flush five",
    "short-deck": "nothing pair two-pair trips straight full flush quads straight-flush five",
    "short-deck-trips": "nothing pair two-pair straight trips full flush quads straight-flush five",
    "three-card": "nothing pair flush straight trips straight-flush",
}
_SHAPES: Final = {
    (5,): "five",
    (4,): "quads",
    (3, 2): "full",
    (3,): "trips",
    (2, 2): "two-pair",
    (2,): "pair",
    (): "nothing",
}
_ACE: Final = 14


def strength_of(game: Game, half: Half, hole: Sequence[int], board: Sequence[int]) -> Strength | None:
    """The best hand that a seat can make for a half with this board, found by trying all.

    >>> from sidepot.cards import cards
    >>> from sidepot.games.catalog import HOLDEM
    >>> strength_of(HOLDEM, HOLDEM.halves[0], cards("AsKs"), cards("Ah8c8d7c2s"))
    (2, (14, 8, 13))
    """
    found = [strength for some in choices(half, hole, board) if (strength := of_these(game, half, some)) is not None]
    return max(found, default=None)


def choices(half: Half, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, ...]]:
    """Every choice of cards that a seat may play for a half with this board."""
    if half.choose is Choose.TWO_THREE:
        return [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    every = (*hole,) if half.choose is Choose.HOLE else (*hole, *board)
    # a badugi leaves out what does not fit; on the other scales five cards play, or all that there are
    size = len(every) if half.scale.startswith("badugi") else min(cards_of(half.scale), len(every))
    return [*combinations(every, size)]


def cards_of(scale: str) -> int:
    """The number of cards of a hand."""
    return 3 if scale == "three-card" else 5


def best_cards(game: Game, half: Half, hole: Sequence[int], board: Sequence[int]) -> list[tuple[int, int]]:
    """The ranks and suits of the natural cards that make a seat's best hand, the highest first. Rule: TDA-2013 19.

    Among equal choices, it is the one with the higher card, where spades are the highest suit. An ace is low where it
    plays low, even in the lowest straight. A wild card has no rank of its own.

    >>> from sidepot.cards import cards
    >>> from sidepot.games.catalog import STUD
    >>> best_cards(STUD, STUD.halves[0], cards("AsKsKd9c5h9d2c"), ())
    [(14, 3), (13, 3), (13, 1), (9, 1), (9, 0)]
    >>> from sidepot.games.catalog import find_game
    >>> badugi = find_game("badugi-27")
    >>> best_cards(badugi, badugi.halves[0], cards("Ac3h9cQd"), ())  # the ace is high, and its suit is that of the nine
    [(12, 1), (9, 0), (3, 2)]
    """
    best = strength_of(game, half, hole, board)
    every = choices(half, hole, board)
    if half.scale.startswith("badugi"):
        every = [some for cards in every for size in range(1, 5) for some in combinations(cards, size)]
    ace = 1 if half.scale in ("ace-to-five", "ace-to-six", "badugi") or _is_wheel(game, half, best) else _ACE
    played = [some for some in every if best is not None and of_these(game, half, some) == best]
    size = min(map(len, played), default=0)  # a badugi of three is worth the same with a fourth card that does not fit
    found = []
    for some in played:
        if len(some) == size:
            wild, bug = _split_wild(game.wild, some)
            natural = [one for one in some if one not in wild and not (bug and one == JOKER)]
            found.append(sorted([(ace if one >= 48 else one // 4 + 2, one % 4) for one in natural], reverse=True))
    return max(found, default=[])


def _is_wheel(game: Game, half: Half, held: Strength | None) -> bool:
    """Whether a high hand is the lowest straight, in which the ace is low."""
    if half.scale not in _ORDERS or held is None or "straight" not in _ORDERS[half.scale].split()[held[0]]:
        return False
    return held[1] == (_lowest(half.scale, find_deck(game.deck).lowest) + cards_of(half.scale),)


def _lowest(scale: str, of_deck: int) -> int:
    """The rank above a low ace: the lowest of the deck, or the deuce for three cards."""
    return 0 if scale == "three-card" else of_deck or (4 if scale != "high" else 0)


def of_these(game: Game, half: Half, some: Sequence[int]) -> Strength | None:
    """The strength of exactly these cards for a half. Wild cards stand for whatever is best."""
    lowest = find_deck(game.deck).lowest
    wild, bug = _split_wild(game.wild, some)
    natural = [one for one in some if one not in wild and not (bug and one == JOKER)]
    if half.scale.startswith("badugi"):
        return _badugi(half, natural, len(wild) + bug, lowest)
    suits = len({one % 4 for one in natural})
    if half.scale in _ORDERS:
        suited = suits < 2 and len(some) == cards_of(half.scale)
        values = tuple(sorted(_values(natural)))
        return _high(half.scale, values, len(wild), bug, _lowest(half.scale, lowest), suited)
    ace = _ACE if half.scale == "deuce-to-seven" else 1
    suited = len(natural) == 5 and suits == 1  # a wild card is of another suit
    values = tuple(sorted(_values(natural, ace=ace)))
    return _low(half.scale, half.qualifier, values, len(wild) + bug, lowest, suited)


def meets(game: Game, ranks: str, hole: Sequence[int]) -> bool:
    """Whether cards are at least as good as these ranks: `JJ`, `222`. Rule: PG-84."""
    return is_at_least(game, ranks, strength_of(game, game.halves[0], hole, ()))


def is_at_least(game: Game, ranks: str, held: Strength | None) -> bool:
    """Whether a high hand is at least as good as these ranks. Rule: PG-62."""
    values = [RANKS.index(rank) + 2 for rank in ranks]
    asked = max(_shaped(game.halves[0].scale, values, False, 0), key=lambda strength: strength[0])
    return held is not None and (held[0], held[1][: len(asked[1])]) >= asked


def _split_wild(names: Sequence[str], some: Sequence[int]) -> tuple[list[int], bool]:
    """Which of these cards stand for any card, and whether the joker is among them as a bug."""
    if not names:
        return [], False
    every: set[int] = set()
    for name in names:
        if name == "joker":
            every.add(JOKER)
        elif name == "one-eyed jacks":
            every |= {card("Js"), card("Jh")}
        elif name in RANKS:
            every |= {card(name + suit) for suit in "cdhs"}
        elif name != "bug":
            every.add(card(name))
    return [one for one in some if one in every], "bug" in names and JOKER in some


def _values(some: Sequence[int], *, ace: int = _ACE) -> list[int]:
    return [ace if one >= 48 else one // 4 + 2 for one in some]


# ---- high


@lru_cache(maxsize=100_000)
def _high(scale: str, held: tuple[int, ...], wilds: int, bug: bool, lowest: int, suited: bool) -> Strength:
    best: Strength | None = None
    for stand in combinations_with_replacement(range(lowest + 2, _ACE + 1), wilds):
        for joker in range(lowest + 2, _ACE + 1) if bug else (0,):
            values = [*held, *stand, *((joker,) if joker else ())]
            for strength in _shaped(scale, values, suited, lowest):
                name = _ORDERS[scale].split()[strength[0]]
                allowed = joker in (0, _ACE) or name in ("straight", "flush", "straight-flush")
                if allowed and (best is None or strength > best):
                    best = strength
    assert best is not None
    return best


def _shaped(scale: str, values: Sequence[int], suited: bool, lowest: int) -> Iterator[Strength]:
    """The hands that cards of these values make: by their ranks, as a straight, as a flush or as both."""
    order = _ORDERS[scale].split()
    groups = sorted({(values.count(value), value) for value in values}, reverse=True)
    shape = tuple(count for count, _ in groups if count > 1)
    ranks = tuple(value for _, value in groups)
    yield order.index(_SHAPES[shape]), ranks
    size = cards_of(scale)
    if len(ranks) < size:
        return
    wheel = {_ACE, *range(lowest + 2, lowest + size + 1)}
    top = ranks[0] if ranks[0] - ranks[-1] == size - 1 else lowest + size if set(ranks) == wheel else 0
    if top:
        yield order.index("straight-flush" if suited else "straight"), (top,)
    if suited:
        yield order.index("flush"), ranks


# ---- low


@lru_cache(maxsize=100_000)
def _low(
    scale: str, qualifier: int | None, held: tuple[int, ...], wilds: int, lowest: int, suited: bool
) -> Strength | None:
    ace = _ACE if scale == "deuce-to-seven" else 1
    against = scale != "ace-to-five"
    ladder = [*range(lowest + 2, _ACE), ace]
    found = []
    for stand in combinations_with_replacement(ladder, wilds):
        values = [*held, *stand]
        groups = sorted({(values.count(value), value) for value in values}, reverse=True)
        name = _SHAPES[tuple(count for count, _ in groups if count > 1)]
        if against and len(groups) == 5:
            straight = max(values) - min(values) == 4
            name = "straight-flush" if straight and suited else "straight" if straight else "flush" if suited else name
        if qualifier and (name != "nothing" or len(values) < 5 or max(values) > qualifier):
            continue
        ranks = tuple(-value for _, value in groups) + (0,) * (5 - len(groups))  # no card is lower than any
        found.append((-_ORDERS["high"].split().index(name), ranks))
    return max(found, default=None)


# ---- badugi


def _badugi(half: Half, natural: Sequence[int], wilds: int, lowest: int) -> Strength | None:
    """The best badugi: more cards first, then lower ones; a wild card has a missing suit."""
    ace = _ACE if half.scale == "badugi-deuce" else 1
    ladder = [*range(lowest + 2, _ACE), ace]
    found: list[Strength] = []
    for size in range(min(4, len(natural)) + 1):
        for some in combinations(natural, size):
            held = _values(some, ace=ace)
            if len({one % 4 for one in some}) < size or len(set(held)) < size:
                continue
            for stand in combinations([value for value in ladder if value not in held], min(wilds, 4 - size)):
                values = sorted([*held, *stand], reverse=True)
                if values and not (half.qualifier and (len(values) < 4 or values[0] > half.qualifier)):
                    found.append((len(values), tuple(-value for value in values)))
    return max(found, default=None)
