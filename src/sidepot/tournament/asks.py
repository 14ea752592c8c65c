"""Questions whose answers are needed for later orders or payments: buttons, headcounts, counts, bounty winners."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Cite
from sidepot.rules.clauses import Clause, Clauses, clause, in_words
from sidepot.rules.texts import cite
from sidepot.tournament.advice import announcing
from sidepot.tournament.balancing import BALANCE, buttons_asked
from sidepot.tournament.cited import CHIPS, TOGETHER
from sidepot.tournament.money import bounties_open
from sidepot.tournament.real_tables import differences, heads_differ, heads_missing
from sidepot.tournament.state import TournamentState
from sidepot.tournament.views import is_closed, seat_keepers


class About(StrEnum):
    """The kind of a question."""

    BUTTON = "button"
    HEADS = "heads"
    COUNT = "count"
    WINNER = "winner"
    REBUY = "rebuy"


class Ask(msgspec.Struct, frozen=True):
    """A question to a table, with its rule. Advice that depends on the answer waits for it.

    - `clauses`: the text as translatable sentences
    - `player`: the eliminated player, if the question is who won the bounty, or whether the player buys in again
    - `step`: the step of the elimination, if the player has bought in again since then
    """

    about: About
    table: int
    text: str
    cite: Cite | None
    clauses: Clauses = ()
    player: str = ""
    step: int = 0


def asks(tournament: TournamentState, now: int) -> list[Ask]:
    """The questions to ask now, most urgent first."""
    if not tournament.reports.live or not tournament.is_seated or tournament.ended:
        return []
    found = []
    because = announcing(tournament, now)
    if because:
        for number in heads_differ(tournament):
            report = tournament.reports.heads[number]
            parts = str(number), str(report.n), str(report.record)
            if report.n < report.record:
                who = clause(
                    "Table {table} reports a headcount of {players}, but the record has {record}: who is out?", *parts
                )
            else:
                who = clause(
                    "Table {table} reports a headcount of {players}, but the record has {record}: who sits there?",
                    *parts,
                )
            agree = clause("Announcements wait until the numbers agree.")
            found.append(_ask(About.HEADS, number, (who, agree), TOGETHER))
        for number in heads_missing(tournament, now):
            many = clause("How many players are at table {table}?", str(number))
            found.append(_ask(About.HEADS, number, (many, *because), TOGETHER))
    for number in buttons_asked(tournament, now):
        where = clause("Where is the button at table {table}?", str(number))
        why = clause("It decides which player moves to balance the tables.")
        rule = cite(BALANCE, tournament.structure.rulebook)
        found.append(_ask(About.BUTTON, number, (where, why), rule))
    for one in differences(tournament):
        if one.is_counted and one.chips:
            found.append(_ask(About.COUNT, one.table, (_differs(one.table, one.chips),), CHIPS))
    last = (clause("The prizes are final when that is known."),) if tournament.left == 1 else ()
    for bust in bounties_open(tournament):
        step = bust.step if bust.step in tournament.reports.returned else 0
        who = clause("Who won the last chips of {player}? The bounty is open.", bust.player)
        if step:
            who = clause(
                "Who won the last chips of {player}, who has bought in again since? The bounty is open.", bust.player
            )
        found.append(_ask(About.WINNER, bust.table, (who, *last), None, bust.player, step))
    if not is_closed(tournament, now):
        for player, table in seat_keepers(tournament).items():
            what = clause(
                "{player} is out of chips and keeps a seat at table {table}: rebuy or home?", player, str(table)
            )
            found.append(_ask(About.REBUY, table, (what,), None, player))
    return found


def _ask(about: About, table: int, clauses: Clauses, rule: Cite | None, player: str = "", step: int = 0) -> Ask:
    return Ask(about, table, in_words(clauses), rule, clauses, player, step)


def _differs(table: int, chips: int) -> Clause:
    if chips > 0:
        return clause(
            "Table {table} has {chips} chips more than the record: count again, or accept the count.", str(table), chips
        )
    return clause(
        "Table {table} has {chips} chips less than the record: count again, or accept the count.", str(table), -chips
    )
