"""Whether everybody in a tournament has one place, and the money paid is the money collected.

Places are recounted: a player is behind everybody who busted later, and behind players who busted in the same hand with
more chips. Players who busted at different tables in the same hand-for-hand round share a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.tournament.entrants import Entrant, Standing
    from sidepot.tournament.tournament import Tournament


class Out(NamedTuple):
    """How a player busted.

    - `step`: the step of the log
    - `table`: the table
    - `stack`: the player's stack at the beginning of the last hand
    - `round`: the round of hand-for-hand play (0 if tables play at their own pace)
    """

    step: int
    table: int
    stack: int
    round: int = 0


def wrong_places(
    standings: Sequence[Standing], outs: Mapping[str, Out], entrants: Mapping[str, Entrant]
) -> Iterator[str]:
    """The errors in the places at the end of a tournament."""
    place = {line.player: line.place for line in standings}
    if len(place) != len(standings) or place.keys() != entrants.keys():
        yield f"{len(entrants)} have entered, and {len(standings)} lines are in the standings, of {len(place)} players"
        return
    missing = [player for player, given in place.items() if not given]
    if missing:
        yield f"the tournament is over, and {missing[0]} has no place"
        return
    last = [player for player in place if player not in outs]
    keys: list[tuple[tuple[int, ...], list[str]]] = [((1 << 60,), last)]
    keys += [(key, [player]) for player, key in ((player, _key(out, outs)) for player, out in outs.items())]
    wanted: dict[tuple[int, ...], list[str]] = {}
    for key, players in keys:
        wanted.setdefault(key, []).extend(players)
    at = 1
    for key in sorted(wanted, reverse=True):
        group = wanted[key]
        ranked = sorted(place[player] for player in group)
        if key == (1 << 60,):  # those who were not put out: by their chips, who have alike share
            if ranked[:1] != [1] or ranked[-1] > len(group):
                yield f"{len(group)} were never put out, and have the places {ranked}"
        else:
            for player in group:
                if place[player] != at:
                    yield f"{player} has place {place[player]}, and it should be {at}"
        at += len(group)


def _key(out: Out, outs: Mapping[str, Out]) -> tuple[int, ...]:
    """The key for ranking: the larger, the better the place. Players with the same key share a place."""
    if not out.round:
        return out.step, out.stack
    together = [one for one in outs.values() if one.round == out.round]
    last = max(one.step for one in together)
    return (last, 0) if len({one.table for one in together}) > 1 else (last, out.stack)


def wrong_money(
    tournament: Tournament, standings: Sequence[Standing], collected: int, fees: int, bounties: int
) -> Iterator[str]:
    """The errors in the money at the end of a tournament. Exactly the pool and the bounties must be paid."""
    if (collected, fees, bounties) != (tournament.collected, tournament.fees, tournament.bounties):
        yield (
            f"{collected} was collected, {fees} in fees and {bounties} in bounties, and the tournament has "
            f"{tournament.collected}, {tournament.fees} and {tournament.bounties}"
        )
    if tournament.structure.kind is Kind.FLIGHT:
        yield from _flight_money(tournament, standings)
        return
    pool = max(collected, tournament.structure.entry.guarantee)
    payouts = tournament.prizes()
    paid = sum([line.paid for line in standings])
    if sum(payouts) != pool or paid != pool:
        yield f"the pool is {pool}, the payouts come to {sum(payouts)}, and {paid} is paid"
    won = sum([line.bounties for line in standings])
    if won != bounties:
        yield f"{bounties} was collected for bounties, and {won} is paid"
    if tournament.deal is None and tournament.structure.kind is not Kind.SATELLITE:
        yield from _rising(standings)
    of: dict[int, int] = {}
    many: dict[int, int] = {}
    for line in standings:
        of[line.place] = of.get(line.place, 0) + line.paid
        many[line.place] = many.get(line.place, 0) + 1
    if tournament.deal is not None or any(line.place == 0 for line in standings):
        return
    for place, money in of.items():
        due = sum(payouts[place - 1 : place - 1 + many[place]])
        if money != due:
            yield f"{many[place]} have place {place}, for which there is {due}, and are paid {money}"


def _flight_money(tournament: Tournament, standings: Sequence[Standing]) -> Iterator[str]:
    """The errors in a flight, in which nobody is paid a place, and bounties not won are carried to the final day."""
    paid, won = sum([line.paid for line in standings]), sum([line.bounties for line in standings])
    if paid or tournament.prizes():
        yield f"{paid} is paid in a flight: its prizes are paid on the final day"
    heads = sum([one.head for one in tournament.entrants.values() if one.is_in])
    if won + heads > tournament.bounties:
        yield f"{tournament.bounties} was collected for bounties, {won} is won and {heads} on heads that play on"


def _rising(standings: Sequence[Standing]) -> Iterator[str]:
    best: dict[int, int] = {}
    for line in standings:
        best[line.place] = max(best.get(line.place, 0), line.paid)
    places = sorted(best)
    for higher, lower in pairwise(places):
        if best[lower] > best[higher]:
            yield f"place {lower} is paid {best[lower]}, more than place {higher} with {best[higher]}"
