"""Random numbers for the room: unbiased numbers from the operating system, the shuffle, and the virtual cut.

The source of bytes is a parameter (`Source`), so that tests can script every shuffle; `OS` asks the operating system. A
number below `n` uses as many low bits of a byte as `n - 1` has (of two bytes, high byte first, if `n` is over 256).
Numbers that are too large are discarded, because `mod n` would make small numbers likelier.

>>> script = iter([3, 1, 0])  # 3 is too large for a place among three, and is discarded
>>> shuffle((10, 11, 12), below_of(lambda count: bytes([next(script)])))
(12, 10, 11)
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from sidepot.cards import Below
from sidepot.errors import BadNotation
from sidepot.table.cutting import LEAST, places_to_cut

Source = Callable[[int], bytes]  # returns that many random bytes

OS: Final[Source] = token_bytes
MOST: Final = 1 << 16  # the largest n
LONGEST: Final = 100  # characters of a cutting text
_CUT: Final = b"\x03"
_AT_ONCE: Final = 128  # bytes per system call: enough for most decks


def below_of(source: Source, at_once: int = 1) -> Below:
    """Return a function that gives uniform random numbers below n.

    The function takes its bytes from `source`, `at_once` at a time.
    """
    stock = b""
    at = 0

    def next_byte() -> int:
        nonlocal stock, at
        if at == len(stock):
            stock = source(at_once)
            at = 0
        at += 1
        return stock[at - 1]

    def below(n: int, /) -> int:
        nonlocal stock, at
        if not 0 < n <= MOST:
            raise ValueError(f"expected an upper bound from 1 to {MOST}, got {n}")
        mask = (1 << (n - 1).bit_length()) - 1
        while mask > 255:
            drawn = (next_byte() << 8 | next_byte()) & mask
            if drawn < n:
                return drawn
        while True:  # like `below_of`, but inlined: a deck uses about 75 bytes
            if at == len(stock):
                stock = source(at_once)
                at = 0
            drawn = stock[at] & mask
            at += 1
            if drawn < n:
                return drawn

    return below


def os_below() -> Below:
    """Return a function that gives uniform random numbers below n, made from the operating system's random bytes.

    Make a new function for each deck, so that no unused random bytes stay in memory.
    """
    return below_of(OS, _AT_ONCE)


def shuffle(cards: Sequence[int], below: Below) -> tuple[int, ...]:
    """Put the cards in a uniformly random order, top card first, by the Fisher-Yates method. Rule: PG-50.

    Each position, from the last to the first, gets a random one of the remaining cards.
    """
    order = [*cards]
    for left in range(len(order), 1, -1):
        at = below(left)
        order[at], order[left - 1] = order[left - 1], order[at]
    return tuple(order)


def virtual_cut(root: bytes, text: str, count: int) -> int:
    """How many cards a player's `text` cuts off a deck of `count` cards with the commitment `root`. Rule: PG-50.

    The house commits to the order before it gets the text, and the player chooses the text before seeing a card. So
    neither can influence the deal. Each part keeps at least five cards. Raises BadNotation if the text has the wrong
    length.
    """
    places = places_to_cut(count)
    if not places:
        raise BadNotation(f"a pack of {count} cards cannot be cut: each part needs at least {LEAST}", code="bad_cut")
    if not 0 < len(text) <= LONGEST:
        raise BadNotation(f"the cut: expected 1 to {LONGEST} characters, got {len(text)}", code="bad_cut")
    try:
        number = int.from_bytes(sha256(_CUT + root + text.encode()).digest(), "big")
    except UnicodeEncodeError:
        raise BadNotation(
            "the text for the cut has an incomplete character (a lone surrogate)", code="bad_cut"
        ) from None
    return LEAST + number % places
