"""Poker Hand Histories: the text: reading, writing, repairing; fuzz."""

from __future__ import annotations

import tomllib

import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.formats.phh import ABOUT, Phh, iter_phh, read_phh
from sidepot.formats.phh_actions import parse_action
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_text import Moment, Real, after_header, by_lines, last_header, tables, toml
from sidepot.formats.phh_write import ORDER, write_phh, write_phhs
from sidepot.validation.decimals import decimals_of, scaled, unscaled

NO_LIMIT = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 7c2d', 'p3 f # as ever', 'p1 cbr 6', 'p2 cc', \
'd db 2c8dTh', 'p1 cbr 10', 'p2 cc', 'd db Jd', 'p1 cc', 'p2 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'p1 sm AsAh', 'p2 sm']
hand = 7
players = ['Alice', 'Bob', 'Carol']
finishing_stacks = [216, 184, 100]
_mood = 'calm'
"""

TRIPLE_DRAW = """\
# Discards stand before the deals.
variant = "F2L3D"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 7h5h4c3d2c", "d dh p2 KhKd8s6c5d", "d dh p3 ??????????",
  "p3 f", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd KhKd", "d dh p2 4s3s",  # first draw
  "p1 cbr 2", "p2 cc",
  "p1 sd 7h", "p2 sd", "d dh p1 ??",
  "p1 cbr 4", "p2 cc",
  "p1 sd ??", "p2 sd 8s", "d dh p1 7d", "d dh p2 9s",
  "p1 cbr 4", "p2 cc",
  "p1 sm 5h4c3d2c7d", "p2 sm 6c5d4s3s9s",
]
"""


def one(text: str, *, strict: bool = True) -> Phh:
    (hand,) = read_phh(text, strict=strict)
    return hand


# ---- amounts


@each(
    ("text", "decimals", "amount"),
    [
        ("150", 0, 150),
        ("2.50", 2, 250),
        ("2.5", 1, 25),
        ("1e3", 0, 1000),
        ("1.5e1", 1, 150),
        ("25e-1", 1, 25),
        ("0.05", 2, 5),
    ],
)
def test_an_amount_is_a_whole_number_of_the_smallest_unit(text: str, decimals: int, amount: int) -> None:
    assert scaled(text, decimals) == amount
    assert decimals_of(text) <= decimals
    assert scaled(unscaled(amount, decimals), decimals) == amount


@each("text", ["", "x", "1.", ".5", "1e999", "--1", "inf", "nan", "0x10", "1 0"])
def test_invalid_amounts_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        scaled(text, 2)


def test_half_chips_scale_the_whole_hand() -> None:
    hand = one(NO_LIMIT.replace("[216, 184, 100]", "[216.5, 183.5, 100]"))
    assert hand.decimals == 1
    assert hand.starting_stacks == (2000, 2000, 1000)
    assert hand.finishing_stacks == (2165, 1835, 1000)
    assert "[216.5, 183.5, 100]" in write_phh(hand)
    assert play_phh(hand).hand.stacks == [2160, 1840, 1000]


def test_decimals_in_an_action_scale_the_whole_hand() -> None:
    hand = one(NO_LIMIT.replace("cbr 10", "cbr 10.25"))
    assert hand.decimals == 2
    assert play_phh(hand).hand.stacks == [21625, 18375, 10000]


# ---- text


def test_a_history_comes_back_as_it_was() -> None:
    hand = one(NO_LIMIT)
    assert hand.extra == {"_mood": "calm"}
    assert hand.about == {"hand": 7, "players": ["Alice", "Bob", "Carol"]}
    assert write_phh(hand) == NO_LIMIT
    assert one(write_phh(one(TRIPLE_DRAW))) == one(TRIPLE_DRAW)


def test_every_field_of_the_format_is_read_and_written() -> None:
    about = {
        "author": "A", "event": "it's", "url": "https://example.org", "venue": "v", "address": "1 \\ 2",
        "city": "c", "region": "r", "postal_code": "p", "country": 'say "x"', "time": Moment("23:59:01"),
        "time_zone": "Europe/Vienna", "time_zone_abbreviation": "CET", "day": 1, "month": 2, "year": 2024,
        "hand": "7b", "level": 3, "seats": [2, 3, 5], "seat_count": 6, "table": 9, "players": ["a", "b", ""],
        "currency": "EUR", "currency_symbol": "€", "time_limit": Real("30.5"), "time_banks": [60, Real("1.5"), 0],
    }  # fmt: skip
    assert set(about) == ABOUT == set(ORDER) - {"finishing_stacks", "winnings"}
    hand = Phh(
        variant="NT",
        antes=(0, 25, 0),
        blinds_or_straddles=(50, 100, 0),
        min_bet=100,
        ante_trimming_status=False,
        starting_stacks=(1000, None, 50),
        actions=("", "# a word", "d dh p1 ????"),
        finishing_stacks=(1000, 1000, 50),
        winnings=(0, 0, 5),
        about=about,
        extra={"_deep": {"a b": [1, {"c": True}], "d": Moment("2024-01-02")}, "future": 1},
        decimals=1,
        notes=("the format has no field 'future'; it was kept",),
    )
    assert one(write_phh(hand)) == hand
    stud = Phh(variant="FR", antes=(1, 1), bring_in=1, small_bet=2, big_bet=4, starting_stacks=(9, 9), actions=())
    assert one(write_phh(stud)) == stud


def test_many_hands_stand_under_their_headers() -> None:
    text = f"[1]\n{NO_LIMIT}\n[x-2]\n{TRIPLE_DRAW}"
    hands = read_phh(text.replace("\n", "\r\n").encode())
    assert [hand.name for hand in hands] == ["1", "x-2"]
    assert read_phh(write_phhs(hands)) == hands
    with pytest.raises(BadNotation, match="two hands"):
        write_phhs([hands[0], hands[0]])


def test_a_broken_hand_does_not_hide_its_neighbours() -> None:
    text = f"[1]\n{NO_LIMIT}\n[2]\nvariant = \n[3]\n{NO_LIMIT}"
    found = dict(iter_phh(text))
    assert isinstance(found["1"], Phh) and isinstance(found["3"], Phh)
    assert isinstance(found["2"], BadNotation)
    with pytest.raises(BadNotation, match=r"hand \[2\]"):
        read_phh(text)


def test_header_inside_a_value_is_no_header() -> None:
    text = f"[1]\n{NO_LIMIT}_note = '''\n[2]\n'''\n_rows = [\n[1]\n]\n[3]\n{NO_LIMIT}"
    assert [hand.name for hand in read_phh(text)] == ["1", "3"]
    assert read_phh(text)[0].extra["_note"] == "[2]\n"


def test_a_table_of_the_users_is_kept() -> None:
    assert one(f"{NO_LIMIT}[_more]\na = 1\n").extra["_more"] == {"a": 1}


def test_a_large_file_is_cut_where_a_header_follows_a_blank_line() -> None:
    text = f"[a]\n{NO_LIMIT}\n[b]\n{NO_LIMIT}_note = [\n[1]\n]\n"
    at = last_header(text)
    assert text[at:].startswith("[b]\n") and last_header(text, at) == last_header(text[:at]) == -1
    assert after_header(text[5:at]) == "" and after_header(text[5:]) == text[at:]


_SCALARS = st.one_of(
    st.integers(-(10**19), 10**19).map(str),
    st.sampled_from(
        ["true", "false", "1.5", "-0.25", "inf", "1e3", "05", "1_000", "23:59:59", "24:00:00", "2024-01-01"]
    ),
    st.text("ab'\"\\ ,[]#=\té", max_size=6).map(lambda text: f"'{text}'"),
    st.text("ab'\"\\ ,[]#=né", max_size=6).map(lambda text: f'"{text}"'),
)
_VALUES = st.one_of(
    _SCALARS,
    st.lists(_SCALARS, max_size=4).map(lambda some: f"[{', '.join(some)}]"),
    st.lists(_SCALARS, max_size=3).map(lambda some: f"[{','.join(some)}] # end"),
)
_LINES = st.one_of(
    st.tuples(
        st.sampled_from(["a", "b_1", "c-d", "'q'", "a.b", "1", "é", ""]), st.sampled_from([" = ", "=", " =  "]), _VALUES
    ).map("".join),
    st.sampled_from(["", "# note", "#\x01", " ", "x", "[t]", "a = 1\r"]),
)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(_LINES, max_size=4).map("\n".join))
def test_reading_by_lines_agrees_with_toml(text: str) -> None:
    fast = by_lines(text)
    if fast is not None:
        slow = tomllib.loads(text, parse_float=Real)
        assert fast == {
            key: Moment(value.isoformat()) if hasattr(value, "isoformat") else value for key, value in slow.items()
        }


@settings(max_examples=examples(200), deadline=None)
@given(
    st.recursive(
        st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.text(max_size=8)),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    )
)
def test_toml_that_is_written_reads_the_same(value: object) -> None:
    try:
        text = f"x = {toml(value)}\n"
    except BadNotation:
        return
    ((_, table),) = tables(text)
    assert table == {"x": value}


# ---- actions


def test_actions_say_what_they_say() -> None:
    assert parse_action("  p3  cbr   210 # big").amount == "210"
    assert parse_action("p2 sm -").dealt and parse_action("p2 sm").cards is None
    assert parse_action("# only a word").verb == ""
    assert parse_action("d dh p10 ??As").seat == 9


@each(
    "text",
    [
        "p0 f",
        "p f",
        "q1 f",
        "p1",
        "p1 cbr",
        "p1 f now",
        "p1 xx",
        "d dh p1",
        "d db",
        "d db As Kh",
        "p1 sm Zz",
        "p1 cc 5",
        "p٣ f",
    ],
)
def test_invalid_actions_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_action(text)
    with pytest.raises(BadNotation, match="action 4"):
        one(NO_LIMIT.replace("p3 f # as ever", text))
    assert one(NO_LIMIT.replace("p3 f # as ever", text), strict=False).actions[3] == text


# ---- strict and lenient fields


@each(
    ("old", "new", "word"),
    [
        ("variant = 'NT'\n", "", "variant"),
        ("antes = [0, 0, 0]\n", "", "antes"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "antes"),
        ("antes = [0, 0, 0]", "antes = 0", "antes"),
        ("antes = [0, 0, 0]", "antes = [0, 0, -1]", "negative"),
        ("antes = [0, 0, 0]", "antes = [0, 0, inf]", "starting stack"),
        ("antes = [0, 0, 0]", "antes = [0, 0, true]", "number"),
        ("min_bet = 2", "min_bet = 'two'", "min_bet"),
        ("min_bet = 2", "min_bet = -2", "min_bet"),
        ("starting_stacks = [200, 200, 100]", "starting_stacks = []", "starting_stacks"),
        ("starting_stacks = [200, 200, 100]", "starting_stacks = [200, 200, 'x']", "p3"),
        ("finishing_stacks = [216, 184, 100]", "finishing_stacks = [216, 184]", "finishing_stacks"),
        ("ante_trimming_status = true", "ante_trimming_status = 1", "ante_trimming_status"),
        ("hand = 7", "hand = 7.5", "hand"),
        ("hand = 7", "time = 'noon'", "time"),
        ("players = ['Alice', 'Bob', 'Carol']", "players = ['Alice']", "players"),
        ("players = ['Alice', 'Bob', 'Carol']", "players = 3", "players"),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_is_named(old: str, new: str, word: str) -> None:
    text = NO_LIMIT.replace(old, new)
    assert text != NO_LIMIT
    with pytest.raises(BadNotation, match=word):
        one(text)
    ((_, found),) = iter_phh(text, strict=False)
    assert word in found.message if isinstance(found, BadNotation) else found.notes


def test_lenient_reading_says_what_it_repaired() -> None:
    hand = one(NO_LIMIT.replace("antes = [0, 0, 0]\n", "").replace("hand = 7", "hand = 7.5\nwild = 1"), strict=False)
    assert hand.antes == (0, 0, 0)
    assert hand.extra["hand"] == Real("7.5") and hand.extra["wild"] == 1
    assert len(hand.notes) == 3


@each("text", ["", "\n# nothing\n", "[", "x", "[1]\n", "[1]\n[1]\n", b"\xff\xfe", "[[1]]\na=1"])
def test_text_that_is_no_history_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadNotation):
        read_phh(text)
