"""Mystery bounties: the contents of the envelopes, and the keys that draw them.

The envelopes are filled when entry is closed, one for each player left, with all bounties in them. A player who knocks
out another player opens an envelope; the players who remain at the end get the envelopes that nobody has opened.

Chance decides which envelope is opened: nobody can know it before, and everybody can check it afterwards. The house has
a secret, and makes a chain of keys from it: each key is the SHA-256 of the next one. The last hash of all, the `seal`,
is published before the start. The first envelope is drawn by the key whose hash is the seal, the next one by the key
whose hash is that key, and so on: nobody can find a key before it is published, or replace it.

>>> secret = "six dice: 4 1 6 2 2 5"
>>> hash_of(key(secret, 1)) == seal(secret), hash_of(key(secret, 2)) == key(secret, 1)
(True, True)
>>> filled((25, 10), 1000, 5)
(250, 217, 217, 216, 100)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.tournament.seating import HashDraw

MOST: Final = 20_000  # envelopes of one seal


class Envelopes(msgspec.Struct, frozen=True):
    """The envelopes of mystery bounties.

    - `values`: the amounts in unopened envelopes, largest first
    - `seal`: the hash of the next key (empty for paper envelopes)
    - `unopened`: each eliminated player whose envelope is unopened, with the players who may open it
    """

    seal: str = ""
    values: tuple[int, ...] = ()
    is_filled: bool = False
    unopened: tuple[tuple[str, tuple[str, ...]], ...] = ()
    opened: int = 0


def filled(percents: Sequence[int], pool: int, count: int) -> tuple[int, ...]:
    """The amounts in the envelopes, largest first. Some are fixed percentages of the pool; the other envelopes share
    what is left evenly.

    If there are fewer envelopes than percentages, the last percentages are left out. Odd units go one by one to the
    envelopes with equal shares.
    """
    if count < 1 or pool < 0:
        raise Conflict(f"expected 1 or more envelopes and an amount of 0 or more, got {count} envelopes and {pool}")
    named = [pool * percent // 100 for percent in percents[: count - 1]]
    each, odd = divmod(pool - sum(named), count - len(named))
    others = [each + (at < odd) for at in range(count - len(named))]
    return tuple(sorted([*named, *others], reverse=True))


def hash_of(key: str) -> str:
    """The SHA-256 of a key, in hexadecimal digits."""
    return sha256(key.encode()).hexdigest()


@lru_cache(maxsize=8)
def _chain(secret: str) -> tuple[str, ...]:
    """The seal and all keys after it."""
    if not secret:
        raise BadNotation(
            "the secret of a seal is empty; give text that nobody can guess, such as 20 random characters"
        )
    keys = [hash_of(f"envelopes:{secret}")]
    for _ in range(MOST):
        keys.append(hash_of(keys[-1]))
    return tuple(reversed(keys))


def seal(secret: str) -> str:
    """The seal that is published before the start: the hash of the first key."""
    return _chain(secret)[0]


def key(secret: str, number: int) -> str:
    """The key of the envelope with this number, counted from 1. Raises Conflict for any other number."""
    if not 1 <= number <= MOST:
        raise Conflict(f"number: expected an envelope from 1 to {MOST}, not {number}")
    return _chain(secret)[number]


def drawn(values: Sequence[int], key: str) -> int:
    """The amount in the envelope that a key draws, out of the remaining `values`."""
    return values[HashDraw(key)(len(values))]
