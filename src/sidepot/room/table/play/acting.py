"""Decisions in a hand: by the players, and by default when a player's time runs out."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from sidepot.errors import NotDue, SidepotError
from sidepot.hand import commands as c
from sidepot.hand.due import BRING_IN, CONSENT, DECLARE, DONE, DRAW, RUN, SHOW
from sidepot.hand.events import Awarded
from sidepot.hand.legal.options import options
from sidepot.hand.winning.claims import BOTH_WAYS, HIGH_WAY, LOW_WAY
from sidepot.room.table import hands
from sidepot.room.table.play import hand_cycle, people, seating, showdown
from sidepot.room.table.state import UNDEALT
from sidepot.table.places import State

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table import commands as s
    from sidepot.room.table.unit_of_work import UnitOfWork


def act(work: UnitOfWork, command: s.Act) -> None:
    """Carry out an action in a hand.

    The command names its decision (`turn`), so that a late action never counts for the next decision.
    """
    room = work.room
    clock = room.clock
    hand = room.hand
    if hand is None or len(room.items) <= UNDEALT:  # there is no hand, or its deck may still be cut
        raise NotDue("no decision is due at this table", code="no_decision")
    if clock.stopped_at:
        raise NotDue("the table is paused", code="paused")
    if clock.player != work.by:
        raise NotDue(f"it is {clock.player}'s turn, not yours", code="not_your_turn")
    if command.turn != clock.turn:
        raise NotDue(
            f"too late: that was for decision {command.turn}, and the table is at decision {clock.turn}",
            code="too_late",
        )
    if room.dealer is None:  # after a replay: `go_on` needs the dealer, and if it cannot be made nothing may change
        hands.dealer_of(room, hand)
    log_before = len(hand.log)
    try:
        hand.do(command.command)
    except SidepotError as error:  # a hand knows only seats
        raise error.with_names(room.begun.players if room.begun is not None else ()) from None
    person = work.person(work.by)
    charged = people.charge(work, person)
    if charged is not person:
        work.keep(charged)
    hand_cycle.go_on(work, log_before)


# ---- timeouts


def lapse(work: UnitOfWork) -> None:
    """Take the default action for a player whose time and time bank are used up.

    After several timeouts in a row, the player sits out. A slow bot does not, because nobody could bring it back.
    """
    room = work.room
    hand = room.hand
    player = room.clock.player
    before = work.person(player)
    person = before
    if hand is None or not showdown.is_quick(hand):
        person = people.charge(work, before, lapsed=not before.bot)
        work.keep(person)
    place = room.table.places.get(player)
    if person.lapses >= room.terms.timing.lapses and place is not None and place.state is not State.OUT:
        if room.at_tournament is None and place.state is not State.BUSTED:  # a tournament orders it (`tournament.note`)
            room.table.sit_out(player, work.now)
    if hand is None:
        seating.choose_for(work, player)
        hand_cycle.begin(work)
        return
    hands.dealer_of(room, hand)
    log_before = len(hand.log)
    _do_least(hand)
    hand_cycle.go_on(work, log_before)


def _do_least(hand: Hand) -> None:
    """Take the first default action that is allowed."""
    for command in least(hand):
        try:
            hand.do(command)
        except SidepotError:
            continue
        return
    raise RuntimeError(f"no default action is possible when {hand.due.name} is due")


def least(hand: Hand) -> Iterator[c.Command]:
    """The default actions after a timeout, in order of preference. If an action is not allowed, the next is tried.

    - At a bet: check, otherwise fold. If neither is allowed, because a marker was accepted (OS-6): call or raise.
    - At a draw: stand pat, or discard the first cards if a discard is required.
    - At the showdown: muck the hand if it is the last hidden hand and wins nothing, otherwise show it.
    - Otherwise: pay the bring-in, run the board once, refuse a marker, declare high.
    """
    due = hand.due
    if due is DRAW:
        held = hand.hole[hand.seat]
        fewest = options(hand, explain=False).discard_least
        yield from (c.Discard(cards) for cards in combinations(held, fewest))
    elif due is SHOW:
        if wins_nothing(hand):
            yield c.Muck()
        yield c.Show()
    elif due is RUN:
        yield c.ChooseRuns(1)
    elif due is DECLARE:
        yield from (c.Declare(ways) for ways in (HIGH_WAY, LOW_WAY, BOTH_WAYS))
    elif due is BRING_IN:
        yield c.BringIn()
    elif due is CONSENT:
        yield from (c.Consent(False), c.Consent(True))
    else:
        yield from (c.Check(), c.Fold(), c.Call(), c.OfferMarker())
        yield c.RaiseTo(options(hand, explain=False).raise_min)


def wins_nothing(hand: Hand) -> bool:
    """Whether the hand to be shown next is the last hidden hand, and loses to the tabled hands."""
    seat = hand.seat
    others = hand.live & ~(1 << seat)
    if others & ~hand.shown:
        return False
    trial = hand.copy(log=True)
    try:
        trial.show()
        log_before = len(trial.log)
        while trial.due is not DONE:
            trial.award()
    except SidepotError:
        return False
    return not any(
        winner == seat and chips
        for event in trial.log[log_before:]
        if isinstance(event, Awarded)
        for winner, chips in event.shares
    )
