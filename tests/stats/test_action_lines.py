"""Action lines, types of pots and starting hands, by hands that are worked out by hand."""

from __future__ import annotations

from typing import Any

from each import each
from places import TESTS

from sidepot.corpora.corpus_rows import COLUMNS, rows_of
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.converting import histories_in
from sidepot.stats.hand_seen import seen


def rows_in(name: str) -> list[tuple[dict[str, Any], dict[str, dict[str, Any]]]]:
    """Each hand of a file: the row of the hand, and those of its players by name."""
    found = []
    for _, history in histories_in(TESTS / name):
        assert isinstance(history, HandHistory)
        rows = rows_of(1, "file", "matched", history, seen(history, expectation=False))
        players = [dict(zip(COLUMNS["player"], row, strict=True)) for row in rows["player"]]
        (hand,) = rows["hand"]
        found.append(
            (dict(zip(COLUMNS["hand"], hand, strict=True)), {str(player["player"]): player for player in players})
        )
    return found


def test_the_evening() -> None:
    """Hand 1 is a re-raised pot that ends all-in on the turn, hand 2 is limped, hand 3 is raised once."""
    hands = rows_in("stats/evening.txt")
    assert [hand["pot_type"] for hand, _ in hands] == ["3bet", "limped", "raised"]
    assert [{name: row["line"] for name, row in players.items()} for _, players in hands] == [
        {"Ann": "RC/C/C", "Bo": "R/B/B", "Cy": "F"},
        {"Ann": "X/B", "Bo": "F", "Cy": "C/XF"},
        {"Ann": "R/B/X/X", "Bo": "C/C/X/X", "Cy": "F"},
    ]
    assert [{name: row["in_position"] for name, row in players.items()} for _, players in hands] == [
        {"Ann": True, "Bo": False, "Cy": None},
        {"Ann": True, "Bo": None, "Cy": False},
        {"Ann": False, "Bo": True, "Cy": None},
    ]
    assert [players["Ann"]["starting_hand"] for _, players in hands] == ["AA", "72o", "QQ"]
    assert [players["Cy"]["starting_hand"] for _, players in hands] == ["", "", ""]


def test_depth_is_the_smaller_stack() -> None:
    """The stacks of hand 2 are 200, 400 and 198, those of hand 3 are 202, 400 and 196; the big blind is 2."""
    depths = [{name: row["depth"] for name, row in players.items()} for _, players in rows_in("stats/evening.txt")]
    assert depths == [
        {"Ann": 100, "Bo": 100, "Cy": 100}, {"Ann": 100, "Bo": 100, "Cy": 99}, {"Ann": 101, "Bo": 101, "Cy": 98},
    ]  # fmt: skip


@each(
    ("raises", "is_bomb", "is_limped", "wanted"),
    [
        (0, False, False, "walk"), (0, False, True, "limped"), (1, False, True, "raised"), (2, False, False, "3bet"),
        (3, False, False, "4bet"), (4, False, False, "5bet"), (7, False, True, "5bet"), (0, True, True, "bomb pot"),
    ],
)  # fmt: skip
def test_types_of_pots(raises: int, is_bomb: bool, is_limped: bool, wanted: str) -> None:
    from sidepot.stats.action_lines import pot_type

    assert pot_type(raises, is_bomb=is_bomb, is_limped=is_limped) == wanted
