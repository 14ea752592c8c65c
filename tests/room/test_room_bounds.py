"""Numbers out of bounds that a program makes itself: the table refuses them too, by name, and takes them for no other.

What comes over the wire is tried in `web/test_numbers.py`.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from each import each
from number_fields import Number, numbers_of
from room_tables import Led, cash, refused, terms

from sidepot.errors import BadNotation
from sidepot.hand import commands
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import Changeable
from sidepot.room.views import messages

HUGE = 10**30
HELD = ("cards", "called")  # they are held, or refused as cards: see test_cards_that_nobody_holds


def made(kind: type, number: Number, value: int) -> Any:
    """Something of that kind which is right but for one number; it is not read from JSON, which would refuse it."""
    right: Any = msgspec.convert(number.message(int(number.least or 0)), kind)
    return msgspec.structs.replace(right, **{number.field: value})


def test_a_field_out_of_bounds_is_named() -> None:
    table = Led(terms(cash()))
    table.sit("Ann", chips=80)
    table.sit("Bo", chips=80)
    table.deal()
    by, _ = table.room.to_decide()
    of_hand = get_args(commands.Command)
    wrong, tried = [], 0
    for kind in (*get_args(s.BY_PEOPLE), *get_args(s.BY_HOST), Changeable, *of_hand):
        for number in numbers_of(kind):
            if number.owner is not kind or number.field in HELD:
                continue
            for value in (int(number.least or 0) - 1, -HUGE, int(number.most or 0) + 1, HUGE):
                error: Any
                try:
                    one = made(kind, number, value)
                    error = refused(table, s.Act(1, one) if kind in of_hand else one, by, staff=True)
                except BadNotation as early:  # a command of a hand refuses it as it is made
                    error = early
                tried += 1
                if not isinstance(error, BadNotation) or not error.message.startswith(f"{number.field}: expected "):
                    wrong.append(f"{kind.__name__}.{number.field} {value:.5g}: {error!r}")
    assert not wrong, "\n".join(wrong)
    assert tried >= 80


@pytest.mark.parametrize("seat", [-2, -HUGE])
def test_no_seat_is_not_any_seat(seat: int) -> None:
    table = Led(terms(cash()))
    assert "seat: expected -1 to" in refused(table, s.Sit(seat=seat), "Ann").message
    assert "seat: expected -1 to" in refused(table, s.AddBot("Zoe (bot)", seat=seat), "Host", staff=True).message
    table.say(s.Sit(seat=-1), "Ann")
    assert table.room.table.places["Ann"].seat == 0


@each(
    "message",
    [
        {"type": "hello", "since": {"t1": -1}},
        {"type": "hello", "protocol": HUGE},
        {"type": "watch", "table": "t1", "since": -1},
        {"type": "watch", "table": "t1", "since": HUGE},
        {"type": "ping", "n": -HUGE},
        {"type": "ping", "n": 1.5},
    ],
)
def test_messages_with_numbers_that_nobody_can_mean_cannot_be_read(message: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(message), type=messages.FromClient)


@pytest.mark.parametrize("card", [-1, 99, HUGE])
def test_cards_that_nobody_holds_are_refused(card: int) -> None:
    table = Led(terms(cash()))
    table.sit("Ann", "Bo", chips=80)
    table.deal()
    by, turn = table.room.to_decide()
    for command in (commands.Discard((card,)), commands.Show(((card,),))):
        refused(table, s.Act(turn, command), by)
