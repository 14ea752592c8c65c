"""The commands of some kinds of tournament: envelopes of mystery bounties, and flights with a final day."""

from __future__ import annotations

from sidepot.tournament.command_kinds import Command, OfPlayer
from sidepot.validation import quantities as q


class SealEnvelopes(Command, frozen=True, tag="seal_envelopes"):
    """Tell the seal of the envelopes before the start: the SHA-256 of their first key."""

    seal: str


class OpenEnvelope(Command, frozen=True, tag="open_envelope"):
    """Open the envelope won first: by the next `key`, or without a seal by the `amount` that is in it."""

    key: str = ""
    amount: q.Money = 0


class BringFlight(Command, frozen=True, tag="bring_flight"):
    """Bring the entries and the money of a flight to the final day, with the bounties not won yet."""

    flight: str
    entries: q.Entries
    money: q.Sum
    fees: q.Sum = 0
    bounties: q.Sum = 0


class Qualify(OfPlayer, frozen=True, tag="qualify"):
    """Enter a player in the final day, with the chips of a flight and the bounty on their head."""

    chips: q.Sum
    head: q.Money = 0
    flight: str = ""
