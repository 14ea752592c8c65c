"""A tournament of one table: entries, the start, levels, its hands, players who go out, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.room.tables import agreeing, people
from sidepot.room.tables import commands as s
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
    from sidepot.room.tables.state import RoomState
    from sidepot.room.tables.work import Work
    from sidepot.tournament.steps import Step

TABLE = 1  # the number of the only one


def open_tournament(work: Work) -> None:
    """Announce the tournament, with a seed that nobody knows; the bots enter."""
    room = work.room
    structure = room.terms.tournament
    if structure is None:
        raise Conflict("there is no tournament to be opened", code="no_event")
    room.tournament = Tournament(structure, room.chance.salts(16).hex(), at=work.now, by=work.by)
    for bot in room.terms.bots:
        _enter(work, bot.name, bot=bot.strength)


def take_steps(room: RoomState, steps: tuple[Step, ...]) -> None:
    """Apply stored steps; the first of all opens the tournament."""
    tournament = room.tournament
    for step in steps:
        if tournament is None:
            first = step.events[0]
            if not isinstance(first, e.Opened):
                raise Conflict("a tournament begins with its opening", code="no_event")
            tournament = room.tournament = Tournament(first.structure, first.seed, at=step.at, by=step.by)
            continue
        tournament.apply(step)
    if tournament is not None:
        room.table = tournament.tables.get(TABLE, room.table)


def _tournament(work: Work) -> Tournament:
    tournament = work.room.tournament
    if tournament is None:
        raise Conflict("this is no tournament", code="no_event")
    return tournament


# ---- entering and leaving


def places(tournament: Tournament) -> int:
    """How many players can enter: one full table."""
    most = tournament.structure.entry.most
    return min(tournament.structure.seats, most) if most else tournament.structure.seats


def sit(work: Work, said: s.Sit) -> None:
    """Enter, or enter again; the last entry starts the tournament. After the start, where a seat is free."""
    agreeing.check(work, said)
    _enter(work, work.by)


def add_bot(work: Work, said: s.AddBot) -> None:
    """The host has a bot enter."""
    _enter(work, said.name, bot=said.strength)


def _enter(work: Work, player: str, *, bot: str = "") -> None:
    tournament = _tournament(work)
    if work.room.closing:
        raise NotDue("this tournament is about to be closed", code="closing")
    taken = len([one for one in work.room.table.places if one != player]) if tournament.is_seated else tournament.left
    if taken >= places(tournament):
        raise Conflict(
            f"this tournament has one table, and all its {places(tournament)} seats are taken", code="event_full"
        )
    known = tournament.entrants.get(player)
    if known is not None and not known.is_in:
        work.do(c.Reenter(player))
    else:
        work.do(c.Register(player))
    people.join(work, player, bot=bot)
    start_when_full(work)


def leave(work: Work, said: t.Leave) -> None:
    """Take the entry back before the start; after it be absent, or go out."""
    tournament = _tournament(work)
    entrant = tournament.entrants.get(work.by)
    if entrant is None:
        raise Conflict(f"{work.by} has not entered", code="not_entered")
    if not tournament.is_seated:
        work.do(c.Withdraw(work.by))
    elif entrant.status is Status.BUSTED:
        work.do(c.GoOut(work.by))
    else:
        work.do(c.Absent(work.by))


def remove(work: Work, said: s.Remove) -> None:
    """The host takes an entry back, or after the start puts a player out."""
    tournament, player = _tournament(work), people.meant(work.room, said)
    if not tournament.is_seated:
        work.do(c.Withdraw(player))
    else:
        work.do(c.Disqualify(player, "removed by the host"))


def sit_out(work: Work, said: t.SitOut) -> None:
    """Be absent: the hands are dealt, and killed."""
    work.do(c.Absent(work.by))


def come_back(work: Work, said: t.ComeBack) -> None:
    """Be at the seat again."""
    work.do(c.Present(work.by))
    work.keep(people.fresh(work, work.by))


def be_back(work: Work) -> None:
    """An absent player who says anything is present again, except to leave, when disqualified, or after the end."""
    said = work.said
    player = said.player if isinstance(said, s.Came) else work.by
    place = work.room.table.places.get(player)
    if place is None or place.state is not State.OUT or isinstance(said, (t.SitOut, t.Leave, *s.HOST_ONLY)):
        return
    tournament = _tournament(work)
    if tournament.ended or tournament.entrants[player].status is Status.DISQUALIFIED:
        return
    work.do(c.Present(player))
    work.keep(people.fresh(work, player))


def be_absent(work: Work, player: str) -> None:
    """A player does not answer: from the next hand on the hands are killed."""
    work.do(c.Absent(player))


def buy(work: Work, said: t.Buy) -> None:
    """Buy again at the seat, or in its break take the add-on, where the tournament has them, on its terms."""
    tournament = _tournament(work)
    entrant = tournament.entrants.get(work.by)
    addon = tournament.structure.entry.addon_item
    item = tournament.clock.at(work.now).item
    if entrant is not None and not entrant.addons and tournament.is_seated and addon == item:
        work.do(c.AddOn(work.by))
    else:
        work.do(c.Rebuy(work.by))


def go_out(work: Work, player: str) -> None:
    """Put a busted player out who has not bought again in time; of two, the first may have ended the tournament."""
    if not _tournament(work).ended:
        work.do(c.GoOut(player))


def not_here(work: Work, said: object) -> None:
    """Refuse a saying of cash tables."""
    raise IllegalAction(
        "in a tournament games and stakes go by its schedule, and chips are those one enters with",
        code="event_schedule",
    )


# ---- the course of it


def is_on(tournament: Tournament) -> bool:
    """Whether hands are played: it has started, is not over, and two have chips."""
    table = tournament.tables.get(TABLE)
    if tournament.ended or table is None or not tournament.clock.begun:
        return False
    return sum([table.in_play(place) for place in table.places.values()]) > 1


def start_when_full(work: Work) -> None:
    """Start with the last entry, unless the table is paused."""
    tournament = _tournament(work)
    if not tournament.is_seated and tournament.left >= places(tournament) and not work.clock.stopped_at:
        start(work)


def start(work: Work) -> None:
    """Draw for seats, and start the clock. Raises NotDue without two players."""
    work.do(c.DrawSeats())
    work.do(c.Start())
    _look_at_clock(work)


def _look_at_clock(work: Work) -> None:
    reading = _tournament(work).clock.at(work.now)
    work.set_level(work.now + reading.left_ms if reading.running and reading.left_ms is not None else 0)


def turn_level(work: Work) -> None:
    """A level or break is over, and perhaps entry with it: then players without chips are out."""
    _look_at_clock(work)
    tournament = _tournament(work)
    if tournament.busted and is_closed(tournament, work.now):
        work.do(c.CloseEntry())
        if tournament.ended:
            work.clock = work.clock.__class__(turn=work.clock.turn)


def stop_clock(work: Work) -> None:
    """Stop the clock of the tournament, if it runs."""
    tournament = _tournament(work)
    if tournament.clock.running and not tournament.ended:
        work.do(c.Pause())


def start_clock(work: Work) -> None:
    """Let the clock of the tournament go on, if it was started once."""
    tournament = _tournament(work)
    if tournament.clock.begun and not tournament.clock.running and not tournament.ended:
        work.do(c.Start())
    _look_at_clock(work)
    start_when_full(work)


def skip_time(work: Work, since: int) -> None:
    """Take the time since then off the clock of the tournament."""
    tournament = _tournament(work)
    if tournament.clock.running and not tournament.ended:
        tournament.do(c.Pause(), since)
        if not tournament.ended:  # as it may be by then, where the time to buy again had run out
            work.do(c.Start())
    _look_at_clock(work)


def start_hand(work: Work) -> Hand | None:
    """Begin a hand; in a break, or while nobody can play, None. Chips that leave play are raced for before."""
    tournament = _tournament(work)
    reading = tournament.clock.at(work.now)
    if reading.is_break and reading.left_ms is not None:
        work.set_clock(next_at=work.now + reading.left_ms)
        return None
    for order in races_due(tournament, work.now):
        work.do(order.command)
    return tournament.start_hand(TABLE, work.now)


def end_hand(work: Work, hand: Hand) -> None:
    """Bring the result of a hand: players without chips are out, and the last one has won."""
    tournament = _tournament(work)
    tournament.end_hand(TABLE, hand, work.now)
    work.room.table = tournament.tables.get(TABLE, work.room.table)
    if tournament.ended:
        work.clock = work.clock.__class__(turn=work.clock.turn)


def end(work: Work) -> None:
    """Close the tournament as it stands, if it has begun."""
    tournament = _tournament(work)
    if tournament.is_seated and not tournament.ended:
        work.do(c.End())
    work.set_level(0)
