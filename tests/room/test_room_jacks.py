"""Jacks or better at a table of the room: openers to open and at the showdown, and new antes after all pass."""

from __future__ import annotations

from random import Random

from room_tables import Led, terms

from sidepot.bots.random_player import random_player
from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import Check
from sidepot.hand.events import PassedOut, Posted, Proved
from sidepot.room.table.terms import Timing
from sidepot.web.schemas.tables import cash_rules, mix_of

JACKS = mix_of("jacks-or-better", "fl")


def table(seed: int) -> Led:
    """Three players at the table that a host opens in the lobby."""
    led = Led(terms(cash_rules("Jacks", JACKS, 10, 6), timing=Timing(lapses=1000, cut=5_000)), seed=seed)
    led.sit("Ann", "Bo", "Cy")
    return led


def test_a_host_opens_jacks_or_better_with_antes_and_without_blinds() -> None:
    assert isinstance(JACKS.games[0].limit, FixedLimit)
    led = table(1)
    led.deal()
    posts = [event for event in led.room.hand.log if isinstance(event, Posted)]
    ante = led.room.hand.setup.stakes.ante
    assert not led.room.hand.setup.stakes.blinds
    assert [post.amount for post in posts] == [ante] * 3 and ante > 0


def test_after_all_pass_the_antes_stay_and_all_ante_again() -> None:
    led = table(1)
    led.deal()
    hand = led.room.hand
    ante = hand.setup.stakes.ante
    while led.room.hand is not None:
        led.act(Check())
    assert [event.amount for event in hand.log if isinstance(event, PassedOut)] == [3 * ante]
    assert led.room.table.carried == 3 * ante
    led.deal()
    posts = [event.amount for event in led.room.hand.log if isinstance(event, Posted)]
    assert posts == [ante] * 3
    assert sum(pot.amount for pot in led.room.hand.pots()) == 6 * ante


def test_the_opener_holds_openers_and_shows_them_before_taking_the_pot() -> None:
    proved = refused = 0
    for seed in range(1, 9):
        led = table(seed)
        player = random_player(Random(seed))
        for _ in range(6):
            led.deal()
            hand = led.room.hand
            while led.room.hand is not None:
                who, _ = led.room.to_decide()
                may = led.room.options_of(who)
                assert may is not None
                refused += hand.opener < 0 and not may.may_raise
                led.act(player(hand, may))
            shown = [event for event in hand.log if isinstance(event, Proved)]
            assert all(event.good and event.seat == hand.opener for event in shown)
            proved += len(shown)
    assert proved and refused
