"""The bags of a live flight, and the day 2 that is made from the flights.

When a flight is over, the staff enter a bag for each remaining player. Day 2 gets the bags, the money and the players
of all flights at once (`Gather`); until it is taken back, nothing changes in a flight any more (`CarryOver`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import Conflict, NotDue
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.booking import paid_by
from sidepot.room.tournament.knock_outs import knock_outs
from sidepot.room.tournament.live.reports import AlreadyDone, check_not_carried, check_text
from sidepot.room.tournament.terms import is_day_2, is_live_flight
from sidepot.rules.clauses import refuse, say
from sidepot.tournament import commands as c
from sidepot.tournament import money
from sidepot.tournament.bags import Bag, BagAudit, FlightPlayer, FlightResult, audit_bags, chips_due
from sidepot.tournament.cited import CHIPS
from sidepot.validation.shown_text import can_be_shown

if TYPE_CHECKING:
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.unit_of_work import UnitOfWork
    from sidepot.table.chips import ChipSet

LONGEST_NUMBER: Final = 12  # characters of a bag's number
LONGEST_INITIALS: Final = 4


def audit(state: RoomTournamentState) -> BagAudit:
    """The bags of a flight, compared with the chips that must be in play."""
    return audit_bags(state.tournament, {player: one.bag for player, one in state.live.bags.items()})


def is_accepted(state: RoomTournamentState, found: BagAudit) -> bool:
    """Whether the bags hold exactly the chips that must be in play, or a director has accepted the difference."""
    accepted = state.live.accepted
    return not found.difference or accepted is not None and accepted.difference == found.difference


def check_complete(state: RoomTournamentState) -> None:
    """Raise NotDue if a flight is not over, a bag is missing, or the chips in the bags differ from the chips in play.

    A director may have accepted this difference. Then it is no error.
    """
    _check_over(state)
    found = audit(state)
    if found.missing:
        sentence = say("flight {flight}: the bag of {player} is missing", state.terms.flight, found.missing[0])
        raise refuse(NotDue, sentence, CHIPS, code="bag_missing")
    if not is_accepted(state, found):
        sentence = say(
            "flight {flight}: {bagged} chips are bagged, but {due} must be in play; count again, or accept the "
            "difference for a reason",
            state.terms.flight,
            found.bagged,
            found.due,
        )
        raise refuse(NotDue, sentence, CHIPS, code="bags_differ")


def put_bag(work: UnitOfWork, command: s.PutBag) -> None:
    """Enter or correct the bag of a player."""
    state, player, bag = work.state, command.player, command.bag
    check_text(command.why)
    _check_open(state)
    entrant = state.tournament.entrants.get(player)
    if entrant is None or not entrant.is_in:
        sentence = say("{player} is not in any more, so there is no bag", player)
        raise refuse(Conflict, sentence, code="no_bag")
    known = state.live.bags.get(player)
    if known is not None and known.bag == bag:
        raise AlreadyDone("this bag is already entered", known.by, known.at, 0)
    entered = known.bag.chips if known is not None else 0
    if entered != command.was:
        sentence = say("somebody else has changed this bag in the meantime: it has {chips} chips now", entered)
        raise refuse(NotDue, sentence, code="bag_changed")
    _check_bag(state, player, bag)


def _check_bag(state: RoomTournamentState, player: str, bag: Bag) -> None:
    due, chips = chips_due(state.tournament), _chips_at(state, player)
    if bag.chips > due:
        raise refuse(Conflict, say("there are only {chips} chips in play", due), CHIPS, code="bad_bag")
    if not chips.can_make(bag.chips):
        sentence = say("{chips} cannot be made up from the chips in play: {values}", bag.chips, _values(chips))
        raise refuse(Conflict, sentence, CHIPS, code="bad_bag")
    if not _fits(bag.number, LONGEST_NUMBER):
        sentence = say("the number of a bag has 1 to {most} characters", str(LONGEST_NUMBER))
        raise refuse(Conflict, sentence, code="bad_bag")
    if not (_fits(bag.counted, LONGEST_INITIALS) and _fits(bag.checked, LONGEST_INITIALS)):
        sentence = say("give the initials of two people, 1 to {most} characters each", str(LONGEST_INITIALS))
        raise refuse(Conflict, sentence, code="bad_initials")
    if bag.counted.casefold() == bag.checked.casefold():
        raise refuse(Conflict, say("two different people count and check a bag"), code="bad_initials")
    for other, one in state.live.bags.items():
        if other != player and one.bag.number.casefold() == bag.number.casefold():
            raise refuse(Conflict, say("bag {number} belongs to {player}", bag.number, other), code="bag_taken")


def _values(chips: ChipSet) -> str:
    return ", ".join(map(str, chips.values))


def _fits(text: str, most: int) -> bool:
    return bool(text.strip()) and len(text) <= most and can_be_shown(text)


def _chips_at(state: RoomTournamentState, player: str) -> ChipSet:
    """The denominations in play at a player's table."""
    tournament = state.tournament
    table = tournament.tables.get(tournament.entrants[player].table)
    return table.rules.chips if table is not None else tournament.structure.chips


def take_bag(work: UnitOfWork, command: s.TakeBag) -> None:
    """Remove the bag of a player."""
    check_text(command.why)
    _check_open(work.state)
    if command.player not in work.state.live.bags:
        raise refuse(NotDue, say("{player} has no bag", command.player), code="no_bag")


def accept_bags(work: UnitOfWork, command: s.AcceptBags) -> None:
    """Accept the difference between the bags and the chips that must be in play."""
    state = work.state
    check_text(command.why)
    _check_open(state)
    if not command.why.strip():
        raise Conflict("give the reason", code="no_reason")
    found = audit(state)
    if found.missing:
        sentence = say("the bag of {player} is missing; enter all bags first", found.missing[0])
        raise refuse(NotDue, sentence, CHIPS, code="bag_missing")
    if command.difference != found.difference:
        raise refuse(
            NotDue,
            say("the difference is now {chips} chips; check it again", found.difference),
            CHIPS,
            code="bags_differ",
        )
    if is_accepted(state, found):
        raise NotDue("there is no difference to accept", code="done_already")


def carry_over(work: UnitOfWork, command: s.CarryOver) -> None:
    """Close a flight whose bags go to day 2, or open it again."""
    state = work.state
    if command.final == state.live.carried:
        raise NotDue("this would change nothing", code="done_already")
    if command.final:
        check_not_carried(state)
        check_complete(state)


def _check_open(state: RoomTournamentState) -> None:
    _check_over(state)
    check_not_carried(state)


def _check_over(state: RoomTournamentState) -> None:
    tournament = state.tournament
    if not is_live_flight(state.terms):
        raise NotDue("only the flights of a live tournament have bags", code="bad_flight")
    if not tournament.ended or tournament.reports.cancelled:
        sentence = say("flight {flight} is not over; end it first", state.terms.flight)
        raise refuse(NotDue, sentence, code="flight_on")


# ---- day 2


def gather(work: UnitOfWork, command: s.Gather) -> None:
    """Bring the players, bags and money of all flights to day 2. Raises SidepotError if a bag cannot be taken over."""
    state, tournament = work.state, work.tournament
    if not is_day_2(state.terms):
        raise NotDue("only day 2 of a live tournament takes over bags", code="bad_flight")
    if state.live.gathered:
        raise NotDue("day 2 already has its bags", code="done_already")
    check_bags_fit(command, tournament.structure.chips)
    for flight in command.flights:
        tournament.do(flight.money, work.now, by=work.by)
        for one in flight.bags:
            qualify = c.Qualify(one.player, one.chips, one.head, flight.flight)
            tournament.do(qualify, work.now, by=work.by)


def check_bags_fit(command: s.Gather, chips: ChipSet) -> None:
    """Raise Conflict if a bag cannot be made up from the chips of day 2."""
    for flight in command.flights:
        for one in flight.bags:
            if not chips.can_make(one.chips):
                sentence = say(
                    "flight {flight}, {player}: {chips} cannot be made up from the chips of day 2: {values}. Begin day "
                    "2 at an earlier level, or exchange the small chips and correct the bag.",
                    flight.flight,
                    one.player,
                    one.chips,
                    _values(chips),
                )
                raise refuse(Conflict, sentence, CHIPS, code="bad_bag")


def result_of_flight(state: RoomTournamentState, name: Callable[[str], str]) -> FlightResult:
    """The result of a finished flight. `name` returns the mark that a player has on day 2.

    The fees are booked in the flight, so they do not go on to day 2.
    """
    tournament, bags = state.tournament, state.live.bags
    out = knock_outs(tournament)
    players = []
    for one in tournament.entrants.values():
        player = FlightPlayer(name(one.player), paid_by(tournament, one.player), one.bounties, out[one.player])
        entry = bags.get(one.player) if one.is_in else None
        if entry is not None:
            bag = entry.bag
            player = replace(
                player, chips=bag.chips, number=bag.number, counted=bag.counted, checked=bag.checked, head=one.head
            )
        players.append(player)
    paid_in = tournament.collected + tournament.reports.added
    brought = c.BringFlight(state.terms.flight, tournament.entries, paid_in, bounties=money.bounties_left(tournament))
    return FlightResult(state.id, brought, chips_due(tournament), tuple(players))
