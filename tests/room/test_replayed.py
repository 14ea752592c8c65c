"""A replay is made of a record: it shows the cards its owner was shown and no other, in every game."""

from __future__ import annotations

import random

import pytest
from each import each
from fair_hands import fair_hand

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.floor.spot_line import read_spot
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh
from sidepot.games.catalog import GAMES
from sidepot.room.fairness.record import shown_cards
from sidepot.room.views.equities import equities_of_record
from sidepot.room.views.replayed import Replayed, hand_of_record, replay_record
from sidepot.rules.houses import TDA_2024


def cards_in(told: Replayed) -> set[int]:
    found = {card for step in told.steps for seat in step.seats for card in seat.cards}
    return (found | {card for step in told.steps for board in step.boards for card in board}) - {UNKNOWN}


@pytest.mark.long
@each("game", sorted(GAMES))
def test_a_replay_shows_what_was_seen_and_no_card_more(game: str) -> None:
    turns = 0
    for seed in range(6):
        fair = fair_hand(seed, GAMES[game], floor=seed % 2 == 0)
        for seat in (-1, random.Random(seed).randrange(len(fair.hand.stacks))):
            told = replay_record(fair.record(seat))
            assert cards_in(told) <= set(shown_cards(fair.items, seat).values())
            assert told.you == seat and told.stud == GAMES[game].is_stud
            last = told.steps[-1]
            assert [one.stack + one.bet for one in last.seats] == [
                stack + bet for stack, bet in zip(fair.hand.stacks, fair.hand.bets, strict=True)
            ]
            assert all(step.lines for step in told.steps)
            turns += sum(step.turn is not None and bool(step.turn.may) for step in told.steps)
    assert turns


def test_decisions_are_told_with_their_reasons() -> None:
    told = replay_record(fair_hand(3, GAMES["holdem"], floor=False).record(-1))
    turns = [step.turn for step in told.steps if step.turn is not None]
    assert turns and all(turn.may and turn.why for turn in turns)
    assert {word.split()[0] for turn in turns for word in turn.may} >= {"fold", "check"}


def test_the_floor_can_be_asked_at_a_decision() -> None:
    """The line of a decision is about the player to act, with what that player has in front."""
    found = 0
    for seed in range(4):
        for step in replay_record(fair_hand(seed, GAMES["holdem"], floor=False).record(0)).steps:
            if step.turn is not None and step.turn.spot:
                found += 1
                spot, seat = read_spot(step.turn.spot, TDA_2024), step.seats[step.turn.seat]
                assert (spot.front, spot.stack) == (seat.bet, seat.stack)
    assert found


def test_a_hand_of_a_record_is_written_as_a_history() -> None:
    """A spectator's has unknown cards; what the format cannot tell is refused with the reason."""
    written = 0
    for seed in range(12):
        hand, players, _ = hand_of_record(fair_hand(seed, GAMES["holdem"], floor=False).record(-1))
        assert len(players) == len(hand.stacks)
        try:
            text = write_phh(phh_of_hand(hand))
        except BadNotation:
            continue
        written += "????" in text
    assert written


@each("game", ["holdem", "stud", "double-board-omaha", "five-card-draw"])
def test_each_step_of_a_replay_has_the_equities_of_the_hands_that_were_seen(game: str) -> None:
    """Together they have all of it, unless a hand in play was never seen; a spectator sees no more than was shown."""
    found = 0
    for seed in range(3):
        fair = fair_hand(seed, GAMES[game], floor=False)
        for seat in (-1, 0):
            record = fair.record(seat)
            steps = equities_of_record(record).steps
            told = replay_record(record)
            assert len(steps) == (0 if GAMES[game].is_draw else len(told.steps))
            for step, equity in zip(told.steps, steps, strict=False):
                if equity is None:
                    continue
                found += 1
                in_play = [at for at, one in enumerate(step.seats) if one.hand != "folded"]
                assert {at for at, _ in equity.shares} <= set(in_play)
                assert len(equity.shares) + equity.unknown == len(in_play)
                total = sum([share for _, share in equity.shares])
                assert total <= 1.001 and (equity.unknown or total > 0.999)
    assert found or GAMES[game].is_draw
