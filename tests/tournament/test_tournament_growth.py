"""A large event costs for each hand no more than a small one: what is known of a table is not worked out again.

Nothing here is timed. `bench/event.py` measures.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sidepot.cli.simulate_bots import BOTS
from sidepot.rules.houses import TDA_2013, TDA_2024
from sidepot.simulation.tournaments.tournament_people import Habits
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.table.button import Marks
from sidepot.tournament import positions
from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.balancing import balance, halts, longest_table
from sidepot.tournament.breaking import table_to_break
from sidepot.tournament.moves import TableView, view_of
from sidepot.tournament.presets import find_preset
from sidepot.tournament.views import all_tables


def a_table(number: int, players: int) -> TableView:
    """The seat of the next big blind is the last one in which anybody sits down."""
    taken = tuple(sorted([((seat + 4) % 9, f"{number}-{seat}") for seat in range(players)]))
    return TableView(number, 9, taken, Marks(0, 1, 2))


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many hands have been planned, to see what a seat is worth."""
    count = [0]
    real = positions.plan_next

    def plan(*args: Any, **more: Any) -> Any:
        count[0] += 1
        return real(*args, **more)

    monkeypatch.setattr(positions, "plan_next", plan)
    return count


@pytest.mark.parametrize("rulebook", [TDA_2013, TDA_2024], ids=["2013", "2024"])
def test_a_known_fact_of_a_table_is_computed_once(planned: list[int], rulebook: Any) -> None:
    tables = AllTables([a_table(number, 9 if number < 100 else 5) for number in range(1, 201)])
    first = halts(tables, rulebook), balance(tables, rulebook)
    assert len(first[0]) == 101
    assert first[1] is not None
    once = planned[0]
    assert once >= 101
    for _ in range(10):
        assert (halts(tables, rulebook), balance(tables, rulebook)) == first
    planned[0] = 0
    tables.put(a_table(150, 4))
    assert len(halts(tables, rulebook)) == 101
    assert 0 < planned[0] < once / 20  # of one table, not of all


def events() -> list[Any]:
    return [
        pytest.param(name, count, seed, id=f"{name}-{count}-{seed}")
        for name, count, seed in (("turbo", 60, 1), ("regular", 60, 2), ("rebuy", 50, 1), ("bounty", 45, 3))
    ]


@pytest.mark.long
@pytest.mark.parametrize(("name", "count", "seed"), events())
def test_the_hall_is_as_if_all_tables_were_looked_at_again(name: str, count: int, seed: int) -> None:
    rng = Random(seed)
    bots = [BOTS["loose"](rng), BOTS["steady"](rng)]
    run = TournamentRun(find_preset(name), count, seed, bots, rng=rng, habits=Habits(late=0.3), voids=0.02)
    seen = []

    def look(one: TournamentRun) -> None:
        tournament = one.tournament
        kept = all_tables(tournament)
        anew = AllTables(
            view_of(
                table,
                number,
                pinned=[player for player in table.places if tournament.entrants[player].pin is not None],
                eliminated=number in tournament.eliminated,
            )
            for number, table in sorted(tournament.tables.items())
        )
        assert list(kept.views.items()) == list(anew.views.items())
        assert (kept.by_size, kept.open_seats, kept.room) == (anew.by_size, anew.open_seats, anew.room)
        assert (kept.keeping, kept.fixed) == (anew.keeping, anew.fixed)
        rules = tournament.structure.rulebook
        assert halts(kept, rules) == halts(anew, rules)
        assert (table_to_break(kept), longest_table(kept)) == (table_to_break(anew), longest_table(anew))
        assert balance(kept, rules) == balance(anew, rules)
        assert tournament.entries == sum(one.entries for one in tournament.entrants.values())
        seen.append(len(kept.views))

    result = run.run(look)
    assert result.violations == ()
    assert max(seen) > 3
    assert min(seen) == 1


@pytest.mark.long
def test_hands_are_not_planned_more_often_where_more_play(planned: list[int]) -> None:
    for_each = []
    for count in (60, 240):
        planned[0] = 0
        rng = Random(3)
        run = TournamentRun(find_preset("turbo"), count, 3, [BOTS["steady"](rng)], rng=rng)
        assert run.run().violations == ()
        for_each.append(planned[0] / run.tournament.hands)
    assert for_each[1] < 2 * for_each[0] + 2
