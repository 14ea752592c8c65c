"""Textures of boards, against a slow count over all flops and by single boards."""

from __future__ import annotations

from itertools import combinations

from each import each

from sidepot.cards import RANKS, cards
from sidepot.stats.textures import WORDS, texture, textures


@each(
    ("board", "wanted"),
    [
        ("AhAd2c", "A-high rainbow paired"), ("2c3d4h", "4-high rainbow straight"),
        ("Ac2d5h", "A-high rainbow straight"),
        ("KcAd2h", "A-high rainbow"), ("9c5d6hTs", "T-high rainbow overcard straight"),
        ("2c7c9c", "9-high monotone flush"),
        ("2c7c9d", "9-high two-tone"), ("2c2d2h2sAs", "A-high quads overcard"), ("2c2d7h7s3s", "7-high paired"),
        ("2c2d2h7s", "7-high rainbow trips overcard"), ("2c9c7d7cTd", "T-high two-tone flush paired straight overcard"),
        ("2c9c7dKh", "K-high overcard"), ("2c9c", ""), ("", ""),
    ],
)  # fmt: skip
def test_boards(board: str, wanted: str) -> None:
    assert {*texture(cards(board)).split()} == {*wanted.split()} <= {*WORDS}


def test_all_flops() -> None:
    """Of 22,100: of three suits 4 * 13 ** 3, of two 12 * 78 * 13, of one 4 * 286; 13 * 4 trips, 13 * 12 * 24 pairs."""
    found = [texture(flop).split() for flop in combinations(range(52), 3)]
    count = {word: sum(word in words for words in found) for word in WORDS}
    assert (count["rainbow"], count["two-tone"], count["monotone"], count["flush"]) == (8788, 12_168, 1144, 1144)
    assert (count["trips"], count["paired"], count["quads"]) == (52, 3744, 0)
    assert count["A-high"] == 22_100 - 17_296 and count["overcard"] == 0
    assert count["straight"] == 64 * 64  # sets of three ranks within five
    assert sum(count[f"{rank}-high"] for rank in RANKS) == 22_100


def test_streets() -> None:
    assert textures(cards("3c4d9s5h8d")) == (
        "9-high rainbow", "9-high rainbow straight", "9-high straight",
    )  # fmt: skip
    assert textures(cards("3c4d9s")) == ("9-high rainbow", "", "")
    assert textures(()) == ("", "", "")
