"""Whether one may borrow chips is said once: the options and their reasons agree."""

from __future__ import annotations

import pytest

from sidepot.cards import UNKNOWN
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.legal.options import options
from sidepot.rules.houses import OPEN_STAKES
from sidepot.table.table import Table
from sidepot.table.table_rules import OpenStakes, TableRules


@pytest.mark.parametrize("players", [2, 3])
def test_borrowing_is_not_offered_where_all_with_chips_are_in_the_pot(players: int) -> None:
    """Heads-up nobody is there to lend; of three, one has folded and may."""
    mix = single(find_game("holdem"), NoLimit())
    rules = TableRules(
        mix=mix, stakes=(Stakes(small_bet=2),), rulebook=OPEN_STAKES, open_stakes=OpenStakes(), buy_in=(12, 0)
    )
    table = Table(rules)
    for at in range(players):
        table.sit(f"P{at + 1}", at, 200)
    table.draw_button(players - 1)
    hand = table.start_hand()
    while hand.due is not Due.ACT:
        hand.burn() if hand.due is Due.BURN else hand.deal((UNKNOWN,) * hand.count)
    if players == 3:
        hand.raise_to(4)
        hand.fold()
    may = options(hand)
    assert may.open is not None
    [told] = [why for why in may.why if "borrow" in why.about and why.verdict != "note"]
    assert bool(may.open.folded) == (players == 3)
    assert told.verdict == ("may" if may.open.folded else "may_not")
