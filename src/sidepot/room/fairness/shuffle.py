"""Chance in the room: numbers from the operating system without bias, the shuffle, and the virtual cut.

Where bytes come from is an argument (`Source`), so that tests can script every shuffle there is; `OS` asks the
operating system. A number under `n` is as many bits as `n - 1` has, read from the low end of each byte (of two bytes,
the first one higher, beyond 256); a number that is too large is thrown away and the next one read, since taking it
`mod n` would make small numbers likelier.

>>> script = iter([3, 1, 0])  # 3 is too large for a place among three, and is read over
>>> shuffle((10, 11, 12), below_of(lambda count: bytes([next(script)])))
(12, 10, 11)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Final

from sidepot.cards import Below
from sidepot.errors import BadNotation
from sidepot.table.cutting import LEAST, places_to_cut

Source = Callable[[int], bytes]  # so many bytes, each bit of which is as likely 0 as 1

OS: Final[Source] = token_bytes
MOST: Final = 1 << 16  # the largest n that a number may be asked under
LONGEST: Final = 100  # characters of a text to cut by
_CUT: Final = b"\x03"
_AT_ONCE: Final = 128  # bytes: more than most packs take, in one call of the system


def below_of(source: Source, at_once: int = 1) -> Below:
    """Numbers under n, each equally likely, out of the bytes of `source`, which is asked for `at_once` together."""
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
            raise ValueError(f"a number under {n} cannot be drawn")
        mask = (1 << (n - 1).bit_length()) - 1
        while mask > 255:
            drawn = (next_byte() << 8 | next_byte()) & mask
            if drawn < n:
                return drawn
        while True:  # as above, and in line: a pack takes some 75 bytes
            if at == len(stock):
                stock = source(at_once)
                at = 0
            drawn = stock[at] & mask
            at += 1
            if drawn < n:
                return drawn

    return below


def os_below() -> Below:
    """Numbers under n from the operating system. Make one for each pack: the rest of its stock goes with it."""
    return below_of(OS, _AT_ONCE)


def shuffle(cards: Sequence[int], below: Below) -> tuple[int, ...]:
    """The cards in an order of which each is equally likely, the top card first (Fisher and Yates).

    From the last place up, each place takes a card from all that are left. Rule: PG-50.
    """
    order = [*cards]
    for left in range(len(order), 1, -1):
        at = below(left)
        order[at], order[left - 1] = order[left - 1], order[at]
    return tuple(order)


def virtual_cut(root: bytes, text: str, count: int) -> int:
    """How many cards a player's `text` takes off the top of a pack that was committed to by `root`. Rule: PG-50.

    The house has fixed the order before it hears the text, and the player speaks before seeing a card: neither can
    steer where the deal begins. Each part keeps at least five cards. Raises BadNotation for a text that is too long.
    """
    places = places_to_cut(count)
    if not places:
        raise BadNotation(f"a pack of {count} cards cannot be cut: each part has at least {LEAST}", code="bad_cut")
    if not 0 < len(text) <= LONGEST:
        raise BadNotation(f"one cuts by a text of 1 to {LONGEST} characters, not of {len(text)}", code="bad_cut")
    try:
        number = int.from_bytes(sha256(_CUT + root + text.encode()).digest(), "big")
    except UnicodeEncodeError:
        raise BadNotation("the text to cut by has half a character in it", code="bad_cut") from None
    return LEAST + number % places
