"""Practice: pot odds and equities from one's own view alone, by a table that the guide prints."""

from __future__ import annotations

import re
from random import Random

import pytest
from each import each
from fair_hands import Fair, dealt, fair_hand
from places import ROOT

from sidepot.bots.past import Act, Kind
from sidepot.cards import UNKNOWN, cards, text
from sidepot.cli.play_stakes import open_table
from sidepot.games.catalog import GAMES
from sidepot.hand.events import Dealt, Shown
from sidepot.odds.ask import odds
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.practice import Practice, Sample, practice_of_record, range_table
from sidepot.room.views.replayed import replay_record, walk


def holdem(seed: int, seats: int = 3) -> Fair:
    setup = open_table("holdem", None, "cash", seats=seats, stack=200, seed=seed).setup()
    return dealt(setup, Random(seed))


def practised(fair: Fair, seat: int) -> tuple[HandRecord, Practice]:
    record = fair.record(seat)
    return record, practice_of_record(record)


def test_each_decision_has_its_price_its_equity_and_what_the_player_did() -> None:
    count = calls = 0
    for seed in range(8):
        fair = holdem(seed)
        for seat in range(3):
            record, found = practised(fair, seat)
            steps = replay_record(record).steps
            for one in found.decisions:
                turn = steps[one.step].turn
                assert turn is not None and turn.seat == seat and steps[one.step + 1].lines == one.lines
                assert one.equity is not None and 0 <= one.equity <= 1
                assert ("check" in turn.may) == (not one.call)
                assert one.need == (round(one.call / (one.pot + one.call), 3) if one.call else 0)
                assert (
                    len(one.ranges)
                    == sum(seat.hand == "live" or seat.hand == "all-in" for seat in steps[one.step].seats) - 1
                )
                count, calls = count + 1, calls + bool(one.call)
    assert count > 20 and calls > 8


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_no_card_of_another_player_counts_whether_it_is_shown_later_or_not(seed: int) -> None:
    """Every card that the walk knows of others at a decision is unknown; the same hand cut off there says the same."""
    fair = holdem(seed)
    for seat in range(3):
        record, found = practised(fair, seat)
        items = view_of_record(record, items_of(record))
        assert all(
            card == UNKNOWN for item in items if isinstance(item, Dealt) and item.seat != seat for card in item.cards
        )
        for step, (_, view, _) in enumerate(walk(items, seat)):
            if any(one.step == step for one in found.decisions):
                assert all(card == UNKNOWN for at, hole in enumerate(view.hole) if at != seat for card in hole)
        if any(isinstance(item, Shown) for item in items):
            assert practice_of_record(record) == found, "and it says the same each time"


def test_spectators_have_no_decisions_and_games_without_a_table_no_equity() -> None:
    assert practice_of_record(holdem(1).record(-1)).decisions == ()
    for game in ("stud8", "badugi", "razz"):
        found = practice_of_record(fair_hand(4, GAMES[game], floor=False).record(0))
        assert all(one.equity is None and one.ranges == () for one in found.decisions)


@pytest.mark.long
@each("game", sorted(GAMES)[::3])
def test_every_game_can_be_practised(game: str) -> None:
    for seed in range(2):
        fair = fair_hand(seed, GAMES[game], floor=seed % 2 == 0)
        for seat in range(-1, len(fair.hand.stacks)):
            practice_of_record(fair.record(seat))


@each(("own", "other", "board"), [("AsAh", "KsKd", ""), ("8s7s", "AhAd", "9sTc2s"), ("QcQd", "JhTh", "9h8hQs2c")])
def test_an_equity_is_what_the_odds_say(own: str, other: str, board: str) -> None:
    view = next(view for _, view, _ in walk(*_items(holdem(2), 0)) if UNKNOWN not in view.hole[0] and view.hole[0])
    sample = Sample(view, 0, own=cards(own))
    found = sample.equity(cards(board), [[cards(other)]])
    exact = odds([own, other], board=board).hands[0].equity
    assert found == pytest.approx(exact, abs=0.11 if not board else 0.09), text(cards(board))


def _items(fair: Fair, seat: int) -> tuple[list[object], int]:
    record = fair.record(seat)
    return view_of_record(record, items_of(record)), seat  # type: ignore[return-value]


def test_the_table_is_sensible_and_an_act_beyond_it_has_its_last_row() -> None:
    table = range_table()
    for rows in (table.first, table.later):
        for row in rows:
            for best, worst in (row.range, row.two or row.range):
                assert best < worst
    act = Act(0, Kind.RAISE, 0.5, 0, 0, 0, 3, 0, 2, 0)
    assert table.band(act, 6) == (0, 20) and table.band(act, 2) == (0, 60)
    assert table.band(act._replace(raises=7), 6) == table.band(act._replace(raises=2), 6) == (0, 4)
    assert table.band(act._replace(round=2), 6) == (0, 50)


def test_the_guide_prints_the_table() -> None:
    page = (ROOT / "docs" / "how-to" / "practise.md").read_text(encoding="utf-8")
    printed = re.findall(
        r"^\| (first|later) \| (\w+) \| (\d) \| (\d+)\u2013(\d+) % \| (?:(\d+)\u2013(\d+) %)? *\|$", page, re.MULTILINE
    )
    rows = [
        (when, row.act, str(row.raises), *map(str, row.range), *(map(str, row.two) if row.two else ("", "")))
        for when, some in (("first", range_table().first), ("later", range_table().later))
        for row in some
    ]
    assert printed == rows
