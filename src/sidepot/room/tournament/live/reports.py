"""The commands to a live tournament (the staff's reports and orders, the players' requests), and its tasks.

If two staff members report the same thing, it is done once, and the second one learns who reported it first, and when
(`AlreadyDone`).

A *task* is something to do: an order that the rules call for, or a question to a table. Its id depends on its text. So
if two consoles carry out the same task, the second one learns who was first, and a task that has changed in the
meantime is not carried out. (The reports as data are in `sidepot.tournament.reports`, their effects in
`sidepot.tournament.do_reports`.)
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.live_state import OPEN
from sidepot.room.tournament.terms import is_day_2
from sidepot.rules.clauses import refuse, say
from sidepot.tournament import commands as c
from sidepot.tournament.advice import Advice, all_orders
from sidepot.tournament.asks import Ask, asks
from sidepot.tournament.balancing import balance
from sidepot.tournament.cited import NEW_PLAYERS
from sidepot.tournament.entrants import Status
from sidepot.tournament.money import standings
from sidepot.tournament.views import all_tables
from sidepot.validation.shown_text import THAT_CAN_BE_DISPLAYED, can_be_shown

if TYPE_CHECKING:
    from sidepot.room.tournament.live_state import StaffRequest
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.unit_of_work import UnitOfWork
    from sidepot.tournament.moves import Move
    from sidepot.tournament.state import TournamentState
    from sidepot.tournament.steps import Step

ASK: Final = "ask-"  # prefix of the id of a task that is a player's request
_ENCODER: Final = msgspec.json.Encoder()


class Todo(NamedTuple):
    """A task for the staff: either an order, or a question to a table.

    - `order`: the order (None: the task is a question)
    - `ask`: the question (None: the task is an order)
    - `move`: the player whom the order moves, with the new seat
    """

    id: str
    order: Advice | None
    ask: Ask | None
    move: Move | None = None


def todo_of(tournament: TournamentState, now: int) -> list[Todo]:
    """All tasks, most urgent first. The orders come first, and then the questions, whose answers decide on later
    orders.
    """
    if tournament.ended or not tournament.is_seated:
        return []
    return [
        *[_order(one, tournament, now) for one in all_orders(tournament, now)],
        *[Todo(_id(one, tournament), None, one) for one in asks(tournament, now)],
    ]


def _order(order: Advice, tournament: TournamentState, now: int) -> Todo:
    """The task for an order. A move names its player; the result of a draw is open."""
    if not isinstance(order.command, c.Balance):
        return Todo(_id(order, tournament), order, None)
    rules = tournament.structure.rulebook
    move = balance(all_tables(tournament, now), rules, order=tournament.reports.order)
    return Todo(_id(order, tournament, move), order, None, move)


def find_todo(tournament: TournamentState, now: int, id: str) -> Todo | None:
    """The task with this id (None if it is no longer due)."""
    return next((one for one in todo_of(tournament, now) if one.id == id), None)


def _id(what: Advice | Ask, tournament: TournamentState, move: Move | None = None) -> str:
    """The id of a task. It depends on the text and on the moves and tables so far, so that a later task gets another
    id.
    """
    known = _ENCODER.encode((what, len(tournament.moves), tournament.last_table, move))
    return blake2b(known, digest_size=6).hexdigest()


ABOUTS: Final = ("enter", "rebuy", "add_on", "reenter", "floor", "out", "count")
MOST_ASKS: Final = 5  # most open requests of one player
MOST_CHECKED_IN: Final = 300  # most people of one tournament who wait to be entered
LONGEST: Final = 300  # most characters of a reason
REPEATED: Final = (c.Rebuy, c.Round, c.Hands, c.Penalise)  # may happen repeatedly, and be reported by several people
AT_ONCE: Final = 10_000  # milliseconds within which two equal reports mean the same thing
PLAYED_HERE: Final = (  # commands for online tournaments only
    c.BeginHand, c.EndHand, c.VoidHand, c.Signal, c.SealEnvelopes, c.BringFlight, c.Qualify,
)  # fmt: skip


class AlreadyDone(NotDue, usual="done_by_other"):
    """Raised if somebody else has already given this report or order.

    - `by`: the person who gave it
    - `done_at`: the time
    - `step`: the number of the step that carried it out
    """

    def __init__(self, message: str, by: str, done_at: int, step: int) -> None:
        super().__init__(message)
        self.by = by
        self.done_at = done_at
        self.step = step


def act(work: UnitOfWork, given: s.Act) -> None:
    """Carry out a report or an order of the staff. Raises AlreadyDone if somebody else has already given the same
    command.

    A command that can be repeated (`REPEATED`) counts as done if somebody else gave it seconds ago. Any other command
    is refused by the tournament itself the second time. AlreadyDone then names the step that carried it out.
    """
    command, tournament = given.do, work.tournament
    if given.why:
        check_text(given.why)
    if isinstance(command, PLAYED_HERE):
        raise NotDue("hands are played with real cards here; report their results", code="real_cards")
    check_no_seed(command)
    _check_bags(work.state, command)
    if isinstance(command, REPEATED) and (known := _at_once(work, command)) is not None:
        raise already(known)
    try:
        if given.todo and find_todo(tournament, work.now, given.todo) is None:
            todo_is_gone(work.state, given.todo)
        if given.ask:
            open_ask(work.state, given.ask)
        tournament.do(command, work.now, by=work.by, expect=given.expect)  # not `work.do`: no program leads it
    except SidepotError:
        known = _known(tournament, command)
        if known is None:
            raise
        raise already(known) from None


def check_not_carried(state: RoomTournamentState) -> None:
    """Raise NotDue if the bags of this flight went to day 2, so that nothing may change in the flight."""
    if state.live.carried:
        sentence = say(
            "the bags of this flight went to day 2, tournament {tournament}: take day 2 back first", state.live.carried
        )
        raise refuse(NotDue, sentence, code="bags_carried")


def _check_bags(state: RoomTournamentState, command: c.AnyCommand) -> None:
    """Raise NotDue if the flight's bags went to day 2, or if an undo would reach steps that brought bags."""
    check_not_carried(state)
    if isinstance(command, c.Undo) and state.live.gathered:
        holds = state.tournament.course().holds
        brought = [one.number for one in holds if isinstance(one.command, c.BringFlight | c.Qualify)]
        if min([command.step or holds[-1].number, *command.also]) <= max(brought, default=0):
            raise NotDue(
                "this would undo the transfer of the bags to day 2; take day 2 back instead, and create it again",
                code="bags_carried",
            )


def check_no_seed(command: Any) -> None:
    """Raise Conflict if the sender chose the seed of a draw, and so could know its result in advance."""
    if getattr(command, "seed", ""):
        raise Conflict("the room draws at random itself; leave out the seed", code="own_seed")


def already(step: Step) -> AlreadyDone:
    """The error that says who was first to give the command of this step."""
    by = f" by {step.by}" if step.by else ""
    return AlreadyDone(f"that has already been reported{by}, in step {step.number}", step.by, step.at, step.number)


def todo_is_gone(state: RoomTournamentState, todo: str) -> None:
    """Raise the error for a task that is no longer due: AlreadyDone, or NotDue if nobody carried it out."""
    notes, log = state.live.notes, state.tournament.log
    step = next((one for one in reversed(log) if one.number in notes and notes[one.number].todo == todo), None)
    if step is not None:
        raise already(step)
    raise NotDue("this task no longer exists; reload", code="not_to_do")


def put_ask(work: UnitOfWork, command: s.PutAsk) -> None:
    """Record a player's request. Raises NotDue if the same request is already open."""
    if command.about not in ABOUTS:
        raise Conflict(f"expected one of {', '.join(ABOUTS)}, got {command.about!r}", code="bad_ask")
    if work.state.over:
        raise NotDue("this tournament is over", code="tournament_over")
    if work.tournament.reports.draft:
        raise NotDue("check-in is not open yet", code="draft")
    if command.about == "enter":
        check_check_in(work.state)
    elif command.player not in work.tournament.entrants:
        raise Conflict("this player has not entered", code="not_entered")
    mine = [one for one in work.state.live.open_asks() if one.player == command.player]
    if any(one.about == command.about and one.n == command.n for one in mine):
        raise NotDue("the staff already have this request", code="asked_already")
    if len(mine) >= MOST_ASKS:
        raise NotDue(f"you have {MOST_ASKS} open requests; wait for the staff", code="too_many_asks")


def check_check_in(state: RoomTournamentState) -> None:
    """Raise NotDue if the check-in is closed or its waiting list is full."""
    if is_day_2(state.terms):
        raise NotDue("players can enter day 2 only through its flights", NEW_PLAYERS, code="registration_closed")
    if not state.live.check_in:
        raise NotDue("check-in is closed; enter at the desk", code="check_in_closed")
    if len(state.live.checked_in()) >= MOST_CHECKED_IN:
        raise NotDue(
            f"{MOST_CHECKED_IN} players are already waiting to be entered; enter at the desk", code="check_in_full"
        )


def refuse_all(work: UnitOfWork, command: s.RefuseAll) -> None:
    """Refuse all players who wait to be entered."""
    check_text(command.why)
    if not work.state.live.checked_in():
        raise NotDue("nobody is waiting to be entered", code="nobody_checked_in")


def set_check_in(work: UnitOfWork, command: s.SetCheckIn) -> None:
    """Open or close the check-in."""
    if command.on == work.state.live.check_in:
        raise NotDue("check-in is already open" if command.on else "check-in is already closed",
                     code="done_already")  # fmt: skip


def close_ask(work: UnitOfWork, command: s.CloseAsk) -> None:
    """Close a request."""
    check_text(command.why)
    open_ask(work.state, command.ask)


def open_ask(state: RoomTournamentState, number: int) -> StaffRequest:
    """The open request with this number. Raises Conflict if there is none, and AlreadyDone if it is closed."""
    found = state.live.asks.get(number)
    if found is None:
        raise Conflict(f"no such request: {number}", code="unknown_ask")
    if found.state != OPEN:
        raise AlreadyDone("this request is already closed", found.by, found.closed_at, 0)
    return found


def set_aside(work: UnitOfWork, command: s.SetAside) -> None:
    """Postpone a task, or make it due again."""
    check_text(command.why)
    if command.on and find_todo(work.tournament, work.now, command.todo) is None:
        todo_is_gone(work.state, command.todo)
    if command.on == (command.todo in work.state.live.aside):
        raise NotDue("this would change nothing", code="done_already")


def redraft(work: UnitOfWork, command: s.Redraft) -> None:
    """Replace the terms of a draft. A new structure is a separate step."""
    tournament, terms = work.tournament, command.terms
    if not tournament.reports.draft:
        raise NotDue(
            "check-in is open, so this tournament is no longer a draft and cannot be changed this way", code="not_draft"
        )
    if not (terms.live and terms.draft):
        raise refuse(
            Conflict,
            say("only a live tournament can be a draft, and it stays a draft until check-in opens"),
            code="bad_terms",
        )
    if terms.structure != tournament.structure:
        tournament.do(c.ChangeStructure(terms.structure), work.now, by=work.by)


def hand_out(work: UnitOfWork, command: s.HandOut) -> None:
    """Record that a player received winnings, or returned them. Nobody can receive more than they have won."""
    if command.player not in work.tournament.entrants:
        raise Conflict("this player has not entered", code="not_entered")
    given = work.state.live.given.get(command.player)
    before, won = given.amount if given is not None else 0, won_by(work.tournament, command.player)
    if given is not None and before == won and command.amount >= 0:
        raise AlreadyDone("the winnings were already paid out", given.by, given.at, 0)
    if not command.amount or not 0 <= before + command.amount <= max(won, before):
        show = work.tournament.structure.money.money
        raise NotDue(
            f"{command.player} has won {show(won)} and has already received {show(before)}, so the payment cannot be "
            f"{show(command.amount)}",
            code="nothing_won",
        )


def rename(work: UnitOfWork, command: s.Rename) -> None:
    """Record that a person was renamed. The names themselves are stored outside the log."""


def won_by(tournament: TournamentState, player: str) -> int:
    """What a player has won so far, in prizes and bounties."""
    return next((one.paid + one.bounties for one in standings(tournament) if one.player == player), 0)


def check_text(text: str) -> None:
    """Raise Conflict if a reason is too long, or has characters that no page can show."""
    if len(text) > LONGEST or not can_be_shown(text, joins=True):
        raise Conflict(f"a reason has at most {LONGEST} characters {THAT_CAN_BE_DISPLAYED}", code="bad_text")


# ---- reports that were made before


def _at_once(work: UnitOfWork, command: c.AnyCommand) -> Step | None:
    """The step in which somebody else reported the same a moment ago, because two people saw the same thing."""
    for step in reversed(work.tournament.course().holds):
        if step.at < work.now - AT_ONCE:
            return None
        if step.command == command and step.by != work.by:
            return step
    return None


def _known(tournament: TournamentState, command: c.AnyCommand) -> Step | None:
    """The step that already carried out a refused command (None if there is none)."""
    known = KNOWN.get(type(command))
    return known(tournament, command) if known is not None else None


def _out(tournament: TournamentState, command: c.Out) -> Step | None:
    """The step that eliminated the player, if it named the same winners, or none are named now."""
    if command.step:
        return next((one for one in tournament.course().holds if one.command == command), None)
    entrant, bust = tournament.entrants.get(command.player), tournament.reports.outs.get(command.player)
    if entrant is None or bust is None or entrant.status not in (Status.OUT, Status.BUSTED):
        return None
    if command.by and {player for player, _ in bust.by} != set(command.by):
        return None  # the winners are named only now, or are others
    at = bust.step - 1 - tournament.earlier
    return tournament.log[at] if 0 <= at < len(tournament.log) else None


def _undone(tournament: TournamentState, command: c.Undo) -> Step | None:
    numbers = {command.step, *command.also}
    if not command.step or any(one.number in numbers for one in tournament.course().holds):
        return None
    for step in reversed(tournament.log):
        if isinstance(step.command, c.Undo) and numbers & {step.command.step, *step.command.also}:
            return step
    return None


Known = Callable[["TournamentState", Any], "Step | None"]


def _last(is_so: Callable[[TournamentState, Any], bool], *fields: str) -> Known:
    """Make a function that finds the last valid step with a command of the same type and equal fields, if `is_so`."""

    def find(tournament: TournamentState, command: Any) -> Step | None:
        if not is_so(tournament, command):
            return None
        for step in reversed(tournament.course().holds):
            one = step.command
            if type(one) is type(command) and all(getattr(one, name) == getattr(command, name) for name in fields):
                return step
        return None

    return find


def _is_in(tournament: TournamentState, command: c.OfPlayer) -> bool:
    entrant = tournament.entrants.get(command.player)
    return entrant is not None and entrant.is_in


_entered = _last(_is_in, "player")
_gone = _last(lambda tournament, command: not _is_in(tournament, command), "player")
KNOWN: Final[dict[type, Known]] = {  # how to find the step that already did it, for a refused command
    c.Out: _out,
    c.Undo: _undone,
    c.Register: _entered,
    c.Reenter: _entered,
    c.Withdraw: _gone,
    c.Refund: _gone,
    c.NoShow: _gone,
    c.AddOn: _last(lambda tournament, one: one.player in tournament.entrants
                   and tournament.entrants[one.player].addons > 0, "player"),
    c.DrawSeats: _last(lambda tournament, _: tournament.is_seated),
    c.Start: _last(lambda tournament, _: tournament.clock.running),
    c.Pause: _last(lambda tournament, _: tournament.clock.begun and not tournament.clock.running),
    c.GoHandForHand: _last(lambda tournament, one: tournament.hand_for_hand == one.on, "on"),
    c.CallClock: _last(lambda tournament, one: not one.on and tournament.reports.called is None, "player", "on"),
    c.Break: _last(lambda tournament, one: one.table > 0 and one.table not in tournament.tables, "table"),
}  # fmt: skip
