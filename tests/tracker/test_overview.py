"""What the page shows of the evening of three hands (tests/stats/test_stats.py has them worked out by hand)."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from needs import CORPORA
from places import TESTS

from sidepot.errors import BadNotation
from sidepot.stats import stats
from sidepot.tracker.importing import import_new
from sidepot.tracker.overview import hands_page, moneys, overview, positions
from sidepot.tracker.selection import Wanted

pytestmark = CORPORA.mark

EVENING = TESTS / "stats" / "evening.txt"


def tracker_of(tmp_path: Path, *texts: str) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    for at, text in enumerate(texts):
        (folder / f"{at}.txt").write_text(text)
    import_new(tmp_path / "home", [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return tmp_path / "home"


def test_the_results_of_ann(home: Path) -> None:
    found = overview(home)
    assert (found.money, found.measure, found.players, found.hands, found.net) == ("USD", "USD", ["Ann"], 3, -187)
    assert [(point.hands, point.net, point.showdown, point.without) for point in found.line] == [
        (1, -200, -200, 0), (2, -198, -200, 2), (3, -187, -189, 2),
    ]  # fmt: skip
    assert found.line[-1].expected == pytest.approx(400 * 42 / 44 - 200 + 13, abs=1e-3)
    assert [(point.day, point.hands) for point in overview(home, by_days=True).line] == [
        ("2026-05-01", 2), ("2026-06-02", 3),
    ]  # fmt: skip
    assert [hand.net for hand in found.best] == [11, 2] and [hand.net for hand in found.worst] == [-200]
    assert (found.best[0].cards, found.best[0].board, found.best[0].position) == ("QcQd", "3c4d9s5h8d", "SB")


def test_sessions_end_with_a_pause(home: Path) -> None:
    """Five minutes lie between the first two hands, a month before the third."""
    found = overview(home)
    assert [(one.start, one.end, one.hands, one.tables, one.net) for one in found.sessions] == [
        ("2026-06-02 20:00:00", "2026-06-02 20:00:00", 1, 1, 11),
        ("2026-05-01 20:00:00", "2026-05-01 20:05:00", 2, 1, -198),
    ]  # fmt: skip
    assert found.hours == pytest.approx(1 / 12)


def test_a_result_per_hour_needs_hours_and_all_hands_played_in_them(home: Path) -> None:
    """Nobody knows how long the session with one hand took; and hands that were won say nothing about an hour."""
    assert overview(home).per_hour == pytest.approx(-198 * 12)
    assert overview(home, Wanted("", "date = 2026-05")).per_hour == pytest.approx(-198 * 12)
    assert overview(home, Wanted("", "date = 2026-06")).per_hour is None


def test_a_filter_that_leaves_out_hands_of_the_hours_has_no_result_per_hour(seven: Path) -> None:
    assert overview(seven).per_hour is not None
    for where in ("pot >= raised", "result > 1"):
        assert overview(seven, Wanted("", where)).per_hour is None, where


def test_figures_by_position(home: Path) -> None:
    rows = {row.position: row for row in positions(home)}
    assert list(rows) == ["BTN", "SB", "BB", ""]
    of = {row.group: row for row in stats([EVENING], player="Ann", by="position").rows}
    total = stats([EVENING], player="Ann").rows[0]
    for position, row in rows.items():
        known = of[position] if position else total
        assert row.hands == known.hands
        for cell in row.cells:
            wanted = known.figures[cell.key]
            assert (cell.value, cell.chances) == (
                None if wanted.value is None else pytest.approx(wanted.value, abs=1e-4),
                wanted.chances,
            ), (position, cell.key)
            if cell.error is not None and wanted.error is not None:
                assert cell.error == pytest.approx(wanted.error, abs=1e-4), (position, cell.key)
            else:
                assert cell.error == wanted.error, (position, cell.key)


def test_hands_are_listed_latest_first(home: Path) -> None:
    assert [one.hand for one in hands_page(home)] == ["3", "2", "1"]
    assert [one.hand for one in hands_page(home, skip=2)] == ["1"]
    assert all(one.id.isdecimal() for one in hands_page(home))


def test_money_is_kept_apart(tmp_path: Path) -> None:
    """Tournament chips are counted in big blinds, each hand in its own."""
    text = EVENING.read_text()
    tournament = text.replace("Hand #", "Hand #9").replace(
        "Hold'em No Limit ($1/$2 USD)", "Tournament #5, $1+$0.10 USD Hold'em No Limit - Level I (1/2)"
    )
    home = tracker_of(tmp_path, text, tournament.replace("$1+$0.10", "!").replace("$", "").replace("!", "$1+$0.10"))
    assert {one.money: one.hands for one in moneys(home).moneys} == {"USD": 3, "tournament chips": 3}
    chips = overview(home, Wanted("tournament chips"))
    assert (chips.measure, chips.hands, chips.net) == ("bb", 3, pytest.approx(-187 / 2))
    with pytest.raises(BadNotation, match="no hands for 'EUR'"):
        overview(home, Wanted("EUR"))


def test_hands_of_nobody_and_no_hands(tmp_path: Path) -> None:
    home = tracker_of(
        tmp_path, "".join(line for line in EVENING.read_text().splitlines(True) if "Dealt to" not in line)
    )
    with pytest.raises(BadNotation, match="no hands of yours"):
        overview(home)


def test_an_empty_tracker(tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match="no hands yet; give the folders"):
        positions(tracker_of(tmp_path))
