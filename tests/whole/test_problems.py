"""What does not fit a type is found where msgspec refuses it, and told in plain words."""

from __future__ import annotations

import re
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from each import each
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import Meta

from sidepot.errors import BadNotation
from sidepot.validation.json_text import read_json
from sidepot.validation.problems import as_type, find_problem, joined


class Suit(Enum):
    CLUBS = "c"
    SPADES = "s"


class Seat(msgspec.Struct, tag="seat", forbid_unknown_fields=True):
    player: str
    chips: Annotated[int, Meta(ge=1, le=900)] = 1
    note: Annotated[str, Meta(max_length=3)] = ""


class Deal(msgspec.Struct, tag="deal", forbid_unknown_fields=True):
    suit: Suit = Suit.CLUBS
    kind: Literal["up", "down"] = "up"
    share: float = 0
    least: Annotated[int, Meta(ge=1)] = 1
    button: int | None = None
    either: int | str = 0
    pair: tuple[int, str] = (0, "")
    few: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    stacks: dict[str, int] = {}
    seats: tuple[Seat, ...] = ()
    by_seat: dict[Annotated[int, Meta(ge=0, le=8)], int] = {}
    is_on: bool = True


Any_ = Seat | Deal


def told(value: Any, wanted: Any = Any_, **how: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(msgspec.json.encode(value), type=wanted)
    return find_problem(refused.value, wanted, value, **how).error.message


def deal(**fields: Any) -> dict[str, Any]:
    return {"type": "deal", **fields}


@each(
    ("value", "error"),
    [
        (5, "expected a table {...}, not 5"),
        ([], "expected a table {...}, not a list"),
        (None, "expected a table {...}, not null"),
        ({}, "the key 'type' is missing"),
        ({"type": 5}, "type: expected text in quotes, not 5"),
        ({"type": "dael"}, "type: unknown value 'dael'; did you mean 'deal'? the choices are seat, deal"),
        ({"type": "seat"}, "the key 'player' is missing; it is text in quotes"),
        ({"type": "seat", "player": 1, "x": 1}, "player: expected text in quotes, not 1"),
        ({"x": 1, "type": "seat", "player": 1}, "unknown key 'x'; the keys are player, chips, note"),
        ({"type": "seat", "chips": 1.0}, "chips: expected an integer from 1 to 900, not 1.0"),
        ({"type": "seat", "chips": 901}, "chips: expected 1 to 900, not 901"),
        ({"type": "seat", "chips": True}, "chips: expected an integer from 1 to 900, not true"),
        ({"type": "seat", "note": "long"}, "note: expected text in quotes with at most 3 in it, not 'long'"),
        (deal(suit="x"), "suit: unknown value 'x'; the choices are c, s"),
        (deal(suit=3), "suit: expected text in quotes, not 3"),
        (deal(kind="dwn"), "kind: unknown value 'dwn'; did you mean 'down'? the choices are down, up"),
        (deal(share="x"), "share: expected a number, not 'x'"),
        (deal(share=True), "share: expected a number, not true"),
        (deal(least=0), "least: expected an integer of at least 1, not 0"),
        (deal(button="x"), "button: expected an integer, not 'x'"),
        (deal(either=[]), "either: expected an integer or text in quotes, not a list"),
        (deal(pair=[1]), "pair: expected a list [...] with 2 in it, not a list"),
        (deal(pair=[1, 2]), "pair[1]: expected text in quotes, not 2"),
        (deal(few=[1, 2, 3]), "few: expected a list [...] with at most 2 in it, not a list"),
        (deal(few=[1, "x"]), "few[1]: expected an integer, not 'x'"),
        (deal(stacks={"Ann": 1, "Bo": None}), "stacks.Bo: expected an integer, not null"),
        (deal(seats=[{"player": "a"}, {"type": "deal"}]), "seats[1].type: unknown value 'deal'; the choices are seat"),
        (deal(by_seat={"9": 1}), "by_seat: expected 0 to 8, not 9"),
        (deal(by_seat={"a": 1}), "by_seat: expected an integer from 0 to 8, not 'a'"),
        (deal(is_on="yes"), "is_on: expected true or false, not 'yes'"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_would_be_right(value: Any, error: str) -> None:
    assert told(value) == error


@each(
    ("value", "error"),
    [
        (deal(share="x"), "share: expected a number, not text"),
        (deal(button=[]), "button: expected an integer, not a list"),
        ({"type": "seat", "chips": 901}, "chips: expected 1 to 900"),
        ({"type": "seat", "chips": "x"}, "chips: expected an integer from 1 to 900"),
        ({"type": "seat", "note": "long"}, "note: expected text in quotes with at most 3 in it"),
    ],
)
def test_an_error_that_may_not_repeat_values_does_not(value: Any, error: str) -> None:
    assert told(value, shows=False) == error


def test_text_may_stand_for_numbers_where_it_is_not_strict() -> None:
    value = deal(button="7", least="0")
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, Any_, strict=False)
    assert find_problem(refused.value, Any_, value, strict=False).error.message.startswith(
        "least: expected an integer of"
    )


def test_a_number_with_too_many_digits_is_beyond_all_bounds() -> None:
    with pytest.raises(BadNotation, match="share: the number is too large"):
        read_json('{"type":"deal","share":1e999}', msgspec.json.Decoder(Any_), "a deal")


_plain = st.none() | st.booleans() | st.integers(-5, 1000) | st.sampled_from(["c", "up", "deal", "seat", "x", ""])
_values = st.recursive(
    _plain | st.floats(-9, 9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "player", "chips", "suit", "pair", "few", "stacks", "seats", "either", "x"]), inner
        )
    ),
    max_leaves=8,
)


@given(_values | st.dictionaries(st.sampled_from(["type", "player", "chips", "few", "seats"]), _values).map(
    lambda fields: {"type": "deal", **fields}
))  # fmt: skip
def test_it_is_found_where_msgspec_refuses_it(value: Any) -> None:
    found: BadNotation | None = None
    try:
        as_type(value, Any_, "here")
    except BadNotation as error:
        found = error
    if found is not None:
        with pytest.raises(msgspec.ValidationError) as refused:
            msgspec.convert(value, Any_)
        place = re.search(r" - at `\$\.?(.*)`$", str(refused.value))
        where = place[1] if place else ""
        assume("..." not in where)  # of a key it is not said which
        assert found.place == joined("here", where), (value, refused.value)
        assert "does not fit here" not in found.detail
