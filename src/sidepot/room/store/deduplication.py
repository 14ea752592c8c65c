"""Records that borrow: bytes that another record of the same stream has, or that come twice in one, are told once.

Such a record is stored as a tilde, a list of what it borrows, a line feed, and the rest of its bytes. Each part of the
list has four numbers: where in the rest it belongs, the record that lends (0: this one, as far as it is put together),
and the place and length of the bytes there, as the lender is when it is whole. A lender borrows from itself alone, so
that one other record is enough to read any.

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

MARK: Final = b"~"  # no record of another kind begins so: they are objects of JSON
MOST: Final = 1 << 24  # bytes that a record has at most, when it is whole

_Parts = tuple[tuple[int, int, int, int], ...]
_DECODER: Final[msgspec.json.Decoder[_Parts]] = msgspec.json.Decoder(_Parts)


class Borrowed(NamedTuple):
    """Bytes of a whole record: where they begin and how many, and from which record they are borrowed (0: itself)."""

    at: int
    length: int
    lender: int
    start: int


def shorten(data: bytes, parts: Sequence[Borrowed]) -> bytes:
    """The record without the parts that it borrows, which do not overlap."""
    rest = bytearray()
    told = []
    done = 0
    for at, length, lender, start in sorted(parts):
        rest += data[done:at]
        done = at + length
        told.append((len(rest), lender, start, length))
    rest += data[done:]
    return MARK + msgspec.json.encode(told) + b"\n" + rest


def borrows(data: object) -> bool:
    """Whether a record as it is stored has to be put together."""
    return isinstance(data, bytes) and data.startswith(MARK)


def whole(stored: bytes, lent: Callable[[int], bytes]) -> bytes:
    """The record with what it borrows; `lent` gives another record, whole. Raises BadNotation for one that is none."""
    head, _, rest = stored[len(MARK) :].partition(b"\n")
    try:
        parts = _DECODER.decode(head)
    except msgspec.MsgspecError:
        raise BadNotation("a record does not tell what it borrows") from None
    found = bytearray()
    done = 0
    for at, lender, start, length in parts:
        if not (done <= at <= len(rest) and start >= 0 and 0 < length <= MOST - len(found)):
            raise BadNotation("a record borrows what cannot be")
        found += rest[done:at]
        done = at
        piece = (lent(lender) if lender else found)[start : start + length]
        if len(piece) != length:
            raise BadNotation(f"a record borrows from {f'record {lender}' if lender else 'itself'} what is not there")
        found += piece
    return bytes(found + rest[done:])


def no_other(seq: int) -> bytes:
    """For a record that lends: it borrows from itself alone. Raises BadNotation."""
    raise BadNotation(f"a record borrows from record {seq}, which borrows itself")


def lenders(stored: bytes) -> set[int]:
    """The other records from which one borrows; none where it does not tell."""
    try:
        return {lender for _, lender, _, _ in _DECODER.decode(stored[len(MARK) :].partition(b"\n")[0]) if lender}
    except msgspec.MsgspecError:
        return set()
