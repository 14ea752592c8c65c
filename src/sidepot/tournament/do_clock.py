"""Commands of the clock, and the rounds of hand for hand. Source: T22, RP-7; TDA-2024 RP-8; Robert's Rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import TOGETHER
from sidepot.tournament.ranks import Bust, rank_out
from sidepot.tournament.real_tables import heads_differ
from sidepot.tournament.unit_of_work import UnitOfWork

MINUTE: Final = 60_000
BREAK_IS_NEAR: Final = 90_000  # TDA-2024 RP-7
PUSHES: Final = Cite("TDA-2013", "RP-7")
HAND_MS: Final = 2 * MINUTE  # for one hand, in hand for hand (TDA-2024 RP-8)
DECKS: Final = Cite("TDA-2013", "25")


def start(work: UnitOfWork, command: c.Start) -> None:
    """Start the clock, or resume it after a pause. A live tournament without players can be used as a mere clock."""
    tournament = work.tournament
    is_clock_only = tournament.reports.live and not tournament.reports.draft and not tournament.entrants
    if not tournament.is_seated and not is_clock_only:
        raise NotDue("draw the seats before you start the clock", code="seats_not_drawn")
    work.emit(e.ClockSet(work.tournament.clock.start(work.now)))


def pause(work: UnitOfWork, command: c.Pause) -> None:
    """Stop the clock."""
    work.emit(e.ClockSet(work.tournament.clock.pause(work.now)))


def add_time(work: UnitOfWork, command: c.AddTime) -> None:
    """Add time to the level or break, or remove time from it."""
    work.emit(e.ClockSet(work.tournament.clock.add(work.now, command.ms)))


def jump(work: UnitOfWork, command: c.Jump) -> None:
    """Go to another level or break."""
    work.emit(e.ClockSet(work.tournament.clock.jump(work.now, command.item, command.left)))


def break_now(work: UnitOfWork, command: c.BreakNow) -> None:
    """Take an extra break."""
    work.emit(e.ClockSet(work.tournament.clock.break_now(work.now, command.ms)))


def hand_for_hand(work: UnitOfWork, command: c.GoHandForHand) -> None:
    """Begin or end hand for hand. The clock stops, and each hand deducts its time (TDA-2024 RP-8).

    The clock does not stop during a break. Otherwise the break would never end, because no hand is played in it.
    """
    tournament = work.tournament
    if tournament.hand_for_hand == command.on:
        raise NotDue(
            "the tournament is already playing hand for hand"
            if command.on
            else "the tournament is not playing hand for hand",
            TOGETHER,
            code="hand_for_hand",
        )
    if not tournament.is_seated:
        raise NotDue("the seats have not been drawn", code="seats_not_drawn")
    if not command.on and (tournament.round_played or tournament.round_busts):
        raise NotDue("some tables have not finished their hand-for-hand hand", TOGETHER, code="hand_for_hand")
    different = heads_differ(tournament) if command.on else []
    if different:
        raise NotDue(
            f"the headcount of table {different[0]} differs from the record; correct one of the two "
            "before you announce anything",
            TOGETHER,
            code="heads_differ",
        )
    work.emit(e.HandForHand(command.on, work.now))
    clock = tournament.clock
    if command.on and clock.at(work.now).is_break:
        return
    if tournament.structure.rulebook.hand_for_hand and clock.running == command.on:
        work.emit(e.ClockSet(clock.pause(work.now) if command.on else clock.start(work.now)))


def take_hand_off(work: UnitOfWork) -> None:
    """Deduct the time of one hand from the level, if this is the house's rule and the clock is stopped.

    If the deduction reaches a break, the clock runs during the break and the level after it.
    """
    tournament = work.tournament
    reading = tournament.clock.at(work.now)
    if not tournament.structure.rulebook.hand_for_hand or reading.running or reading.is_break:
        return
    clock = tournament.clock.deduct(work.now, HAND_MS)
    work.emit(e.ClockSet(clock.start(work.now) if clock.at(work.now).is_break else clock))


def change_deck(work: UnitOfWork, command: c.ChangeDeck) -> None:
    """Change a deck at a dealer push, at a new level or when the house decides, but not if a player asks (rule T25)."""
    work.table(command.table)
    if not command.why.strip():
        raise Conflict(
            "a deck change needs a reason, such as a new level or a damaged card",
            DECKS,
            code="no_reason",
        )
    work.emit(e.DeckChanged(command.table, command.why, work.now))


def push_dealers(work: UnitOfWork, command: c.PushDealers) -> None:
    """Push the dealers to their next tables.

    A push just before a break or a new level costs everybody a hand (RP-7).
    """
    reading = work.tournament.clock.at(work.now)
    work.emit(e.DealersPushed(work.now))
    if reading.running and not reading.is_break and reading.left_ms is not None and reading.left_ms <= BREAK_IS_NEAR:
        left = reading.left_ms // 1000
        work.emit(e.Note(f"{left} seconds before the level ends no dealers are pushed", str(PUSHES)))


# ---- rounds of hand for hand


def rank(work: UnitOfWork, busts: Iterable[e.Busted]) -> None:
    """Rank players who busted together. In a round of hand-for-hand play, all tables count as one table."""
    round_of = 0 if work.tournament.hand_for_hand else None
    out = [Bust(bust.player, bust.table, bust.hand, bust.rank, bust.at, round_of) for bust in busts]
    work.emit(e.Ranked(rank_out(out)[::-1]))


def end_round(work: UnitOfWork) -> None:
    """Close the round of hand-for-hand play if every table has played its hand or cannot play one."""
    tournament = work.tournament
    if not tournament.hand_for_hand or not (tournament.round_played or tournament.round_busts):
        return
    playing = [
        number
        for number, table in tournament.tables.items()
        if table.is_hand_on or number not in tournament.halted and table.in_play_here > 1
    ]
    if all(number in tournament.round_played for number in playing):
        close_round(work)


def close_round(work: UnitOfWork) -> None:
    """Rank the players who busted in this round together, and deduct the time of the round from the level."""
    tournament = work.tournament
    if not tournament.hand_for_hand or not (tournament.round_played or tournament.round_busts):
        return
    busts = list(tournament.round_busts)
    work.emit(e.RoundDone(work.now))
    if busts:
        rank(work, busts)
    take_hand_off(work)
