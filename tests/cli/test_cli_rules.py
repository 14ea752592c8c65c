"""`sidepot rules`, run as a user runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sidepot.cli.app import run
from sidepot.rules.index import rules

KEYS = ["id", "gist", "kind", "home", "cases", "state"]


def rows_of(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    assert run(["rules", "--json", *args]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["rules"]
    rows: list[dict[str, Any]] = document["rules"]
    return rows


def test_json_has_every_row_in_the_agreed_shape(capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(capsys)
    assert len(rows) == 302
    for row in rows:
        assert list(row) == KEYS
        assert row["state"] in ("done", "planned", "policy")
        assert row["kind"] and set(row["kind"]) <= set("ERDLAFH")
        assert isinstance(row["cases"], list)


def test_json_of_one_row(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = rows_of(capsys, "t41a1")
    assert row["id"] == "T41A1"
    assert row["home"] == "sidepot.hand.betting:Betting.bounds"


def test_rows_are_chosen_by_state_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    done = rows_of(capsys, "--state", "done", "--kind", "e")
    assert [row["id"] for row in done] == [rule.id for rule in rules() if rule.state == "done" and "E" in rule.kind]
    planned = rows_of(capsys, "--state", "planned")
    assert [row["id"] for row in planned] == [rule.id for rule in rules() if rule.state == "planned"]


def test_a_row_in_full_says_where_the_code_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "TDA-2013:41-A"]) == 0
    out = capsys.readouterr().out
    assert "T41A1" in out
    assert "sidepot.hand.betting:Betting.bounds" in out
    assert "betting.py:" in out


def test_a_planned_row_says_what_it_waits_for(capsys: pytest.CaptureFixture[str]) -> None:
    planned = next(rule for rule in rules() if rule.state == "planned")
    assert run(["rules", planned.id]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"missing {planned.missing}" in out


def test_a_number_of_2024_shows_the_rows_that_stand_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "TDA-2024:45-A"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("TDA-2024:45-A ")
    assert "\nT43 " in out
    assert "45A, 45B" in out


def test_a_row_named_twice_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["id"] for row in rows_of(capsys, "SD-1", "sd-1")] == ["SD-1"]


def test_the_table_lists_every_row_and_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    out = capsys.readouterr().out
    assert [rule.id for rule in rules() if f" {rule.id} " not in out] == []
    assert "302 rules: " in out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["SD-99"], "did you mean SD-9"),
        (["nonsense"], "ids look like"),
        (["--state", "gone"], "'gone'"),
        (["--kind", "x"], "'x'"),
    ],
)
def test_bad_input_is_one_clear_error(capsys: pytest.CaptureFixture[str], args: list[str], told: str) -> None:
    assert run(["rules", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert told in output.err
    assert "Traceback" not in output.err
