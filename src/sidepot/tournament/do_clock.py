"""The clock: what the director does to it. Source: T22, RP-7; TDA-2024 RP-8."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.doing import Doing

MINUTE: Final = 60_000
BREAK_IS_NEAR: Final = 90_000  # TDA-2024 RP-7
PUSHES: Final = Cite("TDA-2013", "RP-7")
HAND_MS: Final = 2 * MINUTE  # of a hand in hand for hand (TDA-2024 RP-8)
HAND_FOR_HAND: Final = Cite("TDA-2024", "RP-8")
DECKS: Final = Cite("TDA-2013", "25")


def start(doing: Doing, command: c.Start) -> None:
    """The clock starts, or goes on."""
    if not doing.event.is_seated:
        raise NotDue("seats have not been drawn: nobody could play")
    doing.emit(e.ClockSet(doing.event.clock.start(doing.now)))


def pause(doing: Doing, command: c.Pause) -> None:
    """The clock stops."""
    doing.emit(e.ClockSet(doing.event.clock.pause(doing.now)))


def add_time(doing: Doing, command: c.AddTime) -> None:
    """Time is added to what is on, or taken from it."""
    doing.emit(e.ClockSet(doing.event.clock.add(doing.now, command.ms)))


def jump(doing: Doing, command: c.Jump) -> None:
    """The clock goes to another level or break."""
    doing.emit(e.ClockSet(doing.event.clock.jump(doing.now, command.item, command.left)))


def break_now(doing: Doing, command: c.BreakNow) -> None:
    """An extra break."""
    doing.emit(e.ClockSet(doing.event.clock.break_now(doing.now, command.ms)))


def hand_for_hand(doing: Doing, command: c.GoHandForHand) -> None:
    """Hand for hand begins, or ends; the clock stands meanwhile, and each hand takes its time off it (2024 RP-8).

    A break in which it is announced goes on: no hand is played in it, and so it would never end.
    """
    event = doing.event
    if event.hand_for_hand == command.on:
        raise NotDue("it is hand for hand" if command.on else "it is not hand for hand", HAND_FOR_HAND)
    if not event.is_seated:
        raise NotDue("seats have not been drawn")
    if not command.on and (event.round_played or event.round_busts):
        raise NotDue("a hand of hand for hand is not over at every table", HAND_FOR_HAND)
    doing.emit(e.HandForHand(command.on))
    clock = event.clock
    if command.on and clock.at(doing.now).is_break:
        return
    if event.structure.rulebook.hand_for_hand and clock.running == command.on:
        doing.emit(e.ClockSet(clock.pause(doing.now) if command.on else clock.start(doing.now)))


def take_hand_off(doing: Doing) -> None:
    """What a hand of hand for hand takes of the level, where the house has it so and the clock stands.

    A break that comes up so is taken by the clock: it runs, and goes on with the level after it.
    """
    event = doing.event
    reading = event.clock.at(doing.now)
    if not event.structure.rulebook.hand_for_hand or reading.running or reading.is_break:
        return
    clock = event.clock.deduct(doing.now, HAND_MS)
    doing.emit(e.ClockSet(clock.start(doing.now) if clock.at(doing.now).is_break else clock))


def change_deck(doing: Doing, command: c.ChangeDeck) -> None:
    """Another deck, at a push, with a level, or as the house will: not because a player asks for it (T25)."""
    doing.table(command.table)
    if not command.why.strip():
        raise Conflict("a deck is changed for a reason: with the push, with the level, a damaged card", DECKS)
    doing.emit(e.DeckChanged(command.table, command.why, doing.now))


def push_dealers(doing: Doing, command: c.PushDealers) -> None:
    """The dealers change tables; just before a break or a new level that costs everybody a hand (RP-7)."""
    reading = doing.event.clock.at(doing.now)
    doing.emit(e.DealersPushed(doing.now))
    if reading.running and not reading.is_break and reading.left_ms is not None and reading.left_ms <= BREAK_IS_NEAR:
        left = reading.left_ms // 1000
        doing.emit(e.Note(f"{left} seconds before the level ends no dealers are pushed", str(PUSHES)))
