"""`sidepot replay`: counts, exit codes, expectations, changed copies, several processes; the corpus where it is."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from needs import CORPUS, CORPUS_FOLDER
from phh_hands import LIMITS, random_hand, table
from places import TESTS
from test_acpc import DEFINITION, FREE_LINE, LIMIT_LINE
from test_phh import NO_LIMIT, TRIPLE_DRAW

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.phh import read_phh
from sidepot.formats.phh_play import play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phhs
from sidepot.formats.reasons import NO_RAKE
from sidepot.games.catalog import GAMES
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.histories import bulk, pieces
from sidepot.histories.bulk import find_histories, replay_files
from sidepot.histories.expectations import read_expectations

EXPECTED = TESTS / "corpus_expected.toml"

LOG = f"# m x/holdem.limit.2p.reverse_blinds.game 1 0\n{LIMIT_LINE}\nSCORE:-70|70:x|y\n"
KEYS = "files hands matched mismatched failed unchecked expected seconds hands_per_second".split()
KEYS += ["problems", "skipped", "untold", "summaries", "reasons"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two hands in PHH, one of them without a result, a log, and files that are no histories."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one.phh").write_text(NO_LIMIT)
    (tmp_path / "two.phhs").write_text(f"[1]\n{NO_LIMIT}\n[2]\n{TRIPLE_DRAW}")
    (tmp_path / "match.log").write_text(LOG)
    (tmp_path / "match.actions.log").write_text("STARTED at 1\nTO 1 at 2 MATCHSTATE:0:0::5d5c|\n")
    (tmp_path / "ours.game").write_text(DEFINITION)
    (tmp_path / "notes.txt").write_text("nothing")
    return tmp_path


def as_json(capfd: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, dict[str, Any]]:
    code = run(["replay", "--json", *map(str, args)])
    return code, json.loads(capfd.readouterr().out)


def test_a_folder_is_replayed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, found = as_json(capfd, folder)
    assert code == 0 and list(found) == KEYS
    assert [found[key] for key in KEYS[:7]] == [3, 4, 3, 0, 0, 1, 0]
    assert found["problems"] == []
    assert run(["replay", str(folder)]) == 0
    out = capfd.readouterr().out
    assert "no result is printed" in out and "match.actions.log is not a hand history" in out


def test_several_processes_come_to_the_same(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "BLOCK", 100)
    monkeypatch.setattr(bulk, "BATCH", 500)
    _, alone = as_json(capfd, folder)
    code, shared = as_json(capfd, folder, "--jobs", "2")
    assert code == 0
    assert {**alone, "seconds": 0, "hands_per_second": 0} == {**shared, "seconds": 0, "hands_per_second": 0}


CHANGES = [
    ("a starting stack", "deep/one.phh", "[200, 200, 100]", "[201, 200, 100]", "mismatched"),
    ("a finishing stack", "deep/one.phh", "[216, 184, 100]", "[216, 185, 100]", "mismatched"),
    ("both stacks", "deep/one.phh", "[216, 184, 100]", "[215, 185, 100]", "mismatched"),
    ("a blind", "deep/one.phh", "[1, 2, 0]", "[1, 2, 4]", "failed"),
    ("a fold to a call", "deep/one.phh", "p3 f", "p3 cc", "failed"),
    ("a bet", "deep/one.phh", "cbr 10", "cbr 12", "mismatched"),
    ("a bet out of bounds", "deep/one.phh", "cbr 6", "cbr 3", "failed"),
    ("a seat", "deep/one.phh", "p2 cc', 'd db 2c", "p3 cc', 'd db 2c", "failed"),
    ("an action that is missing", "deep/one.phh", "'p1 cbr 10', ", "", "failed"),
    ("a card that came twice", "deep/one.phh", "d db Jd", "d db As", "failed"),
    ("a card that wins", "deep/one.phh", "p1 sm AsAh', 'p2 sm", "p1 sm', 'p2 sm KsKh", "mismatched"),
    ("cards shown that were not dealt", "deep/one.phh", "p1 sm AsAh", "p1 sm AsAc", "failed"),
    ("what is no card", "two.phhs", "d db Jd", "d db Jx", "failed"),
    ("a payoff", "match.log", "-70|70:x|y\nS", "-71|71:x|y\nS", "mismatched"),
    ("an action of a log", "match.log", "rrrc/rc", "rrrc/rrc", "mismatched"),
    ("an action too few", "match.log", "rrf", "rr", "failed"),
    ("a card of a log", "match.log", "KsKd", "KsAs", "failed"),
    ("the score", "match.log", "SCORE:-70|70", "SCORE:-60|60", "mismatched"),
]


@pytest.mark.parametrize(("file", "old", "new", "kind"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_changed_copy_is_reported(
    folder: Path, capfd: pytest.CaptureFixture[str], file: str, old: str, new: str, kind: str
) -> None:
    path = folder / file
    before = path.read_text()
    path.write_text(before.replace(old, new))
    assert path.read_text() != before
    code, found = as_json(capfd, folder)
    assert code == 1 and found[kind]
    problem = found["problems"][0]
    assert problem["kind"] == kind and problem["file"].endswith(file) and problem["detail"]


def test_a_file_that_cannot_be_read_is_a_failure(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.phh").write_text("")
    (folder / "bytes.phhs").write_bytes(b"\xff\xff")
    code, found = as_json(capfd, folder)
    assert code == 1 and found["failed"] == 2 and found["hands"] == 6
    assert {problem["hand"] for problem in found["problems"]} == {""}


def test_expected_divergences_are_counted_apart(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "deep" / "one.phh").write_text(NO_LIMIT.replace("[216, 184, 100]", "[217, 183, 100]"))
    (folder / "deep" / "new.phh").write_text(NO_LIMIT.replace("'NT'", "'NX'"))
    known = folder / "known.toml"
    known.write_text(
        "[[expect]]\nfile = 'deep/one.phh'\nhand = '1'\nkind = 'mismatched'\nreason = 'changed'\n"
        "[[expect]]\nfile = 'deep/new.phh'\nhand = '1'\nkind = 'unchecked'\nreason = 'no such game'\n"
        "[[expect]]\nfile = 'elsewhere.phh'\nhand = '1'\nkind = 'failed'\nreason = 'not replayed here'\n"
    )
    code, found = as_json(capfd, folder, "--expect", known)
    assert code == 0 and found["expected"] == 2 and found["problems"] == []
    (folder / "deep" / "one.phh").write_text(NO_LIMIT)
    code, found = as_json(capfd, folder, "--expect", known)
    assert code == 1 and found["matched"] == 3
    (problem,) = found["problems"]
    assert problem["kind"] == "expectation" and "changed" in problem["detail"]


def test_a_game_that_is_not_known_is_named_but_is_no_failure(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "new.phh").write_text(NO_LIMIT.replace("'NT'", "'FX'"))
    (folder / "new.log").write_text(f"# x/strange.game\n{LIMIT_LINE}\n")
    code, found = as_json(capfd, folder)
    assert code == 0 and found["unchecked"] == 3
    assert sorted(problem["kind"] for problem in found["problems"]) == ["unchecked", "unchecked"]
    assert any("unknown game 'FX'; expected one of FT, NT, NS" in problem["detail"] for problem in found["problems"])


def test_game_definition_next_to_a_log_is_used(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "match.log").write_text(LOG.replace("holdem.limit.2p.reverse_blinds", "ours").replace("70", "14"))
    code, found = as_json(capfd, folder / "match.log")
    assert code == 0 and found["matched"] == 1


def test_winnings_are_compared_where_they_add_up(tmp_path: Path) -> None:
    def outcome(winnings: str) -> tuple[int, int, int]:
        file = tmp_path / "x.phh"
        file.write_text(NO_LIMIT.replace("finishing_stacks = [216, 184, 100]", f"winnings = {winnings}"))
        found = replay_files([file])
        return found.matched, found.mismatched, found.unchecked

    assert outcome("[32, 0, 0]") == (1, 0, 0)
    assert outcome("[0, 32, 0]") == (0, 1, 0)
    assert outcome("[31, 0, 0]") == (0, 0, 1)  # less a rake, perhaps
    assert outcome("[0, 31, 0]") == (0, 1, 0)
    assert outcome("[33, 0, 0]") == (0, 1, 0)


def test_printed_rake_is_checked(tmp_path: Path) -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2, rake=Rake(10))
    raked = f"{NO_LIMIT}_sidepot_stakes = '{msgspec.json.encode(stakes).decode()}'\n"
    file = tmp_path / "x.phh"
    for stacks, matched in (("[216, 184, 100]", 0), ("[213, 184, 100]", 1), ("[212, 184, 100]", 0)):
        file.write_text(raked.replace("[216, 184, 100]", stacks))
        assert replay_files([file]).matched == matched  # a tenth of 32
    file.write_text(raked.replace("finishing_stacks = [216, 184, 100]", "winnings = [29, 0, 0]"))
    assert replay_files([file]).matched == 1
    unseen = re.sub("AsAh|KsKh", "????", raked).replace(", 'p1 sm ????', 'p2 sm'", "")
    file.write_text(unseen.replace("[216, 184, 100]", "[213, 184, 100]"))
    assert replay_files([file]).unchecked == 1


def test_a_hand_of_every_game_is_replayed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    hands = []
    for name, game in GAMES.items():
        for at in range(4):
            chance = random.Random(f"{name} {at}")
            hand = random_hand(table(game, LIMITS[at], chance), chance, mistakes=at % 2 == 1)
            hands.append(phh_of_hand(hand, name=f"{name}-{at}"))
    file = tmp_path / "all.phhs"
    file.write_text(write_phhs(hands))
    code, found = as_json(capfd, file)
    assert code == 0 and found["matched"] == found["hands"] == 4 * len(GAMES)
    file.write_text(write_phhs(hands).replace("_sidepot_game = 'badugi'", "_sidepot_game = 'badugo'"))
    code, found = as_json(capfd, file)
    assert code == 0 and found["unchecked"] == 3  # the fourth is at fixed limit, which has a code
    assert all("unknown game 'badugo'" in problem["detail"] for problem in found["problems"])


def test_openers_that_were_not_shown_leave_a_hand_unchecked(tmp_path: Path) -> None:
    terms = 'antes = [2, 2]\nmin_bet = 4\nstarting_stacks = [50, 50]\n_sidepot_limit = \'{"kind":"no limit"}\'\n'
    text = (
        f"variant = '_jacks-or-better'\n{terms}finishing_stacks = [52, 48]\n_sidepot_game = 'jacks-or-better'\n"
        "actions = ['d dh p1 ??????????', 'd dh p2 ??????????', 'p1 cbr 4', 'p2 f']\n"
    )
    file = tmp_path / "x.phh"
    file.write_text(text)
    assert replay_files([file]).reasons == {"the openers were not shown": 1}
    file.write_text(text.replace("p1 ??????????", "p1 JsJh5h6h7h"))
    assert replay_files([file]).matched == 1
    file.write_text(text.replace("[52, 48]", "[52, 47]"))
    assert replay_files([file]).mismatched == 1


def test_a_showdown_that_nobody_saw_is_unchecked_but_chips_are_counted(tmp_path: Path) -> None:
    unseen = re.sub("AsAh|KsKh", "????", NO_LIMIT).replace(", 'p1 sm ????', 'p2 sm'", "")
    file = tmp_path / "x.phh"
    file.write_text(unseen)
    assert replay_files([file]).unchecked == 1
    file.write_text(unseen.replace("[216, 184, 100]", "[216, 184, 101]"))
    assert replay_files([file]).mismatched == 1


@pytest.mark.parametrize("args", [[], ["nowhere"], ["--jobs", "0", "x"], ["--expect", "nowhere"]])
def test_bad_usage_ends_with_two(args: list[str], folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if args[:1] == ["--expect"]:
        args = [str(folder), *args]
    assert run(["replay", *args]) == 2
    captured = capfd.readouterr()
    assert captured.err and "Traceback" not in captured.err


def test_a_folder_without_histories_ends_with_two(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.log").write_text("something else\n")
    assert run(["replay", str(tmp_path)]) == 2
    assert "no hand histories" in capfd.readouterr().err


@pytest.mark.parametrize(
    "text",
    ["x", "[[expect]]\nfile = 'a'\n", "[[expect]]\nfile='a'\nhand='1'\nkind='odd'\nreason='r'\n", "other = 1\n",
     "[[expect]]\nfile='a'\nhand='1'\nkind='failed'\nreason=' '\n"],
)  # fmt: skip
def test_a_list_of_expectations_that_is_wrong_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_expectations(text)


def test_a_wrong_list_of_expectations_is_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wrong = folder / "known.toml"
    wrong.write_text("x")
    assert run(["replay", str(folder), "--expect", str(wrong)]) == 2
    assert f"error: {wrong}: line 1: invalid TOML: Expected '=' after" in capfd.readouterr().err


def test_each_file_is_found_once(folder: Path) -> None:
    found = find_histories([folder, folder / "two.phhs", folder / "deep"])
    assert len(found) == 5  # notes.txt may be the text of a site: that is seen when it is read


# ---- real hands


@pytest.mark.long
@CORPUS.mark
def test_every_hand_of_the_corpus_comes_out_as_far_as_it_is_printed() -> None:
    """Bovada's hands without a line of the pot print no rake; the others are listed, each with its reason."""
    files = find_histories([Path(CORPUS_FOLDER) / kind for kind in ("phh", "acpc", "ohh", "sites")])
    found = replay_files(files, expect=read_expectations(EXPECTED.read_text()))
    assert found.holds and not found.problems
    assert (found.matched, found.mismatched, found.failed, found.expected) == (8522, 0, 0, 37)
    assert found.reasons == {NO_RAKE: 255} and found.unchecked == 255


@CORPUS.mark
def test_the_hand_of_2019_comes_out_when_read_leniently() -> None:
    (hand,) = read_phh((Path(CORPUS_FOLDER) / "phh/wsop-2019-42-day3/00-01-07.phh").read_bytes())
    played = play_phh(hand, strict=False)
    assert tuple(played.hand.stacks) == hand.finishing_stacks
    assert len(played.notes) == 1


@CORPUS.mark
def test_hands_of_famous_players_move_every_chip() -> None:
    for file in sorted((Path(CORPUS_FOLDER) / "phh/famous").glob("*.phh")):
        (hand,) = read_phh(file.read_bytes())
        played = play_phh(hand)
        assert played.finished and sum(played.hand.stacks) == sum(stack or 0 for stack in hand.starting_stacks)


@CORPUS.mark
@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        # a straight beats three kings here; 301,000 from each of the two, 3,000 to 6,000 from the others
        ("phua-xuan-2019", [489_000, 226_000, 684_000, 400_000, 0, 198_000]),
        # an eight-high badugi against a nine-high one; 16 from two and 4 from Bob, who folded
        ("alice-carol-wikipedia", [196, 220, 200, 184]),
    ],
)
def test_famous_hands_go_to_who_won_them(name: str, stacks: list[int]) -> None:
    (hand,) = read_phh((Path(CORPUS_FOLDER) / f"phh/famous/{name}.phh").read_bytes())
    assert play_phh(hand).hand.stacks == stacks


@CORPUS.mark
def test_a_session_goes_on_with_the_stacks_of_the_hand_before() -> None:
    """The anonymous sites print no result, but two of the hands follow each other, and a third nearly."""
    hands = {hand.name: hand for hand in read_phh((Path(CORPUS_FOLDER) / "phh/handhq-sample.phhs").read_bytes())}
    before, after = hands["75"], hands["80"]
    ended = dict(zip(before.about["players"], play_phh(before).hand.stacks, strict=True))
    begun = dict(zip(after.about["players"], after.starting_stacks, strict=True))
    scale = 10 ** (before.decimals - after.decimals) if before.decimals > after.decimals else 1
    same = [player for player in begun if player in ended and ended[player] == (begun[player] or 0) * scale]
    assert len(same) == 4  # the fifth won the pot, of which the site kept its rake


def test_the_lines_of_a_log_differ_from_each_other() -> None:
    assert FREE_LINE != LIMIT_LINE
