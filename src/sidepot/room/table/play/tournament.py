"""A table of an online tournament: it carries out orders and makes reports.

The tournament has its own log. It sends its tables their events as orders, one after the other (`Order`), so that both
always agree. Cards are dealt at the table. When a hand is over, the table reports the result, and the order that
answers the report pays it out. A report depends only on the state of the table, so after a restart it can be made
again. A hand is identified by the number of the order that began it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.hand.due import DONE
from sidepot.hand.hand import Hand
from sidepot.room.table import commands as s
from sidepot.room.table.events import AtTournament
from sidepot.room.table.play import alarms, hand_cycle, people
from sidepot.table import commands as t
from sidepot.table import finishing
from sidepot.table.events import HandBegun, HandDone, HandVoided, Sat
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament.money import knock_outs

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The report of table `number` to its tournament.

    - `began`, `done`: the number of the order that began the last hand, and the result of that hand
    - `next_at`: when the next hand can begin
    - `requests`: the players who want to be absent or present again, as in `AtTournament`
    - `stands`: the table is paused or frozen, so that no hand begins
    - `banks`: the time banks that are not full after the hand
    """

    number: int
    began: int = 0
    done: c.EndHand | c.VoidHand | None = None
    next_at: int = 0
    requests: tuple[tuple[str, bool], ...] = ()
    stands: bool = False
    banks: tuple[tuple[str, int], ...] = ()


def report_of(room: RoomState) -> Report | None:
    """The current report of a tournament table (None for a cash table)."""
    of, at = room.terms.of_tournament, room.at_tournament
    if of is None or at is None:
        return None
    done: c.EndHand | c.VoidHand | None = None
    hand = room.hand
    if hand is not None and hand.due is DONE and room.is_dealt:
        outcome = finishing.outcome(room.table, hand)
        if isinstance(outcome, HandDone):
            done = c.EndHand(of.number, outcome, knock_outs(room.table, hand))
        else:
            done = c.VoidHand(of.number)
    return Report(
        of.number,
        at.began if done is not None else 0,
        done,
        room.clock.next_at if hand is None or done is not None else 0,
        tuple(sorted(at.requests.items())),
        bool(room.clock.stopped_at or room.frozen),
        _banks(room) if done is not None else (),
    )


def _banks(room: RoomState) -> tuple[tuple[str, int], ...]:
    most = room.timing.bank
    found = [(one.player, one.bank) for one in room.people.values() if not one.bot and one.bank != most]
    return tuple(sorted([one for one in found if one[0] in room.table.places]))


# ---- orders


def order(work: UnitOfWork, command: s.Order) -> None:
    """Carry out an order of the tournament.

    Raises NotDue if the order was already carried out, and Conflict if an earlier order is missing.
    """
    room = work.room
    at = _at(room)
    if command.step <= at.step:
        raise NotDue(f"order {command.step} has already been carried out here", code="done_already")
    if command.after != at.step:
        raise Conflict(
            f"order {command.step} follows order {command.after}, but the last order carried out here is {at.step}",
            code="order_out_of_order",
        )
    begun: HandBegun | None = None
    for event in command.events:
        if isinstance(event, (HandDone, HandVoided)):
            _end_hand(work, event)
        room.table.apply(event)
        if isinstance(event, Sat):
            people.join(work, event.player, bot=command.bots.get(event.player, ""))
            if event.player not in command.bots:  # their page opens when it gets the event
                bank = command.banks.get(event.player, work.room.timing.bank)
                work.keep(replace(work.person(event.player), away_since=work.now, bank=bank))
        elif isinstance(event, HandBegun):
            begun = event
    work.accounts |= command.accounts
    work.command = replace(command, events=(), accounts={}, bots={}, banks={})
    if begun is not None:
        work.timing = command.timing or room.terms.timing
        _begin_hand(work, begun)
    elif command.ends:
        work.set_clock()


def _begin_hand(work: UnitOfWork, begun: HandBegun) -> None:
    stopped = work.clock.stopped_at
    work.clock = replace(work.clock, stopped_at=0)
    hand_cycle.deal_hand(work, Hand(begun.setup), begun)
    if stopped:  # its times begin when the table continues
        work.clock = replace(alarms.shifted(work.clock, stopped - work.now), stopped_at=stopped)


def _end_hand(work: UnitOfWork, event: HandDone | HandVoided) -> None:
    """End the current hand. If an order calls the hand off, it ends as it is."""
    hand = work.room.hand
    if hand is None:
        raise Conflict("this table has no hand in progress to end", code="no_hand")
    if hand.due is not DONE and isinstance(event, HandVoided):
        log_before = len(hand.log) if work.room.is_dealt else 0
        hand.void()
        work.items += hand.log[log_before:]
        work.set_clock(next_at=work.now + work.room.terms.timing.between)
    work.ended = True


def note(room: RoomState, event: TableEvent) -> None:
    """Record what an event changes in the table's orders and reports."""
    at = room.at_tournament
    if at is None:
        return
    command = event.command
    if isinstance(command, s.Order):
        begins = any(isinstance(one, HandBegun) for one in event.table)
        timing = command.timing if begins else at.timing
        at = AtTournament(command.step, command.step if begins else at.began, at.requests, timing)
        room.closing = room.closing or command.ends
    requests = {**at.requests, **_requests_by(room, event)}
    if requests:
        places = room.table.places
        at = replace(at, requests={
            player: away for player, away in requests.items()
            if player in places and (places[player].state is State.OUT) != away
        })  # fmt: skip
    room.at_tournament = at


def _requests_by(room: RoomState, event: TableEvent) -> dict[str, bool]:
    """The players who are absent or present after an event. A player who does anything is present."""
    at, command = room.at_tournament, event.command
    if isinstance(command, s.Tick):
        lapses = room.terms.timing.lapses
        return {one.player: True for one in event.people if not one.bot and not one.gone and one.lapses >= lapses}
    player = command.player if isinstance(command, s.Came) else event.by
    if not player or type(command) in s.HOST_ONLY or isinstance(command, s.Went):
        return {}
    if isinstance(command, s.Act) and not event.people:
        return {}
    if isinstance(command, (t.SitOut, t.Leave)):
        return {player: True}
    place = room.table.places.get(player)
    is_away = place is not None and place.state is State.OUT or at is not None and at.requests.get(player, False)
    return {player: False} if is_away else {}


# ---- commands of people and hosts


def sit_out(work: UnitOfWork, command: t.SitOut | t.Leave) -> None:
    """Mark a player as absent, by order of the tournament.

    The player is dealt in and posts, and then the hand is killed.
    """
    place = work.room.table.places.get(work.by)
    if place is None:
        raise NotDue(f"{work.by} is not seated at this table", code="not_at_table")
    if _is_away(work, work.by):
        raise NotDue(f"{work.by} is already absent", code="is_away")


def come_back(work: UnitOfWork, command: t.ComeBack) -> None:
    """Mark a player as present again."""
    if work.by not in work.room.table.places:
        raise NotDue(f"{work.by} is not seated at this table", code="not_at_table")
    if not _is_away(work, work.by):
        raise NotDue(f"{work.by} is already back", code="is_there")
    work.keep(people.fresh(work, work.by))


def _is_away(work: UnitOfWork, player: str) -> bool:
    requests = _at(work.room).requests
    return requests[player] if player in requests else work.room.table.places[player].state is State.OUT


def not_here(work: UnitOfWork, command: object) -> None:
    """Refuse a command that only the tournament may give. Raises IllegalAction."""
    raise IllegalAction(
        "the tournament decides seats, stakes and chips at this table",
        code="tournament_orders",
    )


def _at(room: RoomState) -> AtTournament:
    if room.at_tournament is None:
        raise Conflict("this table does not belong to a tournament", code="no_tournament_table")
    return room.at_tournament
