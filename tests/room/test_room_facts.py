"""What programs are told beside the words: what is played, what a reason is about and whom it names, who is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from each import each
from room_tables import PEOPLE, Led, cash, one_game, terms
from table_messages import yours

from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.hand import commands as c
from sidepot.room.runtime.lobby import summary_of
from sidepot.room.table.play.acting import least
from sidepot.room.views.public import public_view
from sidepot.room.views.schema import GameFacts


@pytest.mark.parametrize(
    ("game", "limit", "facts", "words"),
    [
        (
            "holdem", NoLimit(), {"kind": "board", "limit": "no limit", "blinds": [2, 4], "least_bet": 4},
            "No limit, blinds 2/4",
        ),
        (
            "stud", FixedLimit(),
            {"kind": "stud", "limit": "fixed limit", "ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8,
             "least_bet": 4},
            "Fixed limit 4/8, ante 1, bring-in 2",
        ),
        (
            "single-draw", FixedLimit(),
            {"kind": "draw", "limit": "fixed limit", "blinds": [2, 4], "small_bet": 4, "big_bet": 8, "least_bet": 4},
            "Fixed limit 4/8, blinds 2/4",
        ),
    ],
)  # fmt: skip
def test_the_game_is_shown_as_data_and_as_text(game: str, limit: Limit, facts: dict[str, Any], words: str) -> None:
    led = Led(terms(one_game(game, limit)))
    state = public_view(led.room)
    assert json.loads(msgspec.json.encode(state.facts)) == facts
    assert state.terms == words
    summary = summary_of(led.room)
    assert (summary.facts, summary.terms) == (state.facts, state.terms)
    assert isinstance(summary.facts, GameFacts)


def test_a_bomb_pot_says_that_it_is_one_and_its_table_how_often() -> None:
    """Its stakes are what all put in, not the blinds that nobody posts."""
    led = Led(terms(cash(bomb_every=2, bomb_ante=20)))
    led.sit("Ann", "Bo", chips=200)
    assert public_view(led.room).terms == "No limit, blinds 1/2, a bomb pot every 2 hands"
    seen = set()
    for _ in range(2):
        led.deal()
        seen.add(public_view(led.room).terms)
        while led.room.hand is not None:
            do_least(led)
    assert seen == {"No limit, blinds 1/2", "Bomb pot: everybody antes 20, no betting before the flop"}
    always = Led(terms(cash(bomb_every=1, bomb_ante=20)))
    assert public_view(always.room).stakes == "bomb pot, everybody antes 20, no betting before the flop"


def do_least(led: Led) -> None:
    """The player to decide does the least that is allowed."""
    assert led.room.hand is not None
    for command in least(led.room.hand):
        try:
            led.act(command)
        except SidepotError:
            continue
        return


@each("name", sorted(GAMES))
def test_each_option_and_refusal_has_a_reason_of_its_own(name: str) -> None:
    rules = one_game(name, FixedLimit())
    led = Led(terms(rules))
    led.sit(*PEOPLE[: min(4, rules.seats)], chips=200)
    led.deal()
    while led.room.hand is not None:
        who, _ = led.room.to_decide()
        told = json.loads(yours(led.room, who) or b"")
        may, why = told["options"], told["options"]["why"]
        for act, is_allowed in (("fold", may["may_fold"]), ("check", may["may_check"]), ("raise", may["raise_max"])):
            about = [one["verdict"] for one in why if act in one["about"] and one["verdict"] != "note"]
            if is_allowed:
                assert about and set(about) == {"may"}
            elif may["may_fold"]:
                assert about and set(about) == {"may_not"}
        do_least(led)


def test_a_reason_says_whom_it_names() -> None:
    led = Led(terms(one_game("holdem", NoLimit())))
    led.sit("Ann", "Bo", "Cy", chips=200)
    led.deal()
    first, _ = led.room.to_decide()
    led.act(c.RaiseTo(200))
    who, _ = led.room.to_decide()
    told = json.loads(yours(led.room, who) or b"")
    named = [one for one in told["options"]["why"] if one.get("seats")]
    seat = led.room.table.places[first].seat
    assert [(one["seats"], one["about"], one["verdict"]) for one in named] == [([seat], ["pot"], "note")]
    assert first in named[0]["text"] and "Seat" not in named[0]["text"]


def test_a_refusal_names_the_player_and_has_a_code() -> None:
    led = Led(terms(one_game("holdem", NoLimit())))
    led.sit("Ann", "Bo", chips=200)
    led.deal()
    who, _ = led.room.to_decide()
    with pytest.raises(SidepotError) as refused:
        led.act(c.Check())
    assert refused.value.code == "must_call" and refused.value.message.startswith(f"{who} ")
    with pytest.raises(SidepotError) as refused:
        led.act(c.RaiseTo(3))
    assert refused.value.code == "raise_too_small"
