"""The money of a tournament: what each place is paid, who stands where, who won whose last chips."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from sidepot.tournament.bounties import knocked_out
from sidepot.tournament.entrants import Standing, Status
from sidepot.tournament.payouts import PayTerms, pays, seats_paid, share_places

if TYPE_CHECKING:
    from collections.abc import Callable

    from sidepot.hand.hand import Hand
    from sidepot.table.table import Table
    from sidepot.tournament.tournament import Tournament

T = TypeVar("T")
_pays: Final = lru_cache(maxsize=256)(pays)  # asked for whenever somebody goes out, and changed by an entry only


@lru_cache(maxsize=256)
def _seats(terms: PayTerms, pool: int, entries: int) -> int:
    return seats_paid(terms, _pays(terms, pool, entries))


def prizes(event: Tournament) -> tuple[int, ...]:
    """What each place is paid, as entries stand; where some entered often, no more places than there are players."""
    return _asked(_pays, event) if event.entrants else ()


def seats_won(event: Tournament) -> int:
    """How many seats a satellite pays, as entries stand."""
    return _asked(_seats, event) if event.entrants else 0


def _asked(what: Callable[[PayTerms, int, int], T], event: Tournament) -> T:
    """What is paid, to as many as have entered, or where that are more places than players: to as many as there are."""
    terms, players = event.structure.pays, len(event.entrants)
    many = len(_pays(terms, event.pool, event.entries)) > players
    return what(terms, event.pool, players if many else event.entries)


def standings(event: Tournament) -> tuple[Standing, ...]:
    """Everybody: those who are in by chips, those who are out by place, those who may come back at its end."""
    paid = list(prizes(event))
    ranked = [player for group in event.groups for player in group]
    left = sorted(
        [one for one in event.entrants.values() if one.is_in and one.player not in set(ranked)],
        key=lambda one: (-event.stack_of(one.player), one.number),
    )
    deal: dict[str, int] = {}
    if event.deal is not None:  # what was divided is paid to those who divided it, and the rest is for the winner
        deal = dict(zip(event.deal.players, event.deal.deal.amounts, strict=True))
        paid[: len(deal)] = [event.deal.deal.kept] + [0] * (len(deal) - 1)
    pending = [event.entrants[bust.player] for bust in event.round_busts]  # who get a place with the end of the round
    lines = [
        Standing(one.player, 0, event.stack_of(one.player), deal.get(one.player, 0), one.bounties)
        for one in (*left, *pending)
    ]
    # heads of who was put out, and those that he took: the winner's
    unclaimed = sum([one.head for one in event.entrants.values() if not one.is_in]) if event.ended else 0
    place = prize_place = len(lines) + 1
    for group in reversed(event.groups):
        # who was put out gets no prize, and those below him move up; what he has by a deal is his
        honest = [player for player in group if event.entrants[player].status is not Status.DISQUALIFIED]
        taking = [player for player in group if player in honest or player in deal]
        amounts = share_places(paid, prize_place, len(taking), event.structure.pays.round_to) if taking else ()
        shares = dict(zip(taking, amounts, strict=True))
        prize_place += len(taking)
        for player in group:
            one = event.entrants[player]
            best = place if not one.is_in or event.ended else 0
            prize = shares.get(player, 0)
            kept = one.head if event.ended and one.is_in else 0  # who was never out keeps what is on his head
            if best == 1 and player in honest:
                kept, unclaimed = kept + unclaimed, 0
            lines.append(
                Standing(player, best, event.stack_of(player), prize + deal.get(player, 0), one.bounties + kept)
            )
        place += len(group)
    return tuple(lines)


def knock_outs(table: Table, hand: Hand) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of everybody who lost his last chips in a hand: who won them."""
    begun = table.begun
    if begun is None:
        return ()
    return tuple(
        [
            (begun.players[seat], tuple([begun.players[winner] for winner in winners]))
            for seat, winners in knocked_out(hand.log).items()
            if winners
        ]
    )
