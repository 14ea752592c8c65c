"""Envelopes of mystery bounties: sealed before the start, filled after entry, opened by those who eliminate players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.entry_terms import IN_MONEY
from sidepot.tournament.money import prizes
from sidepot.tournament.mystery import drawn, filled, hash_of
from sidepot.tournament.structure import Kind
from sidepot.tournament.views import is_closed

if TYPE_CHECKING:
    from sidepot.tournament.unit_of_work import UnitOfWork

HEX = frozenset("0123456789abcdef")


def seal(work: UnitOfWork, command: c.SealEnvelopes) -> None:
    """Publish the hash of the first key of the envelopes, before the first hand."""
    tournament = work.tournament
    if not tournament.structure.entry.mystery:
        raise NotDue("this tournament has no envelopes", code="no_envelopes")
    if tournament.clock.begun or tournament.envelopes.seal:
        raise NotDue("the envelopes must be sealed once, before the start", code="sealed_already")
    if len(command.seal) != 64 or not HEX.issuperset(command.seal):
        raise Conflict("expected a SHA-256 as 64 hexadecimal digits, 0 to f", code="bad_key")
    work.emit(e.EnvelopesSealed(command.seal))


def fill(work: UnitOfWork) -> None:
    """Fill the envelopes once entry is closed and few enough players are left."""
    tournament = work.tournament
    entry = tournament.structure.entry
    if not entry.mystery or tournament.envelopes.is_filled or tournament.structure.kind is Kind.FLIGHT:
        return
    if not is_closed(tournament, work.now) or tournament.busted or tournament.ended:
        return
    left = tournament.left
    most = len(prizes(tournament)) if entry.mystery_left == IN_MONEY else entry.mystery_left or left
    if 2 <= left <= most:
        work.emit(e.EnvelopesFilled(filled(entry.mystery, tournament.bounties, left)))


def won(work: UnitOfWork, player: str, winners: tuple[str, ...]) -> None:
    """Let the winners of an eliminated player's last chips open an envelope, if the envelopes are filled."""
    envelopes = work.tournament.envelopes
    if envelopes.is_filled and len(envelopes.unopened) < len(envelopes.values):
        work.emit(e.EnvelopeWon(player, winners))


def open_one(work: UnitOfWork, command: c.OpenEnvelope) -> None:
    """Open the envelope that was won first, with the next key, or with the amount in a paper envelope."""
    envelopes = work.tournament.envelopes
    if not envelopes.unopened:
        raise NotDue("every envelope that was won has been opened", code="no_envelopes")
    if envelopes.seal:
        if hash_of(command.key) != envelopes.seal:
            raise Conflict("this is not the key that the seal commits to: its SHA-256 differs", code="bad_key")
        value = drawn(envelopes.values, command.key)
    elif command.amount in envelopes.values:
        value = command.amount
    else:
        left = ", ".join(map(str, dict.fromkeys(envelopes.values)))
        raise Conflict(f"no envelope with {command.amount} is left; there are {left}", code="bad_bounty")
    player, winners = envelopes.unopened[0]
    each, odd = divmod(value, len(winners))
    shares = tuple([(winner, each + (at < odd)) for at, winner in enumerate(winners)])
    work.emit(e.EnvelopeOpened(player, value, shares, command.key if envelopes.seal else ""))
