"""What the events of some kinds of tournament do: envelopes and flights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.tournament import events as e
from sidepot.tournament.entrants import Entrant, Status

if TYPE_CHECKING:
    from sidepot.tournament.state import TournamentState


# ---- envelopes


def sealed(tournament: TournamentState, event: e.EnvelopesSealed) -> None:
    tournament.envelopes = msgspec.structs.replace(tournament.envelopes, seal=event.seal)


def were_filled(tournament: TournamentState, event: e.EnvelopesFilled) -> None:
    tournament.envelopes = msgspec.structs.replace(tournament.envelopes, values=event.values, is_filled=True)


def envelope_won(tournament: TournamentState, event: e.EnvelopeWon) -> None:
    envelopes = tournament.envelopes
    unopened = (*envelopes.unopened, (event.player, event.winners))
    tournament.envelopes = msgspec.structs.replace(envelopes, unopened=unopened)


def envelope_opened(tournament: TournamentState, event: e.EnvelopeOpened) -> None:
    envelopes = tournament.envelopes
    values = list(envelopes.values)
    values.remove(event.value)
    tournament.envelopes = msgspec.structs.replace(
        envelopes, values=tuple(values), unopened=envelopes.unopened[1:], seal=event.key, opened=envelopes.opened + 1
    )
    for player, cash in event.shares:
        tournament.entrants[player].bounties += cash


# ---- flights


def flight_brought(tournament: TournamentState, event: e.FlightBrought) -> None:
    tournament.flights = (*tournament.flights, event.flight)
    tournament.entries += event.entries
    tournament.collected += event.money
    tournament.fees += event.fees
    tournament.bounties += event.bounties


def qualified(tournament: TournamentState, event: e.Qualified) -> None:
    known = tournament.entrants.get(event.player)
    if known is not None:  # through in another flight, too
        is_all = tournament.structure.flight_stacks == "all"
        known.due = known.due + event.chips if is_all else max(known.due, event.chips)
        known.head += event.head
        return
    last = next(reversed(tournament.entrants.values()), None)
    number = last.number + 1 if last is not None else 1
    tournament.entrants[event.player] = Entrant(event.player, number, head=event.head, due=event.chips)
    tournament.counts[Status.REGISTERED] += 1


KINDS: Final[dict[type, Callable[[TournamentState, Any], None]]] = {
    e.EnvelopesSealed: sealed,
    e.EnvelopesFilled: were_filled,
    e.EnvelopeWon: envelope_won,
    e.EnvelopeOpened: envelope_opened,
    e.FlightBrought: flight_brought,
    e.Qualified: qualified,
}
