"""The questions that come before the next order: where a button is, how many sit where, counts that do not add up."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Cite
from sidepot.tournament.advice import announcing
from sidepot.tournament.buttons import buttons_asked, where_is_the_button
from sidepot.tournament.cited import BALANCE, CHIPS, TOGETHER
from sidepot.tournament.head_counts import heads_differ, heads_missing
from sidepot.tournament.state import TournamentState
from sidepot.tournament.stocks import differences


class About(StrEnum):
    """The subject of a question."""

    BUTTON = "button"
    HEADS = "heads"
    COUNT = "count"


class Ask(msgspec.Struct, frozen=True):
    """A question to a table, with its rule; orders that need the answer wait for it."""

    about: About
    table: int
    text: str
    cite: Cite


def asks(tournament: TournamentState, now: int) -> list[Ask]:
    """The questions to ask now, the most urgent first."""
    if not tournament.heard.real or not tournament.is_seated or tournament.ended:
        return []
    found = []
    because = announcing(tournament, now)
    if because:
        for number in heads_differ(tournament):
            told = tournament.heard.heads[number]
            text = (
                f"Table {number} has {told.n} heads, and the record {told.record}: "
                f"{'who is out?' if told.n < told.record else 'who sits there?'} Nothing is announced until they agree."
            )
            found.append(Ask(About.HEADS, number, text, TOGETHER))
        for number in heads_missing(tournament, now):
            found.append(Ask(About.HEADS, number, f"How many sit at table {number}? {because}", TOGETHER))
    for number in buttons_asked(tournament, now):
        found.append(Ask(About.BUTTON, number, where_is_the_button([number]), BALANCE))
    for one in differences(tournament):
        if one.is_counted and one.chips:
            more = "more" if one.chips > 0 else "less"
            text = f"Table {one.table} has {abs(one.chips)} {more} than the record: count again, or accept it."
            found.append(Ask(About.COUNT, one.table, text, CHIPS))
    return found
