"""`sidepot convert`: hands of one format in another, one by one, and what cannot be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidepot.cli.app import run
from sidepot.formats.phh import read_phh

SAMPLES = Path(__file__).parent.parent / "formats" / "sites"


@pytest.mark.parametrize(("kind", "suffix"), [("phh", ".phhs"), ("ohh", ".ohh"), ("stars", ".txt")])
def test_each_format_is_written_and_replays(
    kind: str, suffix: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    files = [str(SAMPLES / name) for name in ("gg.txt", "pot.ohh", "winamax.txt")]
    assert run(["convert", *files, "--to", kind, "--out", str(tmp_path / "new"), "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert (report["hands"], report["written"], report["problems"]) == (3, 3, [])
    assert [Path(file).suffix for file in report["files"]] == [suffix] * 3
    assert run(["replay", str(tmp_path / "new"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["matched"] == 3


def test_inexpressible_hands_are_named_and_the_others_go_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new"
    assert run(["convert", str(SAMPLES / "stars.txt"), "--to", "ohh", "--out", str(out)]) == 1
    told = capfd.readouterr()
    assert "hand 1002: Open Hand History cannot express Seven-card stud" in told.err
    assert "1 of 4 hands written to 1 file(s)" in told.out
    assert run(["convert", str(SAMPLES / "stars.txt"), "--to", "ohh", "--out", str(tmp_path / "none"), "--strict"]) == 2
    assert "hand 1002" in capfd.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_hand_goes_to_the_screen_from_the_view_of_one(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES / "gg.txt"), "--to", "stars", "--hero", "5ae0f1", "--anonymise"]) == 0
    told = capfd.readouterr().out
    assert "Hero: raises $1.50 to $2.50" in told and "5ae0f1" not in told
    assert (
        run(["convert", str(SAMPLES / "gg.txt"), "--to", "stars", "--hero", "Typo"]) == 1
    )  # else it were all that is known
    told, said = capfd.readouterr()
    assert told == "" and "no player is named 'Typo'" in said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--to", "pdf"], "--to: unknown format 'pdf'; the choices are phh, ohh, stars"),
        (["--to", "phh", "--json"], "give --out DIR"),
    ],
)
def test_bad_usage(more: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES / "gg.txt"), *more]) == 2
    assert said in capfd.readouterr().err


def test_a_file_of_no_format_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary")
    assert run(["convert", str(file), "--to", "phh"]) == 2
    assert "unknown hand-history format" in capfd.readouterr().err


def test_text_without_a_hand_is_named_and_the_others_go_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a-diary.txt").write_text("Dear diary")
    (tmp_path / "hands.txt").write_bytes((SAMPLES / "gg.txt").read_bytes())
    for more in ([], ["--strict"]):
        assert run(["convert", str(tmp_path), "--to", "phh", "--out", f"{tmp_path}-new", *more]) == 0
        told = capfd.readouterr()
        assert "a-diary.txt is not a hand history" in told.err and "1 of 1 hands written to 1 file(s)" in told.out
    assert run(["convert", str(tmp_path / "hands.txt"), str(tmp_path / "a-diary.txt"), "--to", "phh"]) == 0
    assert capfd.readouterr().out.startswith("[")


def test_a_hand_that_is_there_twice_gets_two_headers(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_bytes((SAMPLES / "gg.txt").read_bytes() * 3)
    assert run(["convert", str(tmp_path / "hands.txt"), "--to", "phh", "--out", str(tmp_path / "out")]) == 0
    assert [hand.name for hand in read_phh((tmp_path / "out" / "hands.phhs").read_bytes())] == [
        "HD3001",
        "HD3001-2",
        "HD3001-3",
    ]


def test_the_old_file_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    told = (SAMPLES / "gg.txt").read_text("utf-8")
    file.write_text(told, encoding="utf-8")
    assert run(["convert", str(file), "--to", "stars", "--out", str(tmp_path)]) == 0
    assert file.read_text("utf-8") == told and (tmp_path / "hands-2.txt").exists()


def made(tmp_path: Path) -> Path:
    """A file with a hand that matches, one that does not, and one in which nothing printed can be compared."""
    hand = (SAMPLES / "stars.txt").read_text("utf-8").split("\n\n\n")[0]
    wrong = hand.replace("Hand #1001", "Hand #1002").replace("Ann collected $58", "Ann collected $57")
    party = (SAMPLES / "party.txt").read_text("utf-8")
    file = tmp_path / "hands.txt"
    file.write_text("\n\n\n".join([hand, wrong, party]), encoding="utf-8")
    return file


@pytest.mark.parametrize("kind", ["phh", "ohh", "stars"])
def test_a_hand_that_does_not_come_out_is_marked_and_named(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / kind
    assert run(["convert", str(made(tmp_path)), "--to", kind, "--out", str(out)]) == 1
    told = capfd.readouterr()
    assert "3 of 3 hands written" in told.out
    assert "hand 1002: the result differs from the printed one (written with a mark" in told.err
    assert "1 hand not checked" in told.err
    (file,) = out.iterdir()
    assert file.read_text("utf-8").count("4 is missing, and the rake is 3") == 1
    assert run(["replay", str(file), "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert (found["hands"], found["mismatched"], found["failed"]) == (3, 1, 0)
    assert found["problems"][0]["hand"] == "1002"


@pytest.mark.parametrize("kind", ["phh", "ohh", "stars"])
def test_only_checked_hands_are_written_where_they_are_wanted(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / kind
    assert run(["convert", str(made(tmp_path)), "--to", kind, "--only-checked", "--out", str(out), "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["hands"], told["written"], told["left_out"], told["unchecked"]) == (3, 1, 2, 1)
    assert [one["hand"] for one in told["mismatched"]] == ["1002"]
    assert run(["replay", str(out)]) == 0


def test_a_hand_that_was_not_checked_is_not_checked_in_its_new_history_either(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "party.txt"
    file.write_text((SAMPLES / "party.txt").read_text("utf-8"), encoding="utf-8")
    assert run(["convert", str(file), "--to", "phh", "--out", str(tmp_path / "new")]) == 0
    assert run(["replay", str(tmp_path / "new"), "--json"]) == 0
    assert '"unchecked": 1' in capfd.readouterr().out


def test_strict_writes_nothing_where_a_hand_does_not_come_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new"
    assert run(["convert", str(made(tmp_path)), "--to", "phh", "--strict", "--out", str(out)]) == 2
    assert "hand 1002: the result differs from the printed one" in capfd.readouterr().err and not out.exists()


def test_figures_count_a_hand_that_does_not_come_out_and_name_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["stats", str(made(tmp_path)), "--no-expectation", "--json"]) == 1
    told = capfd.readouterr()
    assert json.loads(told.out)["hands"] == 3 and "hand 1002: does not come out as it is printed" in told.err
