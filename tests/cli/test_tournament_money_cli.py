"""`sidepot tournament payout` and `sidepot tournament icm`: what they print, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from each import each
from typer.main import get_command

from sidepot.cli import common, tournament_money
from sidepot.errors import SidepotError


def run(*args: str) -> int:
    """One command line of the group, as the program runs it."""
    app = typer.Typer(add_completion=False)
    app.command("payout")(tournament_money.payout)
    app.command("icm")(tournament_money.icm)
    try:
        get_command(app).main(args=list(args), standalone_mode=False)
        return common.OK
    except SidepotError as error:
        return common.report(error)


def run_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert run(*args, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_payout_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "payout", "--entries", "9", "--pool", "972", "--percents", "50,30,20")
    assert found == {
        "entries": 9,
        "pool": 972,
        "paid": [
            {"place": 1, "amount": 487, "percent": 50.103},
            {"place": 2, "amount": 291, "percent": 29.938},
            {"place": 3, "amount": 194, "percent": 19.959},
        ],
    }


def test_payout_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("payout", "-n", "180", "--pool", "360,000", "--table", "flat", "--round", "100", "--min", "4000") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "57,900", "16.083"] in lines and ["28-36", "4,000", "1.111"] in lines
    assert sum("-" in line[0] for line in lines if line and line[0][0].isdigit()) == 5  # the groups that are paid alike


def test_payout_of_a_satellite(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("payout", "--entries", "50", "--pool", "1000", "--satellite", "215") == 0
    out = capsys.readouterr().out
    assert "5 paid, 4 seats" in out and "1-4" in out and "140 does not buy a seat; place 5 gets it" in out


def test_payout_of_a_satellite_with_fewer_entries_than_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("payout", "--entries", "3", "--pool", "1000", "--satellite", "215") == 0
    out = capsys.readouterr().out
    assert "3 paid, 3 seats" in out
    assert "a seat for every entry; all share the 355 left over" in out
    found = run_json(capsys, "payout", "--entries", "3", "--pool", "1000", "--satellite", "215")
    assert [line["amount"] for line in found["paid"]] == [334, 333, 333]
    assert (found["seats"], found["over_seats"]) == (3, 355)


def test_icm_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "icm", "Ann=50", "Bo=30,20", "--prizes", "70 30")
    assert list(found) == ["method", "values", "places", "deal"] and found["method"] == "exact"
    assert [each["player"] for each in found["values"]] == ["Ann", "Bo", "3"]
    assert [round(each["value"], 2) for each in found["values"]] == [45.18, 32.25, 22.57]
    assert {each["error"] for each in found["values"]} == {0}
    assert found["places"][0]["chances"] == pytest.approx([0.5, 0.339285714])
    assert [each["amount"] for each in found["deal"]["paid"]] == [45, 32, 23]
    assert found["deal"]["by"] == "icm" and found["deal"]["kept"] == 0


def test_icm_with_something_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("icm", "15000,12000,9750", "--prizes", "10000/7600/5000", "--keep-first", "1000") == 0
    out = capsys.readouterr().out
    assert "7,938.57" in out and "7,531" in out and "40.8 %" in out and "1,000 is kept for the winner" in out
    assert "nothing is left" not in out.lower()


def test_icm_by_chips(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("icm", "9000,500,500", "--prizes", "500,300,200", "--chop") == 0
    out = capsys.readouterr().out
    assert "deal by chips" in out and "560" in out and "more than the first prize" in out


def test_icm_of_a_large_field(capsys: pytest.CaptureFixture[str]) -> None:
    stacks = ",".join(str(1000 + 10 * at) for at in range(105))
    found = run_json(capsys, "icm", stacks, "--prizes", "500,300,200")
    assert found["method"] == "integral" and found["places"] == []
    assert sum(each["amount"] for each in found["deal"]["paid"]) == 1000
    assert 0 < found["values"][0]["error"] < 1e-5


@each(
    ("line", "says"),
    [
        ("payout --entries 9 --pool 9.72", "count in cents: 972"),
        ("payout --entries 0 --pool 972", "--entries: expected a number of entries from 1"),
        ("payout --entries nine --pool 972", "--entries: expected a number of entries, not 'nine'"),
        ("payout --entries 9 --pool 1000000000000000000", "from 1 to 1,000,000,000,000,000"),
        ("payout --entries 9 --pool 972 --percents 50,30,19", "the percentages add up to 99, not 100: 1 is missing"),
        ("payout --entries 9 --pool 972 --percents 50,x", "'x' is not a percentage"),
        ("payout --entries 9 --pool 972 --percents ,", "',' is empty"),
        ("payout --entries 9 --pool 972 --table steap", "did you mean 'steep'?"),
        ("payout --entries 9 --pool 972 --table flat --percents 100", "not both"),
        ("payout --entries 9 --pool 972 --satellite 10 --table flat", "omit --percents and --table"),
        (
            "payout --entries 9 --pool 972 --satellite 10 --min 5",
            "a satellite pays seats of equal value, so it cannot have percentages or a minimum prize",
        ),
        ("payout --entries 9 --pool 972 --satellite 0", "--satellite: expected a whole amount from 1"),
        ("payout --entries 9 --pool 972 --round 0", "--round: expected a whole amount from 1"),
        ("payout --entries 2000000 --pool 972", "entries: expected 1 to 1,000,000"),
        ("icm 50,30 --prizes 5,3,2", "expected 1 to 2 prizes still to be won, not 3"),
        ("icm 50,0 --prizes 5,3", "the stack of 2"),
        ("icm 50,-1 --prizes 5,3", "the stack of 2"),
        ("icm Ann=50 Ann=30 --prizes 5,3", "Ann is named twice"),
        ("icm =50 30 --prizes 5,3", "put a name before the ="),
        ("icm 50 --prizes 5", "a deal needs at least two players; the only player left has won"),
        ("icm 50,30 --prizes 3,5", "place 2 (5) must not get more than place 1 (3)"),
        ("icm 50,30 --prizes 5,3 --keep-first 3", "at most 2 of the first prize (5) can be kept for the winner, not 3"),
        ("icm 50,30 --prizes five", "--prizes: expected a whole amount"),
        (f"icm {'5,' * 1001} --prizes 5", "STACKS: expected at most 1000"),
    ],
)
def test_wrong_amounts_are_refused(line: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*line.split()) == 2
    told = capsys.readouterr()
    assert told.out == "" and says in told.err and told.err.count("\n") == 1
