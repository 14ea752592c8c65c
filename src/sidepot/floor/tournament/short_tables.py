"""The tables of a tournament: the size of the final table, short tables, broken tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import BreakSeats, FinalTable, Halting
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import Point, cite

MOST_PLAYERS: Final = 22
MOST_AT_FINAL: Final = 10
SHORT_BY: Final = 3

FINAL: Final = Point("the final table", {"TDA-2013": "11", "TDA-2024": "RP-9", "WSOP-2026": "68"})
HALT: Final = Point("halting play", {"TDA-2013": "10-D", "TDA-2024": "11-D"})
DRAW_SEATS: Final = Point(
    "seats from a broken table", {"TDA-2013": "9/broken-table", "TDA-2024": "10-B", "RRP-11": "tournament/broken-table"}
)
NEW_PLAYER: Final = Point("a new player's first hand", {"TDA-2013": "9/new-player", "TDA-2024": "10-A"})
NEW_SEAT: Final = Point("the new seat", {"TDA-2013": "9/broken-table", "TDA-2024": "10-A"})

_BY_FORMAT: Final = {9: 9, 8: 9, 7: 7, 6: 7}
_ONE_DRAW: Final = (
    say("Mix the seat cards of the open seats face down."),
    say("Have each player draw one and go to that seat."),
)
_TWO_DRAWS: Final = (
    say("Show the seat cards of the open seats, mix them face down, and make a pile."),
    say("Deal one playing card face up to each player at the table."),
    say("Hand out the seat cards from the pile: the highest playing card gets the first one. Suits break ties."),
)


def final_table_size(full: int, rulebook: Rulebook, *, heads_up: bool = False) -> int:
    """The size of the final table of a tournament with tables of `full` seats.

    - `heads_up`: whether it is a heads-up tournament

    Raises BadNotation for an impossible size. Rule: TDA-2013 11; TDA-2024 RP-9.
    """
    if not 2 <= full <= MOST_PLAYERS:
        raise BadNotation(f"full: expected a table of 2 to {MOST_PLAYERS} players, not {full}")
    if heads_up:
        return 2
    one_more = min(full + 1, MOST_AT_FINAL)
    if rulebook.final_table is FinalTable.BY_FORMAT:
        return _BY_FORMAT.get(full, one_more)
    return one_more


class FinalTableFacts(Facts, frozen=True, kw_only=True, tag="final table"):
    """The seats of a full table, and the number of players left (0 if unknown)."""

    full: int
    left: int = 0
    heads_up: bool = False


def rule_on_final_table(facts: FinalTableFacts, rulebook: Rulebook) -> Ruling:
    """Rule on the size of the final table. Rule: TDA-2013 11; TDA-2024 RP-9."""
    size = final_table_size(facts.full, rulebook, heads_up=facts.heads_up)
    if facts.left < 0 or facts.left == 1:
        raise BadNotation(f"left: expected at least 2 players for a final table, not {facts.left}")
    if facts.heads_up:
        because = say("In a heads-up tournament the last two players play each other, so no extra player is added.")
    elif rulebook.final_table is FinalTable.BY_FORMAT and facts.full in _BY_FORMAT:
        because = say("Tables of {full} combine into a final table of {size}.", str(facts.full), str(size))
    elif facts.full >= MOST_AT_FINAL:
        because = (
            say(
                "The rule names no size for tables of {full}. The final table then seats one player more than a full "
                "table, but no more than {size}.",
                str(facts.full),
                str(size),
            )
            if rulebook.final_table is FinalTable.BY_FORMAT
            else say(
                "One player more than a full table would be {players}, but no final table has more than {size}.",
                str(facts.full + 1),
                str(size),
            )
        )
    else:
        because = say("The final table seats one player more than a full table of {full}.", str(facts.full))
    if facts.left and facts.left < size:
        because = in_a_row(because, say("Only {left} players are left, so all of them sit at it.", str(facts.left)))
    steps: tuple[Sentence, ...] = ()
    if facts.left > size:
        seats = 2 if facts.heads_up else min(facts.full, MOST_AT_FINAL)
        steps = (
            say("Play on at {tables} tables until {size} players are left.", str(-(-facts.left // seats)), str(size)),
        )
    elif facts.left:
        steps = (say("Bring all players to one table, and draw for seats."),)
    return Ruling(
        verdict=f"{size} players", reason=because, cites=(cite(FINAL, rulebook, "final_table"),), instructions=steps
    )


def must_halt(
    tables: Sequence[int], rulebook: Rulebook, *, by_elimination: bool = True, blinds_affected: bool = True
) -> tuple[int, ...]:
    """The tables that pause until players arrive, counted from 0. `tables` contains the number of players at each
    table.

    In some houses, a table pauses only if players were eliminated there (`by_elimination`), and only once an empty seat
    would owe a blind (`blinds_affected`). Rule: TDA-2013 10-D; TDA-2024 11-D.
    """
    if rulebook.halting is Halting.BY_ELIMINATION and not (by_elimination and blinds_affected):
        return ()
    most = max(tables, default=0)
    return tuple(table for table, players in enumerate(tables) if most - players >= SHORT_BY)


class HaltFacts(Facts, frozen=True, kw_only=True, tag="halt play"):
    """The number of players at each table, and the kind of tournament."""

    tables: tuple[int, ...]
    tournament: Literal["full tables", "six-handed or turbo"] = "full tables"
    by_elimination: bool = True
    blinds_affected: bool = True


def rule_on_halt(facts: HaltFacts, rulebook: Rulebook) -> Ruling:
    """Rule on whether a short table pauses until more players arrive. Rule: TDA-2013 10-D; TDA-2024 11-D."""
    if not facts.tables or not all(1 <= players <= MOST_PLAYERS for players in facts.tables):
        raise BadNotation(f"tables: expected the number of players at each table, 1 to {MOST_PLAYERS}, as in 9, 9, 6")
    cites = (cite(HALT, rulebook, "halting"),)
    short = must_halt(
        facts.tables, rulebook, by_elimination=facts.by_elimination, blinds_affected=facts.blinds_affected
    )
    most = max(facts.tables)
    if not short:
        if most - min(facts.tables) < SHORT_BY:
            because = say(
                "No table is {short_by} or more players short of the fullest table, which has {most}.",
                str(SHORT_BY),
                str(most),
            )
        elif not facts.by_elimination:
            because = say("The table is short, but not because of eliminations.")
        else:
            because = say(
                "The blinds have not reached the empty seats yet; the table stops when a blind would fall on one."
            )
        return Ruling(verdict="play on", reason=because, cites=cites)
    fullest = say("The fullest table has {players} players.", str(most))
    each = [
        say(
            "Table {table} has {players}, which is {missing} short.",
            str(table + 1),
            str(facts.tables[table]),
            str(most - facts.tables[table]),
        )
        for table in short
    ]
    because = in_a_row(fullest, *each)
    steps = (
        *[say("Stop table {table} after the hand.", str(table + 1)) for table in short],
        say("Move players to that table.") if len(short) == 1 else say("Move players to those tables."),
    )
    if facts.tournament != "full tables":
        return left_open(
            in_a_row(because, say("In this kind of tournament the director decides.")),
            cites,
            Option(verdict="halt", reason=say("The short table waits for players."), instructions=steps),
            Option(verdict="play on", reason=say("The short table plays on, which is not a misdeal.")),
            recommended="halt",
            instructions=(say("Have the director decide. If the short table stops:"), *steps),
        )
    because = in_a_row(because, say("If the table plays on by mistake, its hands are not misdeals."))
    return Ruling(verdict="halt", reason=because, cites=cites, instructions=steps)


class BrokenTableFacts(Facts, frozen=True, kw_only=True, tag="broken table"):
    """A broken table, or the seat that one of its players has drawn."""

    seat: Literal[
        "not drawn yet", "small blind", "big blind", "button", "between small blind and button", "another seat"
    ] = "not drawn yet"


def rule_on_broken_table(facts: BrokenTableFacts, rulebook: Rulebook) -> Ruling:
    """Rule on the seats of players from a broken table, and their posts. Rule: TDA-2013 9; TDA-2024 10-A, 10-B."""
    if facts.seat == "not drawn yet":
        cites = (cite(DRAW_SEATS, rulebook, "break_seats"),)
        if rulebook.break_seats is BreakSeats.TWO_STEPS:
            because = say("One draw decides the order and another one the seats, so that nobody can be favoured.")
            return Ruling(verdict="two draws", reason=because, cites=cites, instructions=_TWO_DRAWS)
        because = say("One draw settles both table and seat: any player from the broken table may get any open seat.")
        return Ruling(verdict="one draw", reason=because, cites=cites, instructions=_ONE_DRAW)
    cites = (cite(NEW_SEAT, rulebook),)
    if facts.seat == "between small blind and button":
        cites = (cite(NEW_PLAYER, rulebook),)
        because = say(
            "The new seat is between the button and the small blind, where nobody is dealt in until the button has "
            "passed."
        )
        return Ruling(
            verdict="waits",
            reason=because,
            cites=cites,
            instructions=(say("Deal the player in after the button has passed."),),
        )
    if facts.seat.endswith("blind"):
        is_small = facts.seat == "small blind"
        because = (
            say("The player comes from a broken table and takes over the position of the seat, with the small blind.")
            if is_small
            else say(
                "The player comes from a broken table and takes over the position of the seat, with the big blind."
            )
        )
        deal = (
            say("Deal the player in, with the small blind.")
            if is_small
            else say("Deal the player in, with the big blind.")
        )
        return Ruling(verdict="dealt in", reason=because, cites=cites, instructions=(deal,))
    because = say("The player comes from a broken table, takes over the position of the seat and plays at once.")
    return Ruling(verdict="dealt in", reason=because, cites=cites, instructions=(say("Deal the player in."),))
