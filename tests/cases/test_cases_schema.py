"""The JSON Schema of case files says what the reader says: what the package has is valid, what is unknown is not."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from each import each
from needs import SCHEMATHESIS

pytest.importorskip("jsonschema_rs", reason=SCHEMATHESIS.reason)

import jsonschema_rs

from sidepot.cases.case_schema import schema
from sidepot.cases.kinds import KINDS
from sidepot.cases.looks import HandEnd, HandStep
from sidepot.cases.run import read_cases
from sidepot.cases.tables import TYPES, MixTerms, TableEnd, TableStep
from sidepot.cases.tournament_cases import Then
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.floor.rulings import TOPICS
from sidepot.validation.problems import RIGHT

TYPED = re.compile(rf": expected (?:{'|'.join(map(re.escape, RIGHT.values()))}), not ")  # what a wrong type is told as
own_schema = cache(schema)
TEXTS = [file.read_text(encoding="utf-8") for file in files("sidepot.cases").iterdir() if file.name.endswith(".toml")]


@cache
def cases() -> list[dict[str, Any]]:
    """The cases of the package, as data."""
    return [case for text in TEXTS for case in tomllib.loads(text)["case"]]


@cache
def of_kind() -> dict[str, Any]:
    """What decides whether a case of a kind is valid."""
    parts = own_schema()
    return {
        each["title"]: jsonschema_rs.validator_for(each | {"$defs": parts["$defs"]})
        for each in parts["properties"]["case"]["items"]["oneOf"]
    }


class Place(NamedTuple):
    """A table within a case."""

    case: dict[str, Any]
    path: tuple[str | int, ...]

    def with_key(self, key: str) -> dict[str, Any]:
        """The case with one more key in this table, of a value that another key has there."""
        found = deepcopy(self.case)
        table: Any = found
        for part in self.path:
            table = table[part]
        table[key] = deepcopy(next(iter(table.values()), 1))
        return found


def tables_in(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of each table within a value."""
    if isinstance(value, dict):
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from tables_in(part, (*path, key))


def places() -> list[Place]:
    """One table of each sort: by the kind of the case, the keys that lead there, the topic and the command."""
    found: dict[str, Place] = {}
    for case in cases():
        for path in tables_in(case):
            table: Any = case
            for part in path:
                table = table[part]
            names = [part for part in path if isinstance(part, str)]
            sort = (case["kind"], names, table.get("topic"), table.get("do") if case["kind"] == "tournament" else "")
            found.setdefault(str(sort), Place(case, path))
    return list(found.values())


def refusal(case: dict[str, Any]) -> str:
    """Why the reader does not take a case; nothing where it does."""
    try:
        read_cases(f"case = [{inlined(case)}]")
    except BadNotation as error:
        return error.message
    return ""


def inlined(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inlined(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inlined, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def test_every_case_of_the_package_is_valid() -> None:
    for case in cases():
        errors = [f"{case['id']}: {error.message}" for error in of_kind()[case["kind"]].iter_errors(case)]
        assert errors == []
    assert len(cases()) > 1400 and {case["kind"] for case in cases()} == set(KINDS) == set(of_kind())


def test_a_file_is_valid_as_a_whole() -> None:
    data = tomllib.loads(TEXTS[0])
    whole = jsonschema_rs.validator_for(own_schema())
    assert whole.is_valid(data)
    assert not whole.is_valid(data | {"other": 1})
    assert not whole.is_valid({"case": []})
    assert not whole.is_valid({"case": [data["case"][0] | {"kind": "potz"}]})


@pytest.mark.parametrize(("kind", "key", "most"), [("seats", "tables", 22), ("payout", "entries", 100_000)])
def test_counts_have_bounds(kind: str, key: str, most: int) -> None:
    case = next(case for case in cases() if case["kind"] == kind)
    for value, taken in ((most, True), (most + 1, False)):
        changed = case | {key: [value] if isinstance(case[key], list) else value}
        assert of_kind()[kind].is_valid(changed) is taken
        assert ("expected an integer of at most" not in refusal(changed)) is taken


def test_an_unknown_key_is_refused_by_both_wherever_keys_are_known() -> None:
    """Where keys are names of players, only the reader can tell; it must take nothing that the schema refuses."""
    both = 0
    for place in places():
        case = place.with_key("zzz")
        why, valid = refusal(case), of_kind()[case["kind"]].is_valid(case)
        assert "internal error" not in why
        if "unknown" in why or "; the keys are " in why or "? the keys are " in why or "has no field" in why:
            assert not valid, f"{case['id']}, {place.path}: the schema takes it, and the reader: {why}"
            both += 1
        else:
            assert valid or why, f"{case['id']}, {place.path}: the schema refuses it, and the reader takes it"
    assert both > 150


WRONG = [5, "x", True, [], {}, 2.5, ["x"], -1, 10**15 + 1, -1e16]


@pytest.mark.long
@each("wrong", WRONG, ids=repr)
def test_a_value_that_the_schema_refuses_is_refused_by_the_reader(wrong: Any) -> None:
    """And what the reader refuses for its type, the schema does too."""
    refused = 0
    for place in places()[WRONG.index(wrong) % 3 :: 3]:  # each place gets a third of the values
        for key in list(_at(place.case, place.path)):
            case = deepcopy(place.case)
            _at(case, place.path)[key] = wrong
            if not isinstance(case.get("kind"), str) or case["kind"] not in KINDS:
                continue
            why, valid = refusal(case), of_kind()[case["kind"]].is_valid(case)
            assert "internal error" not in why, (case["id"], place.path, key)
            assert valid or why, (case["id"], place.path, key)
            assert not (valid and TYPED.search(why)), (case["id"], place.path, key, why)
            refused += not valid
    assert refused > 60


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def test_each_key_of_the_reader_is_in_the_schema() -> None:
    kinds = {each["title"]: each["properties"] for each in own_schema()["properties"]["case"]["items"]["oneOf"]}
    for name, kind in KINDS.items():
        assert set(kind.body.__struct_encode_fields__) <= set(kinds[name])
    parts = own_schema()["$defs"]
    for struct in (HandStep, HandEnd, TableStep, TableEnd, Then):
        assert set(parts[struct.__name__]["properties"]) == set(struct.__struct_encode_fields__)
    assert set(kinds["table"]["table"]["properties"]) == {*MixTerms.__struct_fields__, *TYPES}
    for name in ("Facts", "LiveFacts"):
        told = {each["properties"]["topic"]["const"]: set(each["properties"]) for each in parts[name]["oneOf"]}
        assert told == {name: {"topic", *topic.facts.__struct_fields__} for name, topic in TOPICS.items()}


def test_it_is_printed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["check", "--schema"]) == 0
    assert json.loads(capfd.readouterr().out) == json.loads(json.dumps(own_schema()))
    assert run(["check", "--schema", str(tmp_path)]) == 2
    assert "runs no cases" in capfd.readouterr().err
