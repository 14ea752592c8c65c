"""Each kind of tournament, as data: played by bots to its end, with chips and money counted after each step."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from places import ROOT

from sidepot.cli.simulate_bots import BOTS
from sidepot.errors import Conflict
from sidepot.simulation.tournaments.flights_run import FlightsRun
from sidepot.simulation.tournaments.tournament_result import TournamentResult
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament import events as e
from sidepot.tournament.flights import final_day, flight_of
from sidepot.tournament.kind_words import kinds_of
from sidepot.tournament.more_levels import long_enough
from sidepot.tournament.presets import PRESETS, find_preset
from sidepot.tournament.structure import EntryTerms, Kind, Structure
from sidepot.tournament.structure_files import read_structure, write_structure
from sidepot.tournament.tournament import decode, encode, replay

EXAMPLES = sorted((ROOT / "examples" / "tournaments").glob("*.toml"))
KINDS = {
    "freeze-out", "re-entry", "rebuy", "bounty", "progressive bounty", "mystery bounty", "satellite", "shoot-out",
    "heads-up bracket", "turbo", "hyper", "mixed games", "sit-and-go", "flights",
}  # fmt: skip
MOST = {"heads-up": 7, "shoot-out": 14}
replaced = msgspec.structs.replace


def a_run(structure: Structure, players: int, seed: int, bot: str = "loose") -> TournamentRun | FlightsRun:
    rng = Random(seed)
    structure = long_enough(structure, players)
    days = FlightsRun if structure.flights else TournamentRun
    return days(structure, players, seed, [BOTS[bot](rng)], rng=rng)


def holds(result: TournamentResult) -> None:
    """Nobody found anything wrong after any step, and everything that was paid in is paid out."""
    assert result.violations == () and result.is_over
    assert result.chips_issued - result.chips_removed == result.chips_in_play
    assert sum([line.paid for line in result.standings]) == result.pool == sum(result.payouts)
    assert sum([line.bounties for line in result.standings]) == result.bounties


# ---- every kind


def test_every_kind_has_a_preset_and_an_example() -> None:
    assert {kind for made in PRESETS.values() for kind in kinds_of(made)} == KINDS
    assert {kind for path in EXAMPLES for kind in kinds_of(read_structure(path.read_text("utf-8")))} == KINDS


@each("name", PRESETS)
def test_a_preset_is_written_and_read_back_with_its_kinds(name: str) -> None:
    again = read_structure(write_structure(PRESETS[name]))
    assert again == PRESETS[name] and kinds_of(again) == kinds_of(PRESETS[name])


@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@example(name="horse", players=2, seed=1733)  # in the stud round the player goes whose big blind is due
@given(name=st.sampled_from(list(PRESETS)), players=st.integers(2, 24), seed=st.integers(0, 9_999))
def test_chips_and_money_are_kept_by_every_kind(name: str, players: int, seed: int) -> None:
    run = a_run(PRESETS[name], min(players, MOST.get(name, players)), seed)
    result = run.run()
    holds(result)
    for day in [run] if isinstance(run, TournamentRun) else run.runs:
        log = day.tournament.log
        assert replay([decode(encode(step)) for step in log]) == day.tournament


def test_the_words_for_a_kind_say_all_that_applies() -> None:
    assert kinds_of(find_preset("hyper")) == ("hyper", "freeze-out")
    assert kinds_of(find_preset("deep")) == ("re-entry",)
    assert kinds_of(flight_of(find_preset("flights"), "1B")) == ("flight", "re-entry")
    assert kinds_of(final_day(find_preset("flights"))) == ("freeze-out",)


# ---- envelopes


@st.composite
def mysteries(draw: Any) -> Structure:
    percents = draw(st.lists(st.integers(1, 30), min_size=1, max_size=4).filter(lambda some: sum(some) <= 99))
    made = find_preset("mystery")
    entry = replaced(
        made.entry,
        bounty=draw(st.integers(1, 1_001)),
        late_levels=draw(st.integers(0, 3)),
        mystery=tuple(sorted(percents, reverse=True)),
        mystery_left=draw(st.sampled_from([-1, 0, 2, 6])),
    )
    return replaced(made, entry=entry)


@pytest.mark.long
@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(structure=mysteries(), players=st.integers(2, 21), seed=st.integers(0, 9_999))
def test_all_bounties_are_paid_whatever_is_in_the_envelopes(structure: Structure, players: int, seed: int) -> None:
    run = a_run(structure, players, seed)
    assert isinstance(run, TournamentRun)
    holds(run.run())
    events = [event for step in run.tournament.log for event in step.events]
    filled = [event for event in events if isinstance(event, e.EnvelopesFilled)]
    opened = [event for event in events if isinstance(event, e.EnvelopeOpened)]
    assert len(filled) <= 1 and len(opened) <= sum([len(event.values) for event in filled])
    assert all(
        len(event.values) <= structure.entry.mystery_left for event in filled if structure.entry.mystery_left > 0
    )


def test_the_same_secret_draws_the_same_envelopes() -> None:
    found = []
    made = find_preset("mystery")
    made = replaced(made, entry=replaced(made.entry, late_levels=0))  # so that they are filled at the start
    for _ in range(2):
        run = a_run(made, 15, 4)
        assert isinstance(run, TournamentRun)
        run.run()
        events = [event for step in run.tournament.log for event in step.events]
        found.append([event for event in events if isinstance(event, e.EnvelopeOpened)])
    assert found[0] and found[0] == found[1]


# ---- flights


@st.composite
def flights(draw: Any) -> Structure:
    made = find_preset("flights")
    bounty = draw(st.sampled_from([0, 0, 501]))
    mystery = (40, 10) if bounty and draw(st.booleans()) else ()
    entry = replaced(
        made.entry, bounty=bounty, mystery=mystery, progressive=bool(bounty and not mystery), late_levels=2
    )
    return replaced(
        made,
        seats=draw(st.sampled_from([4, 9])),
        entry=entry,
        flights=draw(st.sampled_from([("1A",), ("1A", "1B"), ("1A", "1B", "1C")])),
        flight_levels=draw(st.integers(4, 16)),
    )


@pytest.mark.long
@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(structure=flights(), players=st.integers(2, 24), seed=st.integers(0, 9_999))
def test_bags_and_money_of_the_flights_reach_the_final_day(structure: Structure, players: int, seed: int) -> None:
    run = a_run(structure, players, seed)
    assert isinstance(run, FlightsRun)
    result = run.run()
    *played, last = run.runs
    holds(result)
    assert sum([day.tournament.in_play for day in played]) == sum(
        [event.chips for step in last.tournament.log for event in step.events if isinstance(event, e.Qualified)]
    )
    assert sum([day.tournament.collected for day in played]) == last.tournament.collected
    assert all(not line.paid for day in played for line in day.tournament.standings())


def test_a_player_who_is_left_alone_bags_chips_of_the_final_day() -> None:
    """The flight ends before the break in which its smallest chips leave play: they leave play then."""
    made = find_preset("flights")
    made = replaced(made, seats=4, entry=replaced(made.entry, late_levels=2), flights=("1A",), flight_levels=10)
    run = a_run(made, 22, 2273)
    assert isinstance(run, FlightsRun)
    holds(run.run())
    flight, last = (day.tournament for day in run.runs)
    [stack] = [flight.stack_of(one.player) for one in flight.players_in()]
    assert flight.chips_at(flight.reading(flight.at).level).smallest < last.structure.chips.smallest
    assert last.structure.chips.can_make(stack) and stack == flight.in_play
    assert replay([decode(encode(step)) for step in flight.log]) == flight


def test_a_flight_is_over_after_its_levels_and_pays_nobody() -> None:
    run = a_run(find_preset("flights"), 27, 2, "steady")
    assert isinstance(run, FlightsRun)
    run.run()
    for day in run.runs[:-1]:
        assert day.tournament.structure.kind is Kind.FLIGHT and day.tournament.prizes() == ()
        assert day.tournament.left > 1 and max(day.tournament.levels.values()) < 10
    assert run.runs[-1].tournament.structure.levels[0] == find_preset("flights").levels[10]


# ---- what cannot be


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"mystery": (10,)}, "`bounty` is missing: it is the amount that each entry puts into the envelopes"),
        (
            {"bounty": 5, "progressive": True, "mystery": (10,)},
            "bounties can be progressive or in envelopes, but not both",
        ),
        ({"bounty": 5, "mystery": (10, 20)}, "largest first"),
        (
            {"bounty": 5, "mystery": (60, 40)},
            "the first envelopes take 100% of the bounties, leaving nothing for the other envelopes",
        ),
        ({"mystery_left": 5}, "`mystery` is missing: `mystery_left` needs the list of what the envelopes hold"),
    ],
)
def test_envelopes_that_cannot_be_are_refused(terms: dict[str, Any], says: str) -> None:
    with pytest.raises(Conflict, match=says):
        EntryTerms(**terms)


@each(
    ("changes", "says"),
    [
        ({"flights": ()}, "give both the names of the flights"),
        ({"flight_levels": 0}, "give both the names of the flights"),
        ({"flights": ("1A", "1A")}, "flights need different names, such as 1A and 1B, not"),
        ({"flight_levels": 23}, "levels, which leaves none for the final day"),
        ({"flight_levels": 3}, "late_levels: expected at most 3, the last level of the flights, not 4"),
        ({"kind": Kind.SHOOTOUT, "entry": EntryTerms()}, "a shootout cannot have flights"),
        ({"at_full": True}, "when it is full"),
    ],
)
def test_flights_that_cannot_be_are_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(Conflict, match=says):
        replaced(find_preset("flights"), **changes)


def test_only_a_tournament_with_flights_has_them() -> None:
    with pytest.raises(Conflict, match="unknown flight '1D'; the flights are 1A, 1B, 1C"):
        flight_of(find_preset("flights"), "1D")
    with pytest.raises(Conflict, match="no final day"):
        final_day(find_preset("turbo"))
