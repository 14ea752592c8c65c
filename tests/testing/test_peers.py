"""The drivers of the other engines play real hands of every workload: chips conserved, as many decisions as planned."""

from __future__ import annotations

import random
from typing import Any

import pytest
from each import each
from needs import OPENSPIEL, POKERKIT
from peer_census import census as census_of

from sidepot.benchmarks import peers

NEEDS = {"openspiel": OPENSPIEL, "pokerkit": POKERKIT}

# Decisions a hand, from a few thousand hands of each; a handful of hands strays far, so the bounds are wide.
DECISIONS = {
    "W19": (14, 25),
    "W19-mixed": (15, 28),
    "double-board": (14, 25),
    "short-deck": (14, 25),
    "omaha8-pl": (20, 38),
    "omaha8-fl": (25, 41),
    "stud": (30, 48),
    "razz": (30, 48),
    "draw": (37, 56),
    "badugi": (37, 56),
}


def plays(peer: str, *workloads: str) -> list[object]:
    return [pytest.param(peer, workload, id=f"{peer}-{workload}", marks=NEEDS[peer].mark) for workload in workloads]


@pytest.mark.long
@pytest.mark.parametrize(
    ("peer", "workload"), plays("openspiel", "W19", "W19-mixed") + plays("pokerkit", *peers.WORKLOADS)
)
def test_a_peer_plays_whole_hands_of_the_workload(peer: str, workload: str) -> None:
    hands = 400 if peer == "openspiel" else 25
    census = census_of(peer, workload, hands=hands, seed=7)
    assert census is not None
    assert census.hands == hands
    assert census.chips_conserved
    fewest, most = DECISIONS[workload]
    assert fewest < census.decisions / hands < most
    assert census.showdowns >= 0.85 * hands


@POKERKIT.mark
def test_pokerkit_plays_the_games_that_we_mean() -> None:
    def finished(workload: str) -> list[Any]:
        play = peers.driver("pokerkit", workload, textbook=False)
        assert play is not None
        with peers.undisturbed(3) as chance:
            return [play(chance) for _ in range(10)]

    paid = set()
    for state in finished("double-board"):
        first, second = state.get_board_cards(0), state.get_board_cards(1)
        assert len({*first, *second}) == 10
        paid |= {operation.board_index for operation in state.operations if hasattr(operation, "board_index")}
    assert paid >= {0, 1}
    for state in finished("short-deck"):
        assert {card.rank for card in state.deck} == set("6789TJQKA")
    for state in finished("badugi"):
        assert {len(hole) for hole in state.hole_cards} <= {0, 4}


@pytest.mark.long
@OPENSPIEL.mark
@pytest.mark.parametrize("workload", ["W19", "W19-mixed"])
def test_both_openspiel_drivers_play_the_same_game(workload: str) -> None:
    fast = census_of("openspiel", workload, hands=3000, seed=3)
    textbook = census_of("openspiel", workload, hands=3000, seed=3, textbook=True)
    assert fast is not None
    assert textbook is not None
    assert textbook.chips_conserved
    assert fast.decisions == pytest.approx(textbook.decisions, rel=0.05)


@OPENSPIEL.mark
@pytest.mark.parametrize("workload", ["W19", "W19-mixed"])
def test_the_fast_openspiel_driver_only_does_what_openspiel_lists_as_legal(workload: str) -> None:
    play = peers.driver("openspiel", workload, textbook=False)
    assert play is not None
    chance = random.Random(5).random
    for _ in range(300):
        played = play(chance)
        again = played.get_game().new_initial_state()
        for action in played.history():
            assert action in again.legal_actions()
            again.apply_action(action)
        assert again.is_terminal()
        assert again.returns() == played.returns()


@OPENSPIEL.mark
@each("workload", [name for name in peers.WORKLOADS if not name.startswith("W19")])
def test_openspiel_cannot_play_other_games_than_holdem(workload: str) -> None:
    assert peers.hands_per_second("openspiel", workload, seconds=0.01, seed=1) is None


@pytest.mark.parametrize(("peer", "workload"), plays("openspiel", "W19") + plays("pokerkit", "draw"))
def test_a_rate_is_hands_a_second_and_leaves_the_shared_generator_alone(peer: str, workload: str) -> None:
    before = random.getstate()
    rate = peers.hands_per_second(peer, workload, seconds=0.05, seed=1)
    assert rate is not None
    assert rate > 1
    assert random.getstate() == before


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="openspiel, pokerkit"):
        peers.hands_per_second("deep blue", "W19", seconds=0.01, seed=1)
    with pytest.raises(ValueError, match="W19-mixed"):
        peers.hands_per_second("pokerkit", "chess", seconds=0.01, seed=1)


@pytest.mark.parametrize("peer", peers.PEERS)
def test_a_missing_peer_says_how_to_install_it(peer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(peers, "import_module", missing)
    with pytest.raises(ImportError, match="make peers"):
        peers.hands_per_second(peer, "W19", seconds=0.01, seed=1)
