"""Equities that others have printed come out to their last digit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import CORPUS, CORPUS_FOLDER, FAST

from sidepot.odds import odds
from sidepot.odds.ask import Engine

pytestmark = CORPUS.mark
fast = pytest.param("fast", marks=FAST.mark)

GAMES = {
    "holdem_high": "holdem",
    "holdem_hilo8": "holdem-high-low-8",
    "omaha_high": "omaha",
    "omaha_hilo8": "omaha8",
    "stud7_high": "stud",
    "stud7_hilo8": "stud8",
    "stud7_hilo_noqual": "stud-high-low",
    "razz_a5": "razz",
    "draw_27_single_remaining_draw": "single-draw",
}
PLAINLY = 2000  # spots with more deals than this take the plain code too long for a test


def table(name: str) -> Any:
    return json.loads((Path(CORPUS_FOLDER) / "tables" / name).read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize("engine", ["plain", fast])
@each("game", GAMES)
def test_exact_equities_in_nine_games(game: str, engine: Engine) -> None:
    """The counts of deals, of those won and tied, and the equity in three digits."""
    spots = [spot for spot in table("equities_pokenum.json")["spots"] if spot["game"] == game]
    assert len(spots) == 16
    for spot in spots:
        if engine == "plain" and spot["outcomes"] > PLAINLY:
            continue
        found = odds(spot["hands"], board=spot["board"], dead=spot["dead"], game=GAMES[game], engine=engine, exact=True)
        assert found.boards == spot["outcomes"], spot["id"]
        for hand, printed in zip(found.hands, spot["players"], strict=True):
            assert abs(hand.equity - printed["EV"]) < 0.000501, spot["id"]
            assert round(hand.win * found.boards) == printed.get("win", printed.get("scoop")), spot["id"]
            if "tie" in printed:
                assert round(hand.tie * found.boards) == printed["tie"], spot["id"]


@pytest.mark.parametrize("engine", ["plain", fast])
def test_heads_up_before_the_flop(engine: Engine) -> None:
    rows = table("holdem_headsup_preflop.json")["rows"]
    assert len(rows) == 39
    for row in rows if engine == "fast" else rows[:4]:
        found = odds([row["a"], row["b"]], engine=engine)
        one, other = [round(hand.win * found.boards) for hand in found.hands]
        ties = round(found.hands[0].tie * found.boards)
        assert (one, other, ties, found.boards) == (row["a_wins"], row["b_wins"], row["ties"], row["boards"]), row


@FAST.mark
def test_ranges_as_others_count_them() -> None:
    for case in table("equities_published.json")["ompeval_exact"]["cases"]:
        found = odds(case["ranges"], board=case["board"], dead=case["dead"], exact=True)
        wins = case["wins_by_mask"]
        assert found.boards == sum(wins)
        for seat, hand in enumerate(found.hands):
            part = sum([times / mask.bit_count() for mask, times in enumerate(wins) if mask >> seat & 1])
            assert hand.equity == pytest.approx(part / sum(wins), abs=1e-12)
            assert round(hand.win * found.boards) == wins[1 << seat]


def test_split_pots_that_were_once_counted_wrongly() -> None:
    for case in table("equities_published.json")["poker_eval_bug1823_exact"]["cases"]:
        found = odds(case["hands"], board=case["board"], game="omaha8", exact=True)
        assert found.boards == case["boards"]
        assert [round(hand.equity, 3) for hand in found.hands] == case["ev"]


@pytest.mark.long
def test_ranges_to_a_percentage_point() -> None:
    """Printed by a program that samples; its own test allows a percentage point."""
    for case in table("equities_published.json")["pokerstove_percent_within_1"]["cases"]:
        found = odds(case["ranges"], board=case["board"], samples=40_000)
        for hand, printed in zip(found.hands, case["pct"], strict=True):
            assert abs(100 * hand.equity - printed) < 1 + 0.5, case
