"""`sidepot tournament seat`: draws, prints, checks; and says what is wrong with what it is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from each import each

from sidepot.cli.tournament_seat import command
from sidepot.errors import BadNotation, Conflict

GIVEN: dict[str, Any] = {
    "players": None, "names": None, "file": None, "seats": 9, "seed": None, "pin": None, "check": None, "house": None,
    "json": False,
}  # fmt: skip


def seat(**given: Any) -> int:
    try:
        command(**(GIVEN | given))
    except typer.Exit as end:
        return end.exit_code
    return 0


def test_the_draw_is_shown_table_by_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert seat(names="Ann, Bob,Cy,[b]Dee[/b]", seats=3, seed="x", pin=["Ann=2.1", "Bob=1"]) == 0
    shown = capfd.readouterr().out
    assert "4 players at 2 tables; Ann, Bob had a pinned place.  TDA-2013:6" in shown
    assert "Seed: x" in shown
    assert "[b]Dee[/b]" in shown
    assert "seat 3" in shown and "seat 4" not in shown
    assert seat(players=1, seed="x") == 0
    assert "1 player at 1 table." in capfd.readouterr().out


@pytest.mark.parametrize(
    ("house", "cite"), [(None, "TDA-2013:6"), ("tda-2024", "TDA-2024:7"), ("tda-2026", "TDA-2026:8")]
)
def test_the_draw_cites_the_book_of_the_house(house: str | None, cite: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert seat(players=4, seed="x", house=house) == 0
    assert f"4 players at 1 table.  {cite}\n" in capfd.readouterr().out


def test_a_printed_draw_can_be_checked(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert seat(players=23, seed="dice 4 2 6", pin=["Player 07=3.9"], json=True) == 0
    told = capfd.readouterr().out
    record = json.loads(told)
    assert list(record) == ["seed", "seats", "tables", "draw", "pinned"]
    assert (record["seed"], record["seats"], record["tables"], len(record["draw"])) == ("dice 4 2 6", 9, 3, 23)
    assert {"player": "Player 07", "table": 3, "seat": 9} in record["draw"]
    file = tmp_path / "draw.json"
    file.write_text(told, encoding="utf-8")
    assert seat(check=file) == 0
    assert "is correct: all 23 players sit where the seed puts them" in capfd.readouterr().out
    assert seat(check=file, json=True) == 0
    assert json.loads(capfd.readouterr().out) == {"holds": True, "players": 23, "seed": "dice 4 2 6", "problems": []}

    one, two = record["draw"][1:3]
    one["player"], two["player"] = two["player"], one["player"]
    file.write_text(json.dumps(record), encoding="utf-8")
    assert seat(check=file) == 1
    shown = capfd.readouterr().out
    assert "The draw is wrong" in shown
    assert shown.count("and by the seed table") == 2
    assert seat(check=file, json=True) == 1
    assert json.loads(capfd.readouterr().out)["holds"] is False


def test_names_come_from_a_file_and_a_seed_is_made_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "players.txt"
    file.write_text("Ann\n\n  Bob \nCy\n", encoding="utf-8")
    seeds = []
    for _ in range(2):
        assert seat(file=file, json=True) == 0
        record = json.loads(capfd.readouterr().out)
        assert [one["player"] for one in record["draw"]] == ["Ann", "Bob", "Cy"]
        assert len(record["seed"]) == 16
        seeds.append(record["seed"])
    assert seeds[0] != seeds[1]


@each(
    ("given", "said"),
    [
        ({}, "name the players"),
        ({"players": 3, "names": "a"}, "name the players"),
        ({"names": " , "}, "no names in --names"),
        ({"names": "a", "pin": ["a"]}, "expected NAME=TABLE.SEAT"),
        ({"names": "a", "pin": ["a=1.x"]}, "expected NAME"),
        ({"names": "a", "pin": ["a=1."]}, "expected NAME"),
        ({"names": "a", "pin": ["b=1"]}, "'b' is not one of the 1 players"),
        ({"names": "a", "pin": ["a=1.0"]}, "seats are numbered from 1"),
        ({"names": "a", "pin": ["a=1.1", "a=1.2"]}, "a already has a place"),
        ({"names": "a,a"}, "a appears twice in the draw"),
        ({"names": "a", "pin": ["a=2.1"]}, "table 2, given for a, is not one of the tables of the draw: 1"),
        ({"names": "a", "pin": ["a=1.10"]}, "seat 10 at table 1, given for a, is not open"),
        ({"names": "a", "seed": ""}, "the seed is empty; give any text, preferably one that nobody could choose alone"),
        ({"names": "a", "check": Path("x")}, "takes everything from the record"),
    ],
)
def test_an_impossible_draw_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises((BadNotation, Conflict), match=said):
        seat(**given)


@each(
    ("text", "said"),
    [
        ("no json", "line 1: column 1: invalid JSON: 'no'; expected a value"),
        ("{}", "line 1: the record of a draw is invalid: the key 'seed' is missing; it is text in quotes"),
        (b"\xff", "line 1: byte 0xff is not UTF-8"),
        ('{"seed": "x", "seats": 1, "tables": 1, "draw": []}', "tables with 2 to 22 seats"),
        ('{"seed": "x", "seats": 9, "tables": -1, "draw": []}', "tables with 2 to 22 seats"),
        ('{"seed": "x", "seats": 9, "tables": 1, "draw": [{"player": "a", "table": 1}]}', "every player needs a seat"),
        ('{"seed": "x", "seats": 9, "tables": 1, "draw": [], "more": 1}', "unknown key 'more'"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, text: str | bytes, said: str) -> None:
    file = tmp_path / "draw.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadNotation, match=said):
        seat(check=file)


def test_a_record_that_no_draw_can_have_does_not_hold(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "draw.json"
    place = {"player": "a", "table": 1, "seat": 1}
    for draw in ([place, place], [place | {"table": 7}], [place | {"player": ""}], [place | {"seat": 12}]):
        file.write_text(json.dumps({"seed": "x", "seats": 9, "tables": 1, "draw": draw}), encoding="utf-8")
        assert seat(check=file) == 1
        assert "The draw is wrong" in capfd.readouterr().out
