"""`sidepot tournament balance` and `button`: who moves where, and where the button goes, by the book of the house."""

from __future__ import annotations

import json
from typing import Any

import pytest
from each import each

from sidepot.cli import tournament_balance, tournament_button
from sidepot.errors import BadNotation

LONG, SHORT = "A/btn,B,C,D,E,F,G,H", "I,J/btn,K,-,L,-,-,-"
EXAMPLE = "A/sb/out,-,-,B/bb,C,D,E,F,G/btn"  # of rule 36-B


def balance(*tables: str, **given: Any) -> None:
    told = {"pin": None, "stud": False, "frozen": False, "all_moves": False, "house": None, "json": False} | given
    tournament_balance.command(list(tables), **told)


def button(table: str, **given: Any) -> None:
    tournament_button.command(table, **({"new": None, "house": None, "json": False} | given))


def told(capfd: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capfd.readouterr().out)


def test_the_next_big_blind_goes_to_the_worst_open_seat(capfd: pytest.CaptureFixture[str]) -> None:
    balance(LONG, SHORT)
    shown = capfd.readouterr().out
    assert "D moves from table 1 seat 4 to table 2 seat 6.  TDA-2013:10-A" in shown
    assert "Table 2 stops after its hand, until players come.  TDA-2013:10-D" in shown
    balance(LONG, SHORT, json=True, house="tda-2026")
    found = told(capfd)
    (move,) = found["moves"]
    assert (move["player"], move["from_table"], move["from_seat"]) == ("D", 1, 4)
    assert (move["to_table"], move["to_seat"], move["big_blind_within"]) == (2, 6, 1)
    assert (move["cite"], found["halts"][0]["cite"]) == ("TDA-2026:12-A", "TDA-2026:12-D")


def test_all_moves_until_the_tables_are_even(capfd: pytest.CaptureFixture[str]) -> None:
    balance(LONG, SHORT, all_moves=True, json=True)
    assert [(move["player"], move["to_seat"]) for move in told(capfd)["moves"]] == [("D", 6), ("E", 7)]


def test_a_pinned_player_stays_and_even_tables_move_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    balance(LONG, SHORT, pin=["D"], json=True)
    assert told(capfd)["moves"][0]["player"] == "E"
    balance("A/btn,B,C", "D/btn,E,F", house="tda-2024")
    assert capfd.readouterr().out == "Nobody has to move.  TDA-2024:11-A\n"


def test_in_stud_the_seat_that_opened_last_is_filled(capfd: pytest.CaptureFixture[str]) -> None:
    balance("A,B,C,D", "E,-,-,F/out", stud=True, json=True)
    (move,) = told(capfd)["moves"]
    assert (move["player"], move["to_seat"], move["big_blind_within"]) == ("D", 4, 0)


@each(
    ("tables", "given", "said"),
    [
        ((LONG,), {}, "two or more tables"),
        ((LONG, "A,B"), {}, "A sits at two tables"),
        ((LONG, SHORT), {"pin": ["Z"]}, "--pin Z: no player of that name"),
        ((LONG, "X"), {}, "2 to 22 seats"),
        ((LONG, "X,,Y"), {}, "seat 2 in 'X,,Y': write a name"),
        ((LONG, "X/dealer,Y"), {}, "unknown mark 'dealer'; expected btn, sb, bb or out"),
        ((LONG, "X/btn,Y/btn"), {}, "btn is given for two seats"),
        ((LONG, "X/sb,Y/bb"), {}, "give the button too"),
        ((LONG, "X/btn,Y/sb"), {}, "give the big blind too"),
        ((LONG, "-/btn,Y,Z"), {}, "the button is at an empty seat"),
        ((LONG, "X,X"), {}, "X sits in two seats"),
        ((LONG, "X,-/out,Y"), {}, "the seat is empty, so nobody can be out"),
    ],
)
def test_impossible_tables_are_refused(tables: tuple[str, ...], given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadNotation) as error:
        balance(*tables, **given)
    assert said in str(error.value)


def test_the_example_of_a_dead_button_over_empty_seats(capfd: pytest.CaptureFixture[str]) -> None:
    button(EXAMPLE, house="tda-2026")
    assert capfd.readouterr().out.startswith(
        "Button: seat 3, which is empty\nSmall blind: seat 4, B\nBig blind: seat 5, C\nThe dead button goes on over"
    )
    button(EXAMPLE, house="tda-2026", json=True)
    found = told(capfd)
    assert found["button"] == {"seat": 3, "player": None} and found["cite"] == "TDA-2026:36-B"
    button(EXAMPLE, house="tda-2024", json=True)
    found = told(capfd)
    assert found["button"] == {"seat": 1, "player": None} and found["cite"] == "TDA-2024:32"
    assert (found["small_blind"]["player"], found["big_blind"]["player"]) == ("B", "C")


@pytest.mark.parametrize(
    ("house", "cite"), [("tda-2013", "TDA-2013:33"), ("tda-2024", "TDA-2024:34-B"), ("tda-2026", "TDA-2026:36-C")]
)
def test_heads_up_the_small_blind_has_the_button(house: str, cite: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Nobody is big blind twice running: where the next player would be again, the button is arranged for it."""
    for table, small, big in (
        ("A/btn,B/sb,C/bb/out", "B", "A"),
        ("A/btn,B/sb/out,C/bb", "C", "A"),
        ("A/btn,B/bb", "B", "A"),
    ):
        button(table, house=house, json=True)
        found = told(capfd)
        assert (found["button"]["player"], found["big_blind"]["player"]) == (small, big), table
        assert found["cite"] == cite
    button("A/btn,B/bb", house=house)
    assert capfd.readouterr().out.startswith("Button: seat 2, B, with the small blind\nBig blind: seat 1, A\n")


def test_other_hands(capfd: pytest.CaptureFixture[str]) -> None:
    button("A/btn,B,C,D", json=True)
    found = told(capfd)
    assert [found[one]["player"] for one in ("button", "small_blind", "big_blind")] == ["B", "C", "D"]
    assert found["cite"] == "TDA-2013:31"
    button("A/btn,B,C,D", house="home", json=True)
    assert told(capfd)["cite"] == "PG:51"
    button("A/btn,B/sb,N,C/bb,D", new=["N"], json=True)
    assert told(capfd)["not_dealt_in"] == ["N"]
    button("A/btn,B/sb,N,C/bb,D", new=["N"])
    assert "Not dealt in: N" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("table", "given", "said"),
    [
        ("A,B", {}, "mark the button of the last hand"),
        ("A/btn,B/out", {}, "a hand needs at least two players, but the table has only 1"),
        ("A/btn,B,C", {"new": ["Z"]}, "--new Z: no player of that name sits there"),
    ],
)
def test_malformed_tables_are_refused(table: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadNotation) as error:
        button(table, **given)
    assert said in str(error.value)


def test_a_frozen_button_stays_for_the_next_hand_with_blinds(capfd: pytest.CaptureFixture[str]) -> None:
    """Of a mix at a game without blinds: C had the big blind, and has it when the blinds come back (10-B)."""
    balance(LONG, SHORT, frozen=True)
    assert "C moves from table 1 seat 3 to table 2 seat 6.  TDA-2013:10-A" in capfd.readouterr().out
    with pytest.raises(BadNotation, match="give --frozen for a mix"):
        balance("A,B,C,D", "E,-,-,F/out", stud=True, frozen=True)
