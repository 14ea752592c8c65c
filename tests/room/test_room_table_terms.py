"""Tables of the room on all kinds of terms: straddles, kills, bomb pots, charges, open stakes, house rules."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from each import each
from few_examples import some
from room_tables import Led, cash, check_chips, check_same, terms

from sidepot.errors import SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import find_mix, single
from sidepot.hand.commands import Call, ChooseRuns, Fold, RaiseTo
from sidepot.hand.due import ACT, RUN
from sidepot.hand.events import RaisedTo, RunChosen
from sidepot.room.table import commands as s
from sidepot.room.table.terms import Timing
from sidepot.rules.houses import CASH, OPEN_STAKES
from sidepot.rules.rulebook import Reading
from sidepot.table.places import State
from sidepot.table.table_rules import Kill, KillKind, OpenStakes, Straddle, TableRules, TimeCharge

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed")
TIMING = Timing(lapses=1000)
HOUSE = msgspec.structs.replace(CASH, run_it=3)
AT_WORD = msgspec.structs.replace(CASH, reading=Reading.AS_CALLED)
LIMIT = single(find_game("holdem"), FixedLimit())

ODD: dict[str, TableRules] = {
    "straddles": cash(straddles=tuple(Straddle), seats=5),
    "kills": cash(LIMIT, kill=Kill(KillKind.HALF), seats=5),
    "bombs": cash(bomb_every=3, bomb_ante=5, seats=5),
    "charges": cash(time_charge=TimeCharge(3, 60_000), seats=5),
    "run it": cash(rulebook=HOUSE, seats=5),
    "at his word": cash(rulebook=AT_WORD, seats=5),
    "open stakes": cash(rulebook=OPEN_STAKES, open_stakes=OpenStakes(threshold=4), buy_in=(40, 200), seats=5),
    "horse": cash(find_mix("horse"), seats=5),
    "ten-game": cash(find_mix("ten-game"), seats=5),
}


@pytest.mark.more
@each("name", some(ODD, 3))
def test_hands_at_random(name: str) -> None:
    led = Led(terms(ODD[name], timing=TIMING), seed=5)
    rng = Random(name)
    led.sit(*PLAYERS)
    for _ in range(15):
        if name == "straddles":
            straddle(led, rng)
        led.play_hand(rng, lapse=0.05)
        check_chips(led.room) if name != "open stakes" else None
        check_same(led.room, led.folded())
        for player in PLAYERS:
            place = led.room.table.places.get(player)
            if place is None:
                led.sit(player)
            elif place.state is State.BUSTED:
                led.say(s.Buy(200), player)
    assert led.room.table.hands == 15


def straddle(led: Led, rng: Random) -> None:
    """Somebody straddles, if they may."""
    for player in PLAYERS:
        try:
            led.say(s.DoStraddle(rng.choice(tuple(Straddle)), 4), player)
        except SidepotError:
            continue


def test_a_sleeper_wakes_up() -> None:
    led = Led(terms(cash(straddles=(Straddle.SLEEPER,), seats=5), timing=TIMING))
    led.sit(*PLAYERS)
    led.tick()
    while led.room.hand is not None:
        led.act(Fold())
    for player in PLAYERS:
        try:
            led.say(s.DoStraddle(Straddle.SLEEPER, 8), player)
        except SidepotError:
            continue
        break
    entry = led.tick()
    ((seat, to),) = led.room.begun.sleepers
    while led.room.hand is not None and led.room.hand.due is ACT and led.room.hand.price == 2:
        entry = led.act(Call())
    assert RaisedTo(seat, to) in entry.items
    check_same(led.room, led.folded())


def test_the_right_players_are_asked_how_often_the_board_is_run() -> None:
    led = Led(terms(cash(rulebook=HOUSE, seats=2), timing=TIMING))
    led.sit("Ann", "Bo")
    led.tick()
    led.act(RaiseTo(led.room.options_of(led.room.to_decide()[0]).raise_max))
    led.act(Call())
    assert led.room.hand is not None
    assert led.room.hand.due is RUN
    led.act(ChooseRuns(2))
    entry = led.tick()
    assert RunChosen(1, 1) in entry.items or RunChosen(0, 1) in entry.items
    check_same(led.room, led.folded())
