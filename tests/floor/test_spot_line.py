"""A betting round told in a line: what comes of it, and what is refused, where and why."""

from __future__ import annotations

from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.floor.incident import ruling_on
from sidepot.floor.spot import Spot
from sidepot.floor.spot_line import read_round, read_spot
from sidepot.floor.spot_words import LONGEST, STREETS, chips, read_line
from sidepot.rules.houses import CASH, HOUSES, ROBERTS, TDA_2013, TDA_2024

SPOTS: list[tuple[str, dict[str, Any]]] = [
    (
        "NL 200/400: A 1200; B to act",
        {
            "name": "B", "price": 1200, "front": 0, "full": 800, "least": 2000, "pot": 1800, "players": 4,
            "opening": False, "stack": None, "limit": "no limit", "seat": -1,
        },
    ),
    ("nl 200/400: a raises to 1,200\nb to act", {"name": "b", "price": 1200}),
    ("No limit 200/400: A makes it 1.2k, B's turn", {"name": "B", "price": 1200}),
    ("NL 200/400: A 1200", {"name": "SB", "front": 200, "to_call": 1000}),
    ("NL 200/400", {"name": "", "price": 400, "opening": True, "players": 3}),
    ("NL 200/400: A raises by 400; B to act", {"price": 800}),
    ("NL 200/400 ante 50: A 1200; B to act", {"pot": 2000}),
    ("NL 500/1000/1000: A folds; B 2500; C to act", {"pot": 5000, "players": 4, "full": 1500}),
    ("NL 200/400: A 1200; B raises to 2400; A (5000) to act", {"stack": 5000, "front": 1200, "players": 2}),
    ("NL 200/400: A 1200; B all-in 1150; C all-in 1500; A to act", {"least": 0, "price": 1500, "players": 3}),
    ("NL 200/400: A (1500) all-in; B to act", {"price": 1500}),
    ("NL 200/400: BB (300); A 1200; BB to act", {"stack": 300, "front": 400}),
    ("NL 200/400: BB posts 300; A calls; SB to act", {"price": 400, "pot": 900}),
    ("NL 200/400: BB posts 400; A calls; BB to act", {"price": 400, "front": 400, "stack": None}),
    ("NL 200/400: C out of turn", {"name": "C", "price": 400, "players": 4}),
    ("NL 200/400 flop pot 900: SB 600; C out of turn", {"name": "C", "price": 600, "players": 3}),
    ("NL 200/400: A 1200; B to act; C out of turn", {"name": "C", "price": 1200, "players": 5}),
    # as people say it
    ("$100/$200 NL: A raises to $500; B to act", {"price": 500, "name": "B", "full": 300}),
    ("nl100/200 flop pot \u20ac1,200 heads-up: A 500; B to act", {"price": 500, "pot": 1700}),
    ("2/4 limit: A raises to 4; B to act", {"price": 4, "limit": "fixed limit"}),
    ("NL 1/2: UTG limps; MP opens to 6; CO 3-bets to 20; BTN re-raises to 60; UTG to act", {"price": 60, "front": 2}),
    # how many there are, and who sits where
    ("NL 200/400, heads-up: A 1200; B to act", {"front": 400, "players": 2, "pot": 1600}),
    ("NL 200/400 heads-up: BTN 1200; BB to act", {"front": 400, "players": 2}),
    ("NL 200/400: SB calls; BB to act", {"players": 2, "price": 400, "front": 400, "least": 800}),
    ("NL 200/400 3 players: A 1200; B to act", {"front": 200, "players": 3}),
    ("NL 200/400 3-handed: A 1200; B calls; C to act", {"front": 400, "players": 3}),
    ("NL 200/400 4 players: A 1200; B to act", {"front": 0, "players": 4}),
    ("NL 200/400 9 players: A 1200; B to act", {"front": 0, "players": 9}),
    ("NL 200/400: the button 1200; big blind to act", {"name": "BB", "front": 400, "players": 2}),
    ("NL 200/400 turn pot 3000: A 600; C to act", {"players": 2, "pot": 3600, "opening": True, "least": 1200}),
    ("NL 200/400 turn pot 3000, 4 players: A checks; B 600; A to act", {"players": 2, "front": 0}),
    ("NL 200/400 turn pot 3000 4 players: A 600; C to act", {"players": 4}),
    ("NL 200/400 flop pot 900: BB checks; BTN 450; BB to act", {"price": 450}),
    ("NL 200/400 flop pot 4900: seat 3 to act", {"name": "seat 3", "price": 0, "least": 400, "opening": True}),
    # limits
    ("PL 100/200: A raises to 700; B to act", {"most": 2400, "limit": "pot limit"}),
    ("PL 100/200 flop pot 900: A bets 900; B to act", {"most": 3600}),
    ("FL 4/8: A raises to 8; B to act", {"least": 12, "most": 12, "full": 4, "limit": "fixed limit"}),
    ("FL 4/8 turn pot 24: A 8; B raises to 16; C to act", {"least": 24, "full": 8, "players": 3}),
    ("FL 4/8: A 8; B 12; C 16; D to act", {"least": 0, "may_raise": False}),
    ("FL 4/8 fifth street pot 40: A bets 8; B to act", {"price": 8, "full": 8}),
    ("SL 2-10 blinds 1/2: A 8; B to act", {"least": 14, "most": 18, "limit": "spread limit"}),
]  # fmt: skip

WRONG: dict[str, str] = {
    "": "the line of betting is empty; expected a line such as",
    "hello": "the line must begin with the limit (NL, PL, FL or SL)",
    "NL": "after NL: expected the blinds",
    "NL 200: A 400": "not '200'",
    "FL x": "the small and the big bet",
    "NL 400/200: A to act": "400/200: expected the smaller amount first, and the",
    "NL 0/0": "0/0: expected the smaller amount first, and the larger",
    "FL 4/8/8": "4/8/8: expected two amounts; a third one is a big blind",
    "NL 200/400 blinds 400/200": "blinds: expected the small blind first, not 400/200",
    "SL 2-10: A 8": "give the blinds, as in 'SL 2-10 blinds 1/2'",
    "NL 200/400 in the dark: A 1200": "'in the dark' in 'NL 200/400 in the dark' cannot be",
    "NL 200/400 turn pot 900 ante 50: A 600": "on the turn the antes are already in the pot; give only",
    "NL 200/400 pot 900: A 1200": "before the flop the pot follows from the blinds; with a",
    "PL 100/200 flop: A 200": "give the pot, which pot limit needs, as in 'PL",
    "NL 200/400 1 player: A 1200": "players: expected 2 to 22 in the hand",
    "NL 200/400 99 players: A 1200": "players: expected 2 to 22 in the hand",
    "NL 200/400 2 players: A 1200; B calls; C to act": "expected at most 2 players, not 3: A, B, C",
    "NL 200/400 2 players: A 800; B calls; C calls; BB to act": "expected at most 2 players, not ",
    "NL 200/400: 1200": "expected a player first, as in 'A 1200' or 'BB to act'",
    "NL 200/400: raises to 1200": "expected a player first, as in 'A 1200' or 'BB to act'",
    "NL 200/400: A dances": "'dances' is not an action; expected a total such as 1200",
    "NL 200/400: A raises 1200": "'A raises 1200' is ambiguous; write 'raises to 1200' for",
    "NL 200/400: A 500; B to act": "500 is not a legal bet: A may raise to 800 or more",
    "NL 200/400: A (5000) 6000": "A may raise to 800 at least and 5000 at most",
    "NL 200/400 flop: A 100": "A may bet 400 or more",
    "PL 100/200: A 800": "400 at least and 700 at most",
    "FL 4/8: A 10": "10 is not a legal bet: A may raise to 8",
    "FL 4/8: A 8; B 12; C 16; D 20": "'D 20': D may not raise: the cap of 4 bets is reached",
    "NL 200/400: A checks": "'A checks': A may not check: it must call 400 or fold",
    "NL 200/400 flop: A calls": "A has nothing to call",
    "NL 200/400: A calls 300": "the call is 400; for a call with fewer chips, write",
    "NL 200/400: A all-in": "give the amount of the all-in, as in 'all-in 1150'",
    "NL 200/400: A (1500) all-in 1200": "A is all-in for 1500, including the chips already in front, not for 1200",
    "NL 200/400: A (5000) 1200; B 2400; A (5000) to act": "according to the rest of the line, A has 3800 behind",
    "NL 200/400: A 1200; B 2400; A all-in 900": "A already has 1200 in front",
    "NL 200/400: A (0) to act": "A already has 0 in front",
    "NL 200/400: A folds; B 1200; A to act": "A has folded",
    "NL 200/400: A all-in 1200; B calls; A to act": "'A to act': A is already all-in",
    "NL 200/400: A 1200; C calls; B folds; A to act; C to act": "'A to act': ",
    "NL 200/400: A 1200; B to act; C calls": "it is the turn of B; give the action of B first, or end",
    "NL 200/400: A 1200; A to act": "nobody is left to act: SB, BB counted as folded",
    "NL 200/400 A 1200; B to act": "put a colon before 'A 1200', as in 'NL 200/400: A",
    "NL 200/400 flop pot 600 the button raises to 900": "put a colon before 'the button raises to 900'",
    "NL 200/400 heads-up: BB checks": "nobody is left to act: SB counted as folded, because",
    "NL 200/400 flop pot 900: BTN 300; BB to act": "it is the turn of BB",
    "NL 200/400: A 9999999999999999": "'9999999999999999' is not an action; expected a total",
    "NL 200/400: SB posts 100; A folds; SB to act": "SB is already all-in with the 100 that were posted",
    "NL 200/400: BB posts 500; A to act": "BB has posted a blind of only 400",
    "NL 200/400: A posts 400; A to act": "A has no blind to post; only SB and BB post",
    "NL 200/400 heads-up: SB out of turn": "it is the turn of SB; name the skipped player first, as",
    "NL 200/400 3 players: A folds; A out of turn": "A has folded",
    "NL 200/400 flop pot 600: A to act; C out of turn": "give the number of players, which rules on action out",
    "NL 200/400: A 1200; BTN calls; SB folds; BB calls; ": "nobody is left to act",
    "NL 200/400: A 1.5": "expected a whole number of chips up to 1000000000000",
    "NL 200/400: A 1.2.3": "expected a whole number of chips up to 1000000000000",
    "x" * (LONGEST + 1): "a line of betting has at most 2000 characters, not",
}


@each(("line", "expected"), SPOTS, ids=lambda case: str(case)[:60])
def test_a_line_is_a_spot(line: str, expected: dict[str, Any]) -> None:
    spot = read_spot(line, TDA_2013)
    assert {key: getattr(spot, key) for key in expected} == expected


@each(("line", "told"), WRONG.items(), ids=[line[:60] for line in WRONG])
def test_an_impossible_line_is_refused_with_its_place(line: str, told: str) -> None:
    with pytest.raises(BadNotation) as error:
        read_spot(line, TDA_2013)
    assert told in str(error.value)
    assert "seat 1" not in str(error.value)


def test_the_house_matters() -> None:
    """Short blinds at pot limit: as posted, or as if posted in full."""
    line = "PL 100/200: BB posts 50; A to act"
    assert (read_spot(line, TDA_2013).most, read_spot(line, TDA_2024).most) == (550, 700)
    ante = "NL 200/400 ante 50: BB posts 100; A to act"
    assert read_spot(ante, TDA_2013).pot == read_spot(ante, TDA_2024).pot == 450


def test_the_line_is_played_in_a_hand() -> None:
    table = read_round("NL 200/400: A (5000) 1200; B to act", TDA_2013)
    assert table.names == ("A", "B", "SB", "BB")
    assert table.hand.seat == table.seat == 1
    assert table.hand.stacks[0] == 3800 and table.stacks == {0: 5000}


def test_amounts() -> None:
    assert [chips(text) for text in ("1200", "1_200", "50k", "1.25k", "2m")] == [1200, 1200, 50_000, 1250, 2_000_000]
    _, parts = read_line("NL 1,000/2,000: A 10,000,000, B (1,500) to act")
    assert [(part.amount, part.stack) for part in parts] == [(10_000_000, None), (0, 1500)]


# ---- any text

_WORDS = [
    "A", "B", "C", "SB", "BB", "BTN", "UTG", "seat 3", "(5000)", "(300)", "(0)", "folds", "checks", "calls", "to act",
    "out of turn", "raises to", "bets", "raises by", "all-in", "posts", "1200", "300", "2400", "8", "16", "calls 300",
    ";", ";", ";", ",", "\n", ":",
]  # fmt: skip
_HEADS = ["NL 200/400", "NL 0/400", "PL 100/200", "FL 4/8", "SL 2-10 blinds 1/2", "NL 200/400/400", "NL 1/2 ante 1"]
_MORE = ["", "heads-up", "3 players", "6 players", "22 players", *[f"{street} pot 900" for street in STREETS]]


@given(st.text(max_size=80), st.sampled_from(sorted(HOUSES)))
def test_any_text_is_a_spot_or_is_refused(line: str, house: str) -> None:
    _is_spot_or_refused(line, house)


@given(
    st.sampled_from(_HEADS), st.sampled_from(_MORE), st.lists(st.sampled_from(_WORDS), max_size=14),
    st.sampled_from(sorted(HOUSES)),
)  # fmt: skip
def test_any_words_are_a_spot_or_are_refused(head: str, more: str, words: list[str], house: str) -> None:
    _is_spot_or_refused(f"{head} {more}: {' '.join(words)}", house)


_ACTS = ["folds", "checks", "calls", "1200", "2400", "8", "12", "all-in 700", "all-in 90", "raises by 400", "to act"]


@given(
    st.sampled_from(_HEADS), st.sampled_from(_MORE),
    st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from(_ACTS)), max_size=8),
)  # fmt: skip
def test_a_spot_holds_together(head: str, more: str, acts: list[tuple[str, str]]) -> None:
    """Whatever could be played is a spot in which somebody may act, with the chips that were put in."""
    spot = _is_spot_or_refused(f"{head} {more}: {'; '.join(map(' '.join, acts))}", "tda-2013")
    if spot is not None:
        assert 2 <= spot.players <= 22
        assert spot.front <= spot.price <= spot.pot
        assert not spot.least or spot.least > spot.price
        assert spot.stack is None or spot.stack > 0


def _is_spot_or_refused(line: str, house: str) -> Spot | None:
    try:
        spot = read_spot(line, HOUSES[house])
    except BadNotation:
        return None
    assert isinstance(spot, Spot)
    return spot


def test_another_house_reads_the_same_line() -> None:
    assert read_spot("FL 4/8: A 8; B to act", ROBERTS).price == 8


def test_no_bounds_are_named_where_one_raise_is_allowed() -> None:
    with pytest.raises(BadNotation, match=r"A may raise to 8$"):
        read_spot("FL 4/8: A 5; B to act", ROBERTS)
    with pytest.raises(BadNotation, match=r"A may raise to 400 at least and 700 at most$"):
        read_spot("PL 100/200: A 5000; B to act", ROBERTS.but(pot_limit_blinds="as posted"))


def test_a_ruling_says_how_a_third_amount_above_the_big_blind_was_read() -> None:
    because = {
        line: ruling_on({"topic": "act", "spot": line, "said": "raise"}, CASH)[0].because
        for line in ("NL 1/2/5: A to act", "NL 1/2/2: A to act", "NL 1/2: A to act")
    }
    told = 'The third amount, 5, was read as a big blind ante. For a straddle, write "UTG straddles 5" after the colon.'
    assert [line for line, why in because.items() if told in why] == ["NL 1/2/5: A to act"]
