"""Commands that a hand must refuse as it stands: out of order, out of bounds, impossible cards and seats.

For the universal tester, which tries each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import Final

from sidepot.analysis.invariants import BETTING
from sidepot.cards import STANDARD_DECK, UNKNOWN, Below
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand

Attempt = tuple[str, Callable[[Hand], object]]

# each command, with arguments to try it with, and what it answers
_COMMANDS: Final[tuple[tuple[str, tuple[object, ...], tuple[Due, ...]], ...]] = (
    ("post", (), (Due.POST,)),
    ("burn", (), (Due.BURN,)),
    ("deal", ((UNKNOWN,),), (Due.DEAL,)),
    ("board", ((UNKNOWN,),), (Due.BOARD,)),
    ("reshuffle", (), (Due.RESHUFFLE,)),
    ("bring_in", (), (Due.BRING_IN,)),
    ("fold", (), (Due.ACT,)),
    ("check", (), (Due.ACT,)),
    ("call", (), (Due.ACT,)),
    ("check_or_call", (), (Due.ACT,)),
    ("raise_to", (2,), BETTING),
    ("discard", (), (Due.DRAW,)),
    ("return_uncalled", (), (Due.RETURN,)),
    ("show", (), (Due.SHOW,)),
    ("muck", (), (Due.SHOW,)),
    ("award", (), (Due.AWARD,)),
    ("pass_out", (), (Due.PASS_OUT,)),
)


def illegal(hand: Hand, below: Below) -> Iterator[Attempt]:
    """Commands that the hand must refuse as it stands, each with a name."""
    due, seat = hand.due, hand.seat
    for name, arguments, dues in _COMMANDS:
        if due not in dues:
            yield attempt(name, *arguments)
    yield attempt("deal", ())
    nobody = [other for other in range(len(hand.stacks)) if not hand.live >> other & 1]
    for other in (-1, len(hand.stacks), 1000, *nobody):
        yield attempt("kill", other)
        yield f"show(seat={other})", methodcaller("show", seat=other)
    if due in BETTING:
        low, high = hand.raise_bounds()
        wrong = {low - 1, high + 1, 0, -5, hand.bets[seat], hand.price, 10**9} - set(
            range(low, high + 1) if high else ()
        )
        yield from (attempt("raise_to", to) for to in sorted(wrong))
    if due is Due.ACT:
        yield attempt("check" if hand.to_call else "call")
    if due in (Due.DEAL, Due.BOARD):
        yield from _bad_cards("deal" if due is Due.DEAL else "board", hand, below)
    if due is Due.BURN:
        yield attempt("burn", 52)
        yield attempt("burn", -1)
    if due is Due.DRAW:
        hole = hand.hole[seat]
        other = next(card for card in STANDARD_DECK if card not in hole)
        yield from (attempt("discard", bad) for bad in ((other,), (hole[0], hole[0]), (*hole, other), (-1,), (99,)))
    if due is Due.SHOW:
        hole = hand.hole[seat]
        other = next(card for card in STANDARD_DECK if card not in hole)
        yield from (attempt("show", bad) for bad in ((other, *hole[1:]), hole[1:], (*hole, other), (99, *hole[1:]), ()))
        if hand.forced:
            yield attempt("muck")


def attempt(name: str, *arguments: object) -> Attempt:
    """A command by name, and how to say it to a hand."""
    return f"{name}({', '.join(map(str, arguments))})", methodcaller(name, *arguments)


def _bad_cards(name: str, hand: Hand, below: Below) -> Iterator[Attempt]:
    """Too many cards, too few, cards that are out already, a card twice, and what is no card at all."""
    count = hand.count
    rest = (UNKNOWN,) * (count - 1)
    yield attempt(name, (*rest, UNKNOWN, UNKNOWN))
    yield attempt(name, rest)
    seen = [card for card in STANDARD_DECK if hand.seen[card]]
    for bad in (-1, 52, 54, 1000, *(seen[below(len(seen))] for _ in range(2) if seen)):
        yield attempt(name, (*rest, bad))
    if count > 1:
        yield attempt(name, (0, *rest[1:], 0))
