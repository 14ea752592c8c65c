"""Every command line in README, docs, examples and `--help` is one that works: it is read from there, and run.

Each runs in a folder of its own with the files that it speaks of. What would take long is run on fewer hands or
players, after its own words were read by the command; what cannot run in a test is read by the command and named below.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Collection
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from each import each
from needs import CORPORA
from shown_commands import ROOT, ShownCommand, all_commands, shown_commands
from typer.core import TyperCommand

from sidepot.cli.app import run
from sidepot.cli.common import BAD_INPUT, DOES_NOT_HOLD, OK

LINES = shown_commands()
# Lines that are read by the command and not run, by how they begin, with the reason.
ONLY_READ = {
    "serve": "it serves until it is stopped: tests/web/test_web_serve.py runs it",
    "bench --peers": "the peers are not installed for tests: tests/testing/test_peers.py plays with those that are",
    "tracker": "it serves a page until it is stopped: tests/tracker/test_serving.py asks it",
    "check": "all cases of the package: tests/cases/test_cases.py runs each of them",
    "rules diff cash ours": "the reader makes this house first",
    "rules ID": "ID stands for a rule",
    "games NAME": "NAME stands for a game",
    "rule TOPIC": "TOPIC and what follows stand for facts",
    "replay DIR": "DIR stands for a folder that a line above it writes",
    "tournament run FILE": "FILE stands for a structure",
    "play holdem8": "the reader adds this game first: tests/whole/test_readme.py plays the snippet that makes it",
}
RUN_ALL_THE_SAME = (
    "tracker --sql",
    "tracker HandHistory/ TournSummary/",
    "check -",
    "check mine.toml",
    "check folder/",
    "check cases/",
)
DATABASE = "postgresql://"  # lines with it are only read: no machine has a server of that name
CLUSTER = "--ray"  # nor a cluster: `make ray-check` runs on one
NO_LINES = {"sidepot hand record 1": "the name of a format"}

# What makes a long line short: words that count for more than those before them.
SHORTER = {
    "quiz": ["--json"],  # it would ask
    "simulate": ["--hands", "12"],
    "evaluate": ["--deals", "2"],
    "tournament run": ["--players", "5"],
    "rng selftest": ["--shuffles", "14000"],
    "odds --plot": ["--board", "KhQhJh7c"],
    "bench": ["--seconds", "0.05", "--rounds", "1", "--warm-up", "0"],
}
# Machines differ in what they have: one may be short of something, or its port may be taken.
MAY_FAIL = ("doctor",)
NEEDS = {
    "--plot": "matplotlib",
    **dict.fromkeys(("backup", "audit", "archive", "doctor", "integrity", "nights"), "sqlalchemy"),
}

DATA = "/srv/cards"
LINK = "d8f5a93c93ec05e6da04e8949ef66d29e06e60d5dd3e6e69b962c280e2e23894"
CASE = """
[[case]]
id = "MINE"
title = "Two in one pot"
rules = ["PG-12"]
source = "ours"
kind = "pots"
put = { A = 5, B = 5 }
expect = { pots = [{ amount = 10, eligible = ["A", "B"] }] }
"""
MATCH = """\
STATE:0:r300c/cr900c/r2000c/cc:AsAh|KsKd/2c7d9h/Tc/Qs:2000|-2000:x|y
STATE:1:r200f:AsAh|KsKd:-100|100:y|x
"""
CURIOUS = """\
from sidepot import Call, Check


def curious(view, may):
    return Check() if may.may_check else Call()
"""
(BOT,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/how-to/evaluate.md").read_text("utf-8"), re.M | re.S)
FILES = {
    "mine.py": CURIOUS,
    "my_bot.py": BOT,
    "slip.py": CURIOUS.replace("may_check", "may_cheque"),
    "hand.toml": 'put = { Ann = 100, Bo = 250, Cy = 250 }\nbest = "Ann,Bo=Cy"\nlow = "Cy"\n',
    "players.txt": "Ann\nBob\nCy\nDee\nEve\n",
    "stacks.txt": "1=25x3 100x40\n2=25x1 100x8\n",
    "evening.txt": "".join([f"register player={name}\n" for name in ("Ann", "Bob", "Cy", "Dee")])
    + "draw_seats\nstart\n",
    "more.txt": "announce text='The bar closes at ten'\npause\n",
    "known.toml": "",
    "match.log": MATCH,
    "mine.toml": CASE,
    "folder/mine.toml": CASE,
    "cases/mine.toml": CASE,
}
SAMPLES = {
    "gg.txt": "hands.txt",
    "pot.ohh": "hands.ohh",
    "winamax.txt": "HandHistory/evening.txt",
    "../../stats/evening.txt": "HandHistory/PokerStars.txt",
    "../summaries/full_tilt.txt": "TournSummary/Ann.txt",
}
WRITTEN = [
    ("games omaha8 --toml", "my-game.toml"),
    ("tournament new --preset turbo", "friday.toml"),
    ("tournament seat --file players.txt --seats 8 --seed friday --json", "draw.json"),
    ("tournament direct friday.jsonl --new turbo", ""),
    ("tournament direct friday.jsonl --acts evening.txt", ""),
    ("simulate --hands 20 --bots loose --histories session.phhs", ""),
    ("simulate --hands 3 --bots loose --histories histories", ""),
    ("convert session.phhs --to phh --out phh", ""),
    ("penalties friday.json --player Ann --offence abuse --by Kim", ""),
]


def begins(one: ShownCommand, keys: Collection[str]) -> str:
    """The longest of the keys with which the line begins."""
    line = " ".join([*one.words, ""])
    return max((key for key in keys if line.startswith(f"{key} ")), key=len, default="")


def only_read(one: ShownCommand) -> bool:
    line = " ".join([*one.words, ""])
    asked = begins(one, ONLY_READ) and not line.startswith(RUN_ALL_THE_SAME)
    return one.named or bool(asked) or DATABASE in one.line or CLUSTER in one.words


LISTED = [one for one in LINES if one.line not in NO_LINES]
READ = [one for one in LISTED if only_read(one)]
RUN = [one for one in LISTED if not only_read(one)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files that the lines speak of."""
    folder = tmp_path_factory.mktemp("told")
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copy(ROOT / "examples" / "hand-record.json", folder / "HAND.json")
    sites = ROOT / "tests" / "formats" / "sites"
    for sample, name in SAMPLES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(sites / sample, folder / name)
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words, file in WRITTEN:
            with (folder / file if file else Path(os.devnull)).open("w", encoding="utf-8") as out:
                patch.setattr(sys, "stdout", out)
                assert run(words.split()) == OK, words
    hand = (folder / "session.phhs").read_text(encoding="utf-8").split("\n\n")[0]
    (folder / "hand.phh").write_text(hand.removeprefix("[1]\n") + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One's own copy of it, which is where the line is run."""
    copy = tmp_path / "here"
    shutil.copytree(made, copy)
    monkeypatch.chdir(copy)
    monkeypatch.setenv("SIDEPOT_DATA", str(copy / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    return copy


def room_with_a_table(data: Path) -> str:
    """A store with table 7, where three hands were played; its last link."""
    from room_stores import wait
    from room_tables import Led, cash, terms

    from sidepot.room.fairness.decks import seal
    from sidepot.room.store.place import place_at
    from sidepot.room.store.store import open_store
    from sidepot.room.table.machine import deck_key

    led = Led(terms(cash()))
    led.sit("Ann", "Bo", "Cy")
    for _ in range(3):
        led.play_hand(Random(3))

    async def keep() -> None:
        data.mkdir()
        sealed = [(deck_key("7", place), seal([deck])) for place, deck in led.secrets.items()]
        async with open_store(place_at(data / "room.db")) as store:
            for at, (record, booked) in enumerate(zip(led.log, led.posted, strict=True)):
                await store.append("table/7", at, [record], 1, () if at else sealed, booked)

    wait(keep())
    return led.room.link.hex()


def read(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Have the command read its words, with all its checks of them, and do nothing."""
    with monkeypatch.context() as patch:
        patch.setattr(TyperCommand, "invoke", lambda command, context: None)
        return run(words)


@each("one", READ, ids=lambda one: one.line)
def test_commands_that_do_not_run_here_parse(one: ShownCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = dict(all_commands())
    if one.named:
        assert one.words[0] in commands, f"{one.where}: there is no such command: {one.line}"
    else:
        assert read(one.words, monkeypatch) == OK, f"{one.where}: {one.line}"


@pytest.mark.long
@pytest.mark.parametrize("one", RUN, ids=lambda one: one.line)
def test_shown_commands_run(
    one: ShownCommand, folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for word, module in NEEDS.items():
        if word in one.words and find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    if one.words[0] == "tracker" or one.words[0] == "replay" and "--out" in one.words:
        CORPORA.ask()
    if one.words[0] == "tracker":  # most of its lines ask what an earlier one has imported
        assert run(["tracker", "HandHistory", "--json"]) == OK
    assert read(one.words, monkeypatch) == OK, f"{one.where}: {one.line}"
    words = [*one.words, *SHORTER.get(begins(one, SHORTER), [])]
    if one.words[0] in ("backup", "audit", "archive", "doctor", "integrity", "nights"):
        link = room_with_a_table(folder / "data")
        words = [word.replace(DATA, str(folder / "data")).replace(LINK, link) for word in words]
    if one.reads:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((folder / one.reads).read_bytes())))
    capfd.readouterr()
    code = run(words)
    out, err = capfd.readouterr()
    wanted = BAD_INPUT if one.printed.startswith("error:") else OK
    assert code == wanted or (code == DOES_NOT_HOLD and begins(one, MAY_FAIL)), f"{one.where}: {one.line}\n{out}{err}"
    if one.printed and (one.words[0] != "odds" or find_spec("numba")):  # what is exact in seconds, kernels decide
        assert without_time(out + err) == without_time(one.printed), one.where


@pytest.mark.long
@pytest.mark.parametrize("one", [one for one in RUN if one.words[0] == "play"], ids=lambda one: one.line)
def test_shown_games_can_be_played(one: ShownCommand, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, with a question and then the way out. (What `settle` and `rule` ask, their own tests answer.)"""
    monkeypatch.setattr(sys, "stdin", Terminal("why?\nq\n"))
    monkeypatch.setattr(sys, "stdout", screen := Terminal())
    assert run(one.words) == OK
    assert "--watch" in one.words or "You leave" in screen.getvalue()


class Terminal(io.StringIO):
    """Answers that are typed, or a screen."""

    def isatty(self) -> bool:
        return True


def without_time(printed: str) -> list[str]:
    """The words that were printed, whatever the width, without how long it took."""
    return re.sub(r"in [\d.]+ s\b", "in 0 s", printed).split()


@each("path", [path for path, _ in all_commands()])
def test_every_help_can_be_asked_for(path: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*path.split(), "--help"]) == OK
    assert "Exit codes: 0" in capfd.readouterr().out


def test_nothing_is_overlooked() -> None:
    """Each command that has a help has examples in it; the tables above name no line that is not there."""
    by_help = {one.where for one in LINES if one.where.endswith("--help")}
    assert {"sidepot odds --help", "sidepot tournament icm --help", "sidepot audit verify --help"} <= by_help
    assert any(one.where == "README.md" and one.words[0] == "rule" for one in LINES)
    lines = {one.line for one in LINES}
    assert set(NO_LINES) <= lines
    for key in ONLY_READ:
        assert any(begins(one, ONLY_READ) == key for one in READ), f"no line begins with {key} any more"
    for key in SHORTER:
        assert any(begins(one, SHORTER) == key for one in RUN), f"no line begins with {key} any more"
