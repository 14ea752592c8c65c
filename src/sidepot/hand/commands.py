"""The commands of the player whose turn it is, one struct each. `Hand.do` carries them out.

A command has no seat: it always belongs to the seat whose turn it is. People's input, bots' answers and JSON on the
wire all use these structs.

>>> decode(b'{"type":"raise_to","to":6}')
RaiseTo(to=6)
"""

from __future__ import annotations

import msgspec
from msgspec.structs import force_setattr

from sidepot.cards import cards_of
from sidepot.errors import BadNotation
from sidepot.validation import quantities as q
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.reader import not_text
from sidepot.validation.type_checks import check_fields, expect_row


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Give up the hand."""


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Check: pass the action on when there is no bet to call."""


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Match the price, or go all-in for less."""


class RaiseTo(msgspec.Struct, frozen=True, tag="raise_to"):
    """Bet, raise or complete to a total of `to` for the round."""

    to: q.SomeChips

    def __post_init__(self) -> None:
        if type(self.to) is not int:
            check_fields(self)


class BringIn(msgspec.Struct, frozen=True, tag="bring_in"):
    """Pay the bring-in, the forced bet of stud."""


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Exchange these cards for new ones; without cards, stand pat."""

    cards: tuple[q.Card, ...] = ()

    def __post_init__(self) -> None:
        if not _is_plain(self.cards):
            force_setattr(self, "cards", cards_of(self.cards))


class Show(msgspec.Struct, frozen=True, tag="show"):
    """Table the whole hand.

    `called` lists the cards that the player announces for each half of the pot, in houses where announcements count
    (PG-76).
    """

    called: tuple[tuple[q.Card, ...], ...] = ()

    def __post_init__(self) -> None:
        if type(self.called) is not tuple or not all(map(_is_plain, self.called)):
            rows = expect_row(self.called, (str, tuple, list), "called")
            force_setattr(self, "called", tuple([cards_of(row, "called") for row in rows]))


class Muck(msgspec.Struct, frozen=True, tag="muck"):
    """Throw a beaten hand away without showing it."""


class ChooseRuns(msgspec.Struct, frozen=True, tag="choose_runs"):
    """Choose how often to run the rest of the board."""

    runs: q.SomeRuns

    def __post_init__(self) -> None:
        check_fields(self)


class Declare(msgspec.Struct, frozen=True, tag="declare"):
    """Declare for high (1), low (2) or both (3)."""

    ways: q.Ways

    def __post_init__(self) -> None:
        check_fields(self)


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Buy chips with cash, at open stakes."""

    amount: q.SomeChips

    def __post_init__(self) -> None:
        check_fields(self)


class OfferMarker(msgspec.Struct, frozen=True, tag="offer_marker"):
    """Offer a marker for the chips that the seat is short of for a bet or raise to a total of `to`. If `to` is 0, the
    marker is for a call.
    """

    to: q.Chips = 0

    def __post_init__(self) -> None:
        check_fields(self)


class Consent(msgspec.Struct, frozen=True, tag="consent"):
    """Accept or refuse the offered marker."""

    agrees: bool

    def __post_init__(self) -> None:
        check_fields(self)


class Borrow(msgspec.Struct, frozen=True, omit_defaults=True, tag="borrow"):
    """Borrow chips from the folded seat `lender` or, by `name`, from a player who sits out."""

    amount: q.SomeChips
    lender: q.AnySeat = -1
    name: str = ""

    def __post_init__(self) -> None:
        check_fields(self)


def _is_plain(cards: object) -> bool:
    """Whether these are cards in the form in which commands are sent."""
    return type(cards) is tuple and {int}.issuperset(map(type, cards))


Command = (
    Fold
    | Check
    | Call
    | RaiseTo
    | BringIn
    | Discard
    | Show
    | Muck
    | ChooseRuns
    | Declare
    | Buy
    | OfferMarker
    | Consent
    | Borrow
)

_COMMAND: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def decode(data: bytes | str) -> Command:
    """Decode a command from JSON. Raises BadNotation for text that is not a command."""
    try:
        return _COMMAND.decode(data)
    except UNREADABLE as error:
        raise BadNotation(f"not a command: {error}") from None
    except TypeError:
        raise BadNotation(f"a command must be JSON text, {not_text(data)}") from None
