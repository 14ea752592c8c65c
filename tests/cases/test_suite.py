"""The suite for other engines: whole lines, their schema, the runner, and what each engine makes of the cases."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import run_suite
import sidepot_adapter
from each import each
from needs import SCHEMATHESIS
from own_cases import own_cases

import suite as made
from sidepot.cases.case_schema import suite_schema
from sidepot.cases.case_setups import Betting, WholeHand, setup_of
from sidepot.cases.export import VERSION, lines, to_text
from sidepot.cases.mix_cases import MixCase, mix_of
from sidepot.cases.run import read_cases, read_otherwise, run_case
from sidepot.cases.structure_cases import StructureCase, structure_of_case
from sidepot.cases.tables import TableCase, rules_of_table
from sidepot.cases.tournament_cases import TournamentCase, structure_of_tournament
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.games.mixes import Mix
from sidepot.hand.setup import Setup
from sidepot.table.table_rules import TableRules
from sidepot.tournament.structure import Structure

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
ENGINES = {"pokerkit": "pokerkit", "openspiel": "pyspiel", "texasholdem": "texasholdem"}
KEY = tuple[str, str]
REASONS: dict[KEY, str] = {
    (row["engine"], case): row["how"]
    for row in tomllib.loads((ROOT / "suite" / "reasons.toml").read_text(encoding="utf-8"))["reason"]
    for case in row["cases"]
}


@cache
def suite_text() -> bytes:
    """All of the suite, as it is written."""
    return to_text(lines(own_cases()))


@cache
def suite_read() -> list[dict[str, Any]]:
    return [json.loads(line) for line in suite_text().splitlines()]


def suite_header() -> dict[str, Any]:
    return suite_read()[0]


@cache
def suite_lines() -> list[dict[str, Any]]:
    return suite_read()[1:]


@cache
def by_id() -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in suite_lines()}


# ---- the lines


def test_the_header_counts_what_there_is() -> None:
    assert suite_header()["suite"] == "sidepot-cases"
    assert suite_header()["version"] == VERSION
    assert suite_header()["cases"] == len(suite_lines()) == len(own_cases())
    assert (
        sum(book["cases"] for book in suite_header()["books"])
        == sum(suite_header()["kinds"].values())
        == len(own_cases())
    )


def test_the_digest_of_a_book_changes_with_its_cases_and_with_no_others() -> None:
    some = [case for case in own_cases() if case.house in ("tda-2024", "cash")]
    changed = [msgspec.structs.replace(some[0], title="Another"), *some[1:]]
    headers = [json.loads(to_text(lines(each)).splitlines()[0]) for each in (some, changed)]
    before, after = ({book["house"]: book["digest"] for book in each["books"]} for each in headers)
    assert [house for house in before if before[house] != after[house]] == [some[0].house]


def test_every_line_is_valid() -> None:
    jsonschema_rs = pytest.importorskip("jsonschema_rs", reason=SCHEMATHESIS.reason)
    schema = jsonschema_rs.validator_for(suite_schema())
    assert [line.get("id") for line in (suite_header(), *suite_lines()) if not schema.is_valid(line)] == []
    assert not schema.is_valid(suite_lines()[0] | {"more": 1})
    assert not schema.is_valid({key: value for key, value in suite_lines()[0].items() if key != "terms"})
    assert not schema.is_valid(suite_lines()[0] | {"rulebook": {}})


AGREED: dict[type, tuple[type, Callable[[Any, Any], Any]]] = {
    Betting: (Setup, setup_of),
    WholeHand: (Setup, setup_of),
    MixCase: (Mix, lambda body, _: mix_of(body)),
    TableCase: (TableRules, rules_of_table),
    StructureCase: (Structure, lambda body, _: structure_of_case(body)),
    TournamentCase: (Structure, structure_of_tournament),
}


@each("kind", AGREED)
def test_the_terms_of_a_line_are_what_the_case_is_played_by(kind: type) -> None:
    """Read back, they are equal to what the engine makes of the names in the case."""
    agreed, make = AGREED[kind]
    for case in own_cases():
        terms = by_id()[case.id]["terms"]
        if type(case.body) is kind and terms:
            told = {key: value for key, value in terms.items() if key in agreed.__struct_encode_fields__}  # type: ignore[attr-defined]
            wanted = make(case.body, case.house_rules())
            house = {"rulebook": wanted.rulebook} if hasattr(wanted, "rulebook") else {}
            assert msgspec.convert(told | house, agreed, from_attributes=True) == wanted, case.id


def test_the_command_writes_the_suite_and_its_schema(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "cases.jsonl"
    assert run(["check", "--export", str(path), "--rule", "T41B1"]) == 0
    header, *some = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert header["cases"] == len(some) > 5
    assert all("T41B1" in [rule["id"] for rule in line["rules"]] for line in some)
    assert run(["check", "--export", "-", "--schema"]) == 0
    assert json.loads(capsysbinary.readouterr().out) == suite_schema()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--export", "/nowhere/at/all.jsonl", "--rule", "T41B1"], "cannot be written"),
        (["{bad}", "--export", "-"], "a case that cannot be read cannot be exported"),
        (["--export", ""], "the value is empty"),
    ],
)
def test_an_unreadable_case_cannot_be_exported(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[[case]]\nid = 'X'\n", encoding="utf-8")
    assert run(["check", *[word.replace("{bad}", str(bad)) for word in arguments]]) == 2
    assert told in capsys.readouterr().err


def test_the_zip_has_all_that_one_needs(tmp_path: Path) -> None:
    files = made.files()
    assert {
        f"sidepot-cases-{VERSION}.jsonl",
        f"sidepot-cases-{VERSION}.schema.json",
        "run_suite.py",
        "suite.md",
    } <= set(files)
    assert files[f"sidepot-cases-{VERSION}.jsonl"] == suite_text()
    assert len(files["run_suite.py"].splitlines()) <= 100


# ---- readings


READING = """
[[case]]
id = "X"
title = "Two kings"
rules = ["PG-101"]
source = "here"
kind = "rank"
hands = { A = "KsKd", B = "KhKc" }
board = "2s3d4h7c9s"
expect = { order = ["A = B"] }
"""


@pytest.mark.parametrize(
    "told",
    [
        'says = "suits count"',
        'expect = { order = ["A > B"] }',
        'says = "x"\nboard = "2s"\nexpect = { order = ["A > B"] }',
    ],
)
def test_a_reading_says_how_it_reads_and_what_differs(told: str) -> None:
    with pytest.raises(BadNotation, match="a reading needs `says`"):
        read_cases(f"{READING}[[case.readings]]\n{told}")


def test_a_reading_is_read_like_its_case() -> None:
    with pytest.raises(BadNotation, match="is neither a hand in the case"):
        read_cases(f'{READING}[[case.readings]]\nsays = "x"\nexpect = {{ order = ["A > C"] }}')


def test_every_reading_is_another_one_than_ours() -> None:
    for case in own_cases():
        for reading in case.readings:
            other = msgspec.structs.replace(case, body=read_otherwise(case.body, reading))
            assert run_case(other), f"{case.id}: sidepot plays it by this reading, too: {reading['says']}"


# ---- the runner


def test_any_reading_is_enough_for_another_engine() -> None:
    line = next(line for line in suite_lines() if line.get("readings"))
    wanted = line["readings"][-1]
    other = {key: value for key, value in wanted.items() if key != "says"}

    def only_that(case: dict[str, Any]) -> tuple[str, str]:
        is_it = all(case["case"][key] == value for key, value in other.items())
        return ("pass", "") if is_it else ("fail", "otherwise")

    assert run_suite.judge(only_that, line) == ("pass", f"another reading: {wanted['says']}")
    assert run_suite.judge(lambda case: ("fail", "no"), line) == ("fail", "no")


def test_an_error_of_the_engine_is_a_failure_and_another_word_is_none() -> None:
    assert run_suite.attempt(lambda case: ("pass", "") if case["none"] else ("fail", ""), {}) == (
        "fail",
        "KeyError: 'none'",
    )
    with pytest.raises(AssertionError, match="no verdict is 'good'"):
        run_suite.result(lambda case: ("good", ""), suite_lines()[0])


ADAPTER = """
NAME, VERSION = "mine", "1"
def run(case):
    return ("pass", "") if case["kind"] == "pots" else ("cannot express", case["kind"])
"""


def test_the_runner_runs_by_itself_without_sidepot(tmp_path: Path) -> None:
    """Python without packages: -I leaves out the paths, -S the packages."""
    (tmp_path / "cases.jsonl").write_bytes(suite_text())
    (tmp_path / "mine.py").write_text(ADAPTER, encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(ROOT / "suite" / "run_suite.py"), "cases.jsonl", "mine.py"]
    done = subprocess.run([*command, "--json", "out.json"], cwd=tmp_path, capture_output=True, text=True, check=True)
    told = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    pots = sum(line["kind"] == "pots" for line in suite_lines())
    assert (
        f"{len(suite_lines())} cases: {pots} pass, 0 fail, {len(suite_lines()) - pots} cannot be expressed"
        in done.stdout
    )
    assert (told["engine"], told["suite"], len(told["results"])) == ("mine", suite_header(), len(suite_lines()))


# ---- the engines


def test_sidepot_passes_every_case_from_its_line_alone() -> None:
    assert [
        (line["id"], why) for line in suite_lines() for verdict, why in [sidepot_adapter.run(line)] if verdict != "pass"
    ] == []


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_fails_only_where_somebody_found_out_why(name: str) -> None:
    pytest.importorskip(ENGINES[name], reason="`make peers` installs the engines to compare with")
    adapter = importlib.import_module(f"{name}_adapter")
    results = [run_suite.result(adapter.run, line) for line in suite_lines()]
    failed = {one["id"] for one in results if one["verdict"] == "fail"}
    assert failed == {case for engine, case in REASONS if engine == adapter.NAME}
    assert sum(one["verdict"] == "pass" for one in results) > len(failed)
    assert all(one["why"] for one in results if one["verdict"] != "pass")
    page = (ROOT / "docs" / "reference" / "conformance.md").read_text(encoding="utf-8")
    assert all(f"`{one}`" in page for one in failed), "run `make conformance`"


def changed(value: Any) -> Any:
    """Another value of the same sort, for the first number or word in it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value} not"
    key = next(iter(value)) if isinstance(value, dict) else 0
    value[key] = changed(value[key])
    return value


SABOTAGED = {
    "ruling": "verdict", "split": "shares", "rank": "category", "chips": "won", "cut": "pack", "mix": "played",
    "payout": "paid", "places": "places", "icm": "amounts", "balance": "moves", "seats": "sizes", "break": "within",
    "dodging": "big", "structure": "levels", "openstakes": "allowed", "table": "stacks", "hand": "payouts",
    "betting": "pot", "pots": "returned",
}  # fmt: skip


@each("kind", SABOTAGED)
def test_a_changed_expectation_fails(kind: str) -> None:
    key = SABOTAGED[kind]
    line = deepcopy(next(line for line in suite_lines() if line["kind"] == kind and line["case"]["expect"].get(key)))
    assert sidepot_adapter.run(line) == ("pass", "")
    line["case"]["expect"][key] = changed(line["case"]["expect"][key])
    assert sidepot_adapter.run(line)[0] == "fail"


@pytest.mark.parametrize("name", ENGINES)
def test_a_changed_expectation_fails_another_engine_too(name: str) -> None:
    pytest.importorskip(ENGINES[name], reason="`make peers` installs the engines to compare with")
    adapter = importlib.import_module(f"{name}_adapter")
    line = deepcopy(by_id()["SV-101"])
    assert adapter.run(line) == ("pass", "")
    step = next(step for step in line["case"]["script"] if isinstance(step, dict) and "min_raise_to" in step)
    step["min_raise_to"] += 1
    assert adapter.run(line)[0] == "fail"
