"""Deduplication: bytes that occur twice in a record, or that another record of the stream has too, are stored once.

Such a record is stored as a tilde, the list of borrowed parts, a line feed, and the rest of its bytes. Each part is
four numbers: its position in the rest, the lending record (0: this one, as far as it is complete), and offset and
length in the complete lender. A lender borrows only from itself, so one other record is enough to read any.

>>> short = shorten(b'{"a":{"long":1},"b":{"long":1}}', [Borrowed(20, 10, 0, 5)])
>>> short
b'~[[20,0,5,10]]\\n{"a":{"long":1},"b":}'
>>> whole(short, {}.__getitem__)
b'{"a":{"long":1},"b":{"long":1}}'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation

MARK: Final = b"~"  # other records are JSON objects, which begin with a brace
MOST: Final = 1 << 24  # most bytes of a complete record

_Parts = tuple[tuple[int, int, int, int], ...]
_DECODER: Final[msgspec.json.Decoder[_Parts]] = msgspec.json.Decoder(_Parts)


class Borrowed(NamedTuple):
    """A part of a complete record that is borrowed from another record, or from the same one.

    - `at`, `length`: the offset and the length of the part in the complete record
    - `lender`: the number of the lending record (0: the same record)
    - `start`: the offset of the part in the lending record
    """

    at: int
    length: int
    lender: int
    start: int


def shorten(data: bytes, parts: Sequence[Borrowed]) -> bytes:
    """The form in which a record is stored, without its borrowed parts. These parts must not overlap."""
    rest = bytearray()
    places = []
    done = 0
    for at, length, lender, start in sorted(parts):
        rest += data[done:at]
        done = at + length
        places.append((len(rest), lender, start, length))
    rest += data[done:]
    return MARK + msgspec.json.encode(places) + b"\n" + rest


def borrows(data: object) -> bool:
    """Whether a stored record borrows bytes."""
    return isinstance(data, bytes) and data.startswith(MARK)


def whole(stored: bytes, lent: Callable[[int], bytes]) -> bytes:
    """The complete record. `lent` returns the complete record with a given number. Raises BadNotation if the stored
    record is malformed.
    """
    head, _, rest = stored[len(MARK) :].partition(b"\n")
    try:
        parts = _DECODER.decode(head)
    except msgspec.MsgspecError:
        raise BadNotation("a record has an unreadable list of borrowed parts") from None
    found = bytearray()
    done = 0
    for at, lender, start, length in parts:
        if not (done <= at <= len(rest) and start >= 0 and 0 < length <= MOST - len(found)):
            raise BadNotation("a record borrows an impossible range")
        found += rest[done:at]
        done = at
        piece = (lent(lender) if lender else found)[start : start + length]
        if len(piece) != length:
            other = f"record {lender}" if lender else "itself"
            raise BadNotation(f"a record borrows text that record {other} does not have")
        found += piece
    return bytes(found + rest[done:])


def no_other(seq: int) -> bytes:
    """Raise BadNotation. This is the `lent` function for a record that may borrow only from itself."""
    raise BadNotation(f"record {seq} borrows from itself")


def lenders(stored: bytes) -> set[int]:
    """The numbers of the other records from which a stored record borrows (empty if it is malformed)."""
    try:
        return {lender for _, lender, _, _ in _DECODER.decode(stored[len(MARK) :].partition(b"\n")[0]) if lender}
    except msgspec.MsgspecError:
        return set()
