"""`sidepot rules`, run as a user runs it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from each import each

from sidepot.cli.app import run
from sidepot.rules.bookshelf import find_book
from sidepot.rules.index import rules

KEYS = ["id", "gist", "kind", "home", "cases", "state"]
MORE = ["title", "number", "missing", "same_as", "says", "since", "was", "seen", "source", "parallels"]


def rows_of(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    assert run(["rules", "--json", *args]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["rules"]
    rows: list[dict[str, Any]] = document["rules"]
    return rows


def test_json_has_every_row_in_the_agreed_shape(capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(capsys)
    assert len(rows) == 304
    for row in rows:
        assert list(row) == [*KEYS, *MORE]
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


def test_no_row_is_planned_any_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--json"]) == 0
    states = {rule.id: rule.state for rule in rules()}
    assert states and "planned" not in states.values()
    assert '"planned"' not in capsys.readouterr().out


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
    assert "304 rules: " in out


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


# ---- books, history, search


def document_of(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert run(["rules", "--json", *args]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_a_book_as_json_has_its_rows_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    document = document_of(capsys, "--book", "tda-2024")
    assert list(document) == ["book", "rules"]
    assert document["book"]["edition"] == "TDA-2024"
    assert document["book"]["second_hand"] == 0
    assert sum(document["book"]["states"].values()) == len(document["rules"]) == len(find_book("tda-2024").rules)


def test_a_book_of_the_terminal_marks_what_is_from_a_second_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--book", "tda-2026"]) == 0
    out = capsys.readouterr().out
    assert " 37-E* " in out
    assert "known from a retelling, not from the text" in out
    assert "https://www.pokertda.com" in out
    assert run(["rules", "--book", "tda-2024", "--state", "policy"]) == 0
    out = capsys.readouterr().out
    assert " RP-20 " in out
    assert "retelling" not in out


def test_a_rule_is_followed_through_the_editions(capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(capsys, "history", "43")["rules"]
    assert [rule["title"] for rule in found] == ["Calling", "Size of a raise", "Several chips"]
    several = {edition["edition"]: edition["numbers"] for edition in found[2]["editions"]}
    assert several["TDA-2013"] == ["43"]
    assert several["TDA-2017"] == []
    assert several["TDA-2024"] == ["45"]
    assert several["TDA-2026"] == ["47"]
    assert run(["rules", "history", "TDA-2024:29"]) == 0
    out = capsys.readouterr().out
    assert "2013  27\n" in out
    assert "2017  number not seen\n        29: The director decides" in out


def test_missing_rules_and_unseen_numbers_are_distinguished(capsys: pytest.CaptureFixture[str]) -> None:
    (rule,) = document_of(capsys, "history", "TDA-2026:73")["rules"]
    assert [(edition["known"], edition["numbers"]) for edition in rule["editions"]] == [
        (True, []),
        (False, []),
        (False, []),
        (True, []),
        (True, []),
        (True, ["73"]),
    ]


def test_rules_are_found_by_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert document_of(capsys, "find", "chip", "on", "the", "floor")["found"][0]["id"] == "TDA-2024:64"
    document = document_of(capsys, "find", "chip on the floor", "--book", "tda-2026")
    assert document["found"][0]["id"] == "TDA-2026:66"
    assert run(["rules", "find", "chip on the floor"]) == 0
    assert "also TDA-2026:66" in capsys.readouterr().out


@each(
    ("args", "told"),
    [
        (["--book", "tda-1999"], "there is no book 'tda-1999'"),
        (["history"], "name one rule"),
        (["history", "TDA-2019:3"], "the rule numbers of 2019 are not available"),
        (["history", "TDA-1999:3"], "unknown edition TDA-1999"),
        (["history", "99"], "no rule of the TDA has the number"),
        (["history", "chips"], "expected the number of a TDA rule"),
        (["find"], "give the words to search for"),
        (["find", "x", "--state", "done"], "omit them with find"),
        (["history", "43", "--book", "roberts"], "omit it with history"),
    ],
)
def test_an_impossible_question_is_one_clear_error(
    capsys: pytest.CaptureFixture[str], args: list[str], told: str
) -> None:
    assert run(["rules", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert told in output.err
