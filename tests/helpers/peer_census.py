"""What happens in hands that a peer plays: proof that it plays the game that we think we time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sidepot.benchmarks import peers


class Census(NamedTuple):
    """The events in some hands of a workload."""

    hands: int
    decisions: int
    showdowns: int
    chips_conserved: bool


def census(peer: str, workload: str, *, hands: int, seed: int, textbook: bool = False) -> Census | None:
    """Play some hands and count what happened in them, untimed; None when the peer cannot play the game."""
    play = peers.driver(peer, workload, textbook=textbook)
    if play is None:
        return None
    inspect = _inspect_openspiel if peer == "openspiel" else _inspect_pokerkit
    stacks = peers.stacks_of(workload)
    decisions = showdowns = 0
    conserved = True
    with peers.undisturbed(seed) as chance:
        for _ in range(hands):
            acted, shown, net = inspect(play(chance))
            decisions += acted
            showdowns += shown
            # OpenSpiel splits a pot into fractions of chips, so its sum is only zero but for rounding.
            conserved &= abs(sum(net)) < 1e-6 and all(won >= -stack for won, stack in zip(net, stacks, strict=True))
    return Census(hands, decisions, showdowns, conserved)


def _inspect_openspiel(state: Any) -> tuple[int, bool, Sequence[float]]:
    """Decisions, whether two or more hands were left at the end, and each seat's win or loss."""
    chosen = [entry.action for entry in state.full_history() if entry.player >= 0]
    return len(chosen), chosen.count(0) < 5, state.returns()


def _inspect_pokerkit(state: Any) -> tuple[int, bool, Sequence[float]]:
    """Decisions, whether two or more hands were left at the end, and each seat's win or loss."""
    betting = ("Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo", "BringInPosting")
    names = [type(operation).__name__ for operation in state.operations]
    won = [after - before for after, before in zip(state.stacks, state.starting_stacks, strict=True)]
    return sum(name in (*betting, "StandingPatOrDiscarding") for name in names), names.count("Folding") < 5, won
