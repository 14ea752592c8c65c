"""The events of some kinds of tournament: envelopes of mystery bounties, and flights with a final day."""

from __future__ import annotations

import msgspec

from sidepot.tournament.event_kinds import OfPlayer


class EnvelopesSealed(msgspec.Struct, frozen=True, tag="envelopes_sealed"):
    """The seal of the envelopes was told: the SHA-256 of the first key."""

    seal: str


class EnvelopesFilled(msgspec.Struct, frozen=True, tag="envelopes_filled"):
    """Bounties are in envelopes from now on: what is in them, the largest first."""

    values: tuple[int, ...]


class EnvelopeWon(OfPlayer, frozen=True, tag="envelope_won"):
    """A player went out, and these open an envelope for it."""

    winners: tuple[str, ...]


class EnvelopeOpened(OfPlayer, frozen=True, tag="envelope_opened"):
    """The envelope for a player who went out was opened: its value, who gets how much, and the key that drew it."""

    value: int
    shares: tuple[tuple[str, int], ...]
    key: str = ""


class FlightBrought(msgspec.Struct, frozen=True, tag="flight_brought"):
    """A flight brought its entries and its money to the final day."""

    flight: str
    entries: int
    money: int
    fees: int = 0
    bounties: int = 0


class Qualified(OfPlayer, frozen=True, tag="qualified"):
    """A player came through a flight, with chips and the bounty on their head."""

    chips: int
    head: int = 0
    flight: str = ""
