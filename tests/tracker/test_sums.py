"""Kept sums against the rows of hands: the pages about other players show the same with both."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import Random

import msgspec
import pytest
from each import each
from needs import CORPORA
from places import TESTS

from sidepot.tracker import database, opponents, sums
from sidepot.tracker.differences import LEAKS, leaks
from sidepot.tracker.importing import import_new
from sidepot.tracker.notes import Name, join, separate
from sidepot.tracker.opponents import Asked
from sidepot.tracker.selection import Wanted

pytestmark = CORPORA.mark

EVENING = (TESTS / "stats" / "evening.txt").read_text()
SEVEN = (TESTS / "tracker" / "filtered.txt").read_text()
ALL = "players >= 1"
"""A filter that every hand passes, so that the rows are read."""


def euros(text: str) -> str:
    return text.replace("$", "€").replace("USD", "EUR")


def nobodys(text: str) -> str:
    """The same hands without the owner's cards: another player's name is at the owner's seat."""
    return "".join([line for line in text.replace("Ann", "Zoe").splitlines(True) if not line.startswith("Dealt")])


TEXTS = [
    EVENING, SEVEN, euros(EVENING), nobodys(EVENING), nobodys(SEVEN), EVENING.replace("Bo", "Ann2"),
    EVENING.replace("Ann", "Eve").replace("Bo", "Ann"), SEVEN.replace("Cy", "5ae0f1"), nobodys(euros(SEVEN)),
]  # fmt: skip


def imported(home: Path, folder: Path) -> None:
    import_new(home, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))


def compare(home: Path) -> None:
    """Each question has the same answer from the sums and from the rows, for each kind of money."""
    for (money,) in database.ask_sql(home, "SELECT DISTINCT money FROM mine").rows:
        for ask in (
            lambda wanted: opponents.opponents(home, wanted),
            lambda wanted: opponents.opponents(home, wanted, Asked(sort="per_100", least=2)),
            lambda wanted: leaks(home, wanted),
        ):
            kept, rows = [msgspec.to_builtins(ask(Wanted(str(money), where))) for where in ("", ALL)]
            assert_same(kept, rows)


def assert_same(one: object, other: object) -> None:
    if isinstance(one, dict) and isinstance(other, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, list) and isinstance(other, list):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif isinstance(one, float) and isinstance(other, float):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-6)
    else:
        assert one == other


def test_the_figures_of_both_pages_are_kept() -> None:
    assert {*opponents.SHOWN, *LEAKS} <= {*sums.SUMMED}


def test_the_pages_ask_the_sums(seven: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noting(name: str) -> None:
        source = getattr(sums, name)

        def noted(*args: object) -> object:
            asked.append(name)
            return source(*args)

        monkeypatch.setattr(sums, name, noted)

    noting("_of_hands")
    noting("_of_sums")
    for where in ("", ALL):
        opponents.opponents(seven, Wanted(where=where))
        leaks(seven, Wanted(where=where))
    assert asked == ["_of_sums", "_of_sums", "_of_hands", "_of_hands"]


@each("seed", range(3))
def test_sums_after_random_imports(seed: int, tmp_path: Path) -> None:
    """Files come, change, come twice and go; hands are repeated, and have other owners, money and sites."""
    chance, home, folder = Random(seed), tmp_path / "home", tmp_path / "hands"
    folder.mkdir()
    (folder / "0.txt").write_text(EVENING)
    imported(home, folder)
    for _ in range(6):
        for _ in range(chance.randint(1, 3)):
            file = folder / f"{chance.randrange(5)}.txt"
            if file.exists() and chance.random() < 0.3:
                file.unlink()
            else:
                file.write_text(chance.choice(TEXTS).replace("Hand #", f"Hand #{chance.choice('123')}"))
        imported(home, folder)
        compare(home)


def test_sums_of_persons_with_several_names(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "hands"
    folder.mkdir()
    for at, text in enumerate(TEXTS):
        (folder / f"{at}.txt").write_text(text.replace("Hand #", f"Hand #{at}"))
    imported(home, folder)
    compare(home)
    join(home, [Name("PokerStars", "Bo"), Name("PokerStars", "Zoe"), Name("PokerStars", "Eve")])
    compare(home)
    join(home, [Name("PokerStars", "Cy")], is_me=True)
    compare(home)
    separate(home, Name("PokerStars", "Cy"))
    join(home, [Name("PokerStars", "Zoe")], is_me=True)  # a hand of Zoe has no other owner
    compare(home)
