"""The commands to the dealer's helper of a table, and the events of its log.

>>> decode(b'{"seq":2,"at":0,"command":{"type":"tap","act":{"type":"raise_to","to":600}}}').command
Tap(act=RaiseToAct(to=600))
"""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from sidepot.room.dealer.acts import AnyAct
from sidepot.room.dealer.terms import HandTerms
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command to the helper of a table."""


class Open(_Command, frozen=True, tag="open"):
    """Open the dealer's helper of a table. This is the first command of its log."""

    tournament: str
    table: q.Table


class Begin(_Command, frozen=True, tag="begin"):
    """Begin a hand."""

    terms: HandTerms


class Tap(_Command, frozen=True, tag="tap"):
    """Carry out an act of the hand."""

    act: AnyAct


class TakeBack(_Command, frozen=True, tag="take_back"):
    """Take back the last act or, if there is none, the whole hand."""


class Correct(_Command, frozen=True, tag="correct"):
    """Replace act number `number` (from 1). The later acts are carried out again, and must still be possible."""

    number: q.SomeHands
    act: AnyAct


class CallOff(_Command, frozen=True, tag="call_off"):
    """Call the hand off. Every chip goes back."""


class SeatResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat won or lost in a hand (`net`), and its chips after the hand (-1 if they are unknown)."""

    seat: q.Seat
    player: str
    net: q.Integer
    chips: q.AnyChips = -1


class Close(_Command, frozen=True, tag="close"):
    """Close a hand whose pots are paid. The room fills in the results."""

    results: tuple[SeatResult, ...] = ()
    carried: q.Sum = 0


class Reopen(_Command, frozen=True, tag="reopen"):
    """Reopen the last hand, to correct it. The tournament must not have its results, or must have undone them."""


class Report(_Command, frozen=True, tag="report"):
    """Record that the tournament has taken over the results of the last hand, as its step `step`.

    If the tournament refused the results, `step` is 0 and `why` is the reason.
    """

    step: q.Step = 0
    why: str = ""


class Freeze(_Command, frozen=True, tag="freeze"):
    """Freeze the helper after an error."""

    reason: str


class Resume(_Command, frozen=True, tag="resume"):
    """Resume a frozen helper. A hand in progress is called off."""


class Tick(_Command, frozen=True, tag="tick"):
    """Do nothing, because the helper has no clock of its own."""


DealerCommand = Open | Begin | Tap | TakeBack | Correct | CallOff | Close | Reopen | Report | Freeze | Resume | Tick
ALL: Final = get_args(DealerCommand)


class DealerEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Event number `seq` of a helper's log.

    - `at`: the time, in milliseconds since 1970
    - `by`: who gave the command
    - `id`: the id of the command
    """

    seq: int
    at: int
    command: DealerCommand
    by: str = ""
    id: str = ""


_JSON: Final = Codec[DealerEvent](DealerEvent, "an event of a dealer's helper")
encode, decode = _JSON.encode, _JSON.decode
