"""Whatever stands behind an option, a command answers in one clear line: numbers that are none, paths to nowhere.

The options are read from the commands themselves, so that a new one is tried too.
"""

from __future__ import annotations

import importlib
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from each import each
from needs import PLOT, SERVE
from places import ROOT
from typer.models import ParameterInfo

from sidepot.cli import common, tournament_group
from sidepot.cli.app import COMMANDS, run
from sidepot.cli.tournament_direct import read_act
from sidepot.errors import BadNotation
from sidepot.tournament import commands as c
from sidepot.validation.codec import Codec
from sidepot.validation.type_checks import bounds_of

LONG = "9" * 400
CASES = str(ROOT / "src" / "sidepot" / "cases" / "cut.toml")

# A command line of each command that ends soon by itself.
LINES = {
    "archive": ["archive", "--data", "nowhere", "--days", "30"],
    "play": ["play", "--watch", "--seed", "1"],
    "rule": ["rule", "NL 200/400: A 1200; B to act", "--chips", "1000,1000"],
    "quiz": ["quiz", "--test", "--seed", "7", "--json"],
    "penalties": ["penalties", "log.json", "--player", "Ann", "--offence", "abuse", "--by", "Kim"],
    "explain": ["explain", "nowhere.phh"],
    "replay": ["replay", "nowhere.phh"],
    "stats": ["stats", "nowhere.phh"],
    "tracker": ["tracker", "nowhere", "--data", "nowhere", "--json"],  # else it serves a page
    "settle": ["settle", "--put", "A=10", "--put", "B=10", "--best", "A,B"],
    "odds": ["odds", "AsKs QhQd", "--board", "7d 2c 3h"],
    "simulate": ["simulate", "--hands", "3"],
    "evaluate": ["evaluate", "loose", "steady", "--deals", "2"],
    "tournament new": ["tournament", "new", "--players", "20", "--hours", "3"],
    "tournament run": ["tournament", "run", "--preset", "turbo", "--players", "2"],
    "tournament direct": ["tournament", "direct", "nowhere.jsonl"],
    "tournament seat": ["tournament", "seat", "--players", "5"],
    "tournament balance": ["tournament", "balance", "A/btn,B,C,D", "E/btn,-,F"],
    "tournament button": ["tournament", "button", "A/btn,B,C"],
    "tournament race": ["tournament", "race", "1=25x3 100x40", "2=25x1 100x3"],
    "tournament payout": ["tournament", "payout", "--entries", "45", "--pool", "9000"],
    "tournament icm": ["tournament", "icm", "50,30,20", "--prizes", "50,30,20"],
    "integrity": ["integrity", "nowhere.phh"],
    "nights": ["nights", "--data", "nowhere"],
    "rng selftest": ["rng", "selftest"],
    "bench": ["bench", "-w", "W19", "--seconds", "0.05", "--rounds", "1", "--warm-up", "0"],
    "serve": ["serve", "--db", "nonsense"],
    "doctor": ["doctor", "--db", "nonsense"],
    "drain": ["drain", "n1", "--db", "nonsense"],
}
# Options whose text holds numbers, and how.
WORDED = {
    "--blinds": "{}/{}", "--bets": "{}/{}", "--rake": "{}%/{}", "--buy-in": "{}-{}", "--chip": "{}", "--entries": "{}",
    "--pool": "{}", "--percents": "{},{}", "--min": "{}", "--round": "{}", "--satellite": "{}", "--prizes": "{},{}",
    "--keep-first": "{}", "--prior": "{}", "--chips": "{},{}", "--put": "{},{}", "--pin": "1={}.{}",
}  # fmt: skip
ENDLESS = ("--hands", "--rounds")  # of which many are allowed: only what is beyond all bounds is tried


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every command with the function that does it."""
    for name, (module, _) in COMMANDS.items():
        found = importlib.import_module(module)
        if name == "tournament":
            yield from ((f"tournament {part}", function) for part, (function, _) in tournament_group.COMMANDS.items())
        elif hasattr(found, "group"):
            for part in found.group.registered_commands:
                yield f"{name} {part.name}", part.callback
        else:
            yield name, found.command


def parameters() -> Iterator[tuple[str, str, Any, ParameterInfo]]:
    """Every parameter of every command: the command, its name on the command line, its type, what Typer knows of it."""
    for name, function in functions():
        for field, hint in typing.get_type_hints(function, include_extras=True).items():
            infos = [info for info in getattr(hint, "__metadata__", ()) if isinstance(info, ParameterInfo)]
            if infos:
                given = infos[0].param_decls or (f"--{field.replace('_', '-')}",)
                yield name, given[0], typing.get_args(hint)[0], infos[0]


def holds(hint: Any, *kinds: type) -> bool:
    """Whether a type is one of these, or made of one."""
    return hint in kinds or any(holds(part, *kinds) for part in typing.get_args(hint))


NUMBERS = [
    (name, option) for name, option, hint, _ in parameters()
    if name in LINES and (holds(hint, int, float) or option in WORDED)
]  # fmt: skip


def one_answer(args: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and what was said, which is never a fault of the program's own, and never long."""
    code = run(args)
    said = capsys.readouterr().err
    assert code in (0, 1, 2), said
    assert "internal error" not in said and "Traceback" not in said, said
    assert len(said) < 1500
    return code, said


def test_every_command_is_tried() -> None:
    numeric = {name for name, _, hint, _ in parameters() if holds(hint, int, float)}
    assert numeric <= LINES.keys()
    assert len(NUMBERS) > 50


@pytest.mark.long
@each("number", ["0", "-1", "nan", "1e400", "0.25", "true", "", "²", LONG, LONG * 13])
@each(("name", "option"), NUMBERS, ids=[f"{name} {option}" for name, option in NUMBERS])
def test_a_number_is_taken_or_refused(
    name: str, option: str, number: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    line = LINES[name]
    if option in line:
        at = line.index(option)
        line = line[:at] + line[at + 2 :]
    if name == "settle" and option == "--put":
        said = f"A={number}"
    else:
        said = WORDED[option].replace("{}", number) if option in WORDED and name != "bench" else number
    code, _ = one_answer([*line, f"{option}={said}"], capsys)
    if number in ("nan", "1e400", "²") and option not in ("--seed", "--prior", "--pin"):
        assert code == 2
    if number == LONG and option != "--seed":
        assert code == 2


# Numbers whose bounds the game, the house or the chips decide: a command line that comes to them, and their words.
DECIDED = {
    "play --seats": ("play", "is for 2 to 22 players"),
    "play --stack": ("play", "expected 1 to"),
    "play --ante": ("play", "an amount must be from 0 to"),
    "play --bring-in": ("play stud", "an amount must be from 0 to"),
    "play --run-it": ("play", "a board is run 1 to 4 times"),
    "evaluate --ante": ("evaluate loose steady --deals 1", "an amount must be from 0 to"),
    "odds --pot": ("odds AsKs QhQd --put 5,5", "0 to 1,000,000,000,000,000 chips"),
    "odds --samples": ("odds AsKs QhQd", "samples: expected 1 to"),
    "simulate --seats": ("simulate", "seats"),
    "simulate --ante": ("simulate", "expected an amount of chips, 0 or more, not"),
    "simulate --bring-in": ("simulate --game stud", "expected an amount of chips, 0 or more, not"),
}


def test_every_number_is_bounded(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> None:
    """Each option that is a number declares its bounds, or is refused in words of its own; a seed may be any."""
    monkeypatch.chdir(tmp_path)
    wrong = []
    for name, option, hint, info in parameters():
        known = f"{name} {option}"
        if not holds(hint, int, float) or option == "--seed":
            continue
        if known not in DECIDED and (info.min is None or info.max is None):
            wrong.append(f"{known}: from {info.min} to {info.max}")
        for number in (10**14, 10**400, -1) if known in DECIDED else ():
            if known == "odds --pot" and number == 10**14:  # so many chips may be weighed
                continue
            code, said = one_answer([*DECIDED[known][0].split(), f"{option}={number}"], capsys)
            if code != 2 or DECIDED[known][1] not in said:
                wrong.append(f"{known}={number}: {code} {said}"[:300])
    assert not wrong, "\n".join(wrong)


def test_every_number_of_an_act_is_refused_by_its_name() -> None:
    """The acts of `tournament direct`, found in the structs of the commands."""
    wrong = []
    tried = 0
    for kind in typing.get_args(c.AnyCommand):
        name = str(kind.__struct_config__.tag)
        for field in msgspec.structs.fields(kind):
            if not holds(field.type, int):
                continue
            form = "Ann:{}" if "stacks" in field.name or field.name == "amounts" else "{}"
            form = "{}:1" if field.name in ("odd", "cards") or name == "race" and field.name == "stacks" else form
            _, most = bounds_of(field.type) or (0, 0)
            for number in (str(10**14), str(10**400), "true", "1e999", "-999999999"):
                if number.isdecimal() and int(number) <= most:
                    continue
                tried += 1
                with pytest.raises(BadNotation) as refused:
                    read_act([name, f"{field.encode_name}={form.replace('{}', number)}"], 10**12)
                if not refused.value.message.startswith(name) or field.encode_name not in refused.value.message:
                    wrong.append(f"{name} {field.encode_name}={number:.12}: {refused.value.message}")
    assert not wrong, "\n".join(wrong)
    assert tried > 250


@pytest.mark.parametrize("option", ["--samples", "--put"])
def test_odds_beyond_all_bounds(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = one_answer(["odds", "AsKs QhQd", option, f"{LONG},{LONG}" if option == "--put" else LONG], capsys)
    assert code == 2 and said.startswith("error: ")


# ---- paths

PATHS = [(name, option) for name, option, hint, _ in parameters() if holds(hint, Path)]


def test_every_path_is_read_by_the_same_words() -> None:
    assert len(PATHS) > 15
    for name, option, hint, info in parameters():
        assert not holds(hint, Path) or info.parser is common.path, (name, option)


@each(
    "args",
    [
        ["replay", ""], ["replay", " "], ["check", ""], ["explain", ""], ["settle", ""], ["verify", ""], ["backup", ""],
        ["replay", CASES, "--expect", ""], ["odds", "--plot", ""], ["simulate", "--table", ""],
        ["simulate", "--hands", "2", "--histories", ""], ["simulate", "--hands", "2", "--plot", ""],
        ["tournament", "run", ""], ["tournament", "run", "--preset", "turbo", "--histories", ""],
        ["tournament", "run", "--preset", "turbo", "--plot", ""], ["tournament", "seat", "--file", ""],
        ["tournament", "seat", "--check", ""], ["tournament", "race", "--file", ""], ["audit", "verify", "--data", ""],
        ["audit", "verify", "--db", ""], ["archive", "--db", ""], ["archive", "--undo", ""], ["backup", "--db", ""],
        ["serve", "--data", ""], ["serve", "--db", ""],
        ["doctor", "--data", ""], ["doctor", "--db", ""], ["play", ""], ["games", ""], ["rule", ""],
    ],
    ids=" ".join,
)  # fmt: skip
def test_an_empty_path_is_not_the_current_folder(
    args: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _ = one_answer(args, capsys)
    assert code == 2
    assert list(tmp_path.iterdir()) == []


READS = [
    ["explain", "{}"], ["settle", "{}"], ["verify", "{}"], ["check", "{}"], ["simulate", "--table", "{}"],
    ["tournament", "run", "{}"], ["tournament", "seat", "--file", "{}"], ["tournament", "seat", "--check", "{}"],
    ["tournament", "race", "--file", "{}"], ["play", "{}"], ["games", "{}"], ["rule", "{}"], ["replay", "{}"],
]  # fmt: skip


@each("path", ["nowhere/x.toml", "file/x.toml", "folder", "file.toml", "x" * 300 + ".toml"])
@each("line", READS, ids=" ".join)
def test_an_unreadable_file_is_named(
    line: list[str], path: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"\xff\x00")
    (tmp_path / "file.toml").write_bytes(b"\xff\x00")
    code, said = one_answer([part.replace("{}", path) for part in line], capsys)
    assert code == 1 if line[0] == "replay" and path == "file.toml" else code == 2
    assert code == 1 or Path(path).name[:250] in said


@PLOT.mark
@each(
    "line",
    [
        ["simulate", "--hands", "2", "--plot"], ["odds", "--samples", "2", "--plot"],
        ["tournament", "run", "--preset", "turbo", "--players", "2", "--plot"],
    ],
    ids=lambda line: line[0],
)  # fmt: skip
@each("path", ["folder", "folder.png", "nowhere/x.png", "file/x.png", "x.nothing", "/proc/x.png"])
def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_played(
    line: list[str], path: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").touch()
    code, said = one_answer([*line, path], capsys)
    assert code == 2 and said.startswith(f"error: {path}: ")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder", "folder.png"]


def test_a_folder_without_histories_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = one_answer(["replay", str(tmp_path)], capsys)
    assert code == 2 and "no hand histories" in said


# ---- readers of text


def readers() -> dict[str, Callable[[Any], object]]:
    from sidepot.floor.conduct.penalty_log import from_json
    from sidepot.formats import acpc, acpc_games
    from sidepot.formats.phh import iter_phh, read_phh
    from sidepot.games.files import read_game
    from sidepot.games.mix_files import read_mix
    from sidepot.hand import commands, events
    from sidepot.histories.bulk import find_histories
    from sidepot.histories.expectations import read_expectations
    from sidepot.table import events as table_events
    from sidepot.table.chip_text import read_chips
    from sidepot.tournament.structure_files import read_structure

    def each_hand(text: Any) -> list[object]:
        return list(iter_phh(text))

    def definition(text: Any) -> object:
        return acpc_games.read_game(text, "mine")

    def histories(path: Any) -> object:
        return find_histories([path])

    return {
        "read_phh": read_phh, "iter_phh": each_hand, "read_acpc": acpc.read_acpc, "acpc.read_game": definition,
        "read_game": read_game, "read_mix": read_mix, "read_structure": read_structure,
        "read_expectations": read_expectations, "from_json": from_json, "read_chips": read_chips,
        "events.decode": events.decode, "events.decode_log": events.decode_log, "commands.decode": commands.decode,
        "table_events.decode": table_events.decode, "Codec": Codec(int, "a number", "numbers").decode,
        "find_histories": histories,
    }  # fmt: skip


@each("name", readers())
@each("given", [Path("there.toml"), None, 5, 4.5, ["a"]], ids=repr)
def test_a_reader_of_text_says_so(name: str, given: Any) -> None:
    with pytest.raises(BadNotation) as raised:
        readers()[name](given)
    said = str(raised.value)
    assert type(given).__name__ in said or "there.toml" in said or name == "Codec"
    if isinstance(given, Path) and name not in ("find_histories",):
        assert "read_bytes()" in said


@each(
    ("name", "path"),
    [
        ("read_phh", "hands/one.phh"), ("read_phh", "HANDS.PHHS"), ("read_acpc", "match.log"), ("read_game", "my.toml"),
        ("read_mix", "my.toml"), ("read_structure", "friday.toml"), ("read_expectations", "known.toml"),
        ("acpc.read_game", "holdem.game"),
    ],
)  # fmt: skip
def test_the_name_of_a_file_is_not_its_text(name: str, path: str) -> None:
    with pytest.raises(BadNotation, match=f"'{path}' is the name of a file, not the text of "):
        readers()[name](path)


@SERVE.mark
def test_the_record_of_a_hand_is_read_from_json() -> None:

    from sidepot.room.fairness.record import decode_record

    with pytest.raises(
        BadNotation, match=r"the record of a hand must be JSON text, not a path \(PosixPath\); pass path.read_bytes\(\)"
    ):
        decode_record(Path("x"))  # type: ignore[arg-type]


def test_bytes_are_text_too() -> None:
    structure = ROOT / "examples" / "tournaments" / "thousand.toml"
    read = readers()["read_structure"]
    assert read(structure.read_bytes()) == read(structure.read_text(encoding="utf-8"))
