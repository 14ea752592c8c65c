"""`sidepot verify` and `sidepot rng` from the command line: what they print, how they end, and what the page says."""

from __future__ import annotations

import doctest
import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from fair_hands import fair_hand
from places import ROOT

from sidepot.cli.app import run
from sidepot.room.fairness import selftest
from sidepot.room.fairness.record import encode_record

PAGE = (ROOT / "docs" / "explanation" / "fairness.md").read_text(encoding="utf-8")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "HAND.json"
    path.write_bytes(encode_record(fair_hand(4, floor=False).record(1)))
    return path


def test_a_record_that_holds(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(record)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("hand 7 at Table 1, as player 1 saw it: ")
    assert out.endswith("All checks passed.\n")
    assert out.count(" holds: ") == 5


def test_as_json_and_from_standard_input(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert run(["verify", "-", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["holds"] is True
    assert [check["name"] for check in found["checks"]] == ["form", "chain", "rules", "order", "cards"]
    assert run(["verify", str(record), "--root", found["roots"][0], "--link", found["link"]]) == 0
    assert "pinned  holds: the root and the link match your notes" in capsys.readouterr().out


def test_a_record_that_does_not_hold(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(record.read_bytes())
    document["items"][0]["players"][0] = "somebody else"
    record.write_text(json.dumps(document), encoding="utf-8")
    assert run(["verify", str(record)]) == 1
    out = capsys.readouterr().out
    assert "chain   DOES NOT HOLD: the chain breaks at item 0" in out
    assert out.endswith("The record does not hold.\n")
    assert run(["verify", str(record), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False


def test_another_root_than_the_one_that_was_noted(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(record), "--root", "00" * 32]) == 1
    assert "pinned  DOES NOT HOLD: the first root is not the one you noted" in capsys.readouterr().out


@pytest.mark.parametrize(
    "args", [["verify"], ["verify", "/no/such/file"], ["rng"], ["rng", "selftest", "--shuffles", "5"]]
)
def test_bad_usage(args: list[str]) -> None:
    assert run(args) == 2


def test_a_file_that_is_no_record_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(record), "--root", "xyz"]) == 2
    assert "hexadecimal" in capsys.readouterr().err
    document = json.loads(record.read_bytes())
    document["links"][0] = "AB"
    for text in ("", "{}", "[1]", json.dumps(document)):
        record.write_text(text, encoding="utf-8")
        assert run(["verify", str(record)]) == 2
        assert capsys.readouterr().err.startswith(f"error: {record}: ")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["verify"], ["rng"], ["rng", "selftest"]):
        assert run([*command, "--help"]) == 0
        out = capsys.readouterr().out
        assert "Examples:" in out
        assert "Exit codes:" in out


def test_the_self_test(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the statistics find is looked at in another file, with seeded bytes; here, how it is told."""
    good = selftest.Result("positions", True, 2600.5, 2418.97, 2790.54, 2, "each card at each place")
    monkeypatch.setattr(selftest, "selftest", lambda shuffles: [good])
    assert run(["rng", "selftest"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("20,000 shuffles per statistic, bounds at 99 %\n")
    assert (
        "positions       holds  each card at each place: 2,600.50, between 2,418.97 and 2,790.54, drawn 2 times" in out
    )
    bad = selftest.Result("known answers", False, 1, 0, 0, 1, "wrong: root")
    monkeypatch.setattr(selftest, "selftest", lambda shuffles: [good, bad])
    assert run(["rng", "selftest", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["holds"], found["shuffles"], found["level"]) == (False, 20_000, 0.99)
    assert [test["holds"] for test in found["tests"]] == [True, False]


def test_differing_known_answers_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "answers", lambda: {"order": "00", "root": "", "link": "", "cut": "45"})
    found = selftest.known_answers()
    assert not found.holds
    assert found.says == "wrong: order, root, link"


def test_the_documented_output_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ((line, printed),) = re.findall(r"```console\n\$ sidepot (.*)\n([^`]+)```", PAGE)
    assert run(shlex.split(line)) == 0
    assert capsys.readouterr().out == printed


def test_a_record_is_checked_without_the_code_of_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ((code),) = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(code, {}, "fairness.md", "fairness.md", 0)
    assert len(test.examples) > 12
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("where", ["whole", "items", "own", "openings"])
def test_a_record_that_is_nested_too_deep_is_no_record(
    record: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    """ "Exit codes: 2 no record"."""
    deep = "[" * 100_000 + "]" * 100_000
    document = json.loads(record.read_bytes())
    if where == "items":
        document["items"][1]["x"] = "DEEP"
    elif where == "own":
        document["own"][0]["event"]["x"] = "DEEP"
    else:
        document[where] = "DEEP"
    record.write_text(deep if where == "whole" else json.dumps(document).replace('"DEEP"', deep), encoding="utf-8")
    assert run(["verify", str(record)]) == 2
    told = capsys.readouterr().err
    assert "HAND.json" in told and "internal" not in told
