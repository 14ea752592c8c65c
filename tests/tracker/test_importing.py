"""The tracker: what is imported once, what is new, what could not be read, and that questions only read."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from socket import create_server
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from each import each
from needs import CORPORA, SERVE
from places import ROOT, TESTS

from sidepot.cli import tracker
from sidepot.cli.app import run
from sidepot.corpora.corpus_run import Advance
from sidepot.errors import BadNotation
from sidepot.rules.clauses import as_tuples, plain
from sidepot.stats import stats
from sidepot.stats.figures import FIGURES
from sidepot.tracker import packed
from sidepot.tracker.importing import Imported, has_news, import_new
from sidepot.tracker.tournaments import tournaments

pytestmark = CORPORA.mark

EVENING = TESTS / "stats" / "evening.txt"
SITES = TESTS / "formats" / "sites"


def imported(home: Path, *folders: Path) -> Imported:
    return import_new(home, folders, watch=lambda files: nullcontext(lambda letters, hands: None))


def asked(home: Path, question: str) -> list[tuple[object, ...]]:
    from sidepot.tracker.database import ask_sql

    return ask_sql(home, question).rows


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    shutil.copy(EVENING, folder / "evening.txt")
    return folder


def test_a_folder_is_imported_once_and_then_what_is_new(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    first = imported(home, hands)
    assert (first.files, first.new_files, first.hands, first.problems) == (1, 1, 3, [])
    assert not has_news(home)
    shutil.copy(SITES / "winamax.txt", hands)
    assert has_news(home)
    second = imported(home)  # the folder is remembered
    assert (second.files, second.new_files) == (2, 1) and second.hands > 3
    assert imported(home).new_files == 0
    assert second.folders == [str(hands.resolve())]


def test_a_growing_file_is_imported_again(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    whole = (hands / "evening.txt").read_text()
    (hands / "evening.txt").write_text(whole[: whole.index("PokerStars Hand #3")])
    assert imported(home, hands).hands == 2
    (hands / "evening.txt").write_text(whole)
    found = imported(home)
    assert (found.hands, found.again) == (3, 0)


def test_json_has_both_columns_of_a_name(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["tracker", "--data", str(home), "--sql", "SELECT 1 AS net, 2 AS net, 3 AS net_1", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == [{"net": 1, "net_2": 2, "net_1": 3}]


def test_a_pipe_in_a_folder_is_no_file(hands: Path, tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    for name in ("pipe.txt", "pipe.json", "pipe.zip"):
        os.mkfifo(hands / name)
    home = tmp_path / "tracker"
    assert (imported(home, hands).files, has_news(home)) == (1, False)


@each("no_question", ["-- nothing", "/* nothing */ ;", ";"])
def test_sql_without_a_question_is_refused(home: Path, no_question: str) -> None:
    with pytest.raises(BadNotation, match="no question"):
        asked(home, no_question)


def test_a_file_that_was_away_during_an_import_is_read_when_it_is_back(hands: Path, tmp_path: Path) -> None:
    home, file = tmp_path / "tracker", hands / "evening.txt"
    content, times = file.read_bytes(), file.stat()

    def away(files: object) -> nullcontext[Advance]:
        file.unlink()
        return nullcontext(lambda letters, hands: None)

    assert import_new(home, [hands], watch=away).hands == 0
    file.write_bytes(content)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert has_news(home)
    again = imported(home)
    assert (again.hands, again.failed) == (3, 0)


def test_a_file_without_rights_is_read_when_it_has_them(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "tracker"
    with monkeypatch.context() as without:
        without.setattr(os, "access", lambda path, mode: False)
        imported(home, hands)
        assert not has_news(home)
    assert has_news(home)


def test_hands_of_deleted_files_and_folders_stay(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    shutil.rmtree(hands)
    found = imported(home)
    assert (found.hands, found.missing) == (3, [str(hands)])


def test_a_hand_of_two_files_counts_once(hands: Path, tmp_path: Path) -> None:
    shutil.copy(EVENING, hands / "copy.txt")
    found = imported(tmp_path / "tracker", hands)
    assert (found.hands, found.again) == (3, 3)
    assert asked(tmp_path / "tracker", "SELECT count(*), count(DISTINCT id) FROM played") == [(9, 3)]


def test_packed_files_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    with ZipFile(folder / "export.zip", "w", ZIP_DEFLATED) as made:
        made.write(EVENING, "../../outside/evening.txt")
        made.write(SITES / "winamax.txt", "deep/in/it/winamax.txt")
        made.writestr("picture.png", b"no hands")
    (folder / "kings.txt.gz").write_bytes(gzip.compress((SITES / "kings_club.txt").read_bytes()))
    home = tmp_path / "tracker"
    found = imported(home, folder)
    plain = tmp_path / "plain"
    plain.mkdir()
    for file in (EVENING, SITES / "winamax.txt", SITES / "kings_club.txt"):
        shutil.copy(file, plain)
    assert found.hands == imported(tmp_path / "other", plain).hands > 3
    assert found.files == 2 and not (tmp_path / "outside").exists()
    assert all(Path(str(file)).is_relative_to(home / "unpacked") for (file,) in asked(home, "SELECT file FROM hand"))


def test_an_export_of_pokercraft_has_cash_tournaments_and_summaries(tmp_path: Path) -> None:
    cash, tournament = ((SITES / name).read_text("utf-8") for name in ("gg.txt", "gg_tournament.txt"))
    summary = (TESTS / "formats" / "summaries" / "gg.txt").read_text("utf-8").split("\n\n")[2]
    folder = tmp_path / "hands"
    folder.mkdir()
    for name, files in (
        ("0000019c-d340-b5f3.zip", {"GG20260501-2000 - NLHGold1 - 0.5 - 1 - 6max.txt": cash}),
        ("0000019c-d340-b5f4.zip", {"GG20260503 - Tournament #900302 - Evening Bounty.txt": tournament}),
        ("0000019c-d340-b5f5.zip", {"GG20260503 - Tournament #900302 - Evening Bounty.txt": summary}),
    ):
        with ZipFile(folder / name, "w", ZIP_DEFLATED) as made:
            for file, text in files.items():
                made.writestr(file, text)
    home = tmp_path / "home"
    found = imported(home, folder)
    assert (found.files, found.hands, found.problems) == (3, 2, [])
    assert asked(home, "SELECT site, tournament, outcome FROM hand ORDER BY ALL") == [
        ("GGPoker", "", "matched"),
        ("GGPoker", "900302", "matched"),
    ]
    (row,) = tournaments(home).played
    assert (row.site, row.tournament, row.currency, row.cost, row.place, row.entries, row.hands) == (
        "GGPoker", "900302", "CNY", 120, 87, 412, 1,
    )  # fmt: skip


@each(
    ("name", "data", "why"),
    [
        ("a.zip", b"PK\x03\x04 is no zip", "cannot be unpacked"),
        ("a.gz", gzip.compress(b"x" * 1000)[:-20], "cannot be unpacked"),
        ("a.rar", b"Rar!\x1a\x07", "decompress it first"),
    ],
)
def test_a_packed_file_that_cannot_be_read_is_named(name: str, data: bytes, why: str, tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / name).write_bytes(data)
    shutil.copy(EVENING, folder)
    for _ in range(2):  # it is still named when nothing is new
        found = imported(tmp_path / "tracker", folder)
        (problem,) = found.problems
        assert (found.failed, found.hands) == (1, 3)
        assert problem.file.endswith(name) and why in problem.detail


def test_a_packed_file_of_endless_content_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST", 1000)
    file = tmp_path / "bomb.txt.gz"
    file.write_bytes(gzip.compress(b"\0" * 100_000))
    with pytest.raises(BadNotation, match="larger"):
        packed.unpack(file, tmp_path / "unpacked")
    assert not [one for one in (tmp_path / "unpacked").rglob("*") if one.is_file()]


def test_what_cannot_be_read_is_listed_with_its_line(hands: Path, tmp_path: Path) -> None:
    text = EVENING.read_text()
    (hands / "broken.txt").write_text(
        text.replace("Hand #1", "Hand #11").replace("Bo: raises $12 to $18", "Bo: raises")
    )
    (hands / "letter.txt").write_text("Dear Ann,\n")
    home = tmp_path / "tracker"
    found = imported(home, hands)
    (problem,) = found.problems
    assert (found.failed, problem.hand, problem.kind) == (1, "11", "failed") and "line " in problem.detail
    assert problem.sentence[0] == "line {line}: {problem}" and problem.sentence[2][0] == "expected an amount in {text}"
    assert [Path(file).name for file in found.skipped] == ["letter.txt"]
    assert asked(home, "SELECT count(*) FROM hand") == [(3,)]
    assert run(["tracker", "--data", str(home), "--json"]) == 1


def test_an_illegal_act_is_listed_as_a_sentence_with_the_name_and_the_rule(hands: Path, tmp_path: Path) -> None:
    (hands / "illegal.txt").write_text(
        EVENING.read_text().replace("Hand #1", "Hand #11").replace("Bo: raises $12 to $18", "Bo: checks")
    )
    (problem,) = imported(tmp_path / "tracker", hands).problems
    assert plain(as_tuples(problem.sentence), commas=False) == problem.detail
    assert problem.sentence[1][2][:2] == ["{player} may not check: it must call {amount} or fold", "Bo"]


def test_an_empty_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "hands").mkdir()
    assert imported(tmp_path / "tracker", tmp_path / "hands").hands == 0


def test_the_figures_are_those_of_the_command(hands: Path, tmp_path: Path) -> None:
    """Also the average result of all-ins, which a corpus without the tracker does not have."""
    home = tmp_path / "tracker"
    imported(home, hands)
    (row,) = stats([EVENING], player="Ann").rows
    for columns in [[figure.sql for figure in FIGURES.values()], [one.columns_sql[0] for one in FIGURES.values()]]:
        (values,) = asked(home, f"SELECT {', '.join(columns)} FROM played WHERE hero")
        for figure, value in zip(FIGURES.values(), values, strict=True):
            known = row.figures[figure.key].value
            assert value == (None if known is None else pytest.approx(known, abs=1e-4)), figure.key


@each(
    "question",
    [
        "DROP TABLE hand",
        "DELETE FROM player",
        "COPY hand TO 'out.csv'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('state.json')",
        "ATTACH 'other.db'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SELECT nothing FROM played",
        "CREATE TABLE mine AS SELECT 1",
    ],
)
def test_a_question_can_only_read(question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, folder = tmp_path / "tracker", tmp_path / "hands"
    folder.mkdir()
    shutil.copy(EVENING, folder)
    imported(home, folder)
    monkeypatch.chdir(home)
    before = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}
    with pytest.raises(BadNotation):
        asked(home, question)
    assert {file: file.read_bytes() for file in home.rglob("*") if file.is_file()} == before


def sql_of(page: str) -> Iterable[str]:
    return re.findall(r"^```sql\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_questions_of_the_page_are_answered(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    for page in ("docs/how-to/tracker.md", "docs/reference/tracker-filters.md"):
        for question in sql_of(page):
            asked(home, question)


@SERVE.mark
def test_the_command(
    hands: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = str(tmp_path / "tracker")
    assert run(["tracker", str(hands), "--data", home, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["hands"] == 3
    question = "SELECT player, count(*) AS hands, max(started) AS last FROM played GROUP BY player ORDER BY player"
    assert run(["tracker", "--data", home, "--sql", question, "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert rows[0] == {"player": "Ann", "hands": 3, "last": "2026-06-02 20:00:00"}
    assert run(["tracker", "--data", home, "--sql", question, "--csv"]) == 0
    assert capfd.readouterr().out.splitlines()[1] == "Ann,3,2026-06-02 20:00:00"
    assert run(["tracker", "--data", home, "--sql", question]) == 0
    assert "Ann" in capfd.readouterr().out
    served: list[object] = []
    monkeypatch.setattr(tracker, "_serve", lambda home, _, *what, **how: served.extend([home, *what, how]))
    assert run(["tracker", "--data", home, "--no-open", "--port", "0"]) == 0
    assert "3 hands in the database; 1 file, 0 new" in capfd.readouterr().out
    assert served == [tmp_path / "tracker", 1, {"open_page": False}]


@SERVE.mark
def test_a_taken_port_is_refused_before_the_import(
    hands: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "tracker"
    with create_server(("127.0.0.1", 0)) as taken:
        assert run(["tracker", str(hands), "--data", str(home), "--port", str(taken.getsockname()[1])]) == 2
    assert "choose another --port" in capfd.readouterr().err
    assert not home.exists()


@SERVE.mark
def test_refusals_of_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    home = str(tmp_path / "tracker")
    assert run(["tracker", "--data", home, "--port", "0"]) == 2
    assert "give the folders" in capfd.readouterr().err
    assert run(["tracker", "--data", home, "--sql", "SELECT 1"]) == 2
    assert "no hands yet" in capfd.readouterr().err
    assert run(["tracker", str(tmp_path / "nowhere"), "--data", home, "--port", "0"]) == 2
    assert "no such file or folder" in capfd.readouterr().err


def test_the_folder_is_in_the_data_folder_of_the_user(
    hands: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    assert run(["tracker", str(hands), "--json"]) == 0
    assert os.listdir(tmp_path / "data") == ["tracker"]


def test_figures_of_filtered_hands(
    hands: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann raised hands 1 and 3 (200 chips lost, 11 won), and checked hand 2."""
    home = ["--data", str(tmp_path / "tracker")]
    imported(tmp_path / "tracker", hands)
    assert run(["tracker", *home, "--where", "pfr", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    cells = {cell["key"]: cell for cell in found["cells"]}
    assert (found["hands"], cells["vpip"]["value"], cells["per_100"]["value"]) == (2, 1, pytest.approx(-4725))
    assert run(["tracker", *home, "--where", "not pfr"]) == 0
    assert capfd.readouterr().out.startswith("1 hand\n")
    assert run(["tracker", *home, "--where", "pfr", "--csv"]) == 0
    assert capfd.readouterr().out.splitlines()[:2] == ["figure,value,error,chances", "vpip,1.0,0.2151657414559676,2"]
    assert run(["tracker", *home, "--where", "won", "--sql", "SELECT hand FROM wanted ORDER BY hand", "--csv"]) == 0
    assert capfd.readouterr().out.splitlines() == ["hand", "2", "3"]
    assert run(["tracker", *home, "--where", "won", "--save", "Wins"]) == 0
    assert capfd.readouterr().out == "Wins: won\n"
    assert run(["tracker", *home, "--where", "wins", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["hands"] == 2
    assert run(["tracker", *home, "--filters", "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == [{"name": "Wins", "where": "won"}]
    assert run(["tracker", *home, "--forget", "Wins"]) == 0
    assert capfd.readouterr().out == "No filter is saved.\n"
    for wrong, why in ((["--save", "x"], "--save needs a filter"), (["--where", "wno"], "did you mean won?")):
        assert run(["tracker", *home, *wrong]) == 2
        assert why in capfd.readouterr().err
