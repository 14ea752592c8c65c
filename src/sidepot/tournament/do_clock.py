"""Commands of the clock. Source: T22, RP-7; TDA-2024 RP-8."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import TOGETHER
from sidepot.tournament.head_counts import heads_differ
from sidepot.tournament.underway import Doing

MINUTE: Final = 60_000
BREAK_IS_NEAR: Final = 90_000  # TDA-2024 RP-7
PUSHES: Final = Cite("TDA-2013", "RP-7")
HAND_MS: Final = 2 * MINUTE  # for one hand, in hand for hand (TDA-2024 RP-8)
DECKS: Final = Cite("TDA-2013", "25")


def start(doing: Doing, command: c.Start) -> None:
    """Start the clock, or let it go on."""
    if not doing.tournament.is_seated:
        raise NotDue("seats have not been drawn: nobody could play", code="seats_not_drawn")
    doing.emit(e.ClockSet(doing.tournament.clock.start(doing.now)))


def pause(doing: Doing, command: c.Pause) -> None:
    """Stop the clock."""
    doing.emit(e.ClockSet(doing.tournament.clock.pause(doing.now)))


def add_time(doing: Doing, command: c.AddTime) -> None:
    """Add time to the level or break, or take some away."""
    doing.emit(e.ClockSet(doing.tournament.clock.add(doing.now, command.ms)))


def jump(doing: Doing, command: c.Jump) -> None:
    """Go to another level or break."""
    doing.emit(e.ClockSet(doing.tournament.clock.jump(doing.now, command.item, command.left)))


def break_now(doing: Doing, command: c.BreakNow) -> None:
    """Take an extra break."""
    doing.emit(e.ClockSet(doing.tournament.clock.break_now(doing.now, command.ms)))


def hand_for_hand(doing: Doing, command: c.GoHandForHand) -> None:
    """Begin or end hand for hand. The clock stands meanwhile, and each hand takes its time off it (2024 RP-8).

    A break goes on: no hand is played in it, so it would never end.
    """
    tournament = doing.tournament
    if tournament.hand_for_hand == command.on:
        raise NotDue("it is hand for hand" if command.on else "it is not hand for hand", TOGETHER, code="hand_for_hand")
    if not tournament.is_seated:
        raise NotDue("seats have not been drawn", code="seats_not_drawn")
    if not command.on and (tournament.round_played or tournament.round_busts):
        raise NotDue("a hand of hand for hand is still on at some tables", TOGETHER, code="hand_for_hand")
    different = heads_differ(tournament) if command.on else []
    if different:
        raise NotDue(
            f"the heads at table {different[0]} differ from the record: nothing is announced until they agree",
            TOGETHER,
            code="heads_differ",
        )
    doing.emit(e.HandForHand(command.on, doing.now))
    clock = tournament.clock
    if command.on and clock.at(doing.now).is_break:
        return
    if tournament.structure.rulebook.hand_for_hand and clock.running == command.on:
        doing.emit(e.ClockSet(clock.pause(doing.now) if command.on else clock.start(doing.now)))


def take_hand_off(doing: Doing) -> None:
    """Take the time of one hand off the level, where the house does so and the clock stands.

    If that brings up a break, the clock runs through it, and goes on with the level after it.
    """
    tournament = doing.tournament
    reading = tournament.clock.at(doing.now)
    if not tournament.structure.rulebook.hand_for_hand or reading.running or reading.is_break:
        return
    clock = tournament.clock.deduct(doing.now, HAND_MS)
    doing.emit(e.ClockSet(clock.start(doing.now) if clock.at(doing.now).is_break else clock))


def change_deck(doing: Doing, command: c.ChangeDeck) -> None:
    """Change a deck at a push, with a level, or by a house decision; not because a player asks (T25)."""
    doing.table(command.table)
    if not command.why.strip():
        raise Conflict(
            "a deck is changed for a reason: with the push, with the level, a damaged card", DECKS, code="no_reason"
        )
    doing.emit(e.DeckChanged(command.table, command.why, doing.now))


def push_dealers(doing: Doing, command: c.PushDealers) -> None:
    """Push the dealers to their next tables. Just before a break or a new level it costs all a hand (RP-7)."""
    reading = doing.tournament.clock.at(doing.now)
    doing.emit(e.DealersPushed(doing.now))
    if reading.running and not reading.is_break and reading.left_ms is not None and reading.left_ms <= BREAK_IS_NEAR:
        left = reading.left_ms // 1000
        doing.emit(e.Note(f"{left} seconds before the level ends no dealers are pushed", str(PUSHES)))
