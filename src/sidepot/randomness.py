"""Sources of chance, and cards that are chosen at random as they are dealt."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable

from sidepot.errors import Conflict

Below = Callable[[int], int]
"""A source of chance: `below(n)` is an integer from 0 to n - 1, each equally likely."""


def below_of(uniform: Callable[[], float]) -> Below:
    """A source of chance: a function that returns a random integer from 0 to n - 1 for a given n.

    `uniform` returns random numbers from 0 up to, but not including, 1, as `random.random` does.
    """

    def below(n: int, /) -> int:
        return int(uniform() * n)

    return below


def draw(stub: list[int], below: Below | None, count: int) -> tuple[int, ...]:
    """Take `count` random cards from a stub: a Fisher-Yates shuffle, done only as far as needed.

    The last card of the stub replaces each card taken. If `below` is None, cards are taken from the end, which is the
    top. Raises Conflict if the stub is too short.
    """
    left = len(stub)
    if count > left:
        raise Conflict(f"{count} cards are needed, but the stub has {left}")
    rest = left - count
    if below is not None:
        for last in range(left - 1, rest - 1, -1):
            at = below(last + 1)
            stub[at], stub[last] = stub[last], stub[at]
    drawn = stub[rest:]
    drawn.reverse()
    del stub[rest:]
    return tuple(drawn)


def draw_one(stub: list[int], below: Below | None) -> int:
    """Take the top card or, with `below`, a random one. Raises Conflict if the stub is empty."""
    if not stub:
        raise Conflict("a card is needed, but the stub is empty")
    if below is None:
        return stub.pop()
    at = below(len(stub))
    card = stub[at]
    stub[at] = stub[-1]
    stub.pop()
    return card
