"""Pictures of simulations: what their lines are made of, that they are written, what is said where they cannot."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from needs import PLOT
from typer.testing import CliRunner

from sidepot import plots
from sidepot.cli.app import app
from sidepot.cli.simulate_bots import find_bots
from sidepot.cli.simulate_guests import guests_of
from sidepot.cli.simulate_input import SimulateInput
from sidepot.cli.simulate_terms import rules_of
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.plots import Bankrolls, finishes, plot_bankrolls, plot_finishes
from sidepot.simulation.cash_table import Simulation
from sidepot.simulation.tournaments.tournament_result import TournamentResult
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.tournament.presets import find_preset

PNG = b"\x89PNG\r\n\x1a\n"


def simulation() -> Simulation:
    told, rng = SimulateInput(), Random(3)
    rules = rules_of(told)
    return Simulation(rules, guests_of(told, rules, rng, lively=False), rng)


def events(count: int) -> list[TournamentResult]:
    found = []
    for seed in range(count):
        rng = Random(seed)
        run = TournamentRun(find_preset("turbo"), 6, seed, find_bots(["loose"], "bots", rng), rng=rng)
        run.run(None)
        found.append(run.result())
    return found


def test_the_lines_are_what_everybody_has_won() -> None:
    played = simulation()
    bankrolls = Bankrolls(played, hands=25)
    played.run(25, lambda steps: bankrolls.note())
    bankrolls.finish()
    assert bankrolls.hands == list(range(1, 26))
    assert all(sum(nets) == 0 for nets in zip(*bankrolls.nets.values(), strict=True))  # there is no rake
    assert {player.name: player.net for player in played.result().players} == {
        name: nets[-1] for name, nets in bankrolls.nets.items()
    }
    assert len({tuple(nets) for nets in bankrolls.nets.values()}) > 1


def test_long_simulations_have_some_points_and_the_last_hand() -> None:
    played = simulation()
    bankrolls = Bankrolls(played, hands=5000)
    played.run(12, lambda steps: bankrolls.note())
    bankrolls.finish()
    assert bankrolls.hands == [5, 10, 12]


def test_finishes_count_places() -> None:
    results = events(3)
    found = finishes(results)
    assert len(found) == 6
    assert all(sum(places.values()) == 3 for places in found.values())
    assert sum(found.values(), Counter()) == dict.fromkeys(range(1, 7), 3)
    averages = [sum(place * times for place, times in places.items()) for places in found.values()]
    assert averages == sorted(averages)


@pytest.mark.long
@PLOT.mark
def test_pictures_are_written(tmp_path: Path) -> None:
    played = simulation()
    bankrolls = Bankrolls(played, hands=3)
    played.run(3, lambda steps: bankrolls.note())
    results = events(2)
    plot_bankrolls(bankrolls, tmp_path / "bankrolls.png")
    plot_finishes(results[:1], tmp_path / "one.png")
    plot_finishes(results, tmp_path / "two.png")
    plot_finishes([], tmp_path / "none.svg")
    for name in ("bankrolls", "one", "two"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(PNG)
    assert "<svg" in (tmp_path / "none.svg").read_text(encoding="utf-8")


@PLOT.mark
def test_where_no_picture_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match=r"expected the suffix .*png.* as in out\.png"):
        plots.check_plot(tmp_path / "out.xyz")
    with pytest.raises(BadNotation, match="no such folder"):
        plots.check_plot(tmp_path / "nowhere" / "out.png")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(BadNotation, match=r"folder\.png: "):
        plot_finishes([], tmp_path / "folder.png")


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(Conflict, match=re.escape(how_to_install("plot"))):
        plot_finishes([], tmp_path / "out.png")


@PLOT.mark
def test_simulate_draws_and_plays_the_same_hands(tmp_path: Path) -> None:
    def told(*options: str) -> str:
        done = CliRunner().invoke(app, ["simulate", "--hands", "20", "--seed", "4", *options])
        assert done.exit_code == 0, done.output
        return done.stdout.partition("seconds")[2].partition("second")[2]

    picture = tmp_path / "out.png"
    assert told("--plot", str(picture)) == told()
    assert picture.read_bytes().startswith(PNG)
