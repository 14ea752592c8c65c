"""An event of one table: entries, the start, levels, hands by the tournament's rules, who goes out, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.room.tables import people
from sidepot.room.tables import sayings as s
from sidepot.table import commands as t
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.advice import races_due
from sidepot.tournament.entrants import Status
from sidepot.tournament.tournament import Tournament
from sidepot.tournament.views import is_closed

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.tables.columns import Columns
    from sidepot.room.tables.work import Work
    from sidepot.tournament.steps import Step

TABLE = 1  # the number of the only one


def open_event(work: Work) -> None:
    """Announce the event, with a seed that nobody knows; the bots enter."""
    room = work.room
    structure = room.terms.event
    if structure is None:
        raise Conflict("there is no event to be opened", code="no_event")
    room.event = Tournament(structure, room.chance.salts(16).hex(), at=work.now, by=work.by)
    for bot in room.terms.bots:
        _enter(work, bot.name, bot=bot.strength)


def take_steps(room: Columns, steps: tuple[Step, ...]) -> None:
    """Take stored steps in; the first of all opens the event."""
    event = room.event
    for step in steps:
        if event is None:
            first = step.events[0]
            if not isinstance(first, e.Opened):
                raise Conflict("an event begins with its opening", code="no_event")
            event = room.event = Tournament(first.structure, first.seed, at=step.at, by=step.by)
            continue
        event.apply(step)
    if event is not None:
        room.table = event.tables.get(TABLE, room.table)


def _event(work: Work) -> Tournament:
    event = work.room.event
    if event is None:
        raise Conflict("this is no event", code="no_event")
    return event


# ---- entering and leaving


def places(event: Tournament) -> int:
    """How many can enter: one full table."""
    most = event.structure.entry.most
    return min(event.structure.seats, most) if most else event.structure.seats


def sit(work: Work, said: s.Sit) -> None:
    """Enter the event, or enter it again; with the last entry it starts. After the start, where a seat is free."""
    _enter(work, work.by)


def add_bot(work: Work, said: s.AddBot) -> None:
    """The host has a bot enter."""
    _enter(work, said.name, bot=said.strength)


def _enter(work: Work, player: str, *, bot: str = "") -> None:
    event = _event(work)
    if work.room.closing:
        raise NotDue("this event is about to be closed", code="closing")
    taken = len([one for one in work.room.table.places if one != player]) if event.is_seated else event.left
    if taken >= places(event):
        raise Conflict(f"this event has one table, and all its {places(event)} seats are taken", code="event_full")
    known = event.entrants.get(player)
    if known is not None and not known.is_in:
        work.do(c.Reenter(player))
    else:
        work.do(c.Register(player))
    people.join(work, player, bot=bot)
    start_when_full(work)


def leave(work: Work, said: t.Leave) -> None:
    """Take the entry back before the start; after it be absent, or do not come back."""
    event = _event(work)
    entrant = event.entrants.get(work.by)
    if entrant is None:
        raise Conflict(f"{work.by} has not entered", code="not_entered")
    if not event.is_seated:
        work.do(c.Withdraw(work.by))
    elif entrant.status is Status.BUSTED:
        work.do(c.GoOut(work.by))
    else:
        work.do(c.Absent(work.by))


def remove(work: Work, said: s.Remove) -> None:
    """The host takes an entry back, or after the start puts a player out."""
    event = _event(work)
    if not event.is_seated:
        work.do(c.Withdraw(said.player))
    else:
        work.do(c.Disqualify(said.player, "removed by the host"))


def sit_out(work: Work, said: t.SitOut) -> None:
    """Be absent: the hands are dealt, and killed."""
    work.do(c.Absent(work.by))


def come_back(work: Work, said: t.ComeBack) -> None:
    """Be at the seat again."""
    work.do(c.Present(work.by))
    work.keep(people.fresh(work, work.by))


def be_back(work: Work) -> None:
    """Whatever an absent player says, he is there again: unless he says that he goes, was put out, or all is over."""
    said = work.said
    player = said.player if isinstance(said, s.Came) else work.by
    place = work.room.table.places.get(player)
    if place is None or place.state is not State.OUT or isinstance(said, (t.SitOut, t.Leave, *s.HOST_ONLY)):
        return
    event = _event(work)
    if event.ended or event.entrants[player].status is Status.DISQUALIFIED:
        return
    work.do(c.Present(player))
    work.keep(people.fresh(work, player))


def be_absent(work: Work, player: str) -> None:
    """A player does not answer: from the next hand on his hands are killed."""
    work.do(c.Absent(player))


def buy(work: Work, said: t.Buy) -> None:
    """Buy again at one's seat, or in its break take the add-on, where the event has them: what it brings it says."""
    event = _event(work)
    entrant = event.entrants.get(work.by)
    addon = event.structure.entry.addon_item
    if entrant is not None and not entrant.addons and event.is_seated and addon == event.clock.at(work.now).item:
        work.do(c.AddOn(work.by))
    else:
        work.do(c.Rebuy(work.by))


def go_out(work: Work, player: str) -> None:
    """Who has lost everything has not bought again in time; of two, the first may have ended the event with it."""
    if not _event(work).ended:
        work.do(c.GoOut(player))


def not_here(work: Work, said: object) -> None:
    """What there is at cash tables only."""
    raise IllegalAction(
        "in an event games and stakes go by its schedule, and chips are those one enters with", code="event_schedule"
    )


# ---- the course of it


def is_on(event: Tournament) -> bool:
    """Whether hands are played: it has started, is not over, and two have chips."""
    table = event.tables.get(TABLE)
    if event.ended or table is None or not event.clock.begun:
        return False
    return sum([table.in_play(place) for place in table.places.values()]) > 1


def start_when_full(work: Work) -> None:
    """The event starts with the last entry, unless its table is paused."""
    event = _event(work)
    if not event.is_seated and event.left >= places(event) and not work.clock.stopped_at:
        start(work)


def start(work: Work) -> None:
    """Draw for seats, and start the clock. Raises NotDue without two players."""
    work.do(c.DrawSeats())
    work.do(c.Start())
    _look_at_clock(work)


def _look_at_clock(work: Work) -> None:
    reading = _event(work).clock.at(work.now)
    work.set_level(work.now + reading.left_ms if reading.running and reading.left_ms is not None else 0)


def turn_level(work: Work) -> None:
    """A level or a break is over, and with it perhaps the time to enter: then who has no chips is out."""
    _look_at_clock(work)
    event = _event(work)
    if event.busted and is_closed(event, work.now):
        work.do(c.CloseEntry())
        if event.ended:
            work.clock = work.clock.__class__(turn=work.clock.turn)


def stop_clock(work: Work) -> None:
    """The clock of the event stops, if it runs."""
    event = _event(work)
    if event.clock.running and not event.ended:
        work.do(c.Pause())


def start_clock(work: Work) -> None:
    """The clock of the event goes on, if it was started once."""
    event = _event(work)
    if event.clock.begun and not event.clock.running and not event.ended:
        work.do(c.Start())
    _look_at_clock(work)
    start_when_full(work)


def skip_time(work: Work, since: int) -> None:
    """The time since then does not count for the clock of the event."""
    event = _event(work)
    if event.clock.running and not event.ended:
        event.do(c.Pause(), since)
        if not event.ended:  # as it may be by then, where the time to buy again had run out
            work.do(c.Start())
    _look_at_clock(work)


def start_hand(work: Work) -> Hand | None:
    """Begin a hand; in a break, or while nobody can play, None. Chips that leave play are raced for before."""
    event = _event(work)
    reading = event.clock.at(work.now)
    if reading.is_break and reading.left_ms is not None:
        work.set_clock(next_at=work.now + reading.left_ms)
        return None
    for order in races_due(event, work.now):
        work.do(order.command)
    return event.start_hand(TABLE, work.now)


def end_hand(work: Work, hand: Hand) -> None:
    """Bring the result of a hand: who has lost everything is out, and the last one has won."""
    event = _event(work)
    event.end_hand(TABLE, hand, work.now)
    work.room.table = event.tables.get(TABLE, work.room.table)
    if event.ended:
        work.clock = work.clock.__class__(turn=work.clock.turn)


def end(work: Work) -> None:
    """The event is closed: as it stands, if it has begun."""
    event = _event(work)
    if event.is_seated and not event.ended:
        work.do(c.End())
    work.set_level(0)
