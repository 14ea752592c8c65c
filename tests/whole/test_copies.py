"""`copy.copy`, `copy.deepcopy` and `pickle`: what they make goes its own way, or they refuse."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random, SystemRandom
from typing import Any

import pytest
from universal.tester import snapshot

from sidepot.bots.roster import loose
from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.errors import Conflict
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, OMAHA8, STUD
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.hand.betting import Betting
from sidepot.hand.betting_terms import Terms
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.rebuilding import BETTING, TERMS
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH
from sidepot.simulation.cash_table import Simulation
from sidepot.simulation.visitors import Guest
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset
from sidepot.tournament.tournament import Tournament

BLINDS = Stakes(blinds=(1, 2))


def by_pickle(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))


WAYS: list[Callable[[Any], Any]] = [copy, deepcopy, by_pickle]
by_each = pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle"])


def begun(game: Any, seed: int, acts: int) -> tuple[Hand, Dealer]:
    """A hand in which some have acted, by chance."""
    rng = Random(seed)
    stakes = Stakes(ante=1, bring_in=1, small_bet=2) if game.is_stud else BLINDS
    hand = Hand(seat_hand(game, FixedLimit() if game.is_stud else NoLimit(), stakes, CASH, (40, 60, 100)))
    dealer = Dealer(Deck(hand.plan.deck, below=rng.randrange), auto_show=True)
    for _ in range(acts):
        if dealer.run(hand) is Due.DONE:
            break
        act(hand, rng)
    return hand, dealer


def act(hand: Hand, rng: Random) -> None:
    if hand.due is Due.DRAW:
        hand.discard(hand.hole[hand.seat][: rng.randrange(3)])
    elif hand.due is Due.BRING_IN:
        hand.bring_in()
    elif hand.may_raise() and rng.random() < 0.3:
        hand.raise_to(hand.min_raise_to())
    else:
        hand.check_or_call()


def played_out(hand: Hand, dealer: Dealer, seed: int) -> bytes:
    rng = Random(seed)
    while dealer.run(hand) is not Due.DONE:
        act(hand, rng)
    assert sum(hand.result().nets) == 0
    return encode(hand.log)


@by_each
@pytest.mark.parametrize("game", [HOLDEM, OMAHA8, STUD, FIVE_CARD_DRAW], ids=lambda game: game.name)
def test_a_copy_of_a_hand_goes_its_own_way(way: Callable[[Any], Any], game: Any) -> None:
    for seed in range(6):
        hand, _ = begun(game, seed, acts=seed * 2)
        before, log = snapshot(hand), encode(hand.log)
        other = way(hand)
        assert snapshot(other) == before and encode(other.log) == log
        order = Random(seed).sample(hand.plan.deck, len(hand.plan.deck))
        rest = [card for card in order if hand.fresh >> card & 1]
        played_out(other, Dealer(Deck(rest), auto_show=True), seed)
        assert snapshot(hand) == before and encode(hand.log) == log
        ends = played_out(hand, Dealer(Deck(rest), auto_show=True), seed)
        assert ends == encode(other.log)


@by_each
def test_a_copy_of_a_view_hides_what_the_view_hides(way: Callable[[Any], Any]) -> None:
    hand, _ = begun(HOLDEM, 3, acts=4)
    view = view_of(hand, 0)
    assert way(view).hole == view.hole and way(view).hole[1] == (53, 53)


def test_every_column_of_a_betting_round_is_kept() -> None:
    assert sorted(BETTING) == sorted(Betting.__slots__)
    assert sorted((*TERMS, "kind", "reopening")) == sorted(Terms.__slots__)


@by_each
def test_a_copy_of_a_betting_round_goes_its_own_way(way: Callable[[Any], Any]) -> None:
    hand, _ = begun(HOLDEM, 1, acts=2)
    betting = hand.betting
    other = way(betting)
    columns = [name for name in BETTING if name != "terms"]
    kept = {name: deepcopy(getattr(betting, name)) for name in columns}
    assert {name: getattr(other, name) for name in columns} == kept
    other.put_in(other.actor, other.price)
    assert {name: getattr(betting, name) for name in columns} == kept and other.stacks != betting.stacks


@by_each
def test_a_copy_of_a_deck_deals_its_own_cards(way: Callable[[Any], Any]) -> None:
    for deck in (Deck("As Kh 7d 2c"), Deck(below=Random(1).randrange)):
        other = way(deck)
        taken = other.draw(3)
        assert (len(deck), len(other)) in ((4, 1), (52, 49))
        assert len({*taken}) == 3
        assert len({*deck.draw(len(deck))}) in (4, 52)
    fixed = Deck("As Kh 7d 2c")
    fixed.draw_one()
    assert way(fixed).draw(3) == cards("Kh 7d 2c")


@pytest.mark.parametrize("way", [deepcopy, by_pickle], ids=["deepcopy", "pickle"])
def test_a_deep_copy_of_a_deck_has_chance_of_its_own(way: Callable[[Any], Any]) -> None:
    deck = Deck(below=Random(1).randrange)
    deck.draw(5)
    other = way(deck)
    assert deck.draw(20) == other.draw(20)
    assert deck.draw(5) == other.draw(5)


def test_a_deck_that_is_dealt_by_the_chance_of_the_system_is_copied_too() -> None:
    deck = Deck(below=SystemRandom().randrange)
    other = deepcopy(deck)
    other.draw(10)
    assert (len(deck), len(other)) == (52, 42)


@by_each
def test_a_copy_of_a_dealer_has_a_deck_of_its_own(way: Callable[[Any], Any]) -> None:
    dealer = Dealer(Deck("As Kh 7d 2c"), auto_show=True, absent=(2,))
    other = way(dealer)
    other.deck.draw(4)
    assert (len(dealer.deck), other.auto_show, other.absent) == (4, True, (2,))


def test_a_hand_and_its_dealer_are_copied_together() -> None:
    hand, dealer = begun(HOLDEM, 9, acts=3)
    other, its_dealer = deepcopy((hand, dealer))
    assert played_out(hand, dealer, 5) == played_out(other, its_dealer, 5)


@by_each
def test_a_copy_of_a_table_goes_its_own_way(way: Callable[[Any], Any]) -> None:
    table = Table(TableRules(mix=single(HOLDEM, NoLimit()), stakes=(BLINDS,)))
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        table.sit(name, seat, 100)
    table.draw_button(0)
    play(table, 1)
    before = repr(table), len(table.log), table.stack_of("Ann"), table.ledger.balance("stack:Ann")
    other = way(table)
    assert other == table
    play(other, 2)
    other.leave("Cy")
    assert (repr(table), len(table.log), table.stack_of("Ann"), table.ledger.balance("stack:Ann")) == before
    assert other != table
    assert len(other.players) == 2
    play(table, 2)


def play(table: Table, seed: int) -> None:
    hand = table.start_hand()
    played_out(hand, Dealer(Deck(hand.plan.deck, below=Random(seed).randrange), auto_show=True), seed)
    table.finish(hand)


@by_each
def test_a_copy_of_a_tournament_goes_its_own_way(way: Callable[[Any], Any]) -> None:
    tournament = Tournament(find_preset("turbo"), "seed")
    for at, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1):
        tournament.do(c.Register(name), at)
    other = way(tournament)
    assert other == tournament
    other.do(c.Register("Ed"), 9)
    assert (tournament.entries, other.entries) == (4, 5)
    other.do(c.Undo(), 10)
    other.do(c.Undo(), 11)
    tournament.do(c.Register("Flo"), 12)
    assert (tournament.entries, other.entries) == (5, 3)
    assert "Flo" in tournament.entrants and "Flo" not in other.entrants


@by_each
def test_a_simulation_is_not_copied(way: Callable[[Any], Any]) -> None:
    rules = TableRules(mix=single(HOLDEM, NoLimit()), stakes=(BLINDS,), seats=2, buy_in=(20, 200))
    simulation = Simulation(rules, [Guest("Ann", loose(Random(1))), Guest("Bo", loose(Random(2)))], Random(3))
    with pytest.raises(Conflict, match="start another one with the same seed"):
        way(simulation)


def test_a_pack_that_nobody_has_shuffled_is_refused() -> None:
    """`Dealer(Deck(hand.plan.deck))` would deal cards that everybody knows."""
    setups = [seat_hand(game, NoLimit(), stakes_for(game, NoLimit(), 2), CASH, (100, 100)) for game in GAMES.values()]
    packs = {Hand(setup).plan.deck for setup in setups}
    assert len(packs) >= 4
    for pack in (*packs, range(52), [*range(20)], STANDARD_DECK):
        with pytest.raises(Conflict, match=r"in the order of a new pack: .*below=Random\(\)\.randrange"):
            Deck(pack)
        assert len(Deck(pack, below=Random(1).randrange)) == len(pack)
    with pytest.raises(Conflict, match="in the order of a new pack"):
        Deck()
    assert Deck(STANDARD_DECK[::-1]).draw(2) == cards("As Ah")
    assert Deck("2c 2d 2h 2s 3c 3d").draw(2) == cards("2c 2d")
