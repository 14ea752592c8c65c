"""Where PokerKit 0.7.7 is known to go another way: one row a divergence, with our rule and a test of the situation.

A row explains a difference only where the situation is the one it names and PokerKit answers as the row says it does;
everything else is a finding. `right` says whose answer the rules of the sources give; "either" where they are silent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from against_pokerkit.mirror import Difference
from against_pokerkit.paid import (
    EACH,
    FIRST,
    MIXED,
    OTHERS,
    TOGETHER,
    is_rake_without_last_bets,
    way_of_paying,
)
from against_pokerkit.when import (
    is_ace_low_upcard,
    is_added_not_completed,
    is_bring_in_passed_on,
    is_bring_in_taken_for_bet,
    is_completed_with_less,
    is_equal_blinds,
    is_half_rule,
    is_limit_raise_counted,
    is_raise_nobody_can_match,
    is_run_later,
    is_short_blind,
    is_short_wager_taken_for_full,
    is_stub_of_stud,
    is_sum_of_raises_in_a_row,
    is_tie_of_upcards,
)


class Known(NamedTuple):
    """A divergence by name: what each engine does, the rules of the index that decide, and who keeps to them."""

    name: str
    kind: Literal["asked", "refused", "paid"]
    ours: str
    theirs: str
    rules: tuple[str, ...]
    right: Literal["sidepot", "PokerKit", "either"]
    explains: Callable[[Difference], bool]


def find_known(found: Difference, known: tuple[Known, ...]) -> str:
    """The name of the first row that explains a difference; empty where none does."""
    for row in known:
        if row.kind == found.kind and row.explains(found):
            return row.name
    return ""


def _pays(way: str) -> Callable[[Difference], bool]:
    def explains(found: Difference) -> bool:
        return way_of_paying(found) == way

    return explains


KNOWN: Final[tuple[Known, ...]] = (
    Known(
        "short blind",
        "asked",
        "who calls owes the full big blind, also where it was posted short or not at all",
        "the price is the largest bet on the table, and with no blind on it the first seat begins",
        ("AI-5", "AI-7"),
        "sidepot",
        is_short_blind,
    ),
    Known(
        "bring-in passed on",
        "asked",
        "where the low card is all-in for its ante, the next seat may fold, call the bring-in or complete",
        "the next seat must bring it in or complete",
        ("PG-93",),
        "sidepot",
        is_bring_in_passed_on,
    ),
    Known(
        "completion with less",
        "asked",
        "a stack of no more than the bring-in can only bring it in",
        "it may also complete, for the same chips",
        ("PG-93", "T41A1"),
        "sidepot",
        is_completed_with_less,
    ),
    Known(
        "equal blinds",
        "asked",
        "heads-up the button begins before the flop",
        "with two blinds of one size the big blind begins",
        ("T33",),
        "sidepot",
        is_equal_blinds,
    ),
    Known(
        "tie of upcards",
        "asked",
        "suits break ties of the highest upcard",
        "the first of them left of the button begins: it has no opening by the high card with the ace high",
        ("PG-89",),
        "either",
        is_tie_of_upcards,
    ),
    Known(
        "ace among upcards",
        "asked",
        "the ace is high where the game says so, as in deuce-to-seven razz",
        "the ace is low wherever a high card or low hand opens",
        ("PG-86", "PG-96"),
        "sidepot",
        is_ace_low_upcard,
    ),
    Known(
        "raise nobody can match",
        "asked",
        "a seat may raise while an opponent has chips, also where these are too few to call; the raise comes back",
        "it may not",
        ("PG-8", "PG-14"),
        "either",
        is_raise_nobody_can_match,
    ),
    Known(
        "short wager taken for full",
        "asked",
        "an all-in for less than the least bet or raise does not reopen the betting to those who checked or called",
        "the first wager of a round, however short, counts as a full one",
        ("T41B1", "TS-9", "IA-41.R2A"),
        "sidepot",
        is_short_wager_taken_for_full,
    ),
    Known(
        "sum of raises in a row",
        "asked",
        "all that was raised since a seat acted counts together",
        "the sum begins anew when it has reached a full raise, for every seat alike",
        ("T41B1",),
        "sidepot",
        is_sum_of_raises_in_a_row,
    ),
    Known(
        "bring-in taken for a bet",
        "asked",
        "a completion is a bet of its whole amount, and the next raise adds as much",
        "only what it adds to the bring-in is the raise",
        ("T41A1",),
        "either",
        is_bring_in_taken_for_bet,
    ),
    Known(
        "half rule",
        "asked",
        "in limit an all-in of half a bet or more reopens the betting, and less does not",
        "a first wager always does, a later one never before it is full",
        ("T41B2", "TS-11", "AI-9"),
        "sidepot",
        is_half_rule,
    ),
    Known(
        "added, not completed",
        "asked",
        "in limit a wager of less than half a bet is completed to the bet",
        "a whole bet is added to it",
        ("T41B2", "TS-9"),
        "sidepot",
        is_added_not_completed,
    ),
    Known(
        "short raise counted",
        "asked",
        "an all-in of less than half a bet does not count as one of the raises of a limit round",
        "it does",
        ("PG-40", "T41B2"),
        "sidepot",
        is_limit_raise_counted,
    ),
    Known(
        "runs asked for later",
        "refused",
        "the players say how often the board is run as soon as there are cards enough for two runs",
        "they say so once, when the betting is over, whatever is left of the deck",
        ("PG-107",),
        "either",
        is_run_later,
    ),
    Known(
        "stub of stud",
        "refused",
        "where the stub and the burns do not go round, one card in the middle serves all hands",
        "folded cards are dealt again first",
        ("PG-95",),
        "sidepot",
        is_stub_of_stud,
    ),
    Known(
        FIRST,
        "paid",
        "odd chips are given out one by one: no winner gets two of a half",
        "all of them go to the first winner, or the first board",
        ("T19b",),
        "sidepot",
        _pays(FIRST),
    ),
    Known(
        TOGETHER,
        "paid",
        "each side pot is split by itself, with its own odd chips",
        "hands that cannot win go first, and pots that the same winners are left in are split as one",
        ("T20",),
        "sidepot",
        _pays(TOGETHER),
    ),
    Known(
        OTHERS,
        "paid",
        "a pot has a low half where a hand that contests that pot qualifies",
        "it has one where any live hand does, and those who contest it share that half with no low among them",
        ("PG-98", "T20", "SD-8"),
        "sidepot",
        _pays(OTHERS),
    ),
    Known(
        EACH,
        "paid",
        "the rake is rounded and capped once a hand",
        "once for each pot",
        ("PG-46",),
        "either",
        _pays(EACH),
    ),
    Known(
        "rake without the last bets",
        "paid",
        "the rake is taken from all that is won, called bets of the last round among it",
        "where all fold, what the winner put in during that round is no part of the pot",
        ("PG-46",),
        "either",
        is_rake_without_last_bets,
    ),
    Known(
        MIXED,
        "paid",
        "each run of two boards completes both of them",
        "the first cards of one board are put together with the last ones of another",
        ("PG-100",),
        "sidepot",
        _pays(MIXED),
    ),
)
