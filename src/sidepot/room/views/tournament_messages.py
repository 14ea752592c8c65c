"""The messages of the socket about tournaments, beside those about tables."""

from __future__ import annotations

import msgspec

from sidepot.room.tournament.commands import EVENT_PEOPLE, EVENT_STAFF
from sidepot.room.views.messages import FromClient
from sidepot.room.views.tournament_fields import OwnEvent, PublicEvent


class Follow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="follow"):
    """Follow a tournament: its state is sent at once, and again when it has changed."""

    tournament: str


class Unfollow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unfollow"):
    """No longer follow a tournament."""

    tournament: str


class Tell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tell"):
    """Something said to a tournament; sent again with the same `id` it is not done again, but answered alike.

    The answer is `ack` or `nack`, with `tournament/ID` for its table.
    """

    id: str
    tournament: str
    do: EVENT_PEOPLE | EVENT_STAFF


AnyFromClient = FromClient | Follow | Unfollow | Tell


class EventNews(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="tournament"):
    """A tournament as it stands at record `seq`: `state` for all, and `yours` for you alone."""

    tournament: str
    seq: int
    at: int
    state: PublicEvent
    yours: OwnEvent | None = None
