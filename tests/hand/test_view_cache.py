"""The views that are kept up with while a hand is played are those that its redacted log makes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES, played, random_setup
from universal.answering import answer
from universal.tester import difference, play_randomly, snapshot

from sidepot.cards import Deck
from sidepot.errors import Conflict
from sidepot.games.catalog import GAMES, HOLDEM, OMAHA8, RAZZ, STUD, TRIPLE_DRAW
from sidepot.hand import view_cache
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Reshuffled
from sidepot.hand.hand import Hand
from sidepot.hand.view import SPECTATOR, view_of, view_of_log
from sidepot.hand.view_cache import PlayerViews
from sidepot.rules.houses import CASH


@settings(max_examples=6 * EXAMPLES, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_each_look_shows_what_the_redacted_log_makes(seed: int, kills: bool) -> None:
    """Whatever the game, the house and the floor do, and however long a seat has not looked."""
    log = played(seed, kills=kills).log
    chance = random.Random(seed)
    hand = Hand(log[0].setup)  # type: ignore[union-attr]
    views = PlayerViews(hand)
    for event in log[1:]:
        hand.apply(event)
        for seat in (SPECTATOR, *range(len(hand.stacks))):
            if not chance.randrange(4) or hand.due is Due.DONE:
                differs = difference(snapshot(view_of_log(hand.log, seat)), snapshot(views.of(seat)))
                assert not differs, f"seat {seat} after {event}: {differs}"


def test_every_seat_sees_at_each_event_what_the_redacted_log_makes() -> None:
    """With up cards, draws, and hands that the floor kills in a house where a dead hand gets nothing back."""
    house = CASH.but(dead_hand_forfeits=True)
    differing = []
    killed = 0
    for game in (HOLDEM, OMAHA8, STUD, RAZZ, TRIPLE_DRAW):
        for seed in range(3):
            chance = random.Random(f"{game.name} {seed}")
            setup = random_setup(game, "no limit", 5, house, chance)
            log = play_randomly(setup, chance.randrange, thorough=False, kills=True).log
            hand = Hand(setup)
            views = PlayerViews(hand)
            for event in log[1:]:
                hand.apply(event)
                for seat in range(5):
                    differs = difference(snapshot(view_of_log(hand.log, seat)), snapshot(views.of(seat)))
                    if differs:
                        differing.append(f"{game.name} {seed}, seat {seat} after {event}: {differs}")
            killed += hand.aside.kept > 0
    assert not differing
    assert killed, "no hand was killed: choose other seeds"


def test_no_look_at_an_ordinary_hand_plays_its_log_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each game of the catalogue but those that ask for openers: cards are only dealt, drawn, shuffled and shown."""
    monkeypatch.setattr(view_cache, "view_of_log", lambda log, seat: pytest.fail("the log is played again"))
    reshuffled = 0
    for game in GAMES.values():
        if game.open_requirement:
            continue
        chance = random.Random(game.name)
        hand = Hand(random_setup(game, "no limit", min(6, game.seats[1]), CASH, chance))
        deck = Deck(hand.plan.deck, below=chance.randrange)
        views = PlayerViews(hand)
        while hand.due is not Due.DONE:
            answer(hand, deck, chance.randrange, (1, 20, 2))
            for seat in range(len(hand.stacks)):
                assert views.of(seat).hole[seat] == hand.hole[seat]
        reshuffled += any(type(event) is Reshuffled for event in hand.log)
    assert reshuffled, "no stub ran out: the test plays too few draws"


@pytest.mark.parametrize("game", [OMAHA8, RAZZ, TRIPLE_DRAW], ids=lambda game: game.name)
def test_a_view_shares_nothing_with_the_hand(game: object) -> None:
    chance = random.Random(7)
    hand = Hand(random_setup(game, "fixed limit", 4, CASH, chance))  # type: ignore[arg-type]
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), auto_show=True)
    views = PlayerViews(hand)
    for _ in range(12):
        if dealer.run(hand) not in (Due.ACT, Due.DRAW):
            break
        before = snapshot(hand)
        spoilt = views.of(hand.seat)
        if hand.due is Due.DRAW:
            spoilt.discard()
        else:
            spoilt.check_or_call()
        spoilt.hole.clear()
        assert snapshot(hand) == before
        assert not difference(snapshot(view_of(hand, hand.seat)), snapshot(views.of(hand.seat)))
        if hand.due is Due.DRAW:
            hand.discard(hand.hole[hand.seat][:2])
        else:
            hand.check_or_call()


def test_a_seat_that_there_is_not_sees_what_everybody_sees() -> None:
    """No index from the end reaches the cards of a seat."""
    chance = random.Random(3)
    hand = Hand(random_setup(OMAHA8, "pot limit", 3, CASH, chance))
    Dealer(Deck(hand.plan.deck, below=chance.randrange)).run(hand)
    public = snapshot(view_of(hand, SPECTATOR))
    for seat in (-1, -2, -3, 3, 99):
        assert not difference(public, snapshot(PlayerViews(hand).of(seat)))


def test_a_copy_without_its_log_has_no_views() -> None:
    hand = Hand(random_setup(OMAHA8, "pot limit", 3, CASH, random.Random(1)))
    with pytest.raises(Conflict, match="log") as refused:
        PlayerViews(hand.copy())
    assert refused.value.code == "no_log"
