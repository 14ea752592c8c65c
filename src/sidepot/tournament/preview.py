"""What an act or an undo would change: it is done to a copy, and both are compared."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sidepot.rules.clauses import Said
from sidepot.tournament.money import prizes
from sidepot.tournament.state import TournamentState


class Change(msgspec.Struct, frozen=True):
    """One thing that would be otherwise: of `whom` (a player, a table, or the tournament), `what`, and how."""

    whom: str
    what: str
    before: str
    after: str


class Preview(msgspec.Struct, frozen=True):
    """What a command would change, as far as that is certain; `by_chance` says what is drawn, as sentences.

    `events` is how many things would happen.
    """

    events: int
    changes: tuple[Change, ...]
    by_chance: tuple[Said, ...] = ()


Facts = dict[tuple[str, str], str]


def changes_between(before: TournamentState, after: TournamentState, now: int) -> tuple[Change, ...]:
    """What differs between two tournaments: in all, then by table, then by player."""
    tables = {number for number in {*before.tables, *after.tables} if not _is_same(before, after, number)}
    players = {
        player
        for player in {*before.entrants, *after.entrants}
        if before.entrants.get(player) != after.entrants.get(player)
    }
    for tournament in (before, after):
        for number in tables:
            players.update(tournament.tables[number].places if number in tournament.tables else ())
    old, new = facts(before, now, players), facts(after, now, players)
    keys = [*new, *[key for key in old if key not in new]]
    return tuple(
        [
            Change(whom, what, old.get((whom, what), ""), new.get((whom, what), ""))
            for whom, what in keys
            if old.get((whom, what)) != new.get((whom, what))
        ]
    )


def _is_same(before: TournamentState, after: TournamentState, number: int) -> bool:
    """Whether nothing has happened at a table in between."""
    one, other = before.tables.get(number), after.tables.get(number)
    return one is not None and other is not None and len(one.log) == len(other.log) and one.log[-1] is other.log[-1]


def facts(tournament: TournamentState, now: int, players: Collection[str]) -> Facts:
    """The facts that are compared, in words and numbers; of players those of these."""
    reading = tournament.reading(max(now, tournament.clock.since))
    found: Facts = {
        ("", "players left"): str(tournament.left),
        ("", "prize pool"): str(tournament.pool),
        ("", "prizes"): ", ".join(map(str, prizes(tournament))),
        ("", "chips in play"): str(tournament.in_play),
        ("", "level"): str(reading.level + 1),
        ("", "clock"): "runs" if reading.running else "stands",
        ("", "time left"): "" if reading.left_ms is None else str(reading.left_ms // 1000),
        ("", "break"): "yes" if reading.is_break else "no",
        ("", "hand for hand"): "yes" if tournament.hand_for_hand else "no",
        ("", "schedule"): str(len(tournament.structure.schedule)),
        ("", "over"): "yes" if tournament.ended else "no",
    }
    for number, table in tournament.tables.items():
        told = tournament.heard.buttons.get(number)
        found[f"table {number}", "players"] = str(len(table.places))
        found[f"table {number}", "stopped"] = tournament.halted.get(number, "")
        found[f"table {number}", "button"] = "" if told is None else f"seat {told.seat + 1}"
    place = tournament.left + 1
    for group in reversed(tournament.groups):
        for player in group:
            found[player, "place"] = str(place)
        place += len(group)
    for player, entrant in tournament.entrants.items():
        if player not in players:
            continue
        found[player, "status"] = str(entrant.status)
        at = tournament.tables.get(entrant.table)
        here = at.places.get(player) if at is not None else None
        found[player, "seat"] = "" if here is None else f"table {entrant.table} seat {here.seat + 1}"
        found[player, "stack"] = str(here.stack if here is not None else entrant.carried)
        found[player, "bounties"] = str(entrant.bounties)
        found[player, "penalty"] = str(entrant.penalty)
    return found
