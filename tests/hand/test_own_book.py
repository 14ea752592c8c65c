"""What a hand refuses cites the rule under its number in the book by which the house plays."""

from __future__ import annotations

import pytest
from each import each

from sidepot.cards import Deck
from sidepot.errors import Cite, SidepotError
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.hand import Hand
from sidepot.hand.own_book import own
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import HOUSES
from sidepot.rules.index import find_rules


def hand_in(house: str, limit: Limit) -> Hand:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    hand = Hand(seat_hand(HOLDEM, limit, stakes, HOUSES[house], [100, 100, 100]))
    Dealer(Deck(below=lambda _: 0)).run(hand)
    return hand


@each(
    ("house", "no_limit", "limit"),
    [
        ("tda-2013", "TDA-2013:41-A", "TDA-2013:41-A"),
        ("tda-2024", "TDA-2024:43-A", "TDA-2024:43-A"),
        ("tda-2026", "TDA-2026:45-A", "TDA-2026:45-A"),
        ("wsop-2026", "TDA-2024:43-A", "TDA-2024:43-A"),
        ("roberts", "RRP-11:no-limit/least-raise", "PG:39"),
        ("cash", "RRP-11:no-limit/least-raise", "PG:39"),
    ],
)
def test_a_raise_too_small(house: str, no_limit: str, limit: str) -> None:
    for played, told in ((NoLimit(), no_limit), (FixedLimit(), limit)):
        with pytest.raises(SidepotError) as error:
            hand_in(house, played).raise_to(3)
        assert str(error.value.cite) == told


def test_where_no_book_of_the_house_has_it_the_number_of_2013_stays() -> None:
    for house, told in (("tda-2026", "TDA-2026:52-A"), ("roberts", "TDA-2013:37-A")):
        with pytest.raises(SidepotError) as error:
            hand_in(house, NoLimit()).bring_in()
        assert str(error.value.cite) == told


@each("house", HOUSES)
@each("number", ["15", "16", "28", "29", "34-B", "37-A", "41-A", "41-B", "45", "RP-4"])
def test_every_rule_that_is_cited_is_in_a_book(house: str, number: str) -> None:
    for at_limit in (False, True):
        told = own(HOUSES[house], Cite("TDA-2013", number), at_limit=at_limit)
        assert find_rules(str(told)), told
