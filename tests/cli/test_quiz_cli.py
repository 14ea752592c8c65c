"""`sidepot quiz`, as a learner uses it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from sidepot.cli.app import run
from sidepot.quiz.paths import final_test, questions_on


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A learner's own folder."""
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))


def typed(monkeypatch: pytest.MonkeyPatch, *lines: object) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_answers_are_explained_and_known_questions_come_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = questions_on("dealer", "tda-2024")
    wrong = next(at for at in range(len(asked[1].answers)) if at != asked[1].right) + 1
    typed(monkeypatch, asked[0].right + 1, "x", wrong)
    assert run(["quiz", "--number", "2"]) == 0
    out = capsys.readouterr().out
    assert "1 of 2 · easy" in out and "Right." in out and "Not right:" in out and "The ruling:" in out
    assert "Type a number from 1 to" in out and "1 of 2 right." in out
    typed(monkeypatch, "q")
    assert run(["quiz"]) == 0
    out = capsys.readouterr().out
    assert asked[1].title in out.split("1 of 10")[0] and f"{len(asked) - 1} of {len(asked)} questions are due" in out


def test_a_topic_may_be_named_and_a_damaged_record_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, "q")
    assert run(["quiz", "--topic", "exposed-card"]) == 0
    assert "A card was exposed" in capsys.readouterr().out
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "quiz.json").write_text("[]")
    assert run(["quiz"]) == 2
    assert "quiz.json: this is not the record of a quiz" in capsys.readouterr().err


@pytest.mark.parametrize(("wrong", "code", "word"), [(10, 0, "Passed"), (11, 1, "Not passed")])
def test_a_final_test_states_the_result_the_book_and_the_date(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wrong: int, code: int, word: str
) -> None:
    test = final_test("floor", "tda-2024", 7)
    answers = [one.right for one in test[wrong:]]
    missed = [(one.right + 1) % len(one.answers) for one in test[:wrong]]
    typed(monkeypatch, *[at + 1 for at in (*missed, *answers)])
    assert run(["quiz", "--path", "floor", "--test", "--seed", "7"]) == code
    out = " ".join(capsys.readouterr().out.split())
    assert f"{word}: {50 - wrong} of 50 right, path floor, by Poker TDA rules of 2024," in out and "test 7." in out
    assert out.count("The ruling:") == wrong


def test_json_has_all_questions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quiz", "--path", "player", "--house", "tda-2013", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["path"], report["house"], report["seed"]) == ("player", "tda-2013", None)
    assert len(report["questions"]) == len(questions_on("player", "tda-2013"))
    assert [one["right"] for one in report["questions"][0]["answers"]].count(True) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--house", "nope"], "nope"),
        (["--topic", "misdeel"], "did you mean misdeal"),
        (["--test", "--topic", "misdeal"], "omit --topic"),
        (["--seed", "3"], "add --test"),
        (["--number", "0"], "--number"),
    ],
)
def test_bad_usage_is_one_clear_error(capsys: pytest.CaptureFixture[str], args: list[str], words: str) -> None:
    assert run(["quiz", *args]) == 2
    assert words in capsys.readouterr().err
