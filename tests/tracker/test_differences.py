"""The starting-hand grid, two filters side by side, and the owner beside the field, over the seven hands of Ann
(test_filters.py describes them), and over made hands whose counts are known.
"""

from __future__ import annotations

from math import erfc, hypot, sqrt
from pathlib import Path

import pytest
from needs import CORPORA

from sidepot.stats.figures import error_of_rate
from sidepot.tracker.differences import LEAKS, Difference, adjusted, comparison, leaks
from sidepot.tracker.filter_form import fields_shown, filter_shown
from sidepot.tracker.grid import grid
from sidepot.tracker.importing import import_new
from sidepot.tracker.selection import Wanted

pytestmark = CORPORA.mark


def folds(number: int, own: str, *, name: str = "Ann") -> str:
    """A hand of three players: the button folds, the small blind does `own`, and the big blind folds or wins."""
    acts = {"raise": f"{name}: raises $4 to $6\nBo: folds\n", "fold": f"{name}: folds\n"}[own]
    winner, won = (name, 4) if own == "raise" else ("Bo", 2)
    returned = f"Uncalled bet ({'$4' if own == 'raise' else '$1'}) returned to {winner}"
    return f"""PokerStars Hand #{number}: Hold'em No Limit ($1/$2 USD) - 2026/05/01 20:{number % 60:02}:00 ET
Table 'Kit' 6-max Seat #3 is the button
Seat 1: {name} ($200 in chips)
Seat 2: Bo ($200 in chips)
Seat 3: Cy ($200 in chips)
{name}: posts small blind $1
Bo: posts big blind $2
*** HOLE CARDS ***
Dealt to {name} [Ah Kd]
Cy: folds
{acts}{returned}
{winner} collected ${won} from pot
*** SUMMARY ***
Total pot ${won} | Rake $0

"""


@pytest.fixture(scope="module")
def steals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann steals in 24 of 30 small blinds, Eve (whose cards nobody shows, so that she is of the field) in 6 of 30."""
    from contextlib import nullcontext

    CORPORA.ask()
    folder, home = tmp_path_factory.mktemp("hands"), tmp_path_factory.mktemp("tracker")
    ann = "".join([folds(at, "raise" if at <= 24 else "fold") for at in range(1, 31)])
    eve = "".join([folds(100 + at, "raise" if at <= 6 else "fold", name="Eve") for at in range(1, 31)])
    (folder / "ann.txt").write_text(ann)
    (folder / "eve.txt").write_text("".join([line for line in eve.splitlines(True) if not line.startswith("Dealt")]))
    import_new(home, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return home


def test_the_grid(seven: Path) -> None:
    """Each of the seven hands was dealt once; VPIP is empty for the walk (JTs), 0 for 72o."""
    found = grid(seven)
    assert (found.hands, found.others, len(found.cells)) == (7, 0, 169)
    cells = {cell.hand: cell for cell in found.cells if cell.hands}
    assert {hand: (cell.hands, cell.net, cell.vpip, cell.pfr) for hand, cell in cells.items()} == {
        "AA": (1, -100, 1, 1), "72o": (1, 1, 0, 0), "QQ": (1, 5.5, 1, 1), "KQs": (1, -4, 1, 1),
        "A5s": (1, 10.5, 1, 1), "JTs": (1, 0.5, None, None), "98s": (1, 12, 1, 0),
    }  # fmt: skip
    assert cells["98s"].per_100 == 1200 and cells["98s"].error is None
    assert [cell.hand for cell in found.cells[:3]] == ["AA", "AKs", "AQs"] and found.cells[13].hand == "AKo"
    filtered = grid(seven, Wanted(where="cards = suited, result > 1"))
    assert [(cell.hand, cell.hands) for cell in filtered.cells if cell.hands] == [("A5s", 1), ("98s", 1)]


def test_two_filters(seven: Path) -> None:
    """BB: hands 2, 6, 7 (+1, +0.5, +12). Pots that were raised once: 3, 4, 7. Hand 7 is in both: it stays with the
    first of two equal groups.
    """
    found = comparison(seven, Wanted(where="position = BB"), "pot = raised")
    assert (found.hands, found.other_hands, found.both, found.is_left) == (3, 2, 1, True)
    result = row_of(found.rows, "per_100")
    assert (result.one.value, result.other.value) == (pytest.approx(450), pytest.approx(75))
    assert result.difference == pytest.approx(375) and result.p is None  # too few hands
    again = comparison(seven, Wanted(where="pot = raised"), "position = BB, won, cards = 98s")
    assert (again.hands, again.other_hands, again.both, again.is_left) == (2, 1, 1, False)
    assert comparison(seven, Wanted(where="won"), "lost").both == 0


def test_how_sure_a_difference_is(steals: Path) -> None:
    """24 hands with a raise, and 6 without."""
    found = comparison(steals, Wanted(where="vpip"), "not vpip")
    assert (found.hands, found.other_hands) == (24, 6)
    steal = row_of(found.rows, "steal")
    assert (steal.one.value, steal.other.value, steal.p) == (1, 0, None)  # 6 chances are too few


def test_leaks(steals: Path) -> None:
    """Ann: 24 of 30 steals. The field: 6 of Eve's 30, and none of Cy's 60 on the button. Bo folds to all 30 steals."""
    found = leaks(steals, Wanted())
    assert (found.hands, found.field_hands, found.field_players) == (30, 150, 3)
    steal = row_of(found.rows, "steal")
    assert (steal.one.value, steal.one.chances, steal.other.value, steal.other.chances) == (
        0.8,
        30,
        pytest.approx(6 / 90),
        90,
    )
    error = hypot(error_of_rate(24, 30), error_of_rate(6, 90))
    assert (steal.difference, steal.error) == (pytest.approx(0.8 - 6 / 90), pytest.approx(error))
    assert steal.p == pytest.approx(erfc((0.8 - 6 / 90) / error / sqrt(2))) and steal.p < 1e-6
    assert steal.times == pytest.approx(100 * (0.8 - 6 / 90))  # Ann has a chance in each hand
    vpip = row_of(found.rows, "vpip")
    assert (vpip.other.value, vpip.other.chances) == (pytest.approx(6 / 120), 120)  # without the walks of Bo
    assert found.judged == sum(row.p is not None for row in found.rows)
    chances = [row.p for row in found.rows if row.p is not None]
    assert chances == sorted(chances) and all(row.q >= row.p for row in found.rows if row.p is not None)
    assert not {row.one.key for row in found.rows} - {*LEAKS} and "per_100" not in LEAKS
    fold = row_of(found.rows, "fold_to_steal")
    assert (fold.one.chances, fold.other.chances, fold.other.value, fold.p) == (0, 30, 1, None)


def test_leaks_by_cards_are_marked(seven: Path) -> None:
    """Bo's kings of hand 1 were shown, Ann's aces are hers."""
    found = leaks(seven, Wanted(where="cards = QQ+"))
    assert (found.hands, found.field_hands, found.is_shown_only) == (2, 1, True)
    assert not leaks(seven, Wanted(where="position = BTN")).is_shown_only


def row_of(rows: list[Difference], key: str) -> Difference:
    (found,) = [row for row in rows if row.one.key == key]
    return found


def test_many_comparisons() -> None:
    """Benjamini and Hochberg: p times the number of figures by the rank, at most that of the next rank."""
    assert adjusted([0.001, 0.02, 0.03, 0.8]) == [pytest.approx(one) for one in (0.004, 0.04, 0.04, 0.8)]
    assert adjusted([None, 0.5]) == [None, 0.5] and adjusted([]) == []


def test_what_the_form_shows(seven: Path) -> None:
    shown = filter_shown(seven, Wanted(where="position=BTN;lost or pot = 4bet"))
    assert (shown.where, shown.hands, shown.all_hands) == ("position = BTN, lost or pot = 4bet", 3, 7)
    assert shown.conditions == [["position = BTN", "lost"], ["pot = 4bet"]]
    fields = {field.name: field for field in fields_shown(seven)}
    assert fields["stakes"].choices == ["1/2", "0.50/1"] and fields["in position"].kind == "yes"
    assert fields["position"].choices[:4] == ["CO", "BTN", "SB", "BB"]
    assert (fields["c_bet"].figure, fields["c_bet"].kind) == ("c-bet", "figure")
    for field in fields.values():
        assert filter_shown(seven, Wanted(where=field.example if field.part != "when" else "")).all_hands == 7
        for choice in field.choices:
            assert filter_shown(seven, Wanted(where=f"{field.name} = {choice}")).all_hands == 7
