"""Who deals: at dealer's choice the dealer names the game and stays, whatever that is; the first one is drawn for."""

from __future__ import annotations

from random import Random

import pytest
from each import each
from random_setups import TIMES

from sidepot.bots.random_player import random_player
from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.errors import Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import rotation, single
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.legal.options import options
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, HOME
from sidepot.rules.table_choices import ButtonRule, FirstButton, MissedBlinds
from sidepot.table.choosing import dealer_of
from sidepot.table.dealing import before_hand, plan
from sidepot.table.draw import draw_button
from sidepot.table.table import Table
from sidepot.table.table_rules import Kill, TableRules

MENU = rotation("menu", "A menu", ["fl holdem", "fl razz", "fl omaha8", "fl five-card-draw"])
NAMES = ("Ann", "Bob", "Eve", "Dan", "Zoe", "Tom")
assert all(part.limit == FixedLimit() for part in MENU.games)


def some_table(chance: Random) -> Table:
    """Games with two blinds, with one, and with antes; seats that are empty."""
    stakes = (
        Stakes(blinds=(1, 2), small_bet=2),
        Stakes(ante=1, bring_in=1, small_bet=2),
        Stakes(blinds=chance.choice(((2,), (1, 2))), small_bet=2),
        Stakes(ante=1, small_bet=2),
    )
    rulebook = CASH.but(
        button=chance.choice(list(ButtonRule)),
        missed_blinds=chance.choice(list(MissedBlinds)),
        shut_out=chance.random() < 0.7,
    )
    kill = Kill(legs=chance.choice((0, 1, 2)), at_least=3) if chance.random() < 0.5 else None
    table = Table(TableRules(mix=MENU, stakes=stakes, rulebook=rulebook, dealers_choice=True, seats=6, kill=kill))
    for player, seat in zip(NAMES[:4], chance.sample(range(6), 4), strict=True):
        table.sit(player, seat, 60)
    table.draw_button(chance.choice([place.seat for place in table.seated()]))
    return table


def something_happens(table: Table, chance: Random) -> None:
    """Somebody comes, goes, or sits out; what cannot be does not happen."""
    player, waits = chance.choice(NAMES), chance.random() < 0.5
    happens = chance.choice(
        [
            lambda: table.sit(player, chance.randrange(6), 60, waits=waits),
            lambda: table.leave(player),
            lambda: table.sit_out(player),
            lambda: table.come_back(player, waits=waits),
            lambda: table.come_back(player, waits=waits),
        ]
    )
    try:
        happens()
    except SidepotError:
        return


def play_hand(table: Table, chance: Random) -> None:
    hand = table.start_hand()
    dealer = Dealer(Deck(below=chance.randrange))
    play = random_player(chance)
    while dealer.run(hand) is not Due.DONE:
        hand.do(play(view_of(hand, hand.seat), options(hand)))
    table.finish(hand)


@pytest.mark.long
@each("seed", range(30 * TIMES))
def test_dealer_does_not_depend_on_the_named_game(seed: int) -> None:
    chance = Random(seed)
    table = some_table(chance)
    for hand in range(25):
        for _ in range(chance.randrange(3) if hand else 0):
            something_happens(table, chance)
        try:
            dealer = table.dealer
        except NotDue:  # too few
            continue
        before = before_hand(table)
        assert {dealer_of(table, plan(table, game, before).planned) for game in range(len(MENU.games))} == {dealer}
        for other in table.players:
            if other != dealer:
                with pytest.raises(IllegalAction, match=", who deals the next hand, can name its game"):
                    table.choose_game(other, chance.choice(MENU.names))
        table.choose_game(dealer, chance.choice(MENU.names))
        assert table.dealer == dealer
        play_hand(table, chance)
    assert table.hands > 0


def test_the_first_button_is_drawn_for_as_the_house_does() -> None:
    holdem = single(find_game("holdem"), FixedLimit())
    for house, rule in ((CASH, FirstButton.HIGH_CARD), (HOME, FirstButton.FIRST_JACK)):
        table = Table(TableRules(mix=holdem, stakes=(Stakes(blinds=(1, 2), small_bet=2),), rulebook=house))
        table.sit("Ann", 0, 60)
        table.sit("Bob", 5, 60)
        (other,) = set(FirstButton) - {rule}
        with pytest.raises(Conflict, match=f"this house draws for the first button by {rule}, not by {other}") as error:
            table.draw_button(draw_button([0, 5], other, Deck(cards("KsJhJs"))))
        assert str(error.value.cite) == ("PG:48" if rule is FirstButton.HIGH_CARD else "PG:47")
        table.draw_button(draw_button([0, 5], rule, Deck(cards("KsJhJs"))))
        assert table.dealer == ("Ann" if rule is FirstButton.HIGH_CARD else "Bob")
        table.draw_button(5)  # whoever deals may also be named
        assert table.dealer == "Bob"


def test_player_who_must_kill_the_pot_deals_instead_of_sitting_out() -> None:
    stakes = (Stakes(blinds=(1, 2), small_bet=2), Stakes(ante=1, small_bet=2))
    mix = rotation("menu", "A menu", ["fl holdem", "fl five-card-draw"])
    table = Table(TableRules(mix=mix, stakes=stakes, dealers_choice=True, seats=3, kill=Kill(legs=1)))
    for seat, player in enumerate(NAMES[:3]):
        table.sit(player, seat, 60)
    table.draw_button(0)
    table.choose_game("Ann", "holdem")
    hand = table.start_hand()
    hand.post()
    hand.post()
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    hand.fold()
    hand.fold()
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    table.finish(hand)
    winner = table.killer
    table.sit_out(winner)
    for game in ("holdem", "five-card-draw"):
        table.choose_game(table.dealer, game)
        table.start_hand()
        assert winner in table.players_in_hand
        table.void()
