"""Every game of the catalogue at a table of the room: by time-outs alone, at random, and checked by who was there."""

from __future__ import annotations

from random import Random

import pytest
from each import each
from room_tables import Led, check_chips, check_same, one_game, terms

from sidepot.games.catalog import GAMES as CATALOG
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import public
from sidepot.room.fairness.items import Cut, Shuffled
from sidepot.room.fairness.record import decode_record, encode_record, record_hand
from sidepot.room.fairness.record_check import audit_hand, verify_record
from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing
from sidepot.table.places import State

GAMES = sorted(CATALOG)
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
NEVER_OUT = Timing(lapses=1000, cut=5_000)


def limit_of(name: str, seed: int = 0) -> Limit:
    """A limit that the game may be played at."""
    return (FixedLimit(), PotLimit(), NoLimit())[(GAMES.index(name) + seed) % 3]


def opened(name: str, *, seed: int = 1, players: int = 7) -> Led:
    rules = one_game(name, limit_of(name, seed))
    led = Led(terms(rules, timing=NEVER_OUT), seed=seed)
    led.sit(*PLAYERS[: min(players, rules.seats)])
    return led


@each("name", GAMES)
def test_time_outs_alone_end_every_hand(name: str) -> None:
    led = opened(name)
    for _ in range(3):
        led.deal()
        number = led.room.begun.number
        for _ in range(400):
            if led.room.hand is None:
                break
            led.tick()
        assert led.room.hand is None, f"hand {number} does not end"
        check_chips(led.room)
    check_same(led.room, led.folded())


@pytest.mark.long
@each("name", GAMES)
def test_hands_at_random_are_folded_again_and_proved(name: str) -> None:
    led = opened(name, seed=2)
    rng = Random(name)
    led.say(s.AskCut(), "Bo")
    number = shuffles = cuts = 0
    for _ in range(2):
        led.deal()
        number = led.room.begun.number
        if led.room.cutter == "Bo":
            led.say(s.CutPack(f"socks {number}"), "Bo")
        while led.room.hand is not None:
            if rng.random() < 0.1:
                led.room = led.folded()  # and it goes on from there
            who, _ = led.room.to_decide()
            led.tick() if rng.random() < 0.03 else led.act(random_act(led, rng, who))
        check_chips(led.room)
        check_same(led.room, led.folded())
        shuffles, cuts = proved(led, number)
        for player in PLAYERS:
            place = led.room.table.places.get(player)
            if place is not None and place.state is State.BUSTED:
                led.say(s.Buy(400), player)
    assert shuffles >= 1
    assert cuts <= 1


def random_act(led: Led, rng: Random, who: str):
    from sidepot.bots.random_player import random_player

    may = led.room.options_of(who)
    return random_player(rng, fold=0.05, passive=0.75)(led.room.hand, may)


def proved(led: Led, number: int) -> tuple[int, int]:
    """The record of a finished hand holds, for each of its seats and who watched, and for who keeps the seals."""
    items, decks, before = led.hand_items(number)
    told = chain.links(before, [chain.canonical(public(item)) for item in items])
    assert told[-1] == led.room.link
    assert all(check.holds for check in audit_hand(items, decks, before, told))
    for seat in range(-1, len(led.room.begun.players)):
        record = decode_record(encode_record(record_hand(items, decks, seat, before)))
        verified = verify_record(record, link=told[-1].hex())
        assert verified.holds, [check for check in verified.checks if not check.holds]
        assert verified.finished
    return sum(isinstance(item, Shuffled) for item in items), sum(isinstance(item, Cut) for item in items)
