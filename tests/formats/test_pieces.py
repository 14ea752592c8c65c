"""Files in pieces: the same hands for blocks of any size, in any encoding, and little memory for any size."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from each import each
from few_examples import examples
from fuzz_histories import ROOT, broken, in_little_memory, noise_file, samples, wrong
from test_acpc import LIMIT_LINE
from test_phh import NO_LIMIT, TRIPLE_DRAW

from sidepot.errors import BadNotation
from sidepot.histories import pieces
from sidepot.histories.bulk import replay_files
from sidepot.histories.converting import histories_in
from sidepot.histories.outcomes import Outcome, outcome_of
from sidepot.histories.piece_hands import hands_of
from sidepot.histories.pieces import pieces_of

SAMPLES = Path(__file__).parent / "sites"
GAME = "holdem.limit.2p.reverse_blinds.game"
HANDS = {
    **{path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir())},
    "two.json": (ROOT / "examples" / "hand-record.json").read_bytes() * 2,
    "two.phhs": f"[1]\n{NO_LIMIT}\n[2]\n{TRIPLE_DRAW}\n[3]\n{NO_LIMIT}".encode(),
    "match.log": f"# m {GAME} 1 0\n{LIMIT_LINE}\n{LIMIT_LINE}\nSCORE:-140|140:x|y\n".encode(),
}


def outcomes(file: Path) -> list[Outcome]:
    """How each hand of a file comes out."""
    return [outcome_of(name, found) for piece in pieces_of(file) for name, found in hands_of(piece)]


@each("name", HANDS)
@each("block", [200, 701])
def test_blocks_of_any_size_give_the_same_hands(
    name: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / name
    file.write_bytes(HANDS[name])
    whole = outcomes(file)
    assert whole and {one.kind for one in whole} <= {"matched", "unchecked"}, whole
    monkeypatch.setattr(pieces, "BLOCK", block)
    assert outcomes(file) == whole
    if len(whole) > 2 and not name.endswith(".csv"):
        assert len(list(pieces_of(file))) > 1


def _can(name: str, encoding: str) -> bool:
    try:
        return not name.endswith(".phhs") and bool(HANDS[name].decode().encode(encoding))
    except UnicodeEncodeError:
        return False


@each(
    ("name", "encoding"),
    [
        (name, encoding)
        for name in HANDS
        for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252")
        if _can(name, encoding)
    ],
)
def test_encodings_and_line_ends_make_no_difference(
    name: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = HANDS[name].decode().replace("\n", "\r\n").encode(encoding)
    (tmp_path / name).write_bytes(HANDS[name])
    whole = outcomes(tmp_path / name)
    (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(pieces, "BLOCK", 701)
    assert outcomes(tmp_path / name) == whole


def test_a_hand_is_named_by_its_line_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = (SAMPLES / "gg.txt").read_text("utf-8")
    broken = told.replace("raises", "lowers", 1)
    file = tmp_path / "hands.txt"
    file.write_text(f"{told}\n\n" * 20 + broken, encoding="utf-8")
    whole = outcomes(file)
    assert [one.kind for one in whole] == ["matched"] * 20 + ["failed"]
    line = int(whole[-1].detail.removeprefix("line ").partition(":")[0])
    assert line > 20 * told.count("\n")
    monkeypatch.setattr(pieces, "BLOCK", 500)
    assert outcomes(file) == whole


def test_a_broken_line_of_a_log_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "match.log"
    file.write_text(f"# m {GAME}\n{LIMIT_LINE}\nhello\n{LIMIT_LINE}\n")
    assert [(one.kind, one.detail[:7]) for one in outcomes(file)] == [
        ("matched", ""),
        ("failed", "line 3:"),
        ("matched", ""),
    ]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bomb.txt", b"PK\x03\x04" + bytes(100), "compressed"),
        ("bomb.phhs", b"\x1f\x8b\x08" + bytes(100), "compressed"),
        ("latin.phh", b"variant = '\xe9'\n", "line 1: byte 0xe9 is not UTF-8"),
        ("late.phh", b"# \xc3\xa9\n" * 60000 + b"\xe9", "line 60001: byte 0xe9 is not UTF-8"),
        ("cut.phh", b"# \xc3", "line 1: byte 0xc3 is not UTF-8"),
    ],
)
def test_data_that_is_no_text_is_refused(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    (outcome,) = outcomes(file)
    assert outcome.kind == "failed" and said in outcome.detail
    ((_, found),) = histories_in(file)
    assert isinstance(found, BadNotation) and said in found.message


@pytest.mark.parametrize("name", ["stars.txt", "two.phhs", "pot.ohh", "two.json", "match.log"])
def test_a_hand_without_end_is_named_and_those_after_it_go_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "MOST_OF_A_HAND", 20_000)
    monkeypatch.setattr(pieces, "LOOKED_AT", 1_000)
    monkeypatch.setattr(pieces, "BLOCK", 2_000)
    file = tmp_path / name
    told = HANDS[name]
    file.write_bytes(told + b"\n" + b"noise " * 12_000 + b"\n\n" + told)
    found = outcomes(file)
    count = [one.kind for one in found].count("matched")
    file.write_bytes(told)
    assert any("no hand ends within" in one.detail for one in found)
    assert count >= [one.kind for one in outcomes(file)].count("matched") > 0


def test_a_file_in_no_format_is_skipped_by_replay_and_convert(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary")
    assert [piece.kind for piece in pieces_of(tmp_path / "diary.txt")] == ["none"]
    assert list(histories_in(tmp_path / "diary.txt")) == [("", None)]
    (tmp_path / "gg.txt").write_bytes(HANDS["gg.txt"])
    assert replay_files(sorted(tmp_path.iterdir())).skipped == [str(tmp_path / "diary.txt")]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
@pytest.mark.parametrize("kind", ["lines", "letters", "marks"])
def test_memory_is_bounded_for_a_large_file(kind: str, tmp_path: Path) -> None:
    """A file much larger than the memory that there is beside the program."""
    file = tmp_path / "noise.txt"
    noise_file(file, kind, HANDS["gg.txt"], (48 if kind == "letters" else 24 if kind == "lines" else 3) << 20)
    failed, problems, others = in_little_memory(file, (48 if kind == "letters" else 32) << 20)
    assert failed == problems > 0
    assert others <= 1


@pytest.mark.more
@each("name", samples())
def test_files_that_are_broken_by_chance_are_read_or_say_where(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    for seed in range(examples(25)):
        file.write_bytes(broken(samples()[name], Random(seed)))
        assert wrong(file) == "", seed
