"""Every number that a client can say has bounds: what nobody can mean is refused, and never taken for another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from room_tables import Led, cash, check_same, fold_records, refused, terms

from sidepot.errors import BadNotation
from sidepot.hand import commands
from sidepot.room.tables import commands as s
from sidepot.room.tables import messages
from sidepot.room.tables.events import Entry, encode_entry
from sidepot.table.table_rules import Straddle

HUGE = 10**30
KINDS = (*get_args(s.BY_PEOPLE), *get_args(s.BY_HOST), *get_args(commands.Command))
PLAIN = (int, dict[str, int])
CARDS = {"cards", "called"}  # they are held, or refused as cards: see test_cards_that_nobody_holds


def numbers() -> Iterator[tuple[type, str]]:
    for kind in KINDS:
        for name, hint in get_type_hints(kind).items():
            if hint is int:
                yield kind, name


def test_every_number_that_can_be_said_has_bounds() -> None:
    """Those that are said to a table or to a hand by BOUNDS, those of other messages by their structs."""
    assert {(kind, name) for kind, names in s.BOUNDS.items() for name in names} == set(numbers())
    for kind in KINDS:
        others = {name for name, hint in get_type_hints(kind).items() if "int" in str(hint) and hint is not int}
        assert others <= CARDS
    for kind in get_args(messages.FromClient):
        assert not [name for name, hint in get_type_hints(kind, include_extras=True).items() if hint in PLAIN]


def said(kind: type, name: str, value: int) -> Any:
    """Something of that kind which is fine but for one number."""
    whole = {"player": "Bo", "name": "Zoe (bot)", "game": "holdem", "text": "x", "kind": Straddle.UNDER_THE_GUN}
    whole |= {"command": commands.Fold(), "agrees": True, "emoji": "👍", "reason": "x"}
    hints = get_type_hints(kind)
    rest = {one: whole.get(one, 1) for one in kind.__struct_fields__ if hints[one] is int or one in whole}  # type: ignore[attr-defined]
    found = kind(**{**rest, name: value})
    return found if kind in get_args(s.Saying) else s.Act(1, found)


@pytest.mark.parametrize(("kind", "name"), tuple(numbers()))
def test_what_is_out_of_bounds_is_refused_by_its_name(kind: type, name: str) -> None:
    table = Led(terms(cash()))
    table.sit("Ann", chips=80)
    table.sit("Bo", chips=80)
    table.deal()
    by, _ = table.room.to_decide()
    least, most = s.BOUNDS[kind][name]
    for value in (least - 1, -HUGE, most + 1, HUGE):
        error = refused(table, said(kind, name, value), by, staff=True)
        assert isinstance(error, BadNotation) and f"`{name}`" in error.message and str(least) in error.message
    for value in (least, most):
        s.check_bounds(said(kind, name, value))


@pytest.mark.parametrize("seat", [-2, -HUGE])
def test_no_seat_is_not_any_seat(seat: int) -> None:
    table = Led(terms(cash()))
    assert "`seat` of `sit`" in refused(table, s.Sit(seat=seat), "Ann").message
    assert "`seat` of `add_bot`" in refused(table, s.AddBot("Zoe (bot)", seat=seat), "Host", staff=True).message
    table.say(s.Sit(seat=-1), "Ann")
    assert table.room.table.places["Ann"].seat == 0


def test_a_log_in_which_it_was_taken_can_still_be_read() -> None:
    table = Led(terms(cash()))
    entry = table.say(s.Sit(seat=-1), "Ann")
    old: Entry = msgspec.structs.replace(entry, said=s.Sit(seat=-2))
    folded = fold_records("t1", [table.log[0], encode_entry(old)], table.room.chance)
    check_same(folded, table.room)


@pytest.mark.parametrize(
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
