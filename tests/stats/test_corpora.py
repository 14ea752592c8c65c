"""Corpora in Parquet: their rows are those of the hands, a killed run goes on, and the pages' queries run."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from needs import CORPORA, PLOT, POSIX
from places import ROOT

from sidepot.cli.app import run
from sidepot.errors import Conflict
from sidepot.stats import stats
from sidepot.stats.figures import FIGURES
from sidepot.workers import Workers

CORPORA.ask()

import duckdb  # noqa: E402 - the module is skipped without it

from sidepot.corpora import corpus_run  # noqa: E402
from sidepot.corpora.corpus_run import alone, replay_to  # noqa: E402

SITES = ROOT / "tests" / "formats" / "sites"
EVENING = Path(__file__).parent / "evening.txt"
LETTERS = 1_500  # of a share: one or two hands
PAGE = (ROOT / "docs" / "how-to" / "corpora.md").read_text(encoding="utf-8")


@pytest.fixture
def histories(tmp_path: Path) -> list[Path]:
    """The samples of all sites, and the evening three times, each time with numbers of its own."""
    found = sorted(SITES.iterdir())
    for number in range(3):
        file = tmp_path / "histories" / f"{number}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(EVENING.read_text(encoding="utf-8").replace("Hand #", f"Hand #{number}0"), encoding="utf-8")
        found.append(file)
    return found


def tree(folder: Path) -> dict[str, bytes]:
    """All files with what they hold, but for the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def asked(folder: Path, table: str, what: str) -> list[tuple[object, ...]]:
    """Each row that a question to one of the tables finds."""
    parts = f"'{folder}/{table}/**/*.parquet'"
    return duckdb.sql(f"SELECT {what.format(table=parts)}").fetchall()


@pytest.mark.long
def test_the_rows_are_those_of_the_hands(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    total = replay_to(out, histories)
    told = stats(histories)
    assert asked(out, "hand", "count(*) FROM {table}") == [(told.hands,)] == [(total.hands,)]
    rows = asked(
        out,
        "player",
        "player, count(*), avg(vpip::INT), avg(pfr::INT), sum(net / unit), count(*) FILTER (showdown) "
        "FROM {table} GROUP BY player",
    )
    assert len(rows) == len(told.rows)
    by_name = {row[0]: row for row in rows}
    for row in told.rows:
        _, hands, vpip, pfr, units, showdowns = by_name[row.group]
        assert (hands, vpip, pfr, showdowns) == (row.hands, row.vpip, row.pfr, row.counts["showdowns"])
        assert 100 * float(str(units)) / row.hands == pytest.approx(row.per_100, abs=1e-4)


def test_figures_in_sql_are_those_of_the_command(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, histories)
    found = {row.group: row for row in stats(histories, expectation=False).rows}
    what = ", ".join([figure.sql for figure in FIGURES.values()])
    rows = asked(out, "player", f"player, {what} FROM {{table}} GROUP BY player")
    assert len(rows) == len(found)
    for name, *values in rows:
        wanted = found[str(name)].figures
        for figure, value in zip(FIGURES.values(), values, strict=True):
            known = wanted[figure.key].value
            assert value == (None if known is None else pytest.approx(known, abs=1e-4)), (name, figure.key)


def test_rows_hold_the_chips_that_were_put_in(histories: list[Path], tmp_path: Path) -> None:
    """The chips of all acts of a player, less what came back, are what the player has put into the pots."""
    out = tmp_path / "hands"
    replay_to(out, histories)
    rows = duckdb.sql(f"""
        SELECT p.id, p.seat, any_value(p.put), sum(CASE a.action WHEN 'returned' THEN -a.amount ELSE a.amount END)
        FROM '{out}/player/**/*.parquet' p JOIN '{out}/action/**/*.parquet' a ON a.id = p.id AND a.seat = p.seat
        GROUP BY p.id, p.seat
    """).fetchall()
    assert len(rows) > 40
    assert [row for row in rows if row[2] != row[3]] == []
    assert asked(out, "hand", "count(*) FROM {table} WHERE pot < rake OR side_pots < 0 OR rounds < 1") == [(0,)]


def test_the_evening_as_rows(tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, [EVENING])
    assert asked(out, "hand", "hand, pot, rake, board, rounds, showdown, all_in FROM {table} ORDER BY hand") == [
        ("1", 402, 2, "2c7d9hJsKc", 3, True, True),
        ("2", 4, 0, "3c4d9s", 2, False, False),
        ("3", 24, 1, "3c4d9s5h8d", 4, True, False),
    ]
    first = asked(out, "hand", "id FROM {table} WHERE hand = '1'")[0][0]
    acts = asked(out, "action", f"round, seat, action, amount, total FROM {{table}} WHERE id = {first} ORDER BY step")
    assert acts[:8] == [
        (0, 1, "small blind", 1, 1), (0, 2, "big blind", 2, 2), (0, 0, "raise", 6, 6), (0, 1, "raise", 17, 18),
        (0, 2, "fold", 0, 2), (0, 0, "call", 12, 18), (1, 1, "bet", 20, 20), (1, 0, "call", 20, 20),
    ]  # fmt: skip


@pytest.mark.long
def test_any_number_of_processes_writes_the_same_bytes(histories: list[Path], tmp_path: Path) -> None:
    trees = []
    for jobs in (1, 2, 4):
        replay_to(tmp_path / str(jobs), histories, workers=Workers(jobs), letters=LETTERS)
        trees.append(tree(tmp_path / str(jobs)))
    assert len(trees[0]) > 30
    assert trees[0] == trees[1] == trees[2]


KILLED = """
import os, signal, sys
from pathlib import Path
from sidepot.corpora import corpus_run

written = 0
keep = corpus_run._replace

def killing(file, data):
    global written
    written += 1
    if written == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    keep(file, data)

corpus_run._replace = killing
corpus_run.replay_to(Path(sys.argv[1]), [Path(file) for file in sys.argv[3:]], letters=int(sys.argv[2]))
"""


@pytest.mark.long
@POSIX.mark
def test_a_run_that_is_killed_goes_on_where_it_was(histories: list[Path], tmp_path: Path) -> None:
    """Killed when the rows of a share are written, and its note is not yet."""
    whole, out = tmp_path / "whole", tmp_path / "hands"
    wanted = replay_to(whole, histories, letters=LETTERS)
    words = [sys.executable, "-c", KILLED, str(out), str(LETTERS), *map(str, histories)]
    assert subprocess.run(words, capture_output=True).returncode == -9
    done = {path: path.stat().st_mtime_ns for path in (out / "done").glob("*.json")}
    assert len(done) == 3
    (out / "hand" / "left over.tmp").write_bytes(b"half of it")
    told: list[int] = []
    found = replay_to(out, histories, letters=LETTERS, advance=lambda files, hands: told.append(hands))
    assert tree(out) == tree(whole)
    assert (found.hands, found.matched, found.files) == (wanted.hands, wanted.matched, wanted.files)
    assert sum(told) == wanted.hands  # those of the first run too
    assert {path: path.stat().st_mtime_ns for path in done} == done


def test_a_run_again_writes_nothing_and_new_files_are_added(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, histories[:-1], letters=LETTERS)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    replay_to(out, histories[:-1], letters=LETTERS)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")} == before
    replay_to(out, histories, letters=LETTERS)
    replay_to(tmp_path / "fresh", histories, letters=LETTERS)
    assert tree(out) == tree(tmp_path / "fresh")


def test_a_file_that_has_changed_takes_the_place_of_what_it_was(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, histories, letters=LETTERS)
    text = histories[-1].read_text(encoding="utf-8")
    histories[-1].write_text(text.replace("Hand #3:", "Hand #33:"), encoding="utf-8")
    replay_to(out, histories, letters=LETTERS)
    replay_to(tmp_path / "fresh", histories, letters=LETTERS)
    assert tree(out) == tree(tmp_path / "fresh")


@POSIX.mark
def test_two_runs_do_not_write_to_one_folder(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, histories)
    with alone(out), pytest.raises(Conflict, match="another run writes"):
        replay_to(out, histories)


def test_the_command(histories: list[Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "hands"
    words = ["replay", *map(str, histories), "--jobs", "2", "--out", str(out), "--json"]
    assert run(words) == 0
    first = capfd.readouterr().out
    assert run(words) == 0
    again = capfd.readouterr().out
    assert [line for line in first.splitlines() if "second" not in line] == [
        line for line in again.splitlines() if "second" not in line
    ]
    (tmp_path / "file").touch()
    assert run(["replay", str(EVENING), "--out", str(tmp_path / "file")]) == 2
    assert "cannot use this folder" in capfd.readouterr().err


# ---- the page


@pytest.fixture
def here(histories: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder above `hands/`."""
    replay_to(tmp_path / "hands", histories)
    monkeypatch.chdir(tmp_path)
    return tmp_path


QUERIES = re.findall(r"^```sql\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_queries() -> None:
    assert len(QUERIES) == 6


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.split("\n")[0][:40])
def test_a_query_of_the_page_runs(query: str, here: Path) -> None:
    assert duckdb.sql(query.strip().rstrip(";")).fetchall()


@pytest.mark.long
def test_the_win_rates_of_the_page_are_those_of_the_figures(here: Path, histories: list[Path]) -> None:
    rows = {row[0]: row for row in duckdb.sql(QUERIES[0].strip().rstrip(";")).fetchall()}
    for one in stats(histories, by="position").rows:
        position, hands, rate, error = rows[one.group]
        assert (hands, Decimal(str(rate))) == (one.hands, round(Decimal(str(one.per_100)), 1)), position
        assert error == (None if one.error is None else pytest.approx(one.error, abs=0.051))


def test_hands_that_files_have_in_common_are_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(EVENING.read_text(encoding="utf-8"), encoding="utf-8")
    replay_to(tmp_path / "hands", [tmp_path / "a.txt", tmp_path / "b.txt"])
    monkeypatch.chdir(tmp_path)
    assert asked(tmp_path / "hands", "hand", "count(*), count(DISTINCT mark) FROM {table}") == [(6, 3)]
    (query,) = [query for query in QUERIES if "mark" in query]
    found = duckdb.sql(query.strip().rstrip(";")).fetchall()
    assert (
        found
        == [(row.group, row.hands) for row in stats([tmp_path / "a.txt"]).rows]
        == [*zip(("Ann", "Bo", "Cy"), (3, 3, 3), strict=True)]
    )


@PLOT.mark
def test_the_picture_of_the_page_is_drawn(here: Path) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert (here / "positions.png").read_bytes().startswith(b"\x89PNG")


def test_each_column_is_documented() -> None:
    from sidepot.corpora.corpus_rows import COLUMNS

    page = (ROOT / "docs" / "reference" / "corpus.md").read_text(encoding="utf-8")
    for table, columns in COLUMNS.items():
        part = page[page.index(f"| `{table}` |") :].split("\n\n")[0]
        assert [name for name in columns if f"`{name}`" not in part] == []


# ---- folders that change


def names_of(out: Path, *, table: str = "hand") -> dict[str, int]:
    """When each file of a table was written."""
    return {path.name: path.stat().st_mtime_ns for path in (out / table).rglob("*.parquet")}


def test_new_files_are_played_wherever_they_are_in_the_folder(tmp_path: Path) -> None:
    """Shares after a new file are those that they were."""
    told = EVENING.read_text(encoding="utf-8")
    folder, out = tmp_path / "in", tmp_path / "hands"
    folder.mkdir()
    for number in range(100):
        (folder / f"{number:03}.txt").write_text(told, encoding="utf-8")
    letters = 20 * len(told)
    replay_to(out, sorted(folder.iterdir()), letters=letters)
    before = names_of(out)
    (folder / "004-new.txt").write_text(told, encoding="utf-8")
    replay_to(out, sorted(folder.iterdir()), letters=letters)
    after = names_of(out)
    assert len(before.items() & after.items()) > len(before) / 2
    assert asked(out, "hand", "count(*) FROM {table}") == [(101 * 3,)]


def test_a_folder_that_is_named_in_another_way_is_the_same(
    histories: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, own = tmp_path / "hands", tmp_path / "histories"
    replay_to(out, sorted(own.iterdir()))
    monkeypatch.chdir(own)
    replay_to(out, [Path(file.name) for file in sorted(own.iterdir())])
    assert asked(out, "hand", "count(*) FROM {table}") == [(9,)]


def test_hands_are_not_there_twice_where_some_files_of_a_share_are_named(tmp_path: Path) -> None:
    told = EVENING.read_text(encoding="utf-8")
    one, two, out = tmp_path / "1.txt", tmp_path / "2.txt", tmp_path / "hands"
    for file in (one, two):
        file.write_text(told, encoding="utf-8")
    replay_to(out, [one, two])
    with pytest.raises(
        Conflict, match=r"converted .*1\.txt together with .*2\.txt, which is missing now; name all files"
    ):
        replay_to(out, [one])
    assert asked(out, "hand", "count(*) FROM {table}") == [(6,)]
    two.unlink()
    replay_to(out, [one])
    assert asked(out, "hand", "count(*) FROM {table}") == [(3,)]


def test_parts_that_are_lost_or_cut_off_are_written_again(histories: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "hands"
    replay_to(out, histories, letters=LETTERS)
    whole = tree(out)
    first, second, *_ = sorted((out / "player").rglob("*.parquet"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:100])
    replay_to(out, histories, letters=LETTERS)
    assert tree(out) == whole


def test_summaries_are_reported_as_without_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    summary = (ROOT / "tests" / "formats" / "summaries" / "winamax.txt").read_text("utf-8")
    (tmp_path / "a.txt").write_text(summary, encoding="utf-8")
    (tmp_path / "b.txt").write_text(summary.replace("Prizepool : 1350.40€", "Prizepool : a lot"), encoding="utf-8")
    (tmp_path / "c.txt").write_text(EVENING.read_text(encoding="utf-8"), encoding="utf-8")
    told = []
    for more in ([], ["--out", f"{tmp_path}-hands"]):
        assert run(["replay", str(tmp_path), "--json", *more]) == 1
        told.append([line for line in capfd.readouterr().out.splitlines() if "second" not in line])
    assert told[0] == told[1] and '  "summaries": 3,' in told[0]


@POSIX.mark
def test_name_that_is_no_text_is_shown_by_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"T\xe9l\xe9.txt")
    try:
        file.write_text(EVENING.read_text(encoding="utf-8"), encoding="utf-8")
    except OSError:
        pytest.skip("this file system has no such names")
    replay_to(tmp_path / "hands", [file])
    assert asked(tmp_path / "hands", "hand", "DISTINCT split_part(file, '/', -1) FROM {table}") == [
        ("T\\xe9l\\xe9.txt",)
    ]


def test_full_disk_is_reported_with_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(file: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "Error writing bytes to file")

    monkeypatch.setattr(corpus_run, "_replace", full)
    assert run(["replay", str(EVENING), "--out", str(tmp_path / "hands")]) == 2
    assert f"{tmp_path}/hands: No space left on device" in capfd.readouterr().err


def test_tournaments_are_rows(tmp_path: Path) -> None:
    """Bo's summaries at PokerStars, where 9 + 5 + 1 were paid three times and 27 once, and those of Ann B."""
    summaries = ROOT / "tests" / "formats" / "summaries"
    out = tmp_path / "hands"
    replay_to(out, [summaries / "winamax.txt", summaries / "stars.txt", EVENING])
    rows = asked(
        out,
        "tournament",
        "site, tournament, player, place, prize, bounties, ticket, net, hero, playing, started FROM {table} "
        "WHERE hero OR playing ORDER BY tournament, player",
    )
    by = {(row[0], row[1], row[2]): row[3:] for row in rows}
    assert by["Winamax", "900400", "Ann B"] == (
        7, 3120, 1560, "", 3120 + 1560 - 200 - 2 * 200 - 100, True, False, "2026-05-01 18:00:00",
    )  # fmt: skip
    assert by["Winamax", "900401", "Ann B"][3] == "Ticket 40\u20ac"
    assert by["PokerStars", "900101", "Ann"] == (0, 0, 0, "", None, False, True, "2026-05-02 20:00:00")
    assert by["PokerStars", "900100", "Bo, the 2nd"][:2] == (2, 1890)
    assert asked(out, "hand", "DISTINCT tournament, price FROM {table}") == [("", "")]
