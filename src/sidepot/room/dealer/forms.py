"""What a dealer does at the helper's page, over HTTP (`DealerForm`) or over the socket (`DealerCmd`)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sidepot.room.dealer.acts import AnyAct
from sidepot.validation import quantities as q


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dealer does."""


class BeginForm(_Form, frozen=True, tag="begin"):
    """Begin a hand.

    - `button`: the seat of the button (-1: move the button by the rules)
    - `game`: the number of the game in the tournament's mix
    """

    button: q.AnySeat = -1
    game: q.Item = 0


class TapForm(_Form, frozen=True, tag="tap"):
    """Carry out an act."""

    act: AnyAct


class TakeBackForm(_Form, frozen=True, tag="take_back"):
    """Take the last act back."""


class CorrectForm(_Form, frozen=True, tag="correct"):
    """Put another act in the place of act number `number`."""

    number: q.SomeHands
    act: AnyAct


class CallOffForm(_Form, frozen=True, tag="call_off"):
    """Call the hand off."""


class CloseForm(_Form, frozen=True, tag="close"):
    """Close the hand, and report its results to the tournament. After a refusal, report them again."""


class ReopenForm(_Form, frozen=True, tag="reopen"):
    """Reopen the last hand, to correct it. The tournament's step with its results is undone."""


class SkipForm(_Form, frozen=True, tag="skip"):
    """Skip the report of the last hand's results to the tournament."""


class ResumeForm(_Form, frozen=True, tag="resume"):
    """Resume a helper that an error has frozen."""


Doing = BeginForm | TapForm | TakeBackForm | CorrectForm | CallOffForm | CloseForm | ReopenForm | SkipForm | ResumeForm


class DealerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do at a table. A form whose `id` was used before is not carried out again.

    `seen` is the number of the last event that the sender saw (0 if it does not matter). If another device has acted
    since that event, the form is refused.
    """

    id: Annotated[str, msgspec.Meta(max_length=64)]
    do: Doing
    seen: q.Seq = 0


class DealerCmd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealer_cmd"):
    """A `DealerForm` that is sent over the socket, for a table of a live tournament.

    The answer is `ack` or `nack`, with `tournament/ID/dealer/TABLE` as its table. A client that watches the topic of
    this name gets the changes before the answer.
    """

    id: str
    tournament: str
    table: Annotated[int, msgspec.Meta(ge=1, le=q.MOST_TABLES)]
    do: Doing
    seen: q.Seq = 0
