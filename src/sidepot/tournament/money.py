"""The money of a tournament: prizes, standings, and the winners of last chips."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeVar

from sidepot.tournament.bounties import knocked_out
from sidepot.tournament.entrants import Standing, Status
from sidepot.tournament.payouts import PayTerms, pays, seats_paid, share_places
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sidepot.hand.hand import Hand
    from sidepot.table.table import Table
    from sidepot.tournament import events as e
    from sidepot.tournament.entrants import Entrant
    from sidepot.tournament.state import TournamentState

T = TypeVar("T")
_pays: Final = lru_cache(maxsize=256)(pays)  # read whenever a player goes out; only entries change it


@lru_cache(maxsize=256)
def _seats(terms: PayTerms, pool: int, entries: int) -> int:
    return seats_paid(terms, _pays(terms, pool, entries))


def prizes(tournament: TournamentState) -> tuple[int, ...]:
    """The prize of each place with the current entries. There are never more prizes than players."""
    is_paid = tournament.entrants and tournament.structure.kind is not Kind.FLIGHT  # flights pay on the final day
    return _asked(_pays, tournament) if is_paid else ()


def payouts(tournament: TournamentState) -> tuple[int, ...]:
    """The amount paid for each place.

    These are the prizes or, after a deal, the agreed amounts in stack order. After the end, they are the amounts won.
    """
    if tournament.ended:
        paid = [line.paid for line in standings(tournament)]
        while paid and not paid[-1]:
            paid.pop()
        return tuple(paid)
    deal, found = tournament.deal, prizes(tournament)
    return found if deal is None else (*deal.deal.amounts, *found[len(deal.players) :])


def seats_won(tournament: TournamentState) -> int:
    """The number of seats that a satellite pays with the current entries."""
    return _asked(_seats, tournament) if tournament.entrants else 0


def bounties_open(tournament: TournamentState) -> list[e.Busted]:
    """The eliminations whose bounty nobody has won yet, because no winner was named.

    They include eliminations of players who have bought in again.
    """
    reports, envelopes = tournament.reports, tournament.envelopes
    if not tournament.bounties:
        return []
    is_envelope = envelopes.is_filled and len(envelopes.unopened) < len(envelopes.values)
    busts = [bust for bust in reports.outs.values() if not bust.by]
    return [
        *reports.returned.values(),
        *[bust for bust in busts if is_envelope or tournament.entrants[bust.player].head],
    ]


def bounties_left(tournament: TournamentState) -> int:
    """The total of the bounties that nobody has won yet."""
    return tournament.bounties - sum([one.bounties for one in tournament.entrants.values()])


def _asked(what: Callable[[PayTerms, int, int], T], tournament: TournamentState) -> T:
    """The prizes for the number of entries; if that gives more places than players, for the number of players."""
    terms, players = tournament.structure.pays, len(tournament.entrants)
    many = len(_pays(terms, tournament.pool, tournament.entries)) > players
    return what(terms, tournament.pool, players if many else tournament.entries)


def standings(tournament: TournamentState) -> tuple[Standing, ...]:
    """All players, best first: players still in by chips, then players who busted in this round, then all others by
    place.
    """
    deal = _deal(tournament)
    left = [(-tournament.chips_of(one), one.number, one) for one in _unranked(tournament)]
    left.sort(key=itemgetter(0, 1))
    lines = [Standing(one.player, 0, -stack, deal.get(one.player, 0), one.bounties) for stack, _, one in left]
    for bust in tournament.round_busts:  # their places come at the end of the round
        one = tournament.entrants[bust.player]
        lines.append(Standing(one.player, 0, tournament.chips_of(one), deal.get(one.player, 0), one.bounties))
    return *lines, *_ranked_lines(tournament, deal, len(lines))


def out_lines(tournament: TournamentState) -> Iterator[Standing]:
    """The standings of players who are out, best place first.

    The lines are computed one by one, so that the first lines are available at once.
    """
    in_play = len(_unranked(tournament)) if tournament.ended else tournament.left  # the last ones are ranked at the end
    return _ranked_lines(tournament, _deal(tournament), in_play + len(tournament.round_busts))


def standings_of(tournament: TournamentState, players: Collection[str]) -> list[Standing]:
    """The standings of these players, who must be out, best place first.

    This is fast for players who have just busted.
    """
    found = []
    for line in out_lines(tournament):
        if line.player in players:
            found.append(line)
            if len(found) == len(players):
                break
    return found


def _unranked(tournament: TournamentState) -> list[Entrant]:
    ranked = {player for group in tournament.groups for player in group}
    return [one for one in tournament.entrants.values() if one.is_in and one.player not in ranked]


def _deal(tournament: TournamentState) -> dict[str, int]:
    """The amounts of a deal: its players get them, and the winner the rest."""
    deal = tournament.deal
    return {} if deal is None else dict(zip(deal.players, deal.deal.amounts, strict=True))


def _ranked_lines(tournament: TournamentState, deal: dict[str, int], before: int) -> Iterator[Standing]:
    """The eliminated players, the best place first, with `before` players ahead of them."""
    paid = list(prizes(tournament))
    if tournament.deal is not None:
        paid[: len(deal)] = [tournament.deal.deal.kept] + [0] * (len(deal) - 1)
    heads, unclaimed = _heads_kept(tournament)
    place = prize_place = before + 1
    for group in reversed(tournament.groups):
        # a disqualified player gets no prize, and those below move up; the share of a deal stays
        honest = [player for player in group if tournament.entrants[player].status is not Status.DISQUALIFIED]
        taking = [player for player in group if player in honest or player in deal]
        amounts = share_places(paid, prize_place, len(taking), tournament.structure.pays.round_to) if taking else ()
        shares = dict(zip(taking, amounts, strict=True))
        prize_place += len(taking)
        for player in group:
            one = tournament.entrants[player]
            best = place if not one.is_in or tournament.ended else 0
            prize = shares.get(player, 0)
            kept = heads.get(player, 0)
            if best == 1 and player in honest:
                kept, unclaimed = kept + unclaimed, 0
            yield Standing(player, best, tournament.chips_of(one), prize + deal.get(player, 0), one.bounties + kept)
        place += len(group)


def _heads_kept(tournament: TournamentState) -> tuple[dict[str, int], int]:
    """The bounties that players keep at the end, and what is left for the winner.

    Players who never went out keep the bounties on their heads, or share what is in the envelopes left. Bounties on the
    heads of disqualified players are the winner's. In a flight all heads go on to the final day.
    """
    if not tournament.ended or tournament.structure.kind is Kind.FLIGHT:
        return {}, 0
    left, pool = tournament.players_in(), bounties_left(tournament)
    if not tournament.structure.entry.mystery:
        heads = {one.player: one.head for one in left}
        return heads, pool - sum(heads.values())
    ranked = [player for group in reversed(tournament.groups) for player in group if tournament.entrants[player].is_in]
    each, odd = divmod(pool, len(ranked) or 1)
    return {player: each + (at < odd) for at, player in enumerate(ranked)}, 0 if ranked else pool


def knock_outs(table: Table, hand: Hand) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The winners of the last chips of each player who busted in a hand."""
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
